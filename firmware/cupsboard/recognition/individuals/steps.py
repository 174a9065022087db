"""Whether the weight of a place shows each step of what seems to have come and gone there.

A cup half off its place presses with any share of its mass: with as much as two others together, or as
one that comes while another goes. But what comes and goes one by one leaves a weight in between.
"""

from collections.abc import Sequence

from cupsboard.recognition.individuals.trail import shown_at


def are_shown(
    weights: Sequence[float], from_grams: float, steps: Sequence[float], within_grams: float
) -> bool:
    """Whether these steps, from one weight on and in some order, left every weight between two of them.

    A single step has none before it; whether it was made is for its height to say.
    """
    if len(steps) < 2:
        return True
    for number, step in enumerate(steps):
        at = shown_at(weights, from_grams + step, within_grams)
        others = [*steps[:number], *steps[number + 1 :]]
        if at is not None and are_shown(weights[at:], from_grams + step, others, within_grams):
            return True
    return False
