"""One search for every game: principal variation search with null windows, deeper and deeper.

A game is told by a `Tree`, an adapter without a memory of the search: the moves of a position, a key under
which the position is remembered, and its value one move before the horizon.

A value is a whole number of units for the side to move, of what is still to come. One that rests on an
evaluation anywhere is odd, a proved one is even: the last bit goes unchanged through negation and through
sums with even numbers, so the proof costs nothing. What was found is remembered as bounds; a proved bound
serves at each depth.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from cupsboard.engine.player import IsStopped, Limit, never

INFINITE = 1 << 30
"""Beyond every value, and even."""
DEEPEST = 200
"""No search goes deeper: a move takes two calls on Python's stack."""
BETWEEN_CHECKS = 512
"""The nodes after which a search asks whether it is to stop: some milliseconds on a laptop, 25 ms on a Pi
Zero 2 W."""
MOST_KEPT = 150_000
"""Positions in each of a memory's two generations. One takes at most 250 bytes: 75 MB for both."""
BITS_A_PLACE = 14
"""Enough for all the beans that a place may hold."""

ENDLESS = Limit()

N = TypeVar("N")
"""A position as a tree has it, from the side to move; what lies in the pots is left out where it can be."""

Child = tuple[int, int, N, int, bool, Any]
"""A move as a search sees it: guess, index, the position after it, its gain in units, whether the same side
moves on, and the move itself.

The guess comes first and the index is unique, so children can be sorted. An even guess is exact: nothing
after the move needs to be searched."""
Entry = tuple[int, int, int, int]
"""What is remembered of a position: depth, lower and upper bound, and the index of its best move (-1:
unknown)."""
UNKNOWN: Entry = (-1, -INFINITE, INFINITE, -1)
Tell = Callable[[N], tuple[int, int] | None]
"""The bounds in units that a table of exact values has of a position; None where it doesn't reach."""


class Tree(Protocol[N]):
    """A game as a search sees it. What only proofs ask for has answers that serve every game."""

    unit: int
    """How many units a bean, or a point, has: a power of two."""

    def key(self, node: N) -> Any:
        """Return a key that no position with another value has."""

    def children(self, node: N) -> list[Child[N]]:
        """Return the moves of the side to move; [] once the game is over.

        A side that can't move while the other can is passed over: the other then moves on.
        """

    def horizon(self, node: N, beta: int) -> tuple[int, int]:
        """Return the value of the best move by guesses, and how many moves count as looked at.

        A value of `beta` or more need not be the best. It is odd unless all moves have exact guesses.
        """

    def labels(self, child: Child[N]) -> tuple[str, ...]:
        """Return a move in the notation of the game, and a pass of the other side if one follows."""

    def estimate(self, node: N, child: Child[N], low: int, high: int) -> int:  # noqa: ARG002
        """Return by what a proof orders a move, whose value lies between the bounds: the greatest first."""
        return child[0]

    def final(self, node: N) -> int:
        """Return what the side to move still gains if the game is over here."""

    def proof_key(self, node: N) -> Any:
        """Return a key that no position with another exact value has."""
        return self.key(node)

    def limits(self, node: N) -> tuple[int, int]:  # noqa: ARG002
        """Return bounds of a position's exact value that are known at one look."""
        return -INFINITE, INFINITE


class Stopped(Exception):
    """Raised when a search was called off, or its limit reached."""


@dataclass(frozen=True, slots=True)
class Line:
    """One move at the root of a search, its value in units, and the moves that are expected to follow."""

    value: int
    moves: tuple[str, ...]

    @property
    def is_proved(self) -> bool:
        """Return whether the value rests on no evaluation."""
        return not self.value & 1


class Memory:
    """What was found of positions, by their keys.

    Its size is limited: the younger of two generations takes what is new, and once it is full the elder is
    forgotten.
    """

    def __init__(self, most: int = MOST_KEPT):
        self._most = most
        self.young: dict[Any, Entry] = {}
        self.old: dict[Any, Entry] = {}

    def __len__(self) -> int:
        return len(self.young) + len(self.old)

    def of(self, key: Any) -> Entry:
        """Return what is remembered under a key."""
        return self.young.get(key) or self.old.get(key) or UNKNOWN

    def keep(self, key: Any, entry: Entry) -> None:
        """Remember an entry under a key."""
        if len(self.young) >= self._most:
            self.old, self.young = self.young, {}
        self.young[key] = entry


