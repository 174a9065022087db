"""What a program says at its terminal: a line at once, also where nobody reads it any more."""

import os
import sys
from contextlib import suppress
from typing import TextIO

LONGEST_MESSAGE = 400
"""Characters of a refusal, which may quote what a damaged file holds."""


def say(words: str) -> None:
    """Say a line at once; an output that takes no more (a full disk, a reader that is gone) ends no game."""
    try:
        print(words, flush=True)
    except OSError as fault:
        silence(sys.stdout)
        complain(f"nothing more can be said here ({fault.strerror}); everything else goes on")


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
