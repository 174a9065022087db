"""A world: one way in which things may have gone up to now, as a value.

It is a turn, what lies where by kinds (the hand and the stocks that no scale weighs among them), what is
believed of the scales if that is so, and how probable it is beside the other worlds.
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
"""How many pieces of each kind, in the order of the kinds of the game."""
Lots = Mapping[Place, Lot]


class Move(NamedTuple):
    """Pieces that went from one place to another at once."""

    source: Place
    target: Place
    lot: Lot


class Slip(NamedTuple):
    """Something that went wrong at one place or from one to another, with so many pieces of a kind."""

    what: MishapKind
    places: tuple[Place, ...]
    kind: Kind | None = None
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class World(Generic[T]):
    """One way in which things may have gone."""

    turn: T
    lots: Lots
    knowledge: Mapping[Place, PlaceKnowledge]
    """What is believed of each weighed place."""
    hand: Weight
    """What the pieces in the hand weigh."""
    log_weight: float = 0.0
    """Logarithm of its probability beside the other worlds."""
    acts: tuple[Act, ...] = ()
    """What was done in this turn, each piece of a certain kind."""
    ended: tuple[tuple[Act, ...], ...] = ()
    """The turns that ended since the agreed table, nobody having said so."""
    slips: tuple[Slip, ...] = ()
    samples: tuple[tuple[int, Weight], ...] = ()
    """Pieces of a kind (by its number) that came alone to a place, as samples of what they weigh."""

    @property
    def counts(self) -> dict[Place, int]:
        """How many pieces lie where."""
        return {place: sum(lot) for place, lot in self.lots.items()}

    @property
    def table(self) -> tuple[T, frozenset[tuple[Place, Lot]], tuple[Slip, ...]]:
        """What is the same of two worlds that differ in nothing that matters from here on."""
        lots = frozenset((place, lot) for place, lot in self.lots.items() if any(lot))
        return self.turn, lots, tuple(sorted(self.slips, key=repr))


def moved(lots: Lots, moves: Sequence[Move]) -> dict[Place, Lot]:
    """What lies where once pieces have gone; off the board they are nowhere."""
    after = dict(lots)
    for source, target, lot in moves:
        if source in after:
            after[source] = tuple(have - gone for have, gone in zip(after[source], lot, strict=True))
        if target in after:
            after[target] = tuple(have + come for have, come in zip(after[target], lot, strict=True))
    return after


def lots_of(pieces: Mapping[Place, Mapping[Kind, int]], kinds: Sequence[Kind]) -> dict[Place, Lot]:
    """Pieces by place and kind as lots, with an empty hand."""
    empty = {HAND: (0,) * len(kinds)}
    return empty | {place: tuple(inside.get(kind, 0) for kind in kinds) for place, inside in pieces.items()}


def pieces_of(lots: Lots, kinds: Sequence[Kind]) -> dict[Place, dict[Kind, int]]:
    """Lots as pieces by place and kind; kinds of which nothing lies there are left out."""
    return {
        place: {kind: count for kind, count in zip(kinds, lot, strict=True) if count}
        for place, lot in lots.items()
    }
