"""A simulated board to be set up: its table, hands at it, and time that goes as life's or faster."""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from cupsboard.ports import Board, Clock
from cupsboard.profile import Profile, generated
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.signs.scene import Meaning

from cupsim.errors import SimulatorError
from cupsim.people.calibrating_hands import CalibratingHands, Load, Motion
from cupsim.people.calibrator import Maker
from cupsim.people.light_reader import LightReader
from cupsim.runs.build_faults import Mistake, make, rattling
from cupsim.runs.schedule import Actor, Timed
from cupsim.runs.simulated_board import build
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

BEANS_AT_HAND = 200
GLANCE_SECONDS = 0.1
"""How often hands look for something to do."""
TAP_SECONDS = 0.15
MOST_WAITING = 40
"""Motions that may be ordered before the first of them is done."""


@dataclass(frozen=True, slots=True)
class Lent:
    """A board of another run that is set up from `now` on, with nothing in its cups."""

    profile: Profile
    table: Table
    now: float
    unplugged: Collection[Place] = ()
    """The places whose cables are out."""


@dataclass(frozen=True, slots=True)
class RehearsalSetup:
    """Everything a board that is to be set up is drawn from; `grams` is the known mass."""

    seed: int
    mistake: Mistake = Mistake.NONE
    cups: int = 4
    sps: int = 10
    beans: str = "kidney"
    cells: str = "500g"
    grams: float = 100.0


