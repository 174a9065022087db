"""A stack as a frozen value: to push and to pop costs the same however high it is."""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    """What was pushed, the latest on top. A new stack shares what lies below with the one it grew from.

    It iterates from the top down. Equal stacks hold equal values in the same order.
    """

    __slots__ = ("_below", "_size", "_top")

    _top: T
    _below: "Stack[T]"

    def __init__(self) -> None:
        """The empty stack."""
        self._size = 0

    def push(self, value: T) -> "Stack[T]":
        """The stack with this on top."""
        pushed: Stack[T] = Stack()
        pushed._top, pushed._below, pushed._size = value, self, self._size + 1
        return pushed

    def pop(self) -> tuple[T, "Stack[T]"]:
        """What was pushed last, and the stack below it. Raises IndexError for an empty stack."""
        if not self._size:
            raise IndexError("nothing lies on an empty stack")
        return self._top, self._below

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        stack = self
        while stack:
            value, stack = stack.pop()
            yield value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stack):
            return NotImplemented
        one, two = self, other
        if len(one) != len(two):
            return False
        # From where they are one and the same, they need not be compared.
        while one is not two and one:
            if one._top != two._top:
                return False
            one, two = one._below, two._below
        return True

    def __hash__(self) -> int:
        return hash((self._size, self._top)) if self else 0

    def __repr__(self) -> str:
        return f"stacked({bottom_up(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Copied and pickled flat: recursion would end at some hundred values.
        return stacked, (bottom_up(self),)


def stacked(values: Iterable[T]) -> Stack[T]:
    """The stack on which these were pushed one after the other."""
    stack: Stack[T] = Stack()
    for value in values:
        stack = stack.push(value)
    return stack


def bottom_up(stack: Stack[T]) -> tuple[T, ...]:
    """The values of a stack in the order in which they were pushed."""
    return tuple(stack)[::-1]
