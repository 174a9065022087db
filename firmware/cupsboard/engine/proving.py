"""Proofs of a least value for a player, whatever the other does, and of the value itself.

Alpha-beta with a null window to the end of the game, for games in which no position comes again. On 2x3 of
Cups the program tests/solver/book.c does the same step by step, the order of moves included, so that both
prove the same positions within the same number of nodes: the book of 2x3 holds those that would take more.

The value of a position is closed in by such questions with one memory for all (Plaat, Schaeffer, Pijls and
de Bruin, "Best-first fixed-depth minimax algorithms", 1996): each at the bound that the one before it left,
and while all answers point one way each further beyond it than the last.
"""

from typing import Any

from cupsboard.engine.player import IsStopped, never
from cupsboard.engine.search import BETWEEN_CHECKS, INFINITE, Child, Line, Memory, Tell, Tree

_REMEMBERED_FIRST = 1 << 24
LONGEST = 400
"""A line of play that is longer than this is not followed: Python's stack has room for no more."""


class Exhausted(Exception):
    """Raised when a proof needs more nodes than it may take."""


class Prover:
    """Proves bounds and values of positions, in units. What a table tells ends proofs early."""

    def __init__(self, tree: Tree[Any], tell: Tell[Any] | None = None, is_stopped: IsStopped = never) -> None:
        self.tree = tree
        self._tell = tell
        self._is_stopped = is_stopped
        self._memory = Memory()
        self._most_nodes = 0
        self.nodes = 0
        """Of the last proof, or since `begin`."""
        self.met_table = False
        """Whether a table of exact values was of use."""

    def begin(self, most_nodes: int) -> None:
        """Forget all that was proved, and allow `most_nodes` nodes for all that follows together."""
        self._memory = Memory()
        self.nodes, self._most_nodes = 0, most_nodes

    def reaches(self, node: Any, least: int, most_nodes: int) -> bool | None:
        """Return whether the side to move still gains at least `least` units.

        None if the nodes don't suffice. `best_move` then names the move that does.
        """
        self.begin(most_nodes)
        try:
            return self._search(node, least, 0) >= least
        except Exhausted:
            return None

    def value(self, node: Any, guess: int) -> int:
        """Return how many units the side to move still gains on the other. A near guess saves nodes.

        Raises Exhausted where the nodes don't suffice.
        """
        unit = self.tree.unit
        low, high, least, step = -INFINITE, INFINITE, round(guess / unit) * unit, 0
        while low < high:
            bound = self._search(node, least, 0)
            if bound >= least:
                low, step = bound, 2 * step if step > 0 else unit
                least = min(bound + step, high)
            else:
                high, step = bound, 2 * step if step < 0 else -unit
                least = max(bound + step, low) + unit
        return low

    def best(self, node: Any, guess: int) -> Line:
        """Return the best move with best play after it; the side to move must have a move.

        `guess` and errors are those of `value`.
        """
        value = self.value(node, guess)
        moves = self._line(node, value)
        if not moves:
            raise Exhausted
        return Line(value, tuple(moves))

    def after(self, node: Any, label: str, guess: int) -> Line:
        """Return the move with that label and best play after it; `guess` and errors are those of `value`."""
        child = next(each for each in self.tree.children(node) if self.tree.labels(each)[0] == label)
        settled, _, following, gain, is_again, _ = child
        sign = 1 if is_again else -1
        value = gain + sign * self.value(following, sign * (guess - gain)) if settled & 1 else settled
        return Line(value, (*self.tree.labels(child), *self._line(following, sign * (value - gain))))

    def best_move(self, node: Any) -> int:
        """Return the index of the move with which the last proof reached its bound."""
        return self._known(node)[3]

    def _line(self, node: Any, value: int) -> list[str]:
        """Return best play from a position of that value on, as far as the nodes suffice to find it."""
        moves: list[str] = []
        try:
            while children := self.tree.children(node):
                children.sort(key=lambda child: -self.tree.estimate(node, child, *self._look(child, value)))
                child = next(each for each in children if self._after(each, value, 0) >= value)
                moves += self.tree.labels(child)
                node, value = child[2], value - child[3] if child[4] else child[3] - value
        except Exhausted:
            pass
        return moves

    def _after(self, child: Child[Any], beta: int, plies: int) -> int:
        """Return a lower bound of a move's value if that is at least beta, else an upper bound."""
        guess, _, node, gain, is_again, _ = child
        if not guess & 1:
            return guess
        if is_again:
            return gain + self._search(node, beta - gain, plies + 1)
        return gain - self._search(node, gain - beta + self.tree.unit, plies + 1)

    def _search(self, node: Any, beta: int, plies: int) -> int:
        """Return a lower bound of the value if it is at least beta, else an upper bound."""
        self.nodes += 1
        if self.nodes > self._most_nodes or plies > LONGEST:
            raise Exhausted
        if not self.nodes % BETWEEN_CHECKS and self._is_stopped():
            raise Exhausted
        tree = self.tree
        key = tree.proof_key(node)
        _, low, high, remembered = self._memory.of(key)
        if low >= beta:
            return low
        if high < beta:
            return high
        children = tree.children(node)
        if not children:
            return tree.final(node)
        best, best_index = -INFINITE, -1
        waiting: list[tuple[int, int, Child[Any]]] = []
        for child in children:
            low, high = self._look(child, beta)
            if low >= beta:
                best, best_index = low, child[1]
                break
            if high < beta:
                if high > best:
                    best, best_index = high, child[1]
                continue
            estimate = tree.estimate(node, child, low, high)
            if child[1] == remembered:
                estimate += _REMEMBERED_FIRST
            waiting.append((-estimate, child[1], child))
        else:
            # The index comes second, so that equals stay in order.
            waiting.sort()
            for _, index, child in waiting:
                value = self._after(child, beta, plies)
                if value > best:
                    best, best_index = value, index
                    if best >= beta:
                        break
        _, low, high, _ = self._memory.of(key)
        bounds = (max(best, low), high) if best >= beta else (low, min(best, high))
        self._memory.keep(key, (0, *bounds, best_index))
        return best

    def _look(self, child: Child[Any], beta: int) -> tuple[int, int]:
        """Return bounds of a move's value, for who makes it.

        What is remembered is asked for only where that may tell on which side of `beta` the value lies.
        """
        guess, _, node, gain, is_again, _ = child
        if not guess & 1:
            return guess, guess
        low, high = self.tree.limits(node)
        if self._tell is not None and (told := self._tell(node)) is not None:
            self.met_table = True
            low, high = max(low, told[0]), min(high, told[1])
        low, high = (gain + low, gain + high) if is_again else (gain - high, gain - low)
        if is_again or not low < beta <= high:
            return low, high
        _, known_low, known_high, _ = self._known(node)
        return max(low, gain - known_high), min(high, gain - known_low)

    def _known(self, node: Any) -> tuple[int, int, int, int]:
        return self._memory.of(self.tree.proof_key(node))
