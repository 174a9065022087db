"""The referee's inputs (gestures and sights), and its expectation of the table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.recognition.outcome import Recognition
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.rules.table_correction import transfers_between


@dataclass(frozen=True, slots=True)
class Press:
    """Gesture: a short press of one button, counted on release; `time` is when it went down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Gesture: one button held for a while and let go at `time`, too early for a long hold."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class LongHold:
    """Gesture: one button held for long; reported once, at `time`, while still down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class BothPress:
    """Gesture: both buttons tapped at the same moment, `time`."""

    time: float


@dataclass(frozen=True, slots=True)
class BothHold:
    """Gesture: both buttons held together for a while, too briefly for a long hold.

    `time` is when the second was let go.
    """

    time: float


@dataclass(frozen=True, slots=True)
class LongBothHold:
    """Gesture: both buttons held together for long; reported once, at `time`, while both are down."""

    time: float


@dataclass(frozen=True, slots=True)
class NeverMind:
    """Gesture: at `time` the other button cancelled a hold, which will be no other gesture."""

    time: float


Gesture = Press | Hold | LongHold | BothPress | BothHold | LongBothHold | NeverMind


@dataclass(frozen=True, slots=True)
class Held:
    """Buttons that are down now, and the gestures that they may become.

    `released` is the gesture that letting go now makes; None if both went down one after the other, because
    they are no common gesture yet. `held_on` is the gesture that holding on makes. `side` None means both
    buttons.
    """

    side: Side | None
    released: type[Gesture] | None
    held_on: type[Gesture]


@dataclass(frozen=True, slots=True)
class Sight:
    """The input of the referee from the scales at one step.

    `recognition` is the result of the last look at a table that lay still; None if there was none. `is_new`
    says that the look was made in this step. `moving` are the places that are not still now.
    """

    recognition: Recognition | None
    is_new: bool
    moving: frozenset[Place]
    filled: frozenset[Place] = frozenset()
    """Places that are not empty by their weight alone, whatever recognition found."""
    held: Held | None = None
    """What fingers are doing now."""
    touched_at: float = -math.inf
    """When hands last changed a weight, in a game with a clock."""

    @property
    def is_still(self) -> bool:
        """Return whether `recognition` is of the table as it lies now, because no place has moved since."""
        return self.recognition is not None and not self.moving


@dataclass(frozen=True, slots=True)
class Moves:
    """Expectation: any of `plans` may be made from the agreed table."""

    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """Expectation: one certain table is wanted (set-up, undo, redo).

    Recognition treats the way to it as a plan with the label `label`.
    """

    contents: Contents
    label: str
    begun: tuple[Plan, ...] = ()
    """Plans of a move that is taken back: they explain its beans, which are no mishaps."""


Expectation = Moves | Exactly


def plans_from(agreed: Contents, expectation: Expectation, *, is_seen_whole: bool = True) -> Sequence[Plan]:
    """Return the plans that recognition compares with the table, from the contents `agreed`.

    `agreed` must hold every weighed place. `is_seen_whole` says that every place can be weighed. If it is
    false, a wanted table is the only plan: a begun move might lie in an unreadable place, and nothing would
    show that it was put back.
    """
    if isinstance(expectation, Moves):
        return expectation.plans
    wanted = {place: expectation.contents[place] for place in agreed}
    way = Plan(None, expectation.label, tuple(transfers_between(agreed, wanted, OFF_BOARD)))
    return (way, *expectation.begun) if is_seen_whole else (way,)
