"""How far a table has come towards a wanted one, place by place, where hands bring pieces in any order.

What a place held is known by kinds, and so is what it is to hold. Between the two it holds what its weight
says. Contents of equal weight are not told apart: so what is wanted is believed as soon as the weight allows.
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
"""So many contents between the two are tried for one place; of more only both, and one piece around them."""
MOST_MORE = 3
"""So many pieces more than either are tried: what is dropped at once into a cup by mistake."""
STRAY = 4.0
"""A piece that was neither there nor wanted there must explain so much of squared standard deviations."""
PIECE_SHARE = 0.2
"""From this share of the lightest piece on, weight may be another piece: a quarter and a nickel differ by
0.28 of a dime."""
AS_GOOD = 2.0
"""What is wanted may fit worse than something else by this much of squared standard deviations."""

Lot = Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """What is still to be done: marks by kind, and places that weigh what no such content explains."""

    marks: tuple[Mark, ...]
    strange: tuple[Place, ...]
    doubtful: tuple[Place, ...] = ()
    """The strange ones that are off by so much that other pieces may lie there."""

    @property
    def is_as_wanted(self) -> bool:
        """Whether the wanted table lies there."""
        return not self.marks and not self.strange


def lying(
    knowledge: Knowledge,
    settled: Settled,
    before: Pieces,
    wanted: Pieces,
    vouched: Collection[Place] = (),
) -> Lying:
    """What lies there beside what is wanted; `before` is what lay there when somebody last knew.

    In `vouched` places lies what is wanted, players say; so it is believed where nothing can be weighed.
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
    """What a place holds on its way: what is wanted if nothing fits much better, else what fits best."""
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
    """How many of the pieces were neither there nor wanted there."""
    return sum(max(count - max(had.get(kind, 0), wants.get(kind, 0)), 0) for kind, count in lot.items())


def _possible(had: Lot, wants: Lot, kinds: tuple[Kind, ...]) -> Iterator[Lot]:
    """Every content on the way from the one to the other; and either with some more, one fewer, one other."""
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
    """By how many standard deviations a place weighs something else than with these pieces in it.

    They are the very ones that lay there, or came to the empty place: hands bring any quarter back.
    """
    further = weight.variance + known.wander_variance + knowledge.jump_variance
    ways = (_expected(knowledge, each, lot) for each in (known, known.emptied()))
    return min(abs(weight.grams - grams) / math.sqrt(variance + further) for grams, variance in ways)


def _expected(knowledge: Knowledge, known: PlaceKnowledge, lot: Lot) -> tuple[float, float]:
    """What a place weighs with these pieces in it, in grams, and the variance of what is known of that."""
    if not lot:
        return known.tare.grams, known.tare.variance
    grams, variance = known.gross.grams, known.gross.variance
    for kind in {**known.pieces, **lot}:
        each, more = knowledge.pieces[kind], lot.get(kind, 0) - known.pieces.get(kind, 0)
        grams += more * each.mean_grams
        variance += abs(more) * each.variance + more * more * each.mean_variance
    return grams, variance + (known.gain_error * abs(grams - known.gross.grams)) ** 2
