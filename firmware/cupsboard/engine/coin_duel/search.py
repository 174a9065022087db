"""Search: principal variation search with null windows, deeper and deeper, over pairs of halves.

A value is what the round brings the player to move more than the other, in units; one that is proved holds
at every depth. Positions met again are remembered with bounds of their values and with their plays.
"""

from collections.abc import Callable, Iterator

from cupsboard.engine.coin_duel.evaluation import UNITS_PER_POINT, Evaluation
from cupsboard.engine.coin_duel.pieces import Half, Pieces, Recipe
from cupsboard.engine.coin_duel.plays import Plays
from cupsboard.engine.deepening import INFINITE, Deepening, Line
from cupsboard.rules.coin_duel.sowing import can_play

DEEPEST = 100
"""No search goes deeper: coins can be shuttled to and fro for ever."""
BETWEEN_CHECKS = 256
"""After so many nodes a search asks whether it is to stop: some 10 ms on a laptop."""
MOST_KEPT = 40_000
"""Positions that are remembered, with their plays or with their bounds; then all are forgotten."""

Child = tuple[int, int, Half, Half, Recipe | str]
"""A play as a search sees it: guess, index, the other's half, the own one, the play.

The guess comes first and the index is unique, so children can be sorted. An even guess is a finished round's
value."""
Key = tuple[Half, Half, int]
"""Both halves, and how many turns are left of the round; -1: it has no limit."""
UNKNOWN = -1, -INFINITE, INFINITE, -1
"""Depth, bounds and index of the best play of a position that was never searched."""


