"""How much may be computed for one look."""

from cupsboard.numbers import COSTS

_COSTS = COSTS.search


class Work:
    """What is left of it: ways that plans may have gone, and terms of a likelihood. No seconds.

    So the same look comes to the same end on every computer, and in a replay.
    """

    def __init__(self) -> None:
        self._ways_left = _COSTS.most_ways
        self._terms_left = _COSTS.most_terms
        self.is_cut_short = False
        """Whether something was left untried for want of more."""

    def may_list(self, ways: int) -> bool:
        """Take what it costs to list so many ways of a plan, if there is as much left."""
        if self._ways_left < ways:
            self.is_cut_short = True
            return False
        self._ways_left -= ways
        return True

    def may_fit(self, terms: int) -> bool:
        """Take what it costs to fit one more explanation of so many places and parts of its flow."""
        if self._terms_left < terms:
            self.is_cut_short = True
            return False
        self._terms_left -= terms
        return True
