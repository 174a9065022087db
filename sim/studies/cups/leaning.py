"""Steady pushes on a table where nobody has moved: a sleeve on a rim must not become a move."""

import math
from random import Random

from cupsboard.recognition.outcome import Complete, UnderWay

from studies.cups.honest_moves import said
from studies.cups.study import Study
from studies.cups.turns import turns
from studies.tally import Tally

LIGHTEST_GRAMS, HEAVIEST_GRAMS = 0.1, 200.0
"""Pushes are drawn evenly over the logarithm between these."""


def try_leans(study: Study, seed: int) -> Tally:
    """One evening; before each move somebody leans steadily on one or two places."""
    found, random = Tally(), Random(seed)
    span = math.log(LIGHTEST_GRAMS), math.log(HEAVIEST_GRAMS)
    for turn in turns(study, seed, random):
        table = turn.before.copy()
        places = random.sample(list(table.beans), random.choice((1, 2)))
        pushes = {place: math.exp(random.uniform(*span)) for place in places}
        seen = turn.tracker().look(turn.expected, table.weigh(pushes))
        found.counts["made"] += 1
        found.counts["taken for a beginning"] += isinstance(seen.outcome, UnderWay)
        if isinstance(seen.outcome, Complete):
            found.counts["taken for a move"] += 1
            where = ", ".join(f"{grams:.2f} g on {place}" for place, grams in pushes.items())
            found.show(turn.example("lean taken for a move", f"{where}; {said(seen)}"))
    return found
