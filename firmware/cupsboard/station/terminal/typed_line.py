"""Answers that are typed, or come from a file in a terminal's place."""

import sys
from errno import EINVAL

from cupsboard.formats.file_reading import UnfitFile

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
