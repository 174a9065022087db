"""Search: principal variation search with null windows, deeper and deeper, over pairs of sides.

A value counts, in units for the side to move, what is still to come (pots are left out). The table keeps
bounds by pair; a proved bound serves at each depth.
"""

from collections.abc import Callable, Iterator

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.deepening import INFINITE, Deepening, Line
from cupsboard.engine.player import Known
from cupsboard.rules.cups.moves import Move

DEEPEST = 200
"""No search goes deeper: a move takes two calls on Python's stack, and a pass, which is no depth, a third."""
BETWEEN_CHECKS = 512
"""After so many nodes a search asks whether it is to stop: 2 ms on a laptop, 25 ms on a Pi Zero 2 W."""
MOST_BOUNDS = 150_000
"""Pairs in each of the table's two generations. One takes at most 250 bytes: 75 MB for both."""

Child = tuple[int, int, Side, Side, int, Move]
"""A move as a search sees it: guess, index of the move, the other's side, the own one, gain, move.

The guess comes first and the index is unique, so children can be sorted."""


class Bounds:
    """Remembered results of a search for pairs of sides: depth, bounds, and the index of the best move.

    Its size is limited: the younger of two generations takes what is new, and once it is full the elder is
    forgotten.
    """

    def __init__(self, most: int = MOST_BOUNDS):
        self._most = most
        self.young: dict[int, tuple[int, int, int, int]] = {}
        self.old: dict[int, tuple[int, int, int, int]] = {}

    def __len__(self) -> int:
        return len(self.young) + len(self.old)

    def keep(self, key: int, entry: tuple[int, int, int, int]) -> None:
        """Remember the result `entry` for the pair of sides `key`."""
        if len(self.young) >= self._most:
            self.old, self.young = self.young, {}
        self.young[key] = entry


