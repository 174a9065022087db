"""The budget of computation for one look."""

from cupsboard.numbers import COSTS

_COSTS = COSTS.search


class Work:
    """The remaining budget of one look: how many stages of plans to list, and how many terms to fit.

    Time plays no part, so that the same look has the same result on every computer and in a replay.
    """

    def __init__(self) -> None:
        self._ways_left = _COSTS.most_ways
        self._terms_left = _COSTS.most_terms
        self.is_cut_short = False
        """Whether something was left untried because the budget ran out."""

    def may_list(self, ways: int) -> bool:
        """Spend the cost of listing `ways` stages of a plan. Return False if the budget is too small."""
        if self._ways_left < ways:
            self.is_cut_short = True
            return False
        self._ways_left -= ways
        return True

    def may_fit(self, terms: int) -> bool:
        """Spend the cost of fitting one more explanation. Return False if the budget is too small.

        `terms` is the number of places plus the number of entries in the flow.
        """
        if self._terms_left < terms:
            self.is_cut_short = True
            return False
        self._terms_left -= terms
        return True
