"""A stack as a frozen value: push and pop take constant time."""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


BLOCK = 32
"""The number of values kept together. A chain with a link for each value is freed link within link, and some
five thousand of them are more than the stack of WebAssembly holds."""


class Stack(Generic[T]):
    """An immutable stack. A stack that was pushed on shares all full blocks with the stack before.

    Iteration goes from the top down. Equal stacks hold equal values in the same order.
    """

    __slots__ = ("_below", "_block", "_size")

    _block: tuple[T, ...]
    _below: "Stack[T] | None"

    def __init__(self) -> None:
        """Make the empty stack."""
        self._size, self._block, self._below = 0, (), None

    def push(self, value: T) -> "Stack[T]":
        """Return the stack with this value on top."""
        if len(self._block) < BLOCK:
            return self._made(self._size + 1, (*self._block, value), self._below)
        return self._made(self._size + 1, (value,), self)

    def pop(self) -> tuple[T, "Stack[T]"]:
        """Return the value pushed last, and the stack below it. Raises IndexError for an empty stack."""
        if not self._size:
            raise IndexError("nothing lies on an empty stack")
        *rest, value = self._block
        if not rest and self._below is not None:
            return value, self._below
        return value, self._made(self._size - 1, tuple(rest), self._below)

    @classmethod
    def _made(cls, size: int, block: tuple[T, ...], below: "Stack[T] | None") -> "Stack[T]":
        made: Stack[T] = cls()
        made._size, made._block, made._below = size, block, below
        return made

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        stack: Stack[T] | None = self
        while stack is not None:
            yield from reversed(stack._block)
            stack = stack._below

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stack):
            return NotImplemented
        if len(self) != len(other):
            return False
        one: Stack[Any] | None = self
        two: Stack[Any] | None = other
        # From where they are one and the same, they need not be compared.
        while one is not two and one is not None and two is not None:
            if one._block != two._block:
                return False
            one, two = one._below, two._below
        return True

    def __hash__(self) -> int:
        return hash((self._size, self._block[-1:]))

    def __repr__(self) -> str:
        return f"stacked({bottom_up(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Copied and pickled flat: recursion would end at some hundred values.
        return stacked, (bottom_up(self),)


def stacked(values: Iterable[T]) -> Stack[T]:
    """Return the stack on which these values were pushed one after the other."""
    stack: Stack[T] = Stack()
    for value in values:
        stack = stack.push(value)
    return stack


def bottom_up(stack: Stack[T]) -> tuple[T, ...]:
    """Return the values of a stack in the order in which they were pushed."""
    return tuple(stack)[::-1]
