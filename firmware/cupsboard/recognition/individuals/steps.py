"""Check that a place's weight shows each step of what came there and went.

A cup half off its place presses with any share of its mass: with as much as two others together, or as one
that comes while another goes. But what comes and goes one by one leaves a weight in between.
"""

from collections.abc import Sequence

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.trail import means, shown_at

_COSTS = COSTS.individuals


def are_shown(
    weights: Sequence[float],
    from_grams: float,
    came_grams: Sequence[float],
    went_grams: float,
    within_grams: float,
) -> bool:
    """Return whether `weights` show that individuals with the masses `came_grams` came one by one.

    `weights` are a place's samples, `from_grams` is its weight before the first of them came. With two or
    more individuals there must be a settled weight after each, in some order, to within `within_grams`; those
    of mass `went_grams` that left must be present or gone throughout. If some came and some went, the weight
    must also have fallen clearly below `from_grams`, or shown both sets together.
    """
    starts = (from_grams, from_grams - went_grams) if went_grams else (from_grams,)
    if came_grams and went_grams:
        shown = means(weights)
        is_lighter = min(shown, default=from_grams) <= from_grams - _COSTS.lighter_share * went_grams
        both = from_grams + sum(came_grams)
        is_heavier = shown_at(weights, both, within_grams + _COSTS.letting_go_grams) is not None
        if not is_lighter and not is_heavier:
            return False
    return any(_in_order(weights, start, came_grams, within_grams) for start in starts)


def _in_order(
    weights: Sequence[float], from_grams: float, came_grams: Sequence[float], within_grams: float
) -> bool:
    """Return whether the place lay at each weight between these, in some order; True for a single one."""
    if len(came_grams) < 2:
        return True
    for number, grams in enumerate(came_grams):
        at = shown_at(weights, from_grams + grams, within_grams)
        others = [*came_grams[:number], *came_grams[number + 1 :]]
        if at is not None and _in_order(weights[at:], from_grams + grams, others, within_grams):
            return True
    return False
