"""A sowing game as a search sees it: both rows, and the lead where that ends the game."""

from cupsboard.engine.search import INFINITE, Child, Tree
from cupsboard.engine.sowing.evaluation import UNITS_PER_BEAN, Weights, worth
from cupsboard.engine.sowing.rows import ACROSS, BITS_A_CUP, MOST_ROWS, SPARING, Cups, Row, Rows
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.course import NO_MARKS, Marks
from cupsboard.rules.sowing.rules import SowingRules

BY_ROW = "a row is empty"
_ANY = (
    *("title", "source", "start", "cups", "beans", "sows_pot", "skips_origin", "again_from_pot", "across"),
    *("captured_counts", "chain", "slam", "must_feed", "ends", "ends_beyond_half", "ends_at_repetition"),
)
"""The rules of which a `SowingTree` knows values beside the usual one."""


def plays(rules: SowingRules) -> bool:
    """Return whether a `SowingTree` knows all rules of a game."""
    is_by_count = bool(rules.captured_counts)
    is_known = rules.across in ("no", ACROSS) and rules.slam != "not allowed"
    is_known &= rules.chain == ("back" if is_by_count else "no") and not (
        is_by_count and rules.across != "no"
    )
    return is_known and rules == SowingRules(**{name: getattr(rules, name) for name in _ANY})


Node = tuple[Row, Row, int]
"""The mover's row, the other's, and by how many beans the mover's pot leads; 0 where that ends no game."""


class SowingTree(Tree[Node]):
    """The moves of a sowing game on one size of board."""

    unit = UNITS_PER_BEAN

    def __init__(
        self, rules: SowingRules, weights: Weights, size: int, most: int = MOST_ROWS, first: int = 1
    ):
        """Begin with the most rows that are remembered; `first` is the number of a row's first cup."""
        self.rows = Rows(rules, weights, size, most)
        self._rules, self._first = rules, first
        self._weights = weights
        self._size = size
        self._bits = BITS_A_CUP * size

    def node(
        self, own: Cups, other: Cups, lead: int, _marks: Marks = NO_MARKS, _side: Side = Side.SOUTH
    ) -> Node:
        """Return a position by its cups, the mover's first, and the lead of the mover's pot."""
        return self.rows.row(own), self.rows.row(other), lead if self._rules.ends_beyond_half else 0

    def key(self, node: Node) -> int:
        """Return both rows and the lead as one number."""
        own, other, lead = node
        return ((lead << self._bits) + own[5] << self._bits) + other[5]

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the moves, each with a guess from one look."""
        children: list[Child[Node]] = []
        if not self._is_over(*node):
            self._look(node, INFINITE, children)
        return children

    def horizon(self, node: Node, beta: int) -> tuple[int, int]:
        """Return the value by the guesses of `children`."""
        return self._look(node, beta, None), self._size - node[0][0].count(0)

    def _look(self, node: Node, beta: int, children: list[Child[Node]] | None) -> int:
        """Fill `children` with the moves of a game that isn't over; without them return the best guess.

        What is at least `beta` need not be the best; it is odd unless all guesses are exact.
        """
        own, other, lead = node
        cups, *_, code = own
        rows, known, ones = self.rows, self.rows.known, self.rows.ones
        has_leads, must_feed = self._rules.ends_beyond_half, self._rules.must_feed and not other[1]
        by_count = other[4] if self._rules.captured_counts else None
        move, captures, threatened, *_ = self._weights
        best, guessed = -INFINITE, 0
        for index, added, beans, beyond, last, is_again in rows.sowings_of(own):
            theirs = other
            if not added:
                if not beyond:
                    continue
                row, theirs, beans, is_again = rows.sown_round(cups, other[0], index)
                if must_feed and not theirs[1]:
                    continue
            else:
                if beyond:
                    if by_count and (struck := by_count[beyond - 1]):
                        theirs = rows.fed_and_struck(other, beyond)
                        beans += struck
                        if must_feed and not theirs[1]:
                            continue
                    else:
                        fed = other[5] + ones[beyond]
                        theirs = known.get(fed) or rows.made(fed)
                elif must_feed:
                    continue
                elif last >= 0 and not cups[last] and (struck := other[0][-1 - last]):
                    beans = 1 + struck
                    added -= rows.places[last]
                    theirs = rows.without(other, self._size - 1 - last)
                after = code + added
                row = known.get(after) or rows.made(after)
            mover, waiting = (row, theirs) if is_again else (theirs, row)
            led = 0 if not has_leads else lead + beans if is_again else -lead - beans
            gain = beans * UNITS_PER_BEAN
            _, mover_beans, mover_worth, mover_reach, mover_gains, _ = mover
            _, waiting_beans, waiting_worth, waiting_reach, waiting_gains, _ = waiting
            if (has_leads or not mover_beans or not waiting_beans) and self._is_over(mover, waiting, led):
                guess = gain + (row[1] - theirs[1]) * UNITS_PER_BEAN
            else:
                most, feared = 0, 0
                for place in mover_reach:
                    if waiting_gains[place] > most:
                        most = waiting_gains[place]
                for place in waiting_reach:
                    if mover_gains[place] > feared:
                        feared = mover_gains[place]
                value = mover_worth - waiting_worth + move + captures * most + threatened * feared
                guess = (gain + value if is_again else gain - value) | 1
            if children is not None:
                children.append((guess, index, (mover, waiting, led), gain, is_again, index))
                continue
            if guess > best:
                best = guess
                if guess >= beta:
                    return best
            guessed |= guess
        return best | guessed & 1

    def labels(self, child: Child[Node]) -> tuple[str, ...]:
        """Return the move's label."""
        return (f"sow {child[5] + self._first}",)

    def final(self, node: Node) -> int:
        """Return what the beans in both rows bring the mover, which count for their owners."""
        return (node[0][1] - node[1][1]) * UNITS_PER_BEAN

    def numbers(self) -> tuple[int, ...]:
        """Return the game in whole numbers, as the core reads them."""
        rules = self._rules
        flags = (
            *(rules.sows_pot, rules.skips_origin, rules.again_from_pot, rules.across == ACROSS),
            *(rules.slam == SPARING, rules.must_feed, rules.ends == BY_ROW),
            *(rules.ends_beyond_half, rules.ends_at_repetition),
        )
        counts = sorted(rules.captured_counts)
        move, captures, threatened, *_ = self._weights
        size = self._size
        worths = (worth(self._weights, size - 1 - cup, beans) for cup in range(size) for beans in range(256))
        return (1, self._size, move, *flags, captures, threatened, *worths, len(counts), *counts)

    def halves(self, node: Node) -> tuple[Cups, int, Cups, int, int]:
        """Return a position as the core is told it; there are no stocks."""
        return node[0][0], 0, node[1][0], 0, node[2]

    def _is_over(self, own: Row, other: Row, lead: int) -> bool:
        """Return whether the game is over before this mover's turn."""
        if not own[1] or (self._rules.ends == BY_ROW and not other[1]):
            return True
        if self._rules.ends_beyond_half and abs(lead) > own[1] + other[1]:
            return True
        if other[1] or not self._rules.must_feed:
            return False
        return not any(self._feeds(own, other, *sowing) for sowing in self.rows.sowings_of(own))

    def _feeds(self, own: Row, other: Row, index: int, added: int, _: int, beyond: int, *_more: int) -> bool:
        """Return whether a sowing leaves beans to the other, who has none."""
        if not added:
            return beyond > 0 and self.rows.sown_round(own[0], other[0], index)[1][1] > 0
        return beyond > 0 and (not self._rules.captured_counts or other[4][beyond - 1] < beyond)
