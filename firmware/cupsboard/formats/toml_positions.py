"""On which line of a TOML text a value stands: `tomllib` reads documents, but keeps no positions.

The text is walked once more, as far as keys, tables and arrays need; that it is TOML, `tomllib` has said.
"""

import re
import tomllib
from typing import Any

from cupsboard.formats.file_reading import text_of

MOST_KEYS_JOINED = 16
"""Keys joined by dots, as in `strip.spans.south-1.first`: no document of ours joins more than four."""

_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'", re.DOTALL
)
_SCALAR = re.compile(r"[^,\]}#\n]+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_KEYS_JOINED = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    f"{{{MOST_KEYS_JOINED}}}"
)
_LAST_STEP = re.compile(r"(?:^|\.)[^.\[\]]+$|\[\d+\]$")


def tables_in(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises ValueError or RecursionError for any other.

    Many keys joined by dots are refused, for `tomllib` takes time and memory with the square of their number.
    """
    if (found := _KEYS_JOINED.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"line {line}: more than {MOST_KEYS_JOINED} keys joined by dots")
    return tomllib.loads(text)


def line_of(content: bytes, place: str) -> int | None:
    """The line, from 1, of a place such as "cells[2].line", or of the table it would belong into.

    None for what belongs to no line: a key that the top level lacks, or text that is no TOML.
    """
    try:
        text = text_of(content)
        tables_in(text)
        lines = _Walk(text).lines
    except (ValueError, RecursionError):
        return None
    while place and place not in lines:
        place = _LAST_STEP.sub("", place) if _LAST_STEP.search(place) else ""
    return lines.get(place)


def in_file(source: str, content: bytes, fault: object) -> str:
    """Return a fault of a document with its source, and with its line if it begins with a place in it.

    As in "my.toml, line 4: cells[2].line: 28 is used twice".
    """
    place, _, _ = str(fault).partition(": ")
    line = line_of(content, place)
    return f"{source}{'' if line is None else f', line {line}'}: {fault}"


class _Walk:
    """One walk through a valid TOML text; `lines` says where every place begins."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self._text = text
        self._at = 0
        self._counted = (0, 1)
        """Up to where line ends were counted, and the line there."""
        self._tables: dict[str, int] = {}
        """The arrays of tables, with the index of the table that was begun last."""
        table = ""
        while self._comes() != "":
            if self._passes("[["):
                table = self._next_table()
            elif self._passes("["):
                table = self._table()
            else:
                self._pair(table)

    def _next_table(self) -> str:
        line = self._line()
        array = self._array_of_tables(self._keys("]]"))
        self.lines.setdefault(array, line)
        self._tables[array] = self._tables.get(array, -1) + 1
        table = f"{array}[{self._tables[array]}]"
        self.lines[table] = line
        return table

    def _array_of_tables(self, keys: list[str]) -> str:
        *outer, last = keys
        return _joined(self._latest(outer), last)

    def _table(self) -> str:
        line = self._line()
        table = self._latest(self._keys("]"))
        self.lines.setdefault(table, line)
        return table

    def _latest(self, keys: list[str]) -> str:
        """The place of a table's header: in an array of tables the one that was begun last is meant."""
        place = ""
        for key in keys:
            place = _joined(place, key)
            if place in self._tables:
                place = f"{place}[{self._tables[place]}]"
        return place

    def _pair(self, table: str) -> None:
        line = self._line()
        place = table
        for key in self._keys("="):
            place = _joined(place, key)
            self.lines.setdefault(place, line)
        self._value(place)

    def _value(self, place: str) -> None:
        if self._passes("["):
            index = 0
            while not self._passes("]"):
                self._comes()
                self.lines[f"{place}[{index}]"] = self._line()
                self._value(f"{place}[{index}]")
                self._passes(",")
                index += 1
        elif self._passes("{"):
            while not self._passes("}"):
                self._comes()
                self._pair(place)
                self._passes(",")
        else:
            self._comes()
            if not self._take(_STRING):
                self._take(_SCALAR)

    def _keys(self, end: str) -> list[str]:
        keys: list[str] = []
        while not self._passes(end):
            self._comes()
            quoted = self._take(_STRING)
            keys.append(tomllib.loads(f"key = {quoted}")["key"] if quoted else self._take(_BARE_KEY))
            self._passes(".")
        return keys

    def _comes(self) -> str:
        """The next sign behind blanks and comments; nothing at the end."""
        self._take(_BLANK)
        return self._text[self._at : self._at + 1]

    def _passes(self, sign: str) -> bool:
        """Whether this comes next; then it is behind us."""
        self._comes()
        is_here = self._text.startswith(sign, self._at)
        self._at += len(sign) * is_here
        return is_here

    def _take(self, token: re.Pattern[str]) -> str:
        found = token.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found.group()

    def _line(self) -> int:
        counted, line = self._counted
        line += self._text.count("\n", counted, self._at)
        self._counted = (self._at, line)
        return line


def _joined(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
