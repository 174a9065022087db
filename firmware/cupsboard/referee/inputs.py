"""What the referee is shown, and what it wants to see."""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.recognition.outcome import Recognition
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.rules.table_change import transfers_between


@dataclass(frozen=True, slots=True)
class Press:
    """A short press: counted on release. `time` is when the button went down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A button held for a while and let go, at `time`, before it was held for long."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class LongHold:
    """A button held for long; fires once, at `time`, while still down."""

    side: Side
    time: float


@dataclass(frozen=True, slots=True)
class BothPress:
    """Both buttons tapped at the same moment."""

    time: float


@dataclass(frozen=True, slots=True)
class BothHold:
    """Both buttons held together for a while; at `time` the second was let go, before that was long."""

    time: float


@dataclass(frozen=True, slots=True)
class LongBothHold:
    """Both buttons held together for long; fires once, at `time`, while both are still down."""

    time: float


@dataclass(frozen=True, slots=True)
class NeverMind:
    """A hold was taken back with the other button at `time`: it will be no other gesture."""

    time: float


Gesture = Press | Hold | LongHold | BothPress | BothHold | LongBothHold | NeverMind


@dataclass(frozen=True, slots=True)
class Held:
    """Fingers are down: which gesture letting go now is, and which one holding on becomes.

    No side is both buttons. Both that went down one after the other are no one gesture yet: `released` is
    None.
    """

    side: Side | None
    released: type[Gesture] | None
    held_on: type[Gesture]


@dataclass(frozen=True, slots=True)
class Sight:
    """What the scales say at one step.

    `recognition` is of the last time the whole table was still, or None if it has never been; `is_new`
    says it was made in this very step; `moving` are the places that are not still now.
    """

    recognition: Recognition | None
    is_new: bool
    moving: frozenset[Place]
    filled: frozenset[Place] = frozenset()
    """Places that hold something by their weight alone, whatever is believed of them."""
    held: Held | None = None
    """What fingers are doing now."""

    @property
    def is_still(self) -> bool:
        """Whether the recognition speaks of the table as it lies now."""
        return self.recognition is not None and not self.moving


@dataclass(frozen=True, slots=True)
class Moves:
    """Any of these plans is welcome, from the agreed table."""

    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """Only this table will do (set-up, undo, redo): recognised as the plan with this label."""

    contents: Contents
    label: str
    begun: tuple[Plan, ...] = ()
    """What may lie there until then: a move that is taken back explains its beans, which are no mishaps."""


Expectation = Moves | Exactly


def plans_from(agreed: Contents, expectation: Expectation, *, is_seen_whole: bool = True) -> Sequence[Plan]:
    """What players may do from the agreed table, in which every weighed place stands.

    Unless every place can be weighed (`is_seen_whole`), a wanted table is all that is expected: what is begun
    might hide in the dark, and nobody would see it taken back.
    """
    if isinstance(expectation, Moves):
        return expectation.plans
    wanted = {place: expectation.contents[place] for place in agreed}
    way = Plan(None, expectation.label, tuple(transfers_between(agreed, wanted, OFF_BOARD)))
    return (way, *expectation.begun) if is_seen_whole else (way,)
