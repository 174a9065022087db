"""A simulated board to be set up: its table, hands at it, and time that goes as life's or faster."""

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Message

from cupsim.errors import SimulatorError
from cupsim.people.calibrating_hands import Load, MassHands, Motion
from cupsim.people.calibrator import Asks, MassMaker
from cupsim.runs.build_faults import Mistake, Shaken
from cupsim.runs.schedule import Timed
from cupsim.runs.workbench import Workbench

GLANCE_SECONDS = 0.1
"""How often hands look for something to do."""
HOLD_SECONDS = 4.5
MOST_WAITING = 40
"""Motions that may be ordered before the first of them is done."""


class AsksInWords(Asks, Protocol):
    """What simulated hands see and reach, the whole sentence included."""

    def sentence(self) -> Message | None:
        """Return the sentence on the screen; None before there is one."""


class Workplace(Protocol):
    """What hands do at one sort of board, beside its mass and its buttons."""

    @property
    def hands(self) -> MassHands:
        """The two that there are."""

    @property
    def tools(self) -> Sequence[str]:
        """What they can use at a place."""

    @property
    def at_once(self) -> Sequence[str]:
        """What they can do to the whole board."""

    def motion(self, deed: str, place: Place | None) -> Motion | None:
        """Return a motion; None for what is none. Raises SimulatorError for one that can't be made."""

    def maker(self, asks: AsksInWords) -> MassMaker:
        """Return a maker who does with these hands what the board asks for."""

    def clear_away(self) -> Motion:
        """Leave the board as it was lent."""

    def seen(self) -> Mapping[str, object]:
        """Return what a page shows of cups: `cupsOff` are the places without theirs."""


LetIn = Callable[[Random, Load, Callable[[], float]], Workplace]
"""Makes a workplace of a board for hands with a load; they are told the time."""


@dataclass(frozen=True, slots=True)
class Lent:
    """A board that is set up from `now` on, with nothing in its cups."""

    profile: Profile
    table: Shaken
    seed: int
    sps: int
    let_in: LetIn
    now: float = 0.0
    unplugged: Collection[Place] = ()
    """The places whose cables are out."""


@dataclass(frozen=True, slots=True)
class RehearsalSetup:
    """What hands bring along, and what is wrong with the board; `grams` is the known mass."""

    mistake: Mistake = Mistake.NONE
    grams: float = 100.0
    beans: int = 0
    """The handful that goes round in the place of a mass."""


class Rehearsal(Workbench):
    """The board, what lies beside it, and the hands; all but `order` is for the board's own thread."""

    def __init__(self, setup: RehearsalSetup, lent: Lent) -> None:
        rng = Random(lent.seed)
        super().__init__(
            lent.profile,
            lent.table,
            rng,
            sps=lent.sps,
            mistake=setup.mistake,
            start=lent.now,
            unplugged=lent.unplugged,
        )
        self.setup, self.table = setup, lent.table
        self.workplace = lent.let_in(
            Random(rng.getrandbits(64)), Load(setup.grams, setup.beans), lambda: self.now
        )
        self.hands = self.workplace.hands
        self.maker = self.workplace.maker(self)
        self.is_helped = False
        """Whether simulated hands do what the lights ask for."""
        self.is_left = False
        """Whether a person wants to go back to the game."""
        self.notice = ""
        """Why hands could not do what was last ordered."""
        self._waiting: deque[tuple[str, Place | None]] = deque(maxlen=MOST_WAITING)
        self._motion: Motion | None = None
        self.actors.append(Timed(self._act, lent.now))

    def order(self, deed: str, place: Place | None) -> None:
        """Let the hands do something, in any thread."""
        self._waiting.append((deed, place))

    def seen(self) -> Mapping[str, object]:
        """Return what a page shows of the hands and of what they can do."""
        return {
            "isHelped": self.is_helped,
            "notice": self.notice,
            "mass": self.hands.loaded_place or "",
            "grams": self.setup.grams,
            "tools": self.workplace.tools,
            "atOnce": self.workplace.at_once,
            "buttons": list(self.profile.buttons),
            **self.workplace.seen(),
        }

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
            return max(self.maker.step(now), now + GLANCE_SECONDS)
        return now + (0.0 if self._motion is not None else GLANCE_SECONDS)

    def _next(self) -> Motion | None:
        if not self._waiting:
            return None
        deed, place = self._waiting.popleft()
        self.notice = ""
        return self._deed(deed, place)

    def _deed(self, deed: str, place: Place | None) -> Motion:
        """Return a motion. Raises SimulatorError for one that there is none of."""
        match deed, place:
            case (("help" | "alone"), _):
                self.is_helped = deed == "help"
                return iter(())
            case "leave", _:
                self.is_left = True
                return iter(())
            case "mass", str(at) if at in self.table.cells:
                return self._mass(Place(at))
            case "touch", str(at) if at in self.table.cells:
                return self.hands.touch(Place(at))
            case "hold", str(button) if button in self.profile.buttons:
                return self.pushed([button], HOLD_SECONDS)
            case "hold", None:
                return self.pushed([*self.profile.buttons], HOLD_SECONDS)
        if deed in self.profile.buttons:
            return self.pushed([deed])
        motion = self.workplace.motion(deed, place)
        if motion is None:
            raise SimulatorError(f"hands can't do that: {deed} {place or ''}")
        return motion

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

    def clear_away(self) -> None:
        """Take all that hands have put on the board away, and put every cup back, in no time."""
        self.maker.finish()
        for motion in (self._motion or iter(()), self._unloaded(), self.workplace.clear_away()):
            for _ in motion:
                pass
        self._motion = None
