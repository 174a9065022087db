"""A world: one possible course of events up to now, as a value.

It holds the turn, the contents by kind (the hand and unweighed stocks included), the knowledge of the scales
if this is true, and its probability relative to the other worlds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.rules.places import HAND, Kind, Place
from cupsboard.rules.turns import Act
from cupsboard.scales.readings import Weight

T = TypeVar("T")

Lot = tuple[int, ...]
"""The number of pieces of each kind, in the order of the game's kinds."""
Lots = Mapping[Place, Lot]


class Move(NamedTuple):
    """Pieces that went together from `source` to `target`; `lot` is their number by kind."""

    source: Place
    target: Place
    lot: Lot


class Slip(NamedTuple):
    """A mishap: its kind `what`, its one or two places, and the kind and number of the pieces in it."""

    what: MishapKind
    places: tuple[Place, ...]
    kind: Kind | None = None
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class World(Generic[T]):
    """One possible course of events from the agreed table up to now."""

    turn: T
    lots: Lots
    knowledge: Mapping[Place, PlaceKnowledge]
    """The knowledge of each weighed place."""
    hand: Weight
    """The weight of the pieces in the hand."""
    log_weight: float = 0.0
    """Log probability relative to the other worlds."""
    acts: tuple[Act, ...] = ()
    """The acts of the current turn, each of a known kind."""
    ended: tuple[tuple[Act, ...], ...] = ()
    """The acts of each turn that ended since the agreed table without a player's word."""
    slips: tuple[Slip, ...] = ()
    samples: tuple[tuple[int, Weight], ...] = ()
    """Pieces that came alone to a place: the index of their kind, and their weight."""

    @property
    def counts(self) -> dict[Place, int]:
        """Return how many pieces of any kind lie in each place."""
        return {place: sum(lot) for place, lot in self.lots.items()}

    @property
    def table(self) -> tuple[T, frozenset[tuple[Place, Lot]], tuple[Slip, ...]]:
        """Return a key that is equal for worlds with the same future: it holds turn, contents and mishaps."""
        lots = frozenset((place, lot) for place, lot in self.lots.items() if any(lot))
        return self.turn, lots, tuple(sorted(self.slips, key=repr))


def moved(lots: Lots, moves: Sequence[Move]) -> dict[Place, Lot]:
    """Return the contents `lots` after `moves`.

    Places that `lots` does not hold are ignored: pieces that go to one are dropped, pieces that come from one
    are new.
    """
    after = dict(lots)
    for source, target, lot in moves:
        if source in after:
            after[source] = tuple(have - gone for have, gone in zip(after[source], lot, strict=True))
        if target in after:
            after[target] = tuple(have + come for have, come in zip(after[target], lot, strict=True))
    return after


def lots_of(pieces: Mapping[Place, Mapping[Kind, int]], kinds: Sequence[Kind]) -> dict[Place, Lot]:
    """Return `pieces`, given by place and kind, as lots in the order of `kinds`, with an empty hand."""
    empty = {HAND: (0,) * len(kinds)}
    return empty | {place: tuple(inside.get(kind, 0) for kind in kinds) for place, inside in pieces.items()}


def pieces_of(lots: Lots, kinds: Sequence[Kind]) -> dict[Place, dict[Kind, int]]:
    """Return `lots` as pieces by place and kind, without counts of 0."""
    return {
        place: {kind: count for kind, count in zip(kinds, lot, strict=True) if count}
        for place, lot in lots.items()
    }
