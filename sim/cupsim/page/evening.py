"""An evening at a simulated board that is shown on a page: seats, hands, troubles, time at a pace."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

from cupsboard.loop import Moment
from cupsboard.recognition.suitability import complaints
from cupsboard.referee.events import GameClosed, Redone, Restored, Undone
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record
from cupsboard.session.move_teller import MoveTeller
from cupsboard.session.replay import Tracer
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceWriter
from cupsboard.web.board_view import BoardView

from cupsim.page import requests
from cupsim.page.both_hands import PERSON_TEMPO, BothHands
from cupsim.page.button_fingers import ButtonFingers
from cupsim.page.disturbances import MischiefRefused, Mischiefs
from cupsim.page.pace import FACTORS, Pace
from cupsim.page.truth import Truth
from cupsim.people.move_choice import POLICIES
from cupsim.runs.game_world import World
from cupsim.runs.games import Pairing, record_of
from cupsim.table.beans import KINDS
from cupsim.table.hands import Hands
from cupsim.table.load_cell import MODELS

PERSON = "person"
LARGEST_TRACE_BYTES = 100_000_000
"""An evening of several hours; a board that is forgotten overnight does not fill the disk."""

Section = dict[str, Any]


class PageEvening:
    """One simulated board, with people at pages and simulated players at it."""

    def __init__(
        self,
        pairing: Pairing,
        seats: Mapping[Side, str],
        trace_path: Path,
        say: Callable[[str], object] = lambda _words: None,
        factor: float = 1.0,
    ) -> None:
        """`seats` says who plays each side: "person", or the name of a policy; `say` gets a line a move."""
        self.trace_path = trace_path
        self.pace = Pace(factor)
        self._tell = say
        self._seats = {side: seats[side] for side in Side}
        self._notices = 0
        self._notice = ""
        self._trace_file: FileIO | None = None
        self._begin(pairing)

    def _begin(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self.world = World(self._pairing.setting)
        self._both_hands = {side: BothHands(self.world, side) for side in Side}
        for side in Side:
            self._seat(side, self._seats[side])
        self._fingers = ButtonFingers(self.world, lambda side: self._both_hands[side].is_busy)
        self._mischiefs = Mischiefs(self.world)
        self._truth = Truth(self.world.table)
        self._follow()

    def _follow(self) -> None:
        """Watch and trace the world's loop, which begins anew with every board that is switched on."""
        world = self.world
        history = world.referee.history
        start = Start(
            world.profile,
            world.calibration,
            world.game,
            world.setting.options,
            world.core.knowledge,
            history if history.entries else None,
        )
        self._view = BoardView(start)
        world.loop.listen(self._view)
        world.loop.listen(MoveTeller(self._tell, start.record))
        world.loop.listen(self._listen)
        self.close()
        self._trace_file = self.trace_path.open("wb", buffering=0)
        write = _limited(self._trace_file.write, LARGEST_TRACE_BYTES)
        world.loop.listen(Tracer(TraceWriter(write, start.header())))

    def close(self) -> None:
        """End the trace; nothing may be done at this evening afterwards."""
        if self._trace_file is not None:
            self._trace_file.close()

    @property
    def record(self) -> Record[Any]:
        """The game so far."""
        south, north = ("a person" if who == PERSON else f"{who} (simulated)" for who in self._seats.values())
        return replace(record_of(self._pairing, self.world), south=south, north=north)

    def advance(self, real_seconds: float) -> None:
        """Let time pass at the pace."""
        world = self.world
        end = world.now + self.pace.virtual_seconds(real_seconds)
        self._fingers.advance()
        while (due := self._fingers.next_time) is not None and due < end:
            world.run_until(due)
            self._fingers.advance()
        world.run_until(end)
        for side, hands in self._both_hands.items():
            for reason in hands.refusals():
                if self._seats[side] == PERSON:
                    self._say(reason)

    def left(self, person: int) -> None:
        """Take the fingers of somebody who is gone off the buttons."""
        self._fingers.release(person)

    def obey(self, person: int, order: requests.AnyOrder) -> None:
        """Do what a person at a page wants, as far as it can be done."""
        match order:
            case requests.Button(sides, True):
                self._fingers.press(person, sides)
            case requests.Button(sides):
                self._fingers.release(person, sides)
            case requests.Seat(side, who):
                self._change_seat(side, who)
            case requests.Clumsiness(share):
                self._be_clumsy(share)
            case requests.Speed(factor):
                self.pace = Pace(factor)
            case requests.NewGame():
                self._begin_new_game(order)
            case (
                requests.Cable()
                | requests.Coin()
                | requests.Swap()
                | requests.Warm()
                | requests.Stall()
                | requests.Power()
            ):
                self._make_trouble(order)
            case _:
                self._move_hand(order)

    def live_state(self) -> Section:
        """What a page shows that knows of nothing but the board."""
        return self._view.state()

    def state(self) -> Section:
        """Everything a page shows now, what only the simulator knows included."""
        world = self.world
        power = "on" if world.is_powered else "off"
        state = self.live_state()
        if not world.is_powered:
            state |= {"lights": {}, "signs": {}}
        elif not self._mischiefs.is_stalled:
            state["time"] = round(world.now, 2)
        state["table"] = {
            **self._truth.section(self._all_hands()),
            "coins": dict.fromkeys(self._mischiefs.coins, True),
            "pulled": dict.fromkeys(self._mischiefs.pulled, True),
        }
        state["evening"] = {
            "seats": {side.value: who for side, who in self._seats.items()},
            "clumsiness": self._pairing.clumsiness,
            "speed": self.pace.factor,
            "power": "stalled" if power == "on" and self._mischiefs.is_stalled else power,
            "seed": world.setting.seed,
            "kind": world.setting.beans,
            "cells": world.setting.cells,
            "notice": {"number": self._notices, "text": self._notice},
            "choices": _CHOICES,
        }
        return state

    def _all_hands(self) -> Mapping[str, Hands]:
        own = [hands for both in self._both_hands.values() for hands in both.named.items()]
        return dict(own) | self._mischiefs.hands

    def _say(self, notice: str) -> None:
        self._notices += 1
        self._notice = notice

    def _seat(self, side: Side, who: str) -> None:
        world, is_person = self.world, who == PERSON
        world.hands[side].tempo = PERSON_TEMPO if is_person else 1.0
        if is_person:
            world.unseat(side)
        else:
            world.seat(side, who, self._pairing.traits_of(side))

    def _change_seat(self, side: Side, who: str) -> None:
        if who != PERSON and who not in POLICIES:
            self._say(f"nobody called {who} can play: choose {', '.join((PERSON, *POLICIES))}")
            return
        self._seats[side] = who
        self._seat(side, who)

    def _be_clumsy(self, share: float) -> None:
        self._pairing = replace(self._pairing, clumsiness=share)
        for person in self.world.people.values():
            person.traits = replace(person.traits, clumsiness=share)

    def _begin_new_game(self, order: requests.NewGame) -> None:
        if order.beans not in KINDS or order.cells not in MODELS:
            self._say(f"there are no {order.beans} beans or no {order.cells} cells here")
            return
        seed = Random().randrange(10_000) if order.seed is None else order.seed
        asked = replace(
            self._pairing.setting,
            seed=seed,
            cups=order.cups,
            beans=order.beans,
            cells=order.cells,
            sps=order.sps,
            stock_beans=None,
        )
        pairing = replace(self._pairing, setting=asked)
        refused = complaints(World(asked).calibration)
        if refused and not order.anyway:
            self._say(f"{'; '.join(map(str, refused))} (or play anyway)")
        else:
            self._begin(pairing)

    def _make_trouble(self, order: requests.Mischief) -> None:
        was_powered = self.world.is_powered
        try:
            self._mischiefs.make(order)
        except MischiefRefused as fault:
            self._say(str(fault))
        if self.world.is_powered and not was_powered:
            self._follow()

    def _move_hand(self, order: requests.Hand) -> None:
        world = self.world
        place = getattr(order, "place", None)
        if place is not None and place not in world.table.places:
            self._say(f"there is no {place} on this board")
        elif isinstance(order, requests.Lift) and place not in world.table.cells:
            self._say(f"{place} stays where it is: lift a cup or a pot")
        elif order.side in world.people:
            self._say(f"a simulated player plays {order.side.value}: take the seat first")
        else:
            self._both_hands[order.side].do(order)

    def _listen(self, moment: Moment) -> None:
        for event in moment.decided.events:
            if isinstance(event, GameClosed | Undone | Redone | Restored):
                for person in self.world.people.values():
                    person.learn(self.world.referee.position)


_CHOICES: Section = {
    "seats": [PERSON, *POLICIES],
    "beans": list(KINDS),
    "cells": list(MODELS),
    "speeds": [0.0, *FACTORS],
}


def _limited(write: Callable[[bytes], object], most_bytes: int) -> Callable[[bytes], object]:
    """Write until there is enough: what was written stays a whole trace."""
    left = most_bytes

    def writing(data: bytes) -> None:
        nonlocal left
        if len(data) <= left:
            left -= len(data)
            write(data)
        else:
            left = 0

    return writing