class Search:
    """One search of a position; `nodes` counts the positions that it has looked at."""

    def __init__(
        self,
        tree: Tree[Any],
        limit: Limit = ENDLESS,
        is_stopped: IsStopped = never,
        tell: Tell[Any] | None = None,
        memory: Memory | None = None,
    ) -> None:
        """Begin a search within a limit's nodes and depth; its seconds are for `is_stopped` to tell."""
        self.nodes = 0
        self.probes = 0
        """How often a table knew the answer."""
        self.memory = Memory() if memory is None else memory
        self._tree = tree
        self._tell = tell
        self._deepest = min(limit.depth or DEEPEST, DEEPEST)
        self._most_nodes = limit.nodes
        self._is_stopped = is_stopped
        self._set_check()

    def deepen(self, root: Any, lines: int) -> Iterator[tuple[int, list[Line]]]:
        """Yield the best lines at depth 1, 2 and so on, best first. The side to move must have a move.

        At the limit it ends with what is complete, and once all lines are proved.
        """
        order = sorted(self._tree.children(root), reverse=True)
        self.nodes += len(order)
        left_out = any(child[0] & 1 for child in order[lines:])
        best = [Line(child[0] | left_out, self._tree.labels(child)) for child in order[:lines]]
        yield 1, best
        for depth in range(2, self._deepest + 1):
            if all(line.is_proved for line in best):
                return
            found: list[tuple[int, Child[Any]]] = []
            is_complete, left_out = self._root(order, lines, depth, found)
            if not is_complete and (lines > 1 or not found):
                return
            best = [Line(value | left_out, self._moves(child, depth)) for value, child in found[:lines]]
            yield depth, best
            if not is_complete:
                return
            leading = [child for _, child in found[:lines]]
            order = leading + [child for child in order if child not in leading]

    def _root(
        self, order: list[Child[Any]], lines: int, depth: int, found: list[tuple[int, Child[Any]]]
    ) -> tuple[bool, bool]:
        """Search the moves at the root; whether all were, and whether a move left out rests on a guess."""
        left_out = 0
        try:
            for child in order:
                bar = found[lines - 1][0] if len(found) >= lines else -INFINITE
                if bar > -INFINITE:
                    value = self._after(child, depth - 1, bar, bar + 1)
                    if value <= bar:
                        left_out |= value & 1
                        continue
                value = self._after(child, depth - 1, bar, INFINITE)
                found.append((value, child))
                found.sort(key=lambda each: -each[0])
                for dropped, _ in found[lines:]:
                    left_out |= dropped & 1
                del found[lines:]
        except Stopped:
            return False, True
        return True, bool(left_out)

    def _after(self, child: Child[Any], depth: int, low: int, high: int) -> int:
        """Return a move's value if it lies between the bounds, else a bound beyond them."""
        guess, _, node, gain, is_again, _ = child
        if not guess & 1:
            return guess
        if is_again:
            return gain + self._value(node, depth, low - gain, high - gain)
        return gain - self._value(node, depth, gain - high, gain - low)

    def _value(self, node: Any, depth: int, alpha: int, beta: int) -> int:
        """Return the value for the side to move if it lies between the bounds, else a bound beyond them."""
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        if self._tell is not None and (told := self._told(node, alpha, beta)) is not None:
            return told
        tree = self._tree
        if depth <= 1:
            value, looked_at = tree.horizon(node, beta)
            self.nodes += looked_at
            return value
        key, memory = tree.key(node), self.memory
        entry = memory.young.get(key) or memory.old.get(key)
        proved_low, proved_high, first = -INFINITE, INFINITE, -1
        if entry is not None:
            known_depth, low, high, first = entry
            if (known_depth >= depth or not low & 1) and (low >= beta or low == high):
                return low
            if (known_depth >= depth or not high & 1) and high <= alpha:
                return high
            if not low & 1:
                proved_low = low
            if not high & 1:
                proved_high = high
        children = tree.children(node)
        if not children:
            return tree.final(node)
        best, guessed, bar, is_first = -INFINITE, 0, alpha, True
        for child in _ordered(children, first):
            if is_first:
                value, is_first = self._after(child, depth - 1, bar, beta), False
            else:
                value = self._after(child, depth - 1, bar, bar + 1)
                if bar < value < beta:
                    value = self._after(child, depth - 1, bar, beta)
            if value > best:
                best, first = value, child[1]
                if value >= beta:
                    self._keep(key, (depth, value, proved_high, first))
                    return value
                if value > bar:
                    bar = value
            guessed |= value
        best |= guessed & 1
        self._keep(key, (depth, best if best > alpha else proved_low, best, first))
        return best

    def _keep(self, key: Any, entry: Entry) -> None:
        self.memory.keep(key, entry)

    def _told(self, node: Any, alpha: int, beta: int) -> int | None:
        """Return what a table says, if that is all that needs to be known."""
        assert self._tell is not None
        bounds = self._tell(node)
        if bounds is None:
            return None
        low, high = bounds
        if low != high and low < beta and high > alpha:
            return None
        self.probes += 1
        return high if high <= alpha else low

    def _moves(self, child: Child[Any], depth: int) -> tuple[str, ...]:
        """Return a move at the root, and what is expected to follow as far as it is remembered."""
        tree, moves = self._tree, list(self._tree.labels(child))
        for _ in range(depth - 1):
            children = tree.children(child[2])
            if not children:
                break
            child = _ordered(children, self._first(child[2]))[0]
            moves += tree.labels(child)
        return tuple(moves)

    def _first(self, node: Any) -> int:
        """Return the index of the remembered best move of a position; -1 if there is none."""
        return self.memory.of(self._tree.key(node))[3]

    def _check(self) -> None:
        if self._is_stopped() or (self._most_nodes is not None and self.nodes >= self._most_nodes):
            raise Stopped
        self._set_check()

    def _set_check(self) -> None:
        self._check_at = self.nodes + BETWEEN_CHECKS
        if self._most_nodes is not None:
            self._check_at = min(self._check_at, self._most_nodes)


