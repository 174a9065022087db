"""Readers of command-line values that say what was wanted."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within limits."""

    def read(text: str) -> int:
        wanted = f"a whole number from {lowest}" + (" on" if highest is None else f" to {highest}")
        try:
            number = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is no number: give {wanted}") from None
        if number < lowest or (highest is not None and number > highest):
            raise ArgumentTypeError(f"{number} is out of range: give {wanted}")
        return number

    return read


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise ArgumentTypeError(f"{text!r}: give a number from 0 to 1")
    return number
