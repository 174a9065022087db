"""Whether beans are to be sorted before a game: one answer for every command that weighs or judges beans.

It is taken from the interval in which their spread lies, not from the estimate: where both ends would not
come to the same, nothing can be said yet, but how many more have to be weighed.
"""

import math
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.statistics import Spread, doubles_passing, interval

FEW_DOUBLES = 1e-3
"""Share of doubles (two beans in one cup) that may pass for one: up to it nobody would mind."""
SAFE = "sort them to be on the safe side"
"""What is right to do while nothing is sure: it costs an hour and some beans, and never a game."""
MOST_MORE = 100
"""Who is to weigh more beans than this had better sort them all: that is no more work."""


class Advice(Enum):
    """What to do with beans before a game."""

    OTHER_BEANS = "these beans are too light for these cells; take heavier beans or cells for less weight"
    COUNT_MORE = "weigh more portions: one alone tells the mean only"
    MUST_SORT = "sort them: no game should be begun with beans that differ so much"
    SORT = "sorting is worth it: two beans in one cup will no longer pass as one"
    UNDECIDED = "whether sorting is worth it can't be said yet"
    PLAY = "play: sorting would gain nothing"

    __hash__ = object.__hash__


def advise(spread: Spread, change_sd_grams: float) -> Advice:
    """The advice for beans of this spread on scales with changes of this standard deviation."""
    if spread.mean_grams < COSTS.suitability.least_signal * change_sd_grams:
        return Advice.OTHER_BEANS
    if spread.share is None:
        return Advice.COUNT_MORE
    blur = change_sd_grams / spread.mean_grams
    match _is_worth_sorting(spread.low, blur), _is_worth_sorting(spread.high, blur):
        case False, False:
            return Advice.PLAY
        case True, True:
            is_too_much = spread.low > COSTS.suitability.most_spread_share
            return Advice.MUST_SORT if is_too_much else Advice.SORT
        case _:
            return Advice.UNDECIDED


def more_to_weigh(spread: Spread, change_sd_grams: float) -> int | None:
    """How many more decide it if they differ as those did, in tens; None for more than anybody should weigh.

    A portion counts as one, however many beans it holds.
    """
    if spread.share is None:
        return None
    blur = change_sd_grams / spread.mean_grams
    for more in range(1, MOST_MORE + 1):
        ends = interval(spread.share, spread.sample + more)
        if len({_is_worth_sorting(end, blur) for end in ends}) == 1:
            return math.ceil(more / 10) * 10
    return None


def in_words(spread: Spread, change_sd_grams: float, unit: str = "beans") -> str:
    """The advice as a sentence without its full stop; `unit` is what was weighed one by one."""
    advice = advise(spread, change_sd_grams)
    if advice is not Advice.UNDECIDED:
        said: str = advice.value
        return said
    more = more_to_weigh(spread, change_sd_grams)
    if more is None:
        return f"{SAFE}: they differ about as much as beans may, and weighing more would hardly tell"
    return f"{SAFE}, or weigh about {more} more {unit}: {advice.value} from {spread.sample}"


def _is_worth_sorting(share: float, blur: float) -> bool:
    """Whether too many doubles pass as they are; `blur` is what the scales add to the beans' spread."""
    return doubles_passing(math.hypot(share, blur)) > FEW_DOUBLES