class CirclingSearch(Search):
    """A search of a game that ends where a position comes again, so that values depend on the way there.

    What is remembered was found on another way, on which other positions had been met. So a value that rests
    on it counts as a guess, and only what was searched without it is proved.
    """

    def __init__(
        self, tree: Tree[Any], limit: Limit, is_stopped: IsStopped, met: Sequence[tuple[bool, Any]]
    ) -> None:
        """Begin with the positions `met` before, the root as the last.

        With each it is said whether the side that moves at the root is to move there.
        """
        super().__init__(tree, limit, is_stopped)
        self._met = {(is_roots, tree.key(node)) for is_roots, node in met}
        self._is_roots = True

    def _after(self, child: Child[Any], depth: int, low: int, high: int) -> int:
        if not child[0] & 1:
            return child[0]
        was_roots = self._is_roots
        is_roots = was_roots is child[4]
        reached = is_roots, self._tree.key(child[2])
        if reached in self._met:
            final = self._tree.final(child[2])
            return child[3] + (final if child[4] else -final)
        self._met.add(reached)
        self._is_roots = is_roots
        try:
            return super()._after(child, depth, low, high)
        finally:
            self._is_roots = was_roots
            self._met.discard(reached)

    def _keep(self, key: Any, entry: Entry) -> None:
        depth, low, high, first = entry
        super()._keep(key, (depth, low | 1, high | 1, first))


def packed(counts: Iterable[int]) -> tuple[int, int]:
    """Return counts of beans as one number, and how many bits it has."""
    code = bits = 0
    for count in counts:
        code, bits = code << BITS_A_PLACE | count, bits + BITS_A_PLACE
    return code, bits


def _ordered(children: list[Child[Any]], first: int) -> list[Child[Any]]:
    """Return moves with the best guess first; before it the move with the index `first`, if any."""
    children.sort(reverse=True)
    if first >= 0 and children[0][1] != first:
        for place, child in enumerate(children):
            if child[1] == first:
                children.insert(0, children.pop(place))
                break
    return children