class Search(Deepening[Child, Move | None]):
    """One search of a position of Cups; None in a line stands for a pass."""

    def __init__(
        self,
        sides: Sides,
        evaluation: Evaluation,
        most_nodes: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
        most_bounds: int = MOST_BOUNDS,
        known: Known | None = None,
    ):
        super().__init__(most_nodes, is_stopped, BETWEEN_CHECKS)
        self.probes = 0
        """How often a table knew the answer."""
        self.bounds = Bounds(most_bounds)
        self._sides = sides
        self._move = evaluation.move
        self._known = known

    def deepen(
        self, own: Side, other: Side, lines: int, deepest: int
    ) -> Iterator[tuple[int, list[Line[Move | None]]]]:
        """Return an iterator over the best lines at depth 1, 2 and so on, best first.

        At the limit it ends with what is complete. It ends early once all lines are proved. The side to move
        must have a move.
        """
        order = self._children(own, other)
        order.sort(reverse=True)
        return self._deepened(order, lines, range(1, min(deepest, DEEPEST) + 1))

    def at_a_look(self, own: Side, other: Side) -> Line[Move | None]:
        """Return the move with the best estimate, as a line that looks no further."""
        best = max(self._children(own, other))
        return Line(best[0] | 1, (best[5],))

    def _moved(self, child: Child, depth: int, low: int, high: int) -> int:
        _, _, theirs, mine, gain, _ = child
        return gain - self._value(theirs, mine, depth - 1, gain - high, gain - low)

    def _line(self, child: Child, value: int, depth: int) -> Line[Move | None]:
        return Line(value, (child[5], *self._following(child, depth)))

    def _children(self, own: Side, other: Side) -> list[Child]:
        """The moves of a side with what they lead to, and a guess of their value from one look each."""
        sides = self._sides
        cups, having_move = other.cups, self._move
        children: list[Child] = []
        for index, (mine, sown, taken, move) in enumerate(own.moves or sides.moves_of(own)):
            theirs, gain = other, sown * UNITS_PER_BEAN
            if taken >= 0 and cups[taken]:
                gain = cups[taken] * UNITS_PER_BEAN
                theirs = (other.lost and other.lost[taken]) or sides.without(other, taken)
            if mine.stock or theirs.stock:
                guess = (
                    gain
                    + mine.worth
                    - theirs.worth
                    + mine.slope * theirs.stock
                    - theirs.slope * mine.stock
                    - having_move
                ) | 1
            else:
                guess = gain + (mine.sowings - theirs.sowings) * UNITS_PER_BEAN
            children.append((guess, index, theirs, mine, gain, move))
        return children

    def _value(self, own: Side, other: Side, depth: int, alpha: int, beta: int) -> int:
        """The value if it lies between the bounds, else a bound beyond them."""
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        if not own.stock and not other.stock:
            return (own.sowings - other.sowings) * UNITS_PER_BEAN
        if self._known is not None:
            told = self._told(self._known, own, other, alpha, beta)
            if told is not None:
                return told
        if depth <= 0:
            return (
                own.worth - other.worth + own.slope * other.stock - other.slope * own.stock + self._move
            ) | 1
        if not (own.moves or self._sides.moves_of(own)):
            return -self._value(other, own, depth, -beta, -alpha)
        if depth == 1:
            return self._frontier(own, other, beta)
        return self._searched(own, other, depth, alpha, beta)

    def _searched(self, own: Side, other: Side, depth: int, alpha: int, beta: int) -> int:
        """The value two moves or more before the horizon, by what is remembered or by the moves."""
        key = own.number << 32 | other.number
        bounds = self.bounds
        entry = bounds.young.get(key) or bounds.old.get(key)
        proved_low, proved_high, first = -INFINITE, INFINITE, -1
        if entry:
            known_depth, low, high, first = entry
            if known_depth >= depth or not low & 1:
                if low >= beta:
                    return low
                if low == high:
                    return low
            if (known_depth >= depth or not high & 1) and high <= alpha:
                return high
            if not low & 1:
                proved_low = low
            if not high & 1:
                proved_high = high

        children = self._ordered(own, other, first)
        best, guessed, bar = -INFINITE, 0, alpha
        first = children[0][1]
        is_first = True
        for child in children:
            gain = child[4]
            if is_first:
                value = gain - self._value(child[2], child[3], depth - 1, gain - beta, gain - bar)
                is_first = False
            else:
                value = gain - self._value(child[2], child[3], depth - 1, gain - bar - 1, gain - bar)
                if bar < value < beta:
                    value = gain - self._value(child[2], child[3], depth - 1, gain - beta, gain - bar)
            if value > best:
                best, first = value, child[1]
                if value > bar:
                    if value >= beta:
                        bounds.keep(key, (depth, value, proved_high, first))
                        return value
                    bar = value
            guessed |= value
        best |= guessed & 1
        low = best if best > alpha else proved_low
        bounds.keep(key, (depth, low, best, first))
        return best

    def _ordered(self, own: Side, other: Side, first: int) -> list[Child]:
        """The moves of a side, the best guess first; before it the move with the index `first`, if any."""
        children = self._children(own, other)
        children.sort(reverse=True)
        if first >= 0 and children[0][1] != first:
            for place, child in enumerate(children):
                if child[1] == first:
                    children.insert(0, children.pop(place))
                    break
        return children

    def _told(self, known: Known, own: Side, other: Side, alpha: int, beta: int) -> int | None:
        """What a table says, if that is all that needs to be known."""
        bounds = known((own.cups, own.stock), (other.cups, other.stock))
        if bounds is None:
            return None
        low, high = bounds[0] * UNITS_PER_BEAN, bounds[1] * UNITS_PER_BEAN
        if low != high and low < beta and high > alpha:
            return None
        self.probes += 1
        return high if high <= alpha else low

    def _frontier(self, own: Side, other: Side, beta: int) -> int:
        """The value one move before the horizon, where the guesses are all there is."""
        children = self._children(own, other)
        self.nodes += len(children)
        best, guessed = -INFINITE, 0
        for child in children:
            value = child[0]
            if value > best:
                best = value
                if value >= beta:
                    return value
            guessed |= value
        return best | guessed & 1

    def _following(self, child: Child, depth: int) -> list[Move | None]:
        """What is expected after a move at the root, as far as the table remembers it."""
        own, other = child[2], child[3]
        moves: list[Move | None] = []
        while len(moves) < depth - 1:
            if not self._sides.moves_of(own):
                if not self._sides.moves_of(other):
                    break
                moves.append(None)
                own, other = other, own
                continue
            key = own.number << 32 | other.number
            entry = self.bounds.young.get(key) or self.bounds.old.get(key)
            children = self._children(own, other)
            best = max(children) if entry is None else children[entry[3]]
            moves.append(best[5])
            own, other = best[2], best[3]
        return moves
