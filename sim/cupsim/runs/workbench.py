"""The one simulated board at which something is done: time passes, and people act, while it sleeps."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from random import Random

from cupsboard.loop import Loop
from cupsboard.ports import Board, Clock
from cupsboard.procedures.procedure import Procedure
from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Scene

from cupsim.people.light_reader import LightReader
from cupsim.runs.build_faults import Mistake, Shaken, make, rattling
from cupsim.runs.schedule import Actor
from cupsim.runs.simulated_board import build

TAP_SECONDS = 0.15

Tell = Callable[[float, Message], object]
"""Told, with the time, what the board has to say; again and again while it stays the same."""
Pace = Callable[[], float]
"""How many times as fast as the system's a clock goes now; infinity for as fast as it can."""


class Accompanied:
    """A simulated board in whose time others act."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.actors: list[Actor] = []
        self.scene: Callable[[], Scene | None] = lambda: None
        """What the board shows, while it runs."""

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self._board.clock.now()

    def board(self, pace: Pace = lambda: inf) -> Board:
        """Return the board with a clock that goes `pace` times as fast as the system's; `pace` may change."""
        return replace(self._board, clock=AccompaniedClock(self._board.clock, self._pass, pace))

    def run(
        self,
        procedure: Procedure,
        patience_seconds: float,
        tell: Tell | None = None,
        is_over: Callable[[], bool] = lambda: False,
        pace: Pace = lambda: inf,
    ) -> bool:
        """Let the board do a procedure to its end, or for so long; return whether it was finished."""
        loop = Loop(self.board(pace), procedure)
        self.scene = lambda: loop.scene
        ends = self.now + patience_seconds
        while self.now < ends and not (procedure.is_finished or is_over()):
            loop.step()
            if tell is not None and loop.scene is not None:
                tell(self.now, loop.scene.message)
            loop.rest_until(ends)
        return procedure.is_finished

    def sentence(self) -> Message | None:
        """Return the sentence on the screen; None before there is one."""
        scene = self.scene()
        return None if scene is None else scene.message

    def said(self) -> str:
        """Return the key of the sentence on the screen; "" before there is one."""
        sentence = self.sentence()
        return "" if sentence is None else sentence.key

    def _pass(self) -> float:
        """Let all actors act whose time has come; when the next one wants to."""
        for actor in self.actors:
            actor.act(self.now)
        return min((actor.next_time for actor in self.actors), default=inf)


class Workbench(Accompanied):
    """A whole board on its table, and whoever acts there."""

    def __init__(
        self,
        profile: Profile,
        table: Shaken,
        rng: Random,
        *,
        sps: int,
        mistake: Mistake = Mistake.NONE,
        start: float = 0.0,
        unplugged: Collection[Place] = (),
    ) -> None:
        """`rng` draws the electronics; the places `unplugged` have their cables out."""
        self.profile = profile
        self.bench = build(profile, table, rng, sps=sps, start=start)
        super().__init__(self.bench.board)
        for place in unplugged:
            self.bench.chips[place].unplug()
        self.concerned = make(mistake, self.bench, table, rng)
        """Where the mistake truly is."""
        self.actors += rattling(mistake, table, rng)
        self._reader = LightReader(self.bench.strip, profile.strip.pixels)

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""
        return self._reader.meanings

    def press(self, held_seconds: float, time: float) -> Iterator[float]:  # noqa: ARG002
        """Push the first button for a while."""
        return self.pushed([next(iter(self.profile.buttons))], held_seconds)

    def pushed(self, buttons: Sequence[str], held_seconds: float = TAP_SECONDS) -> Iterator[float]:
        """Push buttons for a while, together."""
        lines = [self.profile.buttons[button] for button in buttons]
        for line in lines:
            self.bench.pins.press(line)
        yield held_seconds
        for line in lines:
            self.bench.pins.release(line)
        yield 2 * TAP_SECONDS

    def _pass(self) -> float:
        """See `Accompanied`; people watch the lights."""
        self._reader.watch(self.now)
        return super()._pass()


class AccompaniedClock:
    """Virtual time in which others act while the board sleeps; implements `Clock`."""

    def __init__(self, clock: Clock, act: Callable[[], float], pace: Pace) -> None:
        """`act` lets the others act, and says when they want to again."""
        self._clock, self._act, self._pace_of = clock, act, pace
        self._pace = self._ahead_of = 0.0

    def now(self) -> float:
        """See `Clock`."""
        return self._clock.now()

    def sleep_until(self, moment: float) -> None:
        """See `Clock`."""
        if (pace := self._pace_of()) != self._pace:
            self._pace, self._ahead_of = pace, time.monotonic() * min(pace, 1e9) - self._clock.now()
        while self._clock.now() < moment:
            until = min(moment, max(self._act(), self._clock.now() + 0.001))
            if pace < inf:
                self._keep_pace(until)
            self._clock.sleep_until(until)

    def _keep_pace(self, until: float) -> None:
        early = (until - (time.monotonic() * self._pace - self._ahead_of)) / self._pace
        if early > 0:
            time.sleep(early)
        elif early < -1.0:
            # A computer that is too slow for this pace goes as fast as it can.
            self._ahead_of = time.monotonic() * self._pace - until
