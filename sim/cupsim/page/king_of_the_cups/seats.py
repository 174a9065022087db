"""Who sits where: browsers that come and go, and simulated people on every seat that nobody has.

A browser is known by a token of its own, so a page that is loaded again finds its seats. Nothing here knows a
clock: whoever asks says what time it is.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat

KEPT_SECONDS = 60.0
"""So long seats are kept for a browser that is gone."""


BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing, although they are neither spaces nor of the categories that never show."""
MOST_MARKS = 2
"""Accents on one letter; more of them run over what stands above and below."""


def visible(name: str) -> str:
    """A name as it may stand on every page: without what is invisible or turns the line, spaces once each."""
    shown, marks = list[str](), 0
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category.startswith("Z") or character in "\t\n\r":
            shown.append(" ")
        elif not category.startswith("C") and character not in BLANK and marks <= MOST_MARKS:
            shown.append(character)
    return " ".join("".join(shown).split())


@dataclass(slots=True)
class _Browser:
    connections: set[int] = field(default_factory=set)
    gone_since: float | None = None


class Seats:
    """The seats of one table."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = tuple(seats)
        self._holders: dict[Seat, str] = {}
        self._names: dict[Seat, str] = {}
        self._browsers: dict[str, _Browser] = {}
        self._has_anybody_come = False

    @property
    def persons(self) -> Collection[Seat]:
        """The seats that persons have; until somebody comes the first is kept for them."""
        return self._holders.keys() if self._has_anybody_come else self._seats[:1]

    @property
    def names(self) -> Mapping[Seat, str]:
        """What persons want to be called."""
        return self._names

    def of_connection(self, connection: int) -> tuple[Seat, ...]:
        """The seats that a page may act for."""
        token = self._token_of(connection)
        return tuple(seat for seat in self._seats if token is not None and self._holders.get(seat) == token)

    def is_seated(self, token: str) -> bool:
        """Whether a browser has a seat, here or gone for a while; for any thread."""
        return token in tuple(self._holders.values())

    def connections(self) -> Collection[int]:
        """All open pages that have said who they are."""
        return [each for browser in self._browsers.values() for each in browser.connections]

    def greet(self, connection: int, token: str) -> None:
        """Somebody opens a page; who is the first of all sits down on the first seat."""
        if self._token_of(connection) is not None:
            return
        browser = self._browsers.setdefault(token, _Browser())
        browser.connections.add(connection)
        browser.gone_since = None
        if not self._holders:
            self._holders[self._seats[0]] = token
        self._has_anybody_come = True

    def leave(self, connection: int, now: float) -> None:
        """A page is closed, or its connection lost; who is gone without a seat is forgotten at once."""
        token = self._token_of(connection)
        if token is None:
            return
        browser = self._browsers[token]
        browser.connections.discard(connection)
        if not browser.connections:
            browser.gone_since = now
            if not self.is_seated(token):
                del self._browsers[token]

    def pass_time(self, now: float) -> None:
        """Leave the seats of those who have been gone for long to simulated people."""
        gone = [
            token
            for token, browser in self._browsers.items()
            if browser.gone_since is not None and now - browser.gone_since >= KEPT_SECONDS
        ]
        for token in gone:
            del self._browsers[token]
            for seat in [seat for seat, holder in self._holders.items() if holder == token]:
                self._vacate(seat)

    def sit(self, connection: int, seat: Seat, name: str) -> bool:
        """Take a seat that no other person has, and leave the one before; whether that could be done.

        A browser has one seat: whoever could take all would play alone.
        """
        token = self._token_of(connection)
        if token is None or seat not in self._seats or self._holders.get(seat, token) != token:
            return False
        for before in [each for each, holder in self._holders.items() if holder == token and each != seat]:
            self._vacate(before)
        self._holders[seat] = token
        self.rename(seat, name)
        return True

    def rename(self, seat: Seat, name: str) -> None:
        """Call a player so; without a name by their number."""
        if name := visible(name):
            self._names[seat] = name
        else:
            self._names.pop(seat, None)

    def stand_up(self, seat: Seat) -> None:
        """Leave a seat to a simulated player."""
        self._vacate(seat)

    def at_another_table(self, seats: Sequence[Seat]) -> None:
        """Go on at a table with other seats: whoever finds theirs keeps it."""
        self._seats = tuple(seats)
        for seat in [seat for seat in self._holders if seat not in self._seats]:
            self._vacate(seat)

    def _vacate(self, seat: Seat) -> None:
        self._holders.pop(seat, None)
        self._names.pop(seat, None)

    def _token_of(self, connection: int) -> str | None:
        for token, browser in self._browsers.items():
            if connection in browser.connections:
                return token
        return None
