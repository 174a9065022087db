"""Detect individuals that were away meanwhile: lifted and put back before their place lay still."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, combinations

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.trail import shows
from cupsboard.rules.places import Kind

_COSTS = COSTS.individuals


def away(
    weights: Sequence[float],
    level_grams: float,
    standing: Mapping[Kind, float],
    within_grams: float,
    gone: Collection[Kind] = frozenset(),
) -> frozenset[Kind]:
    """Return the individuals that were away from the place for a time, as the samples `weights` show.

    Such a time shows as the full weight `level_grams` less the masses of one or two individuals in
    `standing`, to within `within_grams`. Empty if another set of individuals weighs the same, because then it
    is unknown which were away. Sets about as heavy as `gone`, the individuals that left for good, are not
    considered: such a weight also shows while those are lifted slowly.
    """
    sets = chain.from_iterable(
        combinations(sorted(standing), size) for size in range(1, _COSTS.most_away + 1)
    )
    lost = {kinds: sum(standing[kind] for kind in kinds) for kinds in sets}
    went = sum(standing[kind] for kind in gone)
    near = [kinds for kinds, grams in lost.items() if gone and abs(grams - went) <= _COSTS.swing_grams]
    shown = {
        kinds: grams
        for kinds, grams in lost.items()
        if kinds not in near and shows(weights, level_grams - grams, within_grams)
    }
    for kinds, grams in shown.items():
        alike = [other for other, more in lost.items() if abs(more - grams) <= 2 * within_grams]
        if alike != [kinds]:
            return frozenset()
    return frozenset(chain.from_iterable(shown))
