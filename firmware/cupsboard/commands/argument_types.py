"""Readers of command-line values that say what was wanted."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within limits."""

    def read(text: str) -> int:
        wanted = f"a whole number from {lowest}" + (" on" if highest is None else f" to {highest}")
        try:
            found = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is no number: give {wanted}") from None
        if found < lowest or (highest is not None and found > highest):
            raise ArgumentTypeError(f"{found} is out of range: give {wanted}")
        return found

    return read


def number(lowest: float, highest: float) -> Callable[[str], float]:
    """A reader of numbers within limits."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        # Written so that NaN is refused too.
        if not lowest <= found <= highest:
            raise ArgumentTypeError(f"{text!r}: give a number from {lowest:g} to {highest:g}")
        return found

    return read


share = number(0.0, 1.0)
"""A number from 0 to 1."""
port = whole(0, 65535)
"""A port of a server; 0 is any that is free."""
