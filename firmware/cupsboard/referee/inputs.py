"""The referee's inputs (gestures and sights), and its expectation of the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.recognition.outcome import Recognition
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.rules.table_change import transfers_between


@dataclass(frozen=True, slots=True)
class Press:
    """A short press, counted on release. `time` is when the button went down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A button held for a while and let go at `time`, too early for a long hold."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class LongHold:
    """A button held for long; reported once, at `time`, while still down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class BothPress:
    """Both buttons tapped at the same moment."""

    time: float


@dataclass(frozen=True, slots=True)
class BothHold:
    """Both buttons held together for a while; the second was let go at `time`, too early for a long hold."""

    time: float


@dataclass(frozen=True, slots=True)
class LongBothHold:
    """Both buttons held together for long; reported once, at `time`, while both are still down."""

    time: float


@dataclass(frozen=True, slots=True)
class NeverMind:
    """A hold was cancelled with the other button at `time`: it will be no other gesture."""

    time: float


Gesture = Press | Hold | LongHold | BothPress | BothHold | LongBothHold | NeverMind


@dataclass(frozen=True, slots=True)
class Held:
    """Buttons are down: the gesture that letting go now makes, and the one that holding on makes.

    `side` None means both buttons. If both went down one after the other, they are no common gesture yet:
    `released` is None.
    """

    side: Side | None
    released: type[Gesture] | None
    held_on: type[Gesture]


@dataclass(frozen=True, slots=True)
class Sight:
    """The input of the referee from the scales at one step.

    `recognition` is of the last time the whole table was still, None if it never was. `is_new` says that it
    was made in this step. `moving` are the places that are not still now.
    """

    recognition: Recognition | None
    is_new: bool
    moving: frozenset[Place]
    filled: frozenset[Place] = frozenset()
    """Places that are not empty by their weight alone, whatever recognition found."""
    held: Held | None = None
    """What fingers are doing now."""

    @property
    def is_still(self) -> bool:
        """Return whether the recognition describes the table as it lies now."""
        return self.recognition is not None and not self.moving


@dataclass(frozen=True, slots=True)
class Moves:
    """Any of these plans is expected, from the agreed table."""

    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """Only this table is expected (set-up, undo, redo); it is recognised as the plan with this label."""

    contents: Contents
    label: str
    begun: tuple[Plan, ...] = ()
    """Plans of a move that is taken back: they explain its beans, which are no mishaps."""


Expectation = Moves | Exactly


def plans_from(agreed: Contents, expectation: Expectation, *, is_seen_whole: bool = True) -> Sequence[Plan]:
    """Return the plans that recognition compares; `agreed` must hold every weighed place.

    Unless every place can be weighed (`is_seen_whole`), a wanted table is the only plan: a begun move might
    lie in an unreadable place, and its return would not be seen.
    """
    if isinstance(expectation, Moves):
        return expectation.plans
    wanted = {place: expectation.contents[place] for place in agreed}
    way = Plan(None, expectation.label, tuple(transfers_between(agreed, wanted, OFF_BOARD)))
    return (way, *expectation.begun) if is_seen_whole else (way,)
