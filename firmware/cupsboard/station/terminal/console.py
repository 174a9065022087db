"""What a program says at its terminal, also where nobody reads it any more, and what is typed there."""

import os
import select
import sys
from contextlib import suppress
from errno import EINVAL
from typing import TextIO

from cupsboard.formats.file_reading import UnfitFile

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


LONGEST_LINE = 4096
"""Characters; as much as a terminal takes in a line."""


def typed_line(prompt: str) -> str | None:
    """The line that follows a prompt, without its end; None where nothing more comes.

    Raises UnfitFile for input that nobody has typed: endless lines and what is no text.
    """
    try:
        if sys.stdin.isatty():
            return input(prompt)
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except EOFError:
        return None
    except UnicodeDecodeError:
        raise _unfit("is no text; type the answers") from None
    if len(line) > LONGEST_LINE:
        raise _unfit(f"has a line of more than {LONGEST_LINE} characters; type the answers")
    return line.rstrip("\n") if line else None


def _unfit(why: str) -> UnfitFile:
    return UnfitFile(EINVAL, why, "the input")
