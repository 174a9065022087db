"""What a program says at its terminal: a line at once, also where nobody reads it any more."""

import os
import select
import sys
from contextlib import suppress
from typing import TextIO

LONGEST_MESSAGE = 400
"""Characters of a refusal, which may quote what a damaged file holds."""


def say(words: str, to: TextIO | None = None) -> bool:
    """Say a line at once, to the usual output if to none; return whether its reader is still there.

    An output that takes no more (a full disk, a reader that is gone) ends no game.
    """
    try:
        print(words, file=to, flush=True)
    except OSError as fault:
        silence(to or sys.stdout)
        complain(f"nothing more can be said here ({fault.strerror}); everything else goes on")
        return not isinstance(fault, BrokenPipeError)
    return True


def is_read(stream: TextIO) -> bool:
    """Return whether a stream may still be read: False for a pipe or connection whose other end is closed."""
    watched = select.poll()
    try:
        watched.register(stream, 0)
        return not watched.poll(0)
    except (OSError, ValueError):
        return True


def complain(message: str) -> None:
    """Say on stderr what is wrong, cut to what fits a screen; nobody may be there to read it."""
    try:
        print(_short(message), file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let everything that is still to be written to a stream, at exit too, go nowhere."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _short(message: str) -> str:
    """A message that fits a line of a screen: it begins with where it happened, and ends with what to do."""
    message = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in message)
    half = LONGEST_MESSAGE // 2
    return message if len(message) <= LONGEST_MESSAGE else f"{message[:half]} ... {message[-half:]}"
