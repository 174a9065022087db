"""Whether the weight of a place shows each step of what seems to have come there, and gone meanwhile.

A cup half off its place presses with any share of its mass: with as much as two others together, or as
one that comes while another goes. But what comes and goes one by one leaves a weight in between.
"""

from collections.abc import Sequence

from cupsboard.recognition.individuals.trail import means, shown_at

LIGHTER_SHARE, PRESSED_GRAMS = 0.85, 1.5
"""Where one goes before another comes, the place was lighter in between by so much of it at least. Where it
goes later, the place lay with both, but for what fingers press that let go by and by."""


def are_shown(
    weights: Sequence[float],
    from_grams: float,
    came_grams: Sequence[float],
    went_grams: float,
    within_grams: float,
) -> bool:
    """Whether these came one after another, apart from what went, to a place that weighed so much."""
    starts = (from_grams, from_grams - went_grams) if went_grams else (from_grams,)
    if came_grams and went_grams:
        shown = means(weights)
        is_lighter = min(shown, default=from_grams) <= from_grams - LIGHTER_SHARE * went_grams
        both = from_grams + sum(came_grams)
        is_heavier = shown_at(weights, both, within_grams + PRESSED_GRAMS) is not None
        if not is_lighter and not is_heavier:
            return False
    return any(_in_order(weights, start, came_grams, within_grams) for start in starts)


def _in_order(
    weights: Sequence[float], from_grams: float, came_grams: Sequence[float], within_grams: float
) -> bool:
    """Whether the place lay at each weight between these, in some order; of a single one there is none."""
    if len(came_grams) < 2:
        return True
    for number, grams in enumerate(came_grams):
        at = shown_at(weights, from_grams + grams, within_grams)
        others = [*came_grams[:number], *came_grams[number + 1 :]]
        if at is not None and _in_order(weights[at:], from_grams + grams, others, within_grams):
            return True
    return False
