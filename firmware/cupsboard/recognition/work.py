"""The budget of computation for one look."""

from cupsboard.numbers import COSTS

_COSTS = COSTS.search


class Work:
    """The budget of computation that is left for one look: stages of plans to list, and terms to fit.

    Time plays no part, so that the same look has the same result on every computer and in a replay.
    """

    def __init__(self) -> None:
        self._ways_left = _COSTS.most_ways
        self._terms_left = _COSTS.most_terms
        self.is_cut_short = False
        """Whether something was left untried because the budget ran out."""

    def may_list(self, ways: int) -> bool:
        """Take the cost of listing `ways` stages from the budget; return False if too little is left."""
        if self._ways_left < ways:
            self.is_cut_short = True
            return False
        self._ways_left -= ways
        return True

    def may_fit(self, terms: int) -> bool:
        """Take the cost of fitting one more explanation from the budget; return False if too little is left.

        `terms` is the number of places plus the number of transfers in the explanation.
        """
        if self._terms_left < terms:
            self.is_cut_short = True
            return False
        self._terms_left -= terms
        return True
