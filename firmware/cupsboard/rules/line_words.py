"""The words of a line that holds a position: two rows of cups, pots and stocks, and whose turn it is."""

import re
from collections.abc import Callable
from typing import TypeVar

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Place, Side, cup, pot, stock

T = TypeVar("T")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,6}")


class LineWords:
    """The words of a line from left to right, each with its column for an error message."""

    def __init__(self, text: str, note: str = "") -> None:
        """`note` ends each error message."""
        self._words = re.finditer(r"[^ \t]+", text)
        self._note = note

    def rows(self, cups: int, read: Callable[[Place], T]) -> tuple[tuple[list[T], list[T]], Side | None]:
        """Return what lies in both rows, and the side to move, which ends them; None for an open start.

        A row is its cups, its pot and its stock; `read` reads what lies in a place.
        """
        south = self._row(Side.SOUTH, cups, read)
        self.take("between the rows", "/")
        north = self._row(Side.NORTH, cups, read)
        self.take("before the turn", "/")
        turn = self.take("whose turn it is", "south", "north", "open")
        return (south, north), None if turn == "open" else Side(turn)

    def number(self, what: str, most: int, least: int = 0, unit: str = "") -> int:
        """Return the next word as a number."""
        word, column = self.next()
        if _NUMBER.fullmatch(word) is None or not least <= int(word) <= most:
            raise self.fault(column, what, word, f"a whole number{unit}, {least} to {most}")
        return int(word)

    def take(self, where: str, *allowed: str) -> str:
        """Return the next word, which must be one of `allowed`; "" stands for the end of the line."""
        word, column = self.next()
        if word not in allowed:
            wanted = " or ".join(repr(each) if each else "nothing more" for each in allowed)
            raise self.fault(column, where, word, wanted)
        return word

    def next(self) -> tuple[str, str]:
        """Return the next word, "" at the end, and its column in words."""
        match = next(self._words, None)
        return ("", "at the end") if match is None else (match[0], f"column {match.start() + 1}")

    def fault(self, column: str, where: str, word: str, wanted: str) -> RulesError:
        """Return the error for a word that is not what was wanted."""
        found = repr(word) if word else "nothing"
        return RulesError(f"{column}, {where}: found {found}, expected {wanted}{self._note}")

    def _row(self, side: Side, cups: int, read: Callable[[Place], T]) -> list[T]:
        lying = [read(cup(side, number)) for number in range(1, cups + 1)]
        self.take(f"after {side.value}'s {cups} cups", "pot")
        lying.append(read(pot(side)))
        self.take(f"after {side.value}'s pot", "stock")
        return [*lying, read(stock(side))]
