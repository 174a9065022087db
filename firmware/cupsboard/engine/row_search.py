"""Search in games that sow rows of cups: principal variation search with null windows, deeper and deeper.

A value is what the side to move still gains on the other, in units. Pots don't influence what can follow, so
positions that differ only in their pots are one, remembered with bounds of its value.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from typing import NamedTuple

from cupsboard.engine.deepening import INFINITE, Deepening, Line

UNITS_PER_BEAN = 128
"""A power of two. The last bit is kept for the search's own use."""
DEEPEST = 200
"""No search goes deeper; a game is over before."""
BETWEEN_CHECKS = 256
"""The nodes between two checks whether to stop: some milliseconds on a laptop."""
MOST_KEPT = 100_000
"""The most positions that are remembered; then all are forgotten."""

Cups = tuple[int, ...]
Move = tuple[Cups, Cups, int, bool]
"""The mover's cups and the other's after a move, the beans it brought into the mover's pot, and whether the
mover has another turn."""
Child = tuple[int, int, Cups, Cups, int, bool]
"""A move as a search sees it: guess, cup, the mover's cups and the other's after it, its gain in units, and
whether the mover has another turn. The guess comes first, so children can be sorted."""
Key = tuple[Cups, Cups]
Bounds = tuple[int, int, int, int]
_UNKNOWN: Bounds = (-1, -INFINITE, INFINITE, -1)
"""Depth, bounds and best cup of a position that was never searched."""


class RowRules(NamedTuple):
    """The rules of a sowing game as a search needs them.

    Each function gets the mover's cups, then the other's.
    """

    movable: Callable[[Cups, Cups], Sequence[int]]
    """Return the cups that may be sown, counted from 0."""
    sown: Callable[[Cups, Cups, int], Move]
    """Return the result of sowing such a cup."""
    is_over: Callable[[Cups, Cups], bool]
    """Return whether the game ends before this mover's turn; beans in cups then count for their owners."""


class Terms(NamedTuple):
    """The terms by which a game's positions are valued."""

    package: str
    """The package that holds their weights, in `weights.json`."""
    names: tuple[str, ...]
    of: Callable[[Cups, Cups], Sequence[float]]
    """Return how often each of them holds; gets the mover's cups, then the other's."""


class Evaluation:
    """Learnt weights of the terms by which a position is valued without a search."""

    def __init__(self, terms: Callable[[Cups, Cups], Sequence[float]], weights: Sequence[float]) -> None:
        """Begin with weights in beans, one for each of the terms."""
        self._terms = terms
        self._weights = tuple(weights)

    def value(self, own: Cups, other: Cups) -> int:
        """Return the expected gain from here on for the side to move; an odd number of units."""
        terms = self._terms(own, other)
        beans = sum(weight * term for weight, term in zip(self._weights, terms, strict=True))
        return round(beans * UNITS_PER_BEAN) | 1


def learnt(package: str, names: Sequence[str]) -> tuple[float, ...]:
    """Return the weights in beans that a package's `weights.json` gives for these terms, in their order."""
    read = json.loads(resources.files(package).joinpath("weights.json").read_text("utf-8"))
    return tuple(float(read[name]) for name in names)


class RowSearch(Deepening[Child, int]):
    """One search of a sowing game; moves are cups, counted from 0."""

    def __init__(
        self,
        rules: RowRules,
        evaluation: Evaluation,
        most_nodes: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(most_nodes, is_stopped, BETWEEN_CHECKS)
        self._rules = rules
        self._evaluate = evaluation.value
        self._bounds: dict[Key, Bounds] = {}

    def deepen(
        self, own: Cups, other: Cups, lines: int, deepest: int
    ) -> Iterator[tuple[int, list[Line[int]]]]:
        """Yield the best lines at depth 1, 2 and so on, best first; at the limit end with what is complete.

        Ends early once all lines are proved. The side to move must have a move.
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
            own, other, _, is_again = self._rules.sown(own, other, first)
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
        for index in self._rules.movable(own, other):
            mine, theirs, beans, is_again = self._rules.sown(own, other, index)
            gain = beans * UNITS_PER_BEAN
            mover, waiting = (mine, theirs) if is_again else (theirs, mine)
            if self._rules.is_over(mover, waiting):
                guess = gain + (sum(mine) - sum(theirs)) * UNITS_PER_BEAN
            elif is_again:
                guess = (gain + self._evaluate(mine, theirs)) | 1
            else:
                guess = (gain - self._evaluate(theirs, mine)) | 1
            children.append((guess, index, mine, theirs, gain, is_again))
        self.nodes += len(children)
        children.sort(key=lambda child: -child[0])
        return children

    def _keep(self, key: Key, entry: Bounds) -> None:
        if len(self._bounds) >= MOST_KEPT:
            self._bounds.clear()
        self._bounds[key] = entry
