"""The budget of computation for one look."""

from cupsboard.numbers import COSTS

_COSTS = COSTS.search


class Work:
    """The remaining budget of one look: ways of plans, and terms of a likelihood. Time plays no part.

    So the same look has the same result on every computer, and in a replay.
    """

    def __init__(self) -> None:
        self._ways_left = _COSTS.most_ways
        self._terms_left = _COSTS.most_terms
        self.is_cut_short = False
        """Whether something was left untried because the budget ran out."""

    def may_list(self, ways: int) -> bool:
        """Spend the cost of listing this many ways of a plan. Return False if the budget is too small."""
        if self._ways_left < ways:
            self.is_cut_short = True
            return False
        self._ways_left -= ways
        return True

    def may_fit(self, terms: int) -> bool:
        """Spend the cost of fitting one more explanation. Return False if the budget is too small.

        `terms` is the number of places plus the entries of its flow.
        """
        if self._terms_left < terms:
            self.is_cut_short = True
            return False
        self._terms_left -= terms
        return True
