"""Compare a table with a wanted one, place by place, while hands bring pieces in any order.

The former and the wanted pieces of a place are known by kind. Between the two it holds what its weight
allows. Contents of equal weight are not told apart, so the wanted content is accepted as soon as the weight
allows it.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.referee.as_landed.laps import present
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.readings import Settled, Weight

MOST_LOTS = 400
"""At most this many contents between the two are tried for a place; beyond that only both, and one piece
around them."""
MOST_MORE = 3
"""At most this many extra pieces are tried: dropped at once into a cup by mistake."""
STRAY = 4.0
"""A piece that was neither there nor wanted there must explain this much of squared standard deviations."""
PIECE_SHARE = 0.2
"""From this share of the lightest piece on, a difference may be another piece: a quarter and a nickel differ
by 0.28 of a dime."""
AS_GOOD = 2.0
"""The wanted content may fit worse than another by this much of squared standard deviations."""

Lot = Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """The difference between the table on the board and a wanted one.

    `marks` are the pieces too many or too few, place by place and kind by kind. `strange` are the places
    whose weight no content explains.
    """

    marks: tuple[Mark, ...]
    strange: tuple[Place, ...]
    doubtful: tuple[Place, ...] = ()
    """The strange places that are off by enough that other pieces may lie there."""

    @property
    def is_as_wanted(self) -> bool:
        """Return whether the wanted table lies there."""
        return not self.marks and not self.strange


def lying(
    knowledge: Knowledge, settled: Settled, before: Pieces, wanted: Pieces, vouched: Collection[Place] = ()
) -> Lying:
    """Return the difference between the weights `settled` and the table `wanted`.

    `before` are the last known pieces of each place. In `vouched` places players say that the wanted pieces
    lie; these places, and those that can't be weighed, count as right.
    """
    marks: list[Mark] = []
    strange: list[Place] = []
    doubtful: list[Place] = []
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if not isinstance(weight, Weight) or place in vouched:
            continue
        had, wants = present(before.get(place, {})), present(wanted.get(place, {}))
        holds = _held(knowledge, known, weight, had, wants)
        if holds is None:
            strange.append(place)
            lightest_grams = min(each.mean_grams for each in knowledge.pieces.values())
            if abs(weight.grams - _expected(knowledge, known, wants)[0]) > PIECE_SHARE * lightest_grams:
                doubtful.append(place)
            continue
        marks += [
            Mark(place, surplus, kind)
            for kind in {**holds, **wants}
            if (surplus := holds.get(kind, 0) - wants.get(kind, 0))
        ]
    return Lying(tuple(marks), tuple(strange), tuple(doubtful))


def _held(knowledge: Knowledge, known: PlaceKnowledge, weight: Weight, had: Lot, wants: Lot) -> Lot | None:
    """Return the pieces of a place on its way to the wanted ones; None if no content fits.

    The wanted pieces count unless others fit much better.
    """
    off_wanted = _off(knowledge, known, weight, wants)
    if off_wanted * off_wanted <= AS_GOOD:
        return wants
    possible = _possible(had, wants, tuple(knowledge.pieces))
    fits = [(_off(knowledge, known, weight, lot), lot) for lot in possible]
    off, lot = min(fits, key=lambda fit: fit[0] ** 2 + STRAY * _strays(fit[1], had, wants))
    if off > COSTS.limits.worst_sigmas:
        return None
    return wants if off_wanted * off_wanted <= off * off + AS_GOOD else lot


def _strays(lot: Lot, had: Lot, wants: Lot) -> int:
    """Return how many of the pieces were neither there nor wanted there."""
    return sum(max(count - max(had.get(kind, 0), wants.get(kind, 0)), 0) for kind, count in lot.items())


def _possible(had: Lot, wants: Lot, kinds: tuple[Kind, ...]) -> Iterator[Lot]:
    """Yield every content between two, and each of the two with some pieces more, one fewer, or one other."""
    ranges = [range(min(a, b), max(a, b) + 1) for a, b in ((had.get(k, 0), wants.get(k, 0)) for k in kinds)]
    yield from (wants, had, {})
    if math.prod(map(len, ranges)) <= MOST_LOTS:
        for counts in islice(product(*ranges), MOST_LOTS):
            yield present(dict(zip(kinds, counts, strict=True)))
    for lot in (wants, had):
        for more in range(1, MOST_MORE + 1):
            for added in combinations_with_replacement(kinds, more):
                yield dict(Counter(lot) + Counter(added))
        for kind, count in present(lot).items():
            fewer = {**lot, kind: count - 1}
            yield present(fewer)
            yield from (
                present({**fewer, other: fewer.get(other, 0) + 1}) for other in kinds if other != kind
            )


def _off(knowledge: Knowledge, known: PlaceKnowledge, weight: Weight, lot: Lot) -> float:
    """Return by how many standard deviations a place's weight differs from its weight with these pieces.

    They may be the very pieces that lay there, or others that came to the empty place: hands bring any
    quarter back.
    """
    further = weight.variance + known.wander_variance + knowledge.jump_variance
    ways = (_expected(knowledge, each, lot) for each in (known, known.emptied()))
    return min(abs(weight.grams - grams) / math.sqrt(variance + further) for grams, variance in ways)


def _expected(knowledge: Knowledge, known: PlaceKnowledge, lot: Lot) -> tuple[float, float]:
    """Return the weight of a place with these pieces in grams, and its variance."""
    if not lot:
        return known.tare.grams, known.tare.variance
    grams, variance = known.gross.grams, known.gross.variance
    for kind in {**known.pieces, **lot}:
        each, more = knowledge.pieces[kind], lot.get(kind, 0) - known.pieces.get(kind, 0)
        grams += more * each.mean_grams
        variance += abs(more) * each.variance + more * more * each.mean_variance
    return grams, variance + (known.gain_error * abs(grams - known.gross.grams)) ** 2