class Search(Deepening[Child, Recipe | str]):
    """One search of a round of Coin Duel."""

    def __init__(
        self,
        pieces: Pieces,
        evaluation: Evaluation,
        at_root: Plays,
        inside: Plays,
        most_nodes: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(most_nodes, is_stopped, BETWEEN_CHECKS)
        self._pieces = pieces
        self._evaluate = evaluation.value
        self._at_root = at_root
        self._inside = inside
        self._turns_left = -1
        """After the play at the root; below 0: the round has no limit."""
        self._refuting_cup = 0
        """Where the play began that was good enough last: it is often good enough again."""
        self._plays: dict[Key, list[Child]] = {}
        self._bounds: dict[Key, tuple[int, int, int, int]] = {}

    def deepen(
        self, own: Half, other: Half, turns_left: int, lines: int, deepest: int
    ) -> Iterator[tuple[int, list[Line[Recipe | str]]]]:
        """Yield the best lines at depth 1, 2 and so on, best first; at the limit end with what is complete.

        The round ends after `turns_left` more turns; -1: it has no limit. Ends early once all lines are
        proved. The player to move must have a play.
        """
        order = self._children(self._at_root, own, other, turns_left)
        yield 1, [Line(child[0], (child[4],)) for child in order[:lines]]
        if all(not child[0] & 1 for child in order):
            return
        self._turns_left = turns_left - 1
        yield from self._deepened(order, lines, range(2, min(deepest, DEEPEST) + 1))

    def _moved(self, child: Child, depth: int, low: int, high: int) -> int:
        return -self._after(child, depth - 1, -high, -low, self._turns_left)

    def _line(self, child: Child, value: int, depth: int) -> Line[Recipe | str]:
        return Line(value, (child[4], *self._following(child, self._turns_left, depth - 1)))

    def _after(self, child: Child, depth: int, alpha: int, beta: int, left: int) -> int:
        """The value of what a play leads to, for the other player."""
        guess, _, theirs, mine, _ = child
        return self._value(theirs, mine, depth, alpha, beta, left) if guess & 1 else -guess

    def _value(self, own: Half, other: Half, depth: int, alpha: int, beta: int, left: int) -> int:
        """The value if it lies between the bounds, else a bound beyond them."""
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        key = (own, other, max(left, -1))
        known_depth, low, high, first = self._bounds.get(key, UNKNOWN)
        if first >= 0:
            if (known_depth >= depth or not low & 1) and (low >= beta or low == high):
                return low
            if (known_depth >= depth or not high & 1) and high <= alpha:
                return high
        children = self._plays.get(key)
        if children is None:
            if depth == 1 and (refuting := self._refuting(key, beta)) is not None:
                return refuting
            children = self._opened(key)
        if not children:
            return self._pieces.final_points(own, other) * UNITS_PER_POINT
        if depth == 1:
            best = children[0][0]
            return best if best & 1 else best | any(child[0] & 1 for child in children)
        return self._searched(key, children, depth, alpha, beta)

    def _searched(self, key: Key, children: list[Child], depth: int, alpha: int, beta: int) -> int:
        """The value by the plays, two or more before the horizon."""
        _, low, high, first = self._bounds.get(key, UNKNOWN)
        proved_low = -INFINITE if low & 1 else low
        proved_high = INFINITE if high & 1 else high
        if first >= 0 and children[0][1] != first:
            children = sorted(children, key=lambda child: child[1] != first)
        left = key[2] - 1
        best, guessed, bar = -INFINITE, 0, alpha
        for number, child in enumerate(children):
            if number:
                value = -self._after(child, depth - 1, -bar - 1, -bar, left)
                if bar < value < beta:
                    value = -self._after(child, depth - 1, -beta, -bar, left)
            else:
                value = -self._after(child, depth - 1, -beta, -bar, left)
            if value > best:
                best, first = value, child[1]
                if value > bar:
                    if value >= beta:
                        self._keep(key, (depth, value, proved_high, first))
                        return value
                    bar = value
            guessed |= value
        best |= guessed & 1
        self._keep(key, (depth, best if best > alpha else proved_low, best, first))
        return best

    def _refuting(self, key: Key, beta: int) -> int | None:
        """The guess of a likely play that is good enough at the horizon, so no other counts; else None."""
        for mine, theirs, play in self._inside.likely(key[0], key[1], self._refuting_cup):
            self.nodes += 1
            guess = self._guess(mine, theirs, key[2])
            if guess >= beta:
                self._refuting_cup = int(play[0])
                return guess
        return None

    def _opened(self, key: Key) -> list[Child]:
        """The plays of a position met for the first time, the best guess first."""
        if len(self._plays) >= MOST_KEPT:
            self._plays.clear()
        children = self._plays[key] = self._children(self._inside, *key)
        return children

    def _children(self, plays: Plays, own: Half, other: Half, left: int) -> list[Child]:
        """The plays of a player, the best guess first; each looked at once."""
        children: list[Child] = [
            (self._guess(mine, theirs, left), index, theirs, mine, play)
            for index, (mine, theirs, play) in enumerate(plays.of(own, other))
        ]
        self.nodes += len(children)
        children.sort(reverse=True)
        return children

    def _guess(self, mine: Half, theirs: Half, left: int) -> int:
        """Estimate what a play is worth to its player, in units; exactly, where the play ends the round."""
        pieces = self._pieces
        is_over = left == 1 or pieces.are_decided(mine, theirs)
        if is_over or (not theirs.stock and not self._can_play(theirs, mine)):
            return pieces.final_points(mine, theirs) * UNITS_PER_POINT
        return -self._evaluate(theirs, mine)

    def _can_play(self, own: Half, other: Half) -> bool:
        """Whether a player without a stock has a play, by the rules."""
        counts = self._pieces.counts
        cups = tuple([counts[code] for code in own.cups])
        opposite = tuple([counts[code] for code in reversed(other.cups)])
        return can_play(cups, 0, opposite, self._pieces.settings.ways)

    def _keep(self, key: Key, entry: tuple[int, int, int, int]) -> None:
        if len(self._bounds) >= MOST_KEPT:
            self._bounds.clear()
        self._bounds[key] = entry

    def _following(self, child: Child, left: int, length: int) -> list[Recipe | str]:
        """What is expected after a play at the root, as far as it is remembered."""
        plays: list[Recipe | str] = []
        while len(plays) < length and child[0] & 1:
            key = (child[2], child[3], max(left - len(plays), -1))
            children = self._plays.get(key)
            if not children:
                break
            first = self._bounds.get(key, UNKNOWN)[3]
            child = next((each for each in children if each[1] == first), children[0])
            plays.append(child[4])
        return plays
