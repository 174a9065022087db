"""Command-line options for foreign engines: the command that starts one, and its time for a move."""

import argparse
import shutil
from collections.abc import Callable

from cupsboard.commands.argument_types import number
from cupsboard.engine.foreign import THINK_SECONDS, CommandError, words_of

SHORTEST_SECONDS, LONGEST_SECONDS = 0.1, 600.0


def add_seconds(add: Callable[..., object], **how: object) -> None:
    """Add the bound of a foreign engine's thoughts; `add` is as in `argparse`."""
    add(
        "--engine-seconds",
        type=number(SHORTEST_SECONDS, LONGEST_SECONDS),
        metavar="S",
        help=f"how long an engine may think about a move ({THINK_SECONDS:g})",
        **how,
    )


def engine_command(text: str) -> str:
    """A command that starts a program which is there. Raises ArgumentTypeError."""
    try:
        program = words_of(text)[0]
    except CommandError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None
    if shutil.which(program) is None:
        raise argparse.ArgumentTypeError(
            f"{text!r}: there is no program {program!r} that can be run; write its path, or start it "
            "by another one, as in 'python3 greedy.py'"
        )
    return text
