"""Read the lines of a game record one after the other, with error messages that name the line."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeVar

from cupsboard.rules.errors import RulesError

T = TypeVar("T")
R = TypeVar("R")

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANKS = " \t"
_MOST_SHOWN = 80
"""The most characters of a line that a message quotes."""


class RecordError(RulesError):
    """Raised for a text that is not a game record; the message names the line."""


class RecordLines:
    """The lines of a text that aren't blank, one after the other, with their numbers for error messages."""

    def __init__(self, text: str):
        self._rest = self._not_blank(text)
        self._ahead = next(self._rest, None)
        self._once: dict[str, int] = {}
        """The headers already taken that may not come again, with their lines."""
        self.number = 0
        """The number of the line taken last."""
        self._line = ""

    def next_begins(self, start: str) -> bool:
        """Return whether the next line begins with `start`."""
        return self._ahead is not None and self._ahead[1].startswith(start)

    def take(self, wanted: str) -> str:
        """Return the next line. Raises RecordError, saying what is wanted, at the end of the text."""
        if self._ahead is None:
            raise RecordError(f"after line {self.number}: the text ends, but {wanted} must follow; add it")
        self.number, self._line = self._ahead
        self._ahead = next(self._rest, None)
        self.checked(_require_visible, self._line)
        header = self._line.partition(":")[0]
        if header in self._once:
            raise self.error(f"line {self._once[header]} gives {header} already; remove one of them")
        return self._line

    def header(self, name: str, read: Callable[[str], R], *, is_repeatable: bool = False) -> R:
        """Return the result of `read` for the value of the next line, which must be this header."""
        found, colon, value = self.take(f"a line '{name}: ...'").partition(":")
        if found != name or not colon:
            raise self.error(f"a line '{name}: ...' must stand here; write one")
        if value and not value.startswith(" "):
            raise self.error(f"a space must follow the colon; write '{name}: {shown(value)}'")
        if not is_repeatable:
            self._once[name] = self.number
        return self.checked(read, value[1:])

    def checked(self, read: Callable[[T], R], value: T) -> R:
        """Return the result of `read` for a value of the last line; its errors get the line's number."""
        try:
            return read(value)
        except RulesError as fault:
            raise self.error(str(fault)) from fault

    def require_end(self) -> None:
        """Raise RecordError if further lines follow."""
        if self._ahead is not None:
            self.take("nothing")
            raise self.error("nothing may follow the result; remove it")

    def error(self, fault: str) -> RecordError:
        """Return an error about the line taken last."""
        return RecordError(f"line {self.number}, {shown(self._line)!r}: {shown(fault, 3 * _MOST_SHOWN)}")

    def _not_blank(self, text: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(_LINE_END.split(text), start=1):
            if line := line.rstrip(_BLANKS):
                yield number, line


def shown(text: str, most: int = _MOST_SHOWN) -> str:
    """Return a text as a message quotes it: shortened to its beginning and its end if it is long."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"


def _require_visible(line: str) -> None:
    """Raise RulesError for characters that can't be seen, or that look like a plain space."""
    for column, sign in enumerate(line, start=1):
        if not sign.isprintable():
            name = "a tab" if sign == "\t" else unicodedata.name(sign, "a sign without a name").lower()
            instead = "write a plain space, or nothing" if sign.isspace() else "remove it"
            raise RulesError(f"column {column} holds {name} (U+{ord(sign):04X}); {instead}")
