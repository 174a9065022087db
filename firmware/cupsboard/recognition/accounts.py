"""The ways in which a table may have come about, as values; the words for players are made in `signs`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Place


class MishapKind(Enum):
    """A kind of mishap: an event on the table that no rule allows."""

    TOO_MANY = "too-many"
    """Pieces that belong nowhere lie in a place."""
    MISSING = "missing"
    """Pieces of a place are gone."""
    MISPLACED = "misplaced"
    """Pieces of the first place lie in the second."""
    EXCHANGED = "exchanged"
    """Two cups stand on each other's places."""
    NOT_A_PIECE = "not-a-piece"
    """Something else lies or presses on a place."""
    SWAPPED = "swapped"
    """At least this many pieces of a place are others than before, and no sensor showed the change."""
    TRADED = "traded"
    """Two places have traded at least this many pieces, as many one way as the other."""
    SWAPPED_IN_SIGHT = "swapped-in-sight"
    """Pieces of a place are others than before, and the scales showed pieces come and go there."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Mishap:
    """One mishap: its kind, its places, and the number of its pieces (0 if it is not about pieces)."""

    kind: MishapKind
    places: tuple[Place, ...]
    count: int = 0


def summed(mishaps: Iterable[Mishap]) -> tuple[Mishap, ...]:
    """Return the net effect of several mishaps, without those that cancel each other.

    A piece that left a place with one too many is not reported as missing. A piece that came to a place where
    one was missing is not reported as too many.
    """
    others: dict[Mishap, int] = {}
    gained: Counter[Place] = Counter()
    moved = []
    for mishap in mishaps:
        if mishap.kind in (MishapKind.TOO_MANY, MishapKind.MISPLACED, MishapKind.MISSING):
            moved.append(mishap)
            if mishap.kind is not MishapKind.TOO_MANY:
                gained[mishap.places[0]] -= mishap.count
            if mishap.kind is not MishapKind.MISSING:
                gained[mishap.places[-1]] += mishap.count
        else:
            plain = Mishap(mishap.kind, mishap.places)
            others[plain] = max(others.get(plain, 0), mishap.count)
    left = [place for place, count in gained.items() for _ in range(-count)]
    reached = [place for place, count in gained.items() for _ in range(count)]
    if len(left) + len(reached) < sum(len(mishap.places) * mishap.count for mishap in moved):
        moved = _between(left, reached)
    told = Counter(others)
    for mishap in moved:
        told[Mishap(mishap.kind, mishap.places)] += mishap.count
    return tuple(Mishap(plain.kind, plain.places, count) for plain, count in told.items())


def _between(left: Sequence[Place], reached: Sequence[Place]) -> list[Mishap]:
    """Return mishaps that pair each piece that left a place with one that reached another, piece by piece."""
    both = min(len(left), len(reached))
    return [
        *(Mishap(MishapKind.MISPLACED, ends, 1) for ends in zip(left, reached, strict=False)),
        *(Mishap(MishapKind.MISSING, (place,), 1) for place in left[both:]),
        *(Mishap(MishapKind.TOO_MANY, (place,), 1) for place in reached[both:]),
    ]


class AccountKind(Enum):
    """The way in which a table came about: a stage of a move, or no legal move."""

    NOTHING_MOVED = "nothing-moved"
    UNDER_WAY = "under-way"
    """A move has begun."""
    DONE = "done"
    """A move is complete, or a move and then the reply to it."""
    ON_THE_WAY = "on-the-way"
    """Part of the one wanted change of the table (a set-up or an undo) is done."""
    AS_WANTED = "as-wanted"
    """All of the one wanted change of the table is done."""
    NOT_LEGAL = "not-legal"
    """No legal move leads to this table."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Account:
    """The way in which a table came about: its kind, the labels of the moves in order, and the mishaps."""

    kind: AccountKind
    moves: tuple[str, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
