"""Search: principal variation search with null windows, deeper and deeper, over pairs of rows.

A value is what the side to move still gains on the other, in units. Pots don't influence what can follow, so
positions that differ only in their pots are one, remembered with bounds of its value.
"""

from collections.abc import Callable, Iterator

from cupsboard.engine.deepening import INFINITE, Deepening, Line
from cupsboard.engine.kalah.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.kalah.sowing import Cups, sown

DEEPEST = 200
"""No search goes deeper; a game is over before."""
BETWEEN_CHECKS = 256
"""The nodes between two checks whether to stop: some milliseconds on a laptop."""
MOST_KEPT = 100_000
"""The most positions that are remembered; then all are forgotten."""

Child = tuple[int, int, Cups, Cups, int, bool]
"""A move as a search sees it: guess, cup, the mover's cups and the other's after it, its gain in units, and
whether the mover has another turn. The guess comes first, so children can be sorted."""
_UNKNOWN = -1, -INFINITE, INFINITE, -1
"""Depth, bounds and best cup of a position that was never searched."""


class Search(Deepening[Child, int]):
    """One search; moves are cups, counted from 0."""

    def __init__(
        self,
        evaluation: Evaluation,
        most_nodes: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(most_nodes, is_stopped, BETWEEN_CHECKS)
        self._evaluate = evaluation.value
        self._bounds: dict[tuple[Cups, Cups], tuple[int, int, int, int]] = {}

    def deepen(
        self, own: Cups, other: Cups, lines: int, deepest: int
    ) -> Iterator[tuple[int, list[Line[int]]]]:
        """Yield the best lines at depth 1, 2 and so on, best first; at the limit end with what is complete.

        Ends early once all lines are proved. Both sides must have beans in their cups.
        """
        order = self._children(own, other)
        yield 1, [Line(child[0], (child[1],)) for child in order[:lines]]
        if any(child[0] & 1 for child in order):
            yield from self._deepened(order, lines, range(2, min(deepest, DEEPEST) + 1))

    def _moved(self, child: Child, depth: int, low: int, high: int) -> int:
        return self._after(child, depth - 1, low, high)

    def _line(self, child: Child, value: int, depth: int) -> Line[int]:
        moves, own, other, is_again = [child[1]], *child[2:4], child[5]
        while len(moves) < depth:
            own, other = (own, other) if is_again else (other, own)
            first = self._bounds.get((own, other), _UNKNOWN)[3]
            if first < 0:
                break
            moves.append(first)
            own, other, _, is_again = sown(own, other, first)
        return Line(value, tuple(moves))

    def _after(self, child: Child, depth: int, low: int, high: int) -> int:
        """Return the value of a move for the side that makes it, or a bound beyond `low` and `high`."""
        guess, _, own, other, gain, is_again = child
        if not guess & 1:
            return guess
        if is_again:
            return gain + self._value(own, other, depth, low - gain, high - gain)
        return gain - self._value(other, own, depth, gain - high, gain - low)

    def _value(self, own: Cups, other: Cups, depth: int, alpha: int, beta: int) -> int:
        """Return the value for the side to move if it lies between the bounds, else a bound beyond them."""
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        if depth <= 0:
            return self._evaluate(own, other)
        key = own, other
        known_depth, low, high, first = self._bounds.get(key, _UNKNOWN)
        if (known_depth >= depth or not low & 1) and (low >= beta or low == high):
            return low
        if (known_depth >= depth or not high & 1) and high <= alpha:
            return high
        children = self._children(own, other)
        if first >= 0:
            children.sort(key=lambda child: child[1] != first)
        proved_low, proved_high = (-INFINITE if low & 1 else low), (INFINITE if high & 1 else high)
        best, guessed, bar = -INFINITE, 0, alpha
        for number, child in enumerate(children):
            value = self._after(child, depth - 1, bar, bar + 1 if number else beta)
            if number and bar < value < beta:
                value = self._after(child, depth - 1, bar, beta)
            if value > best:
                best, first = value, child[1]
                if value >= beta:
                    self._keep(key, (depth, value, proved_high, first))
                    return value
                bar = max(bar, value)
            guessed |= value
        best |= guessed & 1
        self._keep(key, (depth, best if best > alpha else proved_low, best, first))
        return best

    def _children(self, own: Cups, other: Cups) -> list[Child]:
        """Return the moves, the best guess first; an even guess is the value of a game that the move ends."""
        children: list[Child] = []
        for index, count in enumerate(own):
            if count:
                mine, theirs, beans, is_again = sown(own, other, index)
                gain = beans * UNITS_PER_BEAN
                if not (any(mine) and any(theirs)):
                    guess = gain + (sum(mine) - sum(theirs)) * UNITS_PER_BEAN
                elif is_again:
                    guess = (gain + self._evaluate(mine, theirs)) | 1
                else:
                    guess = (gain - self._evaluate(theirs, mine)) | 1
                children.append((guess, index, mine, theirs, gain, is_again))
        self.nodes += len(children)
        children.sort(key=lambda child: -child[0])
        return children

    def _keep(self, key: tuple[Cups, Cups], entry: tuple[int, int, int, int]) -> None:
        if len(self._bounds) >= MOST_KEPT:
            self._bounds.clear()
        self._bounds[key] = entry
