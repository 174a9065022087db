"""What seems to have happened to a table, as values; the words for it are made in `signs`."""

from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Place


class MishapKind(Enum):
    """What can go wrong on a table."""

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
    """At least so many pieces of a place are others than before; nothing was seen that speaks for it."""
    TRADED = "traded"
    """Two places have traded at least so many pieces, as many one way as the other."""
    SWAPPED_IN_SIGHT = "swapped-in-sight"
    """The same, where pieces were seen to come and go."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Mishap:
    """One thing that went wrong: at which places, and with how many pieces (0 where pieces don't count)."""

    kind: MishapKind
    places: tuple[Place, ...]
    count: int = 0


class AccountKind(Enum):
    """How a table came about."""

    NOTHING_MOVED = "nothing-moved"
    UNDER_WAY = "under-way"
    """A move has begun."""
    DONE = "done"
    """A move is complete, or a move and then the reply to it."""
    ON_THE_WAY = "on-the-way"
    """Some of what is wanted of the table is done: of a set-up, or of what was undone."""
    AS_WANTED = "as-wanted"
    """All of that is done."""
    NOT_LEGAL = "not-legal"
    """No move leads here."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Account:
    """What seems to have happened: the labels of the moves in their order, and what went wrong."""

    kind: AccountKind
    moves: tuple[str, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
