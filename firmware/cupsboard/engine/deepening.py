"""The frame of every game's search: deeper and deeper from the root, with null windows, up to a limit.

A value is a whole number of units for the side to move. One that rests on an evaluation anywhere is odd, a
proved one is even: the last bit goes unchanged through negation and through sums with even numbers, so the
proof costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

INFINITE = 1 << 40
"""Beyond every value, and even."""

C = TypeVar("C")
"""A move as a search sees it."""
M = TypeVar("M")
"""A move as it is told outside."""


class Stopped(Exception):
    """Raised when a search was called off, or its limit reached."""


@dataclass(frozen=True, slots=True)
class Line(Generic[M]):
    """One move at the root of a search, its value in units, and the moves that are expected to follow."""

    value: int
    moves: tuple[M, ...]

    @property
    def is_proved(self) -> bool:
        """Return whether the value rests on no evaluation."""
        return not self.value & 1


class Deepening(ABC, Generic[C, M]):
    """One search of a position, deeper and deeper; `nodes` counts the positions it has looked at."""

    def __init__(self, most_nodes: int | None, is_stopped: Callable[[], bool], between_checks: int) -> None:
        """Begin a search of at most `most_nodes` positions.

        After each `between_checks` of them it asks `is_stopped` whether to end.
        """
        self.nodes = 0
        self._most_nodes = most_nodes
        self._is_stopped = is_stopped
        self._between_checks = between_checks
        self._check_at = 0
        self._set_check()

    @abstractmethod
    def _moved(self, child: C, depth: int, low: int, high: int) -> int:
        """The value of a move at the root if it lies between the bounds, else a bound beyond them."""

    @abstractmethod
    def _line(self, child: C, value: int, depth: int) -> Line[M]:
        """Return a root move's value and best play after it, as a search of that depth has them."""

    def _deepened(
        self, order: list[C], lines: int, depths: Iterable[int]
    ) -> Iterator[tuple[int, list[Line[M]]]]:
        """The best lines at each depth, best first. At the limit it ends with what is complete.

        It ends early once all lines are proved.
        """
        for depth in depths:
            found: list[tuple[int, C]] = []
            is_complete, left_out = self._root(order, lines, depth, found)
            if not is_complete and (lines > 1 or not found):
                return
            best = [self._line(child, value | left_out, depth) for value, child in found[:lines]]
            yield depth, best
            if not is_complete or all(line.is_proved for line in best):
                return
            leading = [child for _, child in found[:lines]]
            order = leading + [child for child in order if child not in leading]

    def _root(self, order: list[C], lines: int, depth: int, found: list[tuple[int, C]]) -> tuple[bool, int]:
        """Search the moves at the root; whether all were, and whether a move left out rests on a guess."""
        left_out = 0
        try:
            for child in order:
                bar = found[lines - 1][0] if len(found) >= lines else -INFINITE
                if bar > -INFINITE:
                    value = self._moved(child, depth, bar, bar + 1)
                    if value <= bar:
                        left_out |= value & 1
                        continue
                value = self._moved(child, depth, bar, INFINITE)
                found.append((value, child))
                found.sort(key=lambda each: -each[0])
                for dropped, _ in found[lines:]:
                    left_out |= dropped & 1
                del found[lines:]
        except Stopped:
            return False, 1
        return True, left_out

    def _check(self) -> None:
        if self._is_stopped() or (self._most_nodes is not None and self.nodes >= self._most_nodes):
            raise Stopped
        self._set_check()

    def _set_check(self) -> None:
        self._check_at = self.nodes + self._between_checks
        if self._most_nodes is not None:
            self._check_at = min(self._check_at, self._most_nodes)
