"""A sowing game as a search sees it: both rows, and the lead where that ends the game."""

from collections.abc import Iterator

from cupsboard.engine.search import INFINITE, Child
from cupsboard.engine.sowing.evaluation import UNITS_PER_BEAN, Weights
from cupsboard.engine.sowing.rows import MOST_ROWS, NOWHERE, Cups, Row, Rows
from cupsboard.engine.sowing.rules import SowingRules

Node = tuple[Row, Row, int]
"""The mover's row, the other's, and by how many beans the mover's pot leads; 0 where that ends no game."""


class SowingTree:
    """The moves of a sowing game on one size of board."""

    unit = UNITS_PER_BEAN

    def __init__(self, rules: SowingRules, weights: Weights, size: int, most: int = MOST_ROWS):
        """Begin with the most rows that are remembered."""
        self.rows = Rows(rules, weights, size, most)
        self._rules = rules
        self._weights = weights
        self._size = size

    def node(self, own: Cups, other: Cups, lead: int) -> Node:
        """Return a position by its cups, the mover's first, and the lead of the mover's pot."""
        return self.rows.row(own), self.rows.row(other), lead if self._rules.ends_beyond_half else 0

    def key(self, node: Node) -> tuple[Cups, Cups, int]:
        """Return both rows and the lead."""
        own, other, lead = node
        return own[0], other[0], lead

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the moves, each with a guess from one look."""
        return [] if self._is_over(*node) else list(self._looks(node))

    def _looks(self, node: Node) -> Iterator[Child[Node]]:
        """Yield the moves of a game that isn't over, each with a guess from one look."""
        own, other, lead = node
        rows, has_leads = self.rows, self._rules.ends_beyond_half
        must_feed = self._rules.must_feed and not other[1]
        move, captures, threatened, *_ = self._weights
        for index, row, beans, beyond, striking, is_again in rows.sowings_of(own):
            theirs = other
            if row is None:
                row, theirs, beans, is_again = rows.sown_round(own[0], other[0], index)
            elif beyond:
                theirs, captured = rows.fed(other, beyond)
                beans += captured
            elif must_feed:
                continue
            elif striking != NOWHERE and (struck := other[0][-1 - striking]):
                beans = 1 + struck
                row, theirs = rows.without(row, striking), rows.without(other, len(other[0]) - 1 - striking)
            mover, waiting, after_lead = (
                (row, theirs, lead + beans) if is_again else (theirs, row, -lead - beans)
            )
            if not has_leads:
                after_lead = 0
            gain = beans * UNITS_PER_BEAN
            _, mover_beans, mover_worth, mover_reach, mover_gains = mover
            _, waiting_beans, waiting_worth, waiting_reach, waiting_gains = waiting
            if (has_leads or not mover_beans or not waiting_beans) and self._is_over(
                mover, waiting, after_lead
            ):
                guess = gain + (row[1] - theirs[1]) * UNITS_PER_BEAN
            else:
                most, feared = 0, 0
                for place in mover_reach:
                    if waiting_gains[place] > most:
                        most = waiting_gains[place]
                for place in waiting_reach:
                    if mover_gains[place] > feared:
                        feared = mover_gains[place]
                worth = mover_worth - waiting_worth + move + captures * most + threatened * feared
                guess = (gain + worth if is_again else gain - worth) | 1
            yield guess, index, (mover, waiting, after_lead), gain, is_again, index

    def horizon(self, node: Node, beta: int) -> tuple[int, int]:
        """Return the value by the guesses of `children`."""
        best, guessed, count = -INFINITE, 0, len(self.rows.sowings_of(node[0]))
        for guess, *_ in self._looks(node):
            if guess > best:
                best = guess
                if guess >= beta:
                    return best, count
            guessed |= guess
        return best | guessed & 1, count

    def labels(self, child: Child[Node]) -> tuple[str, ...]:
        """Return the move's label."""
        return (f"sow {child[5] + 1}",)

    def haste(self, node: Node, child: Child[Node]) -> int:  # noqa: ARG002
        """Return 0: what a sowing gains is all that brings the end nearer."""
        return 0

    def final(self, node: Node) -> int:
        """Return what the beans in both rows bring the mover, which count for their owners."""
        return (node[0][1] - node[1][1]) * UNITS_PER_BEAN

    def numbers(self) -> tuple[int, ...]:
        """Return the game in whole numbers, as the core reads them."""
        rules = self._rules
        flags = (
            *(rules.sows_pot, rules.skips_origin, rules.goes_on_from_pot, rules.captures_across),
            *(rules.spares_last, rules.must_feed, rules.ends_when_a_row_is_empty),
            *(rules.ends_beyond_half, rules.ends_at_repetition),
        )
        counts = sorted(rules.captured_counts)
        move, captures, threatened, *_ = self._weights
        worths = (worths[beans] for worths in self.rows.worths for beans in range(256))
        return (1, self._size, move, *flags, captures, threatened, *worths, len(counts), *counts)

    def halves(self, node: Node) -> tuple[Cups, int, Cups, int, int]:
        """Return a position as the core is told it; there are no stocks."""
        return node[0][0], 0, node[1][0], 0, node[2]

    def _is_over(self, own: Row, other: Row, lead: int) -> bool:
        """Return whether the game is over before this mover's turn."""
        if not own[1] or (self._rules.ends_when_a_row_is_empty and not other[1]):
            return True
        if self._rules.ends_beyond_half and abs(lead) > own[1] + other[1]:
            return True
        if other[1] or not self._rules.must_feed:
            return False
        return not any(row is None or beyond for _, row, _, beyond, _, _ in self.rows.sowings_of(own))
