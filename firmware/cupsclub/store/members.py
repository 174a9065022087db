"""The members of a club as rows: who they are, their devices, and what is between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from msgspec import json

from cupsclub.store.port import Sql

Role: TypeAlias = Literal["member", "director", "guest", "engine"]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a club; `since` is in seconds since 1970.

    `name` is "" for one who has left and whose data were deleted; the number stays, so that results add up.
    """

    number: int
    name: str
    role: Role
    since: float
    is_blocked: bool = False
    """Whether a director keeps the member out."""

    @property
    def may_play(self) -> bool:
        """Return whether the member may sit down at games."""
        return self.role != "guest" and not self.is_blocked and self.name != ""


@dataclass(frozen=True, slots=True)
class Card:
    """What a code of eight letters is for, once, until a time of the server.

    It makes a new member of this name, or with `member` another device of that one.
    """

    name: str
    role: Role
    member: int | None
    until: float


@dataclass(frozen=True, slots=True)
class Device:
    """What a member comes with: a browser or a board, and since when. The label of a board is its name."""

    number: int
    label: str
    since: float
    is_board: bool = False


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of a member, with how often it has signed, as far as it counts that."""

    id: str
    member: int
    public_key: str
    count: int


@dataclass(frozen=True, slots=True)
class Note:
    """What a member reported, or a director did, at a time of the server."""

    at: float
    by: int
    about: int
    what: str
    game: str | None = None


class Members:
    """Reads and writes them; within a transaction of the records where anything is written."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def every(self) -> list[Member]:
        """Return all members, those who have left too."""
        return [_member(row) for row in self._sql.rows(f"{_MEMBER} order by number")]

    def is_club(self) -> bool:
        """Return whether anybody is a member, or is invited to be one."""
        return bool(self._sql.rows("select 1 from member union all select 1 from card limit 1"))

    def member(self, number: int) -> Member | None:
        """Return a member by number; None without one."""
        return next(map(_member, self._sql.rows(f"{_MEMBER} where number = ?", number)), None)

    def named(self, folded: str) -> Member | None:
        """Return the member of a name, as `folded` writes it; None without one."""
        return next(map(_member, self._sql.rows(f"{_MEMBER} where folded = ?", folded)), None)

    def with_token(self, token: str) -> Member | None:
        """Return the member whose device has a token of this digest; None without one, or if kept out."""
        found = self._sql.rows(
            f"{_MEMBER} where blocked = 0 and number = (select member from device where token = ?)", token
        )
        return next(map(_member, found), None)

    def add(self, name: str, folded: str, role: Role, since: float) -> Member:
        """Add a member with the next number."""
        ((number,),) = self._sql.rows("select coalesce(max(number), 0) + 1 from member")
        self._sql.write("insert into member values (?, ?, ?, ?, ?, 0)", [(number, name, folded, role, since)])
        return Member(number, name, role, since)

    def change(self, member: Member, folded: str | None) -> None:
        """Write a member's name, role and whether a director keeps the member out."""
        values = member.name, folded, member.role, int(member.is_blocked), member.number
        self._sql.write(
            "update member set name = ?, folded = ?, role = ?, blocked = ? where number = ?", [values]
        )

    def hold(self, numbers: Iterable[int]) -> None:
        """Lock these members' rows to the end of this transaction; another that holds one of them clashes."""
        # In their order, so that no two wait for each other.
        rows = [(number,) for number in sorted(numbers)]
        self._sql.write("update member set since = since where number = ?", rows)

    def salt(self) -> str:
        """Return what the codes of this club are locked with: random letters, drawn with its tables."""
        ((salt,),) = self._sql.rows("select salt from club")
        return str(salt)

    def club_name(self) -> str:
        """Return what its directors call the club; "" if they have not."""
        ((name,),) = self._sql.rows("select name from club")
        return str(name)

    def name_club(self, name: str) -> None:
        """Write what the club is called."""
        self._sql.write("update club set name = ? where true", [(name,)])

    def add_card(self, code: str, card: Card) -> None:
        """Add what the code with this lock is for."""
        values = code, card.name, card.role, card.member, card.until
        self._sql.write("insert into card values (?, ?, ?, ?, ?)", [values])

    def card(self, code: str, now: float) -> Card | None:
        """Return what the code with this lock is for at a time of the server; None for nothing."""
        found = self._sql.rows(
            "select name, role, member, until from card where code = ? and until > ?", code, now
        )
        return next((Card(*row) for row in found), None)

    def invitations(self, now: float) -> Sequence[Card]:
        """Return what new members are invited by and have not come in with, at a time of the server."""
        found = self._sql.rows(
            "select name, role, member, until from card where member is null and until > ?"
            " order by until, name",
            now,
        )
        return [Card(*row) for row in found]

    def forget_invitation(self, name: str) -> None:
        """Take out the code by which a new member of exactly this name may come in."""
        self._sql.write("delete from card where member is null and name = ?", [(name,)])

    def forget_device_cards(self, member: int) -> None:
        """Take out the codes by which a member may come in with another device."""
        self._sql.write("delete from card where member = ?", [(member,)])

    def forget_card(self, code: str) -> None:
        """Take out a code that was used."""
        self._sql.write("delete from card where code = ?", [(code,)])

    def forget_old_cards(self, now: float) -> None:
        """Take out the codes whose time is over."""
        self._sql.write("delete from card where until <= ?", [(now,)])

    def add_device(
        self, token: str, member: int, label: str, since: float, *, is_board: bool = False
    ) -> None:
        """Add a device that has a token of this digest."""
        # A board that was taken away keeps its number in the games that were played there.
        ((number,),) = self._sql.rows(
            "select coalesce(max(number), 0) + 1 from"
            " (select number from device union all select board from call) known"
        )
        values = number, token, member, label, since, int(is_board)
        self._sql.write("insert into device values (?, ?, ?, ?, ?, ?)", [values])

    def devices(self, member: int) -> Sequence[Device]:
        """Return a member's devices."""
        found = self._sql.rows(
            "select number, label, since, board from device where member = ? order by number", member
        )
        return [Device(number, label, since, bool(board)) for number, label, since, board in found]

    def device_with(self, token: str) -> int | None:
        """Return the number of the device with a token of this digest; None without one."""
        return next(
            (int(n) for (n,) in self._sql.rows("select number from device where token = ?", token)), None
        )

    def forget_device(self, member: int, number: int) -> None:
        """Take a device away from its member."""
        self._sql.write("delete from device where member = ? and number = ?", [(member, number)])

    def add_passkey(self, passkey: Passkey, since: float) -> None:
        """Add a passkey."""
        values = passkey.id, passkey.member, passkey.public_key, passkey.count, since
        self._sql.write("insert into passkey values (?, ?, ?, ?, ?)", [values])

    def passkey(self, id: str) -> Passkey | None:
        """Return a passkey by its id; None without one."""
        found = self._sql.rows("select id, member, public_key, count from passkey where id = ?", id)
        return next((Passkey(*row) for row in found), None)

    def passkeys(self, member: int) -> Sequence[tuple[str, float]]:
        """Return the ids of a member's passkeys, and since when they are there."""
        return [
            (str(id), float(since))
            for id, since in self._sql.rows(
                "select id, since from passkey where member = ? order by since, id", member
            )
        ]

    def count_passkey(self, id: str, count: int) -> None:
        """Write how often a passkey has signed."""
        self._sql.write("update passkey set count = ? where id = ?", [(count, id)])

    def forget_passkey(self, member: int, id: str) -> None:
        """Take a passkey away from its member."""
        self._sql.write("delete from passkey where member = ? and id = ?", [(member, id)])

    def forget_ways_in(self, member: int) -> None:
        """Take out all that lets a member in: devices, passkeys and codes."""
        for table in ("device", "passkey", "card"):
            self._sql.write(f"delete from {table} where member = ?", [(member,)])

    def blocks(self, by: int) -> Sequence[int]:
        """Return the members whom a member has blocked."""
        return [int(n) for (n,) in self._sql.rows("select about from block where by = ? order by about", by)]

    def are_apart(self, one: int, other: int) -> bool:
        """Return whether either of two members has blocked the other."""
        pairs = one, other, other, one
        return bool(
            self._sql.rows(
                "select 1 from block where (by = ? and about = ?) or (by = ? and about = ?)", *pairs
            )
        )

    def block(self, by: int, about: int, *, is_blocked: bool) -> None:
        """Have a member block another, or no more."""
        self._sql.write("delete from block where by = ? and about = ?", [(by, about)])
        if is_blocked:
            self._sql.write("insert into block values (?, ?)", [(by, about)])

    def forget_blocks(self, member: int) -> None:
        """Take out whom a member has blocked, and who has blocked the member."""
        self._sql.write("delete from block where by = ? or about = ?", [(member, member)])

    def games(self, member: int) -> Sequence[tuple[str, str, float, str]]:
        """Return a member's games, the newest first: code, name, when opened and the member's side."""
        found = self._sql.rows(
            "select code, game.name, opened, side from game join seat on seat.game = code"
            " where member = ? order by opened desc, code",
            member,
        )
        return [(str(code), str(name), float(opened), str(side)) for code, name, opened, side in found]

    def played(
        self,
        most: int,
        *,
        member: int | None = None,
        name: str | None = None,
        day: tuple[float, float] | None = None,
        before: tuple[float, str] | None = None,
        is_going: bool = False,
    ) -> Sequence[str]:
        """Return the codes of the newest begun games of members: of one of them, of a game, opened on a day.

        With `is_going` those that are over are left out. `day` is from when to when, and `before` when the
        last one that was told was opened, with its code.
        """
        wishes: list[tuple[str, tuple[object, ...]]] = [
            ("exists (select 1 from entry where entry.game = code)", ())
        ]
        if member is None:
            wishes.append(("exists (select 1 from seat where seat.game = code and member is not null)", ()))
        else:
            wishes.append(("code in (select seat.game from seat where member = ?)", (member,)))
        if name is not None:
            wishes.append(("name = ?", (name,)))
        if day is not None:
            wishes.append(("opened >= ? and opened < ?", day))
        if before is not None:
            wishes.append(("(opened < ? or (opened = ? and code > ?))", (before[0], *before)))
        if is_going:
            wishes.append(("ended = 0", ()))
        values = [value for _, each in wishes for value in each]
        found = self._sql.rows(
            f"select code from game where {' and '.join(wish for wish, _ in wishes)}"
            " order by opened desc, code limit ?",
            *(*values, most),
        )
        return [str(code) for (code,) in found]

    def sought(self) -> Sequence[str]:
        """Return the codes of the games among members that wait for their second player, the newest first."""
        found = self._sql.rows(
            "select code from game where ended = 0 and whom is not null"
            " and not exists (select 1 from call where call.game = code)"
            " and not exists (select 1 from entry where entry.game = code) order by opened desc, code"
        )
        return [str(code) for (code,) in found]

    def open_games(self, member: int) -> Sequence[str]:
        """Return the codes of the games that a member has opened, or is asked to, and that have not begun."""
        found = self._sql.rows(
            "select code from game where not exists (select 1 from entry where entry.game = code)"
            " and (whom = ? or exists (select 1 from seat where seat.game = code and member = ?)"
            " or exists (select 1 from call where call.game = code and (south = ? or north = ?)))",
            *(member, member, member, member),
        )
        return [str(code) for (code,) in found]

    def forget_name(self, member: int, instead: str) -> None:
        """Write something else where a member's name stands in games; no other act changes an entry."""
        for code, _, _, side in self.games(member):
            self._sql.write("update seat set name = ? where game = ? and side = ?", [(instead, code, side)])
            for (act,) in self._sql.rows("select act from entry where game = ? and n = 1", code):
                begin = json.decode(act)
                begin["seats"][side] = instead
                words = json.encode(begin).decode()
                self._sql.write("update entry set act = ? where game = ? and n = 1", [(words, code)])

    def add_note(self, note: Note) -> None:
        """Add what was reported or done."""
        ((number,),) = self._sql.rows("select coalesce(max(number), 0) + 1 from note")
        values = number, note.at, note.by, note.about, note.what, note.game
        self._sql.write("insert into note values (?, ?, ?, ?, ?, ?)", [values])

    def notes_since(self, by: int, at: float) -> int:
        """Return how many notes a member has caused since a time of the server."""
        ((count,),) = self._sql.rows("select count(*) from note where by = ? and at > ?", by, at)
        return int(count)

    def notes(self, most: int, by: int | None = None) -> Sequence[Note]:
        """Return the newest notes, of all members or of one."""
        found = self._sql.rows(
            "select at, by, about, what, game from note where (cast(? as integer) is null or by = ?)"
            " order by number desc limit ?",
            *(by, by, most),
        )
        return [Note(*row) for row in found]


_MEMBER = "select number, name, role, since, blocked from member"


def _member(row: tuple[Any, ...]) -> Member:
    number, name, role, since, blocked = row
    return Member(number, name, role, since, bool(blocked))
