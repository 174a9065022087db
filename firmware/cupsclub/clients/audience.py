"""Who is there, and who is to be told what: the clients of this process, and what others tell of theirs.

Several processes may serve the same records. Each knows its own clients, and tells the others what changes:
who is there on which side of a game, who is in the lobby, and in which games something was written. The
entries come with that where they follow what is known; else each process reads them by itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from cupsboard.distance import wire
from cupsboard.rules.places import Side

from cupsclub.clients.requests import Tidings

MOST_WATCHERS = 1000
"""Of one game, beside those who play it."""
GAMES_A_TIDING = 200
Told = tuple[int, wire.FromServer]
"""A client and what it is to be told."""
_Tables: TypeAlias = dict[str, dict[Side, wire.AtTable]]


@dataclass(slots=True)
class Client:
    """What is known of a connection: its tokens' digests, and its side in each game that it follows."""

    token: str
    card: str = ""
    member: int | None = None
    """The member of the club who has one of its tokens, as far as that was asked."""
    is_in_lobby: bool = False
    follows: dict[str, Side | None] = field(default_factory=dict)


class Audience:
    """Knows who is there, and gathers what they are to be told; nothing in it is kept."""

    def __init__(
        self, now: Callable[[], float], tell: Callable[[Tidings, int | None], object] | None = None
    ) -> None:
        """`now` is the server's time; `tell` tells the process of that number something, or all (None)."""
        self._now, self._tell = now, tell
        self.clients: dict[int, Client] = {}
        self.lobby_changed = False
        self.both_there: set[str] = set()
        """Games whose sides are both there since something changed in them."""
        self.there: dict[str, frozenset[Side]] = {}
        """The sides that are there, of each game of which one is."""
        self._followers: dict[str, set[int]] = {}
        self.heads: dict[str, int] = {}
        """The newest entry of each game that is followed here, as its followers were told."""
        self._tables: _Tables = {}
        self._elsewhere: dict[int, _Tables] = {}
        """Sides that are there by a client of another process."""
        self._members_elsewhere: dict[int, Sequence[int]] = {}
        self._told: list[Told] = []
        self._written: dict[str, tuple[wire.Entry, ...]] = {}
        self._changed = _Tables()
        self._complete: dict[str, set[Side]] = {}
        """The games of which the other processes are to hear, and the sides."""

    @property
    def followed(self) -> Sequence[str]:
        """The codes of the games that clients follow here."""
        return sorted(self._followers)

    def tell(self, client: int, message: wire.FromServer) -> None:
        """Have a client told something."""
        self._told.append((client, message))

    def gathered(self) -> list[Told]:
        """Return what is to be told, once, and tell the other processes what concerns them."""
        members = self._members_here() if self.lobby_changed else None
        if self.lobby_changed:
            self.lobby_changed = False
            self._tell_lobby()
        tidings = Tidings(self._written, self._changed, self._complete, members)
        if self._tell is not None and tidings != Tidings():
            self._tell(tidings, None)
        self._written, self._changed, self._complete = {}, {}, {}
        told, self._told = self._told, []
        return told

    def _members_here(self) -> tuple[int, ...]:
        return tuple(sorted({each.member for each in self.clients.values() if each.member}))

    def _tell_lobby(self) -> None:
        members = {each for others in self._members_elsewhere.values() for each in others}
        news = wire.News(tuple(sorted(members.union(self._members_here()))))
        self._told += [(client, news) for client, each in self.clients.items() if each.is_in_lobby]

    def _tell_followers(self, code: str, message: wire.FromServer) -> None:
        self._told += [(follower, message) for follower in sorted(self._followers.get(code, ()))]

    def follow(self, client: int, code: str, side: Side | None, told: Sequence[wire.Entries]) -> None:
        """Have a client follow a game from now on, after what it is told now."""
        followers = self._followers.get(code, set())
        if side is None and client not in followers and len(followers) >= MOST_WATCHERS + len(Side):
            text = "Too many watch this game already."
            self.tell(client, wire.Refused(code, "full", text, told[0].head))
            return
        self._followers[code] = followers | {client} if client not in followers else followers
        self.heads[code] = max(told[0].head, self.heads.get(code, 0))
        self.clients[client].follows[code] = side
        self._told += [(client, each) for each in told]
        if side is None:
            self.tell(client, self._presence(code))
        else:
            self.at_table(client, code, link=True)

    def sit_down(self, client: int, code: str, side: Side) -> None:
        """Have one who has watched the game so far be there as a side."""
        known = self.clients[client]
        if code in known.follows and known.follows[code] is None:
            known.follows[code] = side
            self.at_table(client, code, link=True)

    def leave(self, client: int) -> None:
        """Have a client be gone."""
        known = self.clients.pop(client, None)
        self.lobby_changed |= known is not None and known.member is not None
        for code, side in () if known is None else sorted(known.follows.items()):
            followers = self._followers[code]
            followers.discard(client)
            if side is not None and not any(self.clients[each].follows[code] is side for each in followers):
                self._change(code, side, client, {"link": False, "laid": 0, "table": "unweighed"})
            if not followers:
                del self._followers[code], self.heads[code]
                self._tables.pop(code, None)

    def written(self, code: str, entries: Sequence[wire.Entry]) -> None:
        """Tell of entries that this process has written."""
        self._written[code] = (*self._written.get(code, ()), *entries)
        self.read(code, entries)

    def read(self, code: str, entries: Sequence[wire.Entry]) -> None:
        """Tell who follows a game of entries that were not told yet."""
        head = self.heads.get(code)
        new = () if head is None else tuple(entry for entry in entries if entry.n > head)
        if new:
            self.heads[code] = new[-1].n
            self._tell_followers(code, wire.Entries(code, new[-1].n, new))
            self._note_who_is_there(code)

    def ended(self, code: str, text: str, *, is_news: bool = True) -> None:
        """Tell who follows an invitation that it is no more; the other processes too where that `is_news`."""
        if is_news:
            self._written[code] = ()
        self._tell_followers(code, wire.Refused(code, "unknown-game", text, 0))

    def has_all(self, code: str, sides: Iterable[Side]) -> None:
        """Tell the other processes that copies of sides have nothing that the record lacks."""
        self._complete.setdefault(code, set()).update(sides)

    def at_table(self, client: int, code: str, **changes: Any) -> None:
        """Note something of the table of a client's side, and tell who follows the game, if it is news."""
        known = self.clients.get(client)
        side = None if known is None else known.follows.get(code)
        if side is not None:
            self._change(code, side, client, changes)

    def _change(self, code: str, side: Side, client: int, changes: dict[str, Any]) -> None:
        tables, all_before = self._tables.setdefault(code, {}), self._there(code)
        before = tables.get(side, wire.AtTable(False, self._now()))
        if changes.get("link", before.link) != before.link:
            changes = {**changes, "since": self._now()}
        after = tables[side] = replace(before, **changes)
        if after != before:
            self._changed.setdefault(code, {})[side] = after
        if self._there(code) != all_before:
            self._has_changed(code)
        elif client in self._followers.get(code, ()):
            self.tell(client, self._presence(code))

    def _has_changed(self, code: str) -> None:
        self._tell_followers(code, self._presence(code))
        self._note_who_is_there(code)

    def _there(self, code: str) -> dict[Side, wire.AtTable]:
        """Return how each side is there, in whatever process: best by the newest connection."""
        found = dict(self._tables.get(code, {}))
        for elsewhere in self._elsewhere.values():
            for side, table in elsewhere.get(code, {}).items():
                before = found.get(side)
                if before is None or (before.link, before.since) < (table.link, table.since):
                    found[side] = table
        return found

    def _presence(self, code: str) -> wire.Presence:
        return wire.Presence(code, {side.value: each for side, each in self._there(code).items()})

    def _note_who_is_there(self, code: str) -> None:
        there = frozenset(side for side, each in self._there(code).items() if each.link)
        if there:
            self.there[code] = there
        else:
            self.there.pop(code, None)
        if len(there) == len(Side):
            self.both_there.add(code)
        else:
            self.both_there.discard(code)

    def heard(self, process: int, told: Tidings) -> None:
        """Take in what another process tells of its clients, and what it has written where that follows."""
        for code, entries in told.games.items():
            if entries and self.heads.get(code) == entries[0].n - 1:
                self.read(code, entries)
        elsewhere = self._elsewhere.setdefault(process, {})
        for code, sides in told.tables.items():
            before = self._there(code)
            for side, table in sides.items():
                if table.link:
                    elsewhere.setdefault(code, {})[side] = table
                elif elsewhere.get(code, {}).pop(side, None) is not None and code in self._followers:
                    tables = self._tables.setdefault(code, {})
                    if side not in tables or not tables[side].link:
                        tables[side] = table
            if not elsewhere.get(code):
                elsewhere.pop(code, None)
            if self._there(code) != before:
                self._has_changed(code)
        if told.members is not None:
            self._members_elsewhere[process] = told.members
            self._tell_lobby()

    def forget(self, process: int) -> None:
        """Have all clients of another process be gone, and tell it of all that are here."""
        gone = wire.AtTable(False, self._now())
        tables = {
            code: dict.fromkeys(sides, gone) for code, sides in self._elsewhere.get(process, {}).items()
        }
        self.heard(process, Tidings(tables=tables, members=()))
        if self._tell is None:
            return
        here = [(code, _linked(tables)) for code, tables in self._tables.items()]
        for at in range(0, max(1, len(here)), GAMES_A_TIDING):
            self._tell(
                Tidings(tables=dict(here[at : at + GAMES_A_TIDING]), members=self._members_here()), process
            )


def _linked(tables: Mapping[Side, wire.AtTable]) -> dict[Side, wire.AtTable]:
    return {side: table for side, table in tables.items() if table.link}
