"""Whether beans are to be sorted before a game: one answer for every command that weighs or judges beans.

It is taken from the interval in which their spread lies, not from the estimate: where both ends would not
come to the same, nothing can be said yet, but how many more have to be weighed.
"""

import math
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.statistics import Spread, doubles_passing, interval
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

FEW_DOUBLES = 1e-3
"""Share of doubles (two beans in one cup) that may pass for one: up to it nobody would mind."""
MOST_MORE = 100
"""Who is to weigh more beans than this had better sort them all: that is no more work."""


class Advice(Enum):
    """What to do with beans before a game."""

    OTHER_BEANS = "advice.other-beans"
    COUNT_MORE = "advice.count-more"
    MUST_SORT = "advice.must-sort"
    SORT = "advice.sort"
    UNDECIDED = "advice.undecided"
    PLAY = "advice.play"

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


def advised(spread: Spread, change_sd_grams: float, unit: str = "beans") -> Message:
    """Return the advice as a phrase; `unit`, beans or portions, is what was weighed one by one.

    While nothing is sure it is right to sort: that costs an hour and some beans, and never a game.
    """
    advice = advise(spread, change_sd_grams)
    if advice is not Advice.UNDECIDED:
        return Message(advice.value)
    more = more_to_weigh(spread, change_sd_grams)
    if more is None:
        return Message("advice.hardly-told")
    return Message(f"advice.more-{unit}", {"more": more, "sample": spread.sample})


def in_words(spread: Spread, change_sd_grams: float, unit: str = "beans") -> str:
    """Return the advice as an English sentence without its full stop; see `advised`."""
    return say(advised(spread, change_sd_grams, unit))


def _is_worth_sorting(share: float, blur: float) -> bool:
    """Whether too many doubles pass as they are; `blur` is what the scales add to the beans' spread."""
    return doubles_passing(math.hypot(share, blur)) > FEW_DOUBLES