class Rehearsal:
    """The board, what lies beside it, and the hands; all but `order` is for the board's own thread."""

    def __init__(self, setup: RehearsalSetup, said: Callable[[], str], lent: Lent | None = None) -> None:
        """`said` gives the key of the sentence that the board shows; with `lent` the board is that one."""
        rng = Random(setup.seed)
        self.setup = setup
        lent = lent or _new_board(setup, rng)
        self.profile, self.table = lent.profile, lent.table
        beans = bean_kind(setup.beans)
        for _ in range(BEANS_AT_HAND):
            self.table.drop(OFF_BOARD, beans.draw(rng), lent.now)
        self.bench = build(self.profile, self.table, rng, sps=setup.sps, start=lent.now)
        for place in lent.unplugged:
            self.bench.chips[place].unplug()
        make(setup.mistake, self.bench, self.table, rng)
        self._rattling: list[Actor] = [*rattling(setup.mistake, self.table, rng)]
        self.hands = CalibratingHands(
            self.table, Random(rng.getrandbits(64)), Load(grams=setup.grams), lambda: self.now, OFF_BOARD
        )
        self._reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._said = said
        self._maker = Maker(self.table, self, self.hands)
        self.is_helped = False
        """Whether simulated hands do what the lights ask for."""
        self.is_left = False
        """Whether a person wants to go back to the game."""
        self.notice = ""
        """Why hands could not do what was last ordered."""
        self._waiting: deque[tuple[str, Place | None]] = deque(maxlen=MOST_WAITING)
        self._motion: Motion | None = None
        self._hands = Timed(self._act, lent.now)

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self.bench.board.clock.now()

    def order(self, deed: str, place: Place | None) -> None:
        """Let the hands do something, in any thread."""
        self._waiting.append((deed, place))

    def board(self, pace: float) -> Board:
        """Return the board with a clock that goes `pace` times as fast as the system's."""
        bench = self.bench.board
        clock = PacedClock(bench.clock, self._pass, pace)
        return Board(clock, bench.scales, bench.lights, bench.buttons, bench.sound)

    def _pass(self) -> float:
        """Let all actors act whose time has come; when the next one wants to."""
        self._reader.watch(self.now)
        actors = (*self._rattling, self._hands)
        for actor in actors:
            actor.act(self.now)
        return min(actor.next_time for actor in actors)

    def _act(self, now: float) -> float:
        try:
            while self._motion is not None:
                pause = next(self._motion, None)
                if pause is not None:
                    return now + pause
                self._motion = self._next()
            self._motion = self._next()
        except SimulatorError as fault:
            self._motion, self.notice = None, str(fault)
        if self._motion is None and self.is_helped:
            return max(self._maker.step(now), now + GLANCE_SECONDS)
        return now + (0.0 if self._motion is not None else GLANCE_SECONDS)

    def _next(self) -> Motion | None:
        if not self._waiting:
            return None
        deed, place = self._waiting.popleft()
        self.notice = ""
        return self._deed(deed, place)

    def _deed(self, deed: str, place: Place | None) -> Motion:
        """Return a motion. Raises SimulatorError for one that there is none of."""
        hands = self.hands
        match deed, place:
            case (("help" | "alone"), _):
                self.is_helped = deed == "help"
                return iter(())
            case "leave", _:
                self.is_left = True
                return iter(())
            case "cups-off", _:
                return self._each(self.table.has_cup, hands.lift_off)
            case "cups-on", _:
                return self._each(hands.has_taken, hands.put_back)
            case (("south" | "north"), _):
                return self._pushed(deed)
            case "cup", str(at) if at in self.table.cells:
                return hands.put_back(Place(at)) if hands.has_taken(Place(at)) else hands.lift_off(Place(at))
            case "mass", str(at) if at in self.table.cells:
                return self._mass(Place(at))
            case "bean", str(at) if at in self.table.cells:
                return hands.drop_bean(Place(at))
            case "touch", str(at) if at in self.table.cells:
                return hands.touch(Place(at))
        raise SimulatorError(f"hands can't do that: {deed} {place or ''}")

    def _mass(self, place: Place) -> Motion:
        """Put the mass on a place, from wherever it lies; or take it from there."""
        lies_at = self.hands.loaded_place
        yield from self._unloaded()
        if lies_at != place:
            yield from self.hands.put_load(place)

    def _unloaded(self) -> Motion:
        """Take the mass from the board, if it lies there."""
        lies_at = self.hands.loaded_place
        if lies_at is not None:
            yield from self.hands.take_load(lies_at)

    def _each(self, is_meant: Callable[[Place], bool], motion: Callable[[Place], Motion]) -> Motion:
        for place in self.profile.places:
            if is_meant(place):
                yield from motion(place)

    def _pushed(self, button: str) -> Motion:
        self.bench.set_button(Side(button), True, self.now)
        yield TAP_SECONDS
        self.bench.set_button(Side(button), False, self.now)
        yield TAP_SECONDS

    def clear_away(self) -> None:
        """Take all that hands have put on the board away, and put every cup back, in no time."""
        self._maker.finish()
        put_back = self._each(self.hands.has_taken, self.hands.put_back)
        for motion in (self._motion or iter(()), self._unloaded(), put_back):
            for _ in motion:
                pass
        self._motion = None
        for place, count in self.table.contents().items():
            self.table.take(place, count, self.now)

    # --- what simulated hands see and reach ------------------------------------------------------

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""
        return self._reader.meanings

    def said(self) -> str:
        """The key of the sentence on the screen."""
        return self._said()

    def press(self, held_seconds: float, time: float) -> Iterator[float]:  # noqa: ARG002
        """Push south's button for a while."""
        self.bench.set_button(Side.SOUTH, True, self.now)
        yield held_seconds
        self.bench.set_button(Side.SOUTH, False, self.now)
        yield 2 * TAP_SECONDS


def _new_board(setup: RehearsalSetup, rng: Random) -> Lent:
    table = Table(setup.cups, rng, beans=bean_kind(setup.beans), cells=cell_model(setup.cells), stock_beans=0)
    return Lent(generated(setup.cups, rate_sps=setup.sps), table, 0.0)


class PacedClock:
    """Virtual time that goes with the system's, at a multiple of its pace; implements `Clock`.

    What is done at the table is done while the board sleeps.
    """

    def __init__(self, clock: Clock, act: Callable[[], float], pace: float) -> None:
        """`act` lets the table act, and says when it wants to again."""
        self._clock, self._act, self._pace = clock, act, pace
        self._ahead_of = time.monotonic() * pace - clock.now()

    def now(self) -> float:
        """See `Clock`."""
        return self._clock.now()

    def sleep_until(self, moment: float) -> None:
        """See `Clock`."""
        while self._clock.now() < moment:
            until = min(moment, max(self._act(), self._clock.now() + 0.001))
            early = (until - (time.monotonic() * self._pace - self._ahead_of)) / self._pace
            if early > 0:
                time.sleep(early)
            elif early < -1.0:
                # A computer that is too slow for this pace goes as fast as it can.
                self._ahead_of = time.monotonic() * self._pace - until
            self._clock.sleep_until(until)
