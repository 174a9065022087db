"""Readers of command-line values that say what was wanted."""

import shutil
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cupsboard.distance.wire import Clock

_SECONDS_A_DAY = 86400.0


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


def clock(text: str) -> "Clock":
    """Return the clock that an option asks for, as in "10+5" or "3d". Raises ArgumentTypeError."""
    from cupsboard.distance.wire import Clock

    minutes, _, increment = text.partition("+")
    try:
        if text.endswith("d"):
            return Clock(float(text.removesuffix("d")) * _SECONDS_A_DAY, is_for_each_move=True)
        return Clock(60.0 * float(minutes), float(increment or 0.0))
    except ValueError:
        raise ArgumentTypeError(
            f"{text!r}: give minutes, with seconds for each move as in 10+5, or days for each move as in 3d"
        ) from None


def engine_command(text: str) -> str:
    """A command that starts a program which is there. Raises ArgumentTypeError."""
    from cupsboard.engine.foreign import CommandError, words_of

    try:
        program = words_of(text)[0]
    except CommandError as fault:
        raise ArgumentTypeError(str(fault)) from None
    if shutil.which(program) is None:
        raise ArgumentTypeError(
            f"{text!r}: there is no program {program!r} that can be run; write its path, or start it "
            "by another one, as in 'python3 greedy.py'"
        )
    return text
