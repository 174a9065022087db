"""Lines that are broken between words where the terminal ends."""

import re
from shutil import get_terminal_size
from textwrap import fill

UNBROKEN = (100_000, 24)
"""Columns and lines of what is no terminal: a file gets its lines whole."""
_BEFORE_THE_WORDS = re.compile(r".*\] | +\S.*?\S {2,}")
"""A bar, or a name in a list."""


def wrapped(text: str) -> str:
    """Each line at most as long as the terminal is wide, its rest below the place where its words begin."""
    columns = get_terminal_size(UNBROKEN).columns
    return "\n".join(_wrapped(line, columns) for line in text.split("\n"))


def _wrapped(line: str, columns: int) -> str:
    before = _BEFORE_THE_WORDS.match(line)
    indent = len(line) - len(line.lstrip()) if before is None else before.end()
    # Where little room is left beside a bar, the rest begins further left.
    hanging = " " * (indent if indent <= columns // 2 else 2)
    return fill(line, columns, subsequent_indent=hanging, break_on_hyphens=False)
