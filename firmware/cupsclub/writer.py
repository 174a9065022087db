"""The one writer: every message of every client goes through it, in batches, each in one transaction.

Nothing of a batch is told before its transaction is committed. To read a game's entries and to be told of all
later ones is one step in here, so nothing falls between the two.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TypeAlias

from cupsboard.distance.shared_game import SharedGame, for_distance
from cupsboard.distance.verdict import Refusal, verdict
from cupsboard.distance.wire import (
    KEY_CHARACTERS,
    MOST_NAME_CHARACTERS,
    AnyAct,
    AtTable,
    Beat,
    Begin,
    Bye,
    Entries,
    Entry,
    Follow,
    FromClient,
    FromServer,
    Hello,
    Invite,
    Join,
    Message,
    Presence,
    Refused,
    Say,
    Seated,
    SideName,
    Table,
    WireError,
    act_from,
    plain,
    side_name,
)
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

from cupsclub.store.port import Clash, Game, Records, RecordsError, Seat

ENTRIES_A_MESSAGE = 200
MOST_ENTRIES = 10_000
"""Of one game: a hundred times a long one."""
MOST_OPEN_GAMES = 10
"""Games of one token that wait for their second player."""
MOST_WATCHERS = 1000
"""Of one game, beside those who play it."""
MOST_CACHED = 2000


@dataclass(frozen=True, slots=True)
class Came:
    """A client has said who it is; `token` is "" for one who only watches."""

    client: int
    token: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A client has sent a message."""

    client: int
    message: FromClient


@dataclass(frozen=True, slots=True)
class Left:
    """A client is gone."""

    client: int


Request: TypeAlias = Came | Heard | Left
Told = tuple[int, FromServer]
"""A client and what it is to be told."""


def digest(token: str) -> str:
    """Return what is stored of a token, which is itself nowhere but at its owner's."""
    return sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class _Client:
    """What is known of a connection: its token's digest, and the games that it follows."""

    token: str
    follows: set[str] = field(default_factory=set)


class Writer:
    """Judges, writes, and says who is to be told what; time and chance are passed in."""

    def __init__(
        self,
        records: Records,
        now: Callable[[], float],
        new_code: Callable[[], str],
        drawn: Callable[[], Side],
    ) -> None:
        """`now` is in seconds since 1970; `drawn` says which side begins a game, or sits where, by chance."""
        self._records = records
        self._now, self._new_code, self._drawn = now, new_code, drawn
        self._clients: dict[int, _Client] = {}
        self._followers: dict[str, set[int]] = {}
        self._tables: dict[str, dict[str, AtTable]] = {}
        self._games: dict[str, SharedGame] = {}
        self._told: list[Told] = []

    def handle(self, batch: Sequence[Request]) -> list[Told]:
        """Return what is to be told, in its order, once all that the requests ask for is committed."""
        try:
            return self._committed(batch)
        except Clash:
            # Another writer of the same records was quicker: each request is judged anew, by itself.
            return [told for each in batch for told in self._alone(each)]
        except RecordsError as fault:
            return self._unwritten(batch, fault)
        except Exception:
            if len(batch) == 1:
                return self._failed(batch[0])
            return [told for each in batch for told in self.handle([each])]

    def heads(self, client: int) -> dict[str, int]:
        """Return the newest entry of each game that a client follows."""
        known = self._clients.get(client)
        follows = () if known is None else tuple(known.follows)
        return {code: self._games[code].n for code in follows if code in self._games}

    def _alone(self, request: Request) -> list[Told]:
        for _ in range(3):
            try:
                return self._committed([request])
            except Clash:
                continue
            except RecordsError as fault:
                return self._unwritten([request], fault)
        return self._unwritten([request], RecordsError("another server writes to the same games"))

    def _failed(self, request: Request) -> list[Told]:
        """Return the end of the connection whose request met a fault of this program; all others go on."""
        logging.getLogger(__name__).exception("%s met a fault of cupsclub; please report it", request)
        return [(request.client, Bye("The server failed at this message.", 30.0))]

    def _committed(self, batch: Sequence[Request]) -> list[Told]:
        self._told = []
        try:
            with self._records.transaction():
                for request in batch:
                    self._take(request)
        except BaseException:
            # What was judged in memory may never have been written.
            self._games.clear()
            raise
        if len(self._games) > MOST_CACHED:
            self._games = {code: game for code, game in self._games.items() if self._followers.get(code)}
        return self._told

    def _unwritten(self, batch: Sequence[Request], fault: RecordsError) -> list[Told]:
        text = f"The server can't write now ({fault}); it is tried again."
        return [
            (each.client, Refused(_code(each.message), "unwritten", text, 0, _key(each.message)))
            for each in batch
            if isinstance(each, Heard) and not isinstance(each.message, Beat | Table)
        ]

    def _take(self, request: Request) -> None:
        match request:
            case Came(client, token):
                self._clients[client] = _Client(digest(token) if token else "")
            case Left(client):
                self._leave(client)
            case Heard(client, message) if client in self._clients:
                try:
                    self._hear(client, message)
                except Refusal as refusal:
                    code = _code(message)
                    head = self._games[code].n if code in self._games else 0
                    self._tell(client, Refused(code, refusal.why, refusal.text, head, _key(message)))

    def _hear(self, client: int, message: FromClient) -> None:
        match message:
            case Invite():
                self._invite(client, message)
            case Join(game, name):
                self._join(client, game, name)
            case Follow(game, since):
                self._follow(client, game, since)
            case Say():
                self._say(client, message)
            case Table(game, laid, state):
                self._at_table(client, game, lambda before: replace(before, laid=laid, table=state))
            case Beat():
                self._tell(client, Beat(self._now(), self.heads(client)))
            case Hello():
                raise Refusal("malformed", "This connection has said hello already.")

    def _invite(self, client: int, wish: Invite) -> None:
        token = self._token(client)
        _require_key(wish.key)
        code = self._records.game_with(wish.key)
        if code is None:
            if self._records.open_games_of(token) >= MOST_OPEN_GAMES:
                raise Refusal("full", f"{MOST_OPEN_GAMES} games of yours wait for a second player already.")
            try:
                for_distance(wish.game)
            except RulesError as fault:
                raise Refusal("illegal", str(fault)) from None
            code = self._new_code()
            side = wish.side or side_name(self._drawn())
            game = Game(code, wish.key, wish.game, self._now(), wish.starter, wish.clock, wish.takebacks)
            self._records.add_game(game)
            self._records.add_seat(code, side, Seat(_name(wish.name), token))
        seats = self._records.seats(code)
        mine = next((side for side, seat in seats.items() if seat.token == token), None)
        if mine is None:
            raise Refusal("key-reused", "Another player's invitation has this key; draw a new one.")
        self._tell(client, self._seated(code, mine, wish.key))

    def _join(self, client: int, code: str, name: str) -> None:
        token, game = self._token(client), self._game(code)
        seats = self._records.seats(code)
        mine = next((side for side, seat in seats.items() if seat.token == token), None)
        if mine is None:
            free = [side_name(side) for side in Side if side_name(side) not in seats]
            if not free:
                raise Refusal("full", "Both seats of this game are taken; you can watch it.")
            mine = free[0]
            seat = Seat(_name(name), token)
            self._records.add_seat(code, mine, seat)
            names: dict[str, str] = {side: each.name for side, each in {**seats, mine: seat}.items()}
            starter = game.starter or side_name(self._drawn())
            begin = Begin(game.name, names, starter, game.clock, game.takebacks)
            self._write(code, (Entry(1, self._now(), plain(begin)),), SharedGame())
        self._tell(client, self._seated(code, mine))

    def _seated(self, code: str, side: SideName, key: str | None = None) -> Seated:
        game, begin = self._game(code), self._shared(code).begin
        return Seated(code, side, game.name, game.starter if begin is None else begin.starter, key)

    def _follow(self, client: int, code: str, since: int) -> None:
        self._game(code)
        shared, side = self._shared(code), self._side(client, code)
        followers = self._followers.setdefault(code, set())
        if side is None and client not in followers and len(followers) >= MOST_WATCHERS + len(Side):
            raise Refusal("full", "Too many watch this game already.")
        if not 0 <= since <= shared.n:
            raise Refusal("ahead", f"The record has {shared.n} entries, and {since} are known to you.")
        followers.add(client)
        self._clients[client].follows.add(code)
        entries = self._records.entries(code, since)
        for first in range(0, max(1, len(entries)), ENTRIES_A_MESSAGE):
            some = entries[first : first + ENTRIES_A_MESSAGE]
            self._tell(client, Entries(code, shared.n, some, since if first == 0 else None))
        if side is None:
            self._tell(client, Presence(code, dict(self._tables.get(code, {}))))
        else:
            now = self._now()
            self._at_table(
                client, code, lambda before: before if before.link else replace(before, link=True, since=now)
            )

    def _say(self, client: int, say: Say) -> None:
        _require_key(say.key)
        self._game(say.game)
        side = self._side(client, say.game)
        if side is None:
            raise Refusal("not-yours", "This seat is another player's; who has no seat can only watch.")
        act = _act(say)
        old = self._records.entry_with(say.game, say.key)
        if old is not None:
            if (old.by, old.act) != (side.value, plain(act)):
                raise Refusal("key-reused", f"Entry {old.n} has this key and says something else.")
            self._tell(client, Entries(say.game, self._shared(say.game).n, (old,)))
            return
        shared = self._shared(say.game)
        if shared.n >= MOST_ENTRIES:
            raise Refusal("full", f"This game has {MOST_ENTRIES} entries, the most that are kept.")
        decided = verdict(shared, side, act, say.after, say.key, self._now())
        self._write(say.game, decided.entries, shared)

    def _write(self, code: str, entries: tuple[Entry, ...], before: SharedGame) -> None:
        self._records.add_entries(code, entries)
        shared = before
        for entry in entries:
            shared = shared.followed(entry)
        self._games[code] = shared
        told = Entries(code, shared.n, entries)
        for follower in sorted(self._followers.get(code, ())):
            self._tell(follower, told)

    def _at_table(self, client: int, code: str, changed: Callable[[AtTable], AtTable]) -> None:
        side = self._side(client, code)
        if side is None:
            return
        tables = self._tables.setdefault(code, {})
        before = tables.get(side.value, AtTable(False, self._now()))
        after = tables[side.value] = changed(before)
        presence = Presence(code, dict(tables))
        for follower in sorted(self._followers.get(code, ())):
            if after != before or follower == client:
                self._tell(follower, presence)

    def _leave(self, client: int) -> None:
        known = self._clients.get(client)
        for code in () if known is None else sorted(known.follows):
            followers = self._followers[code]
            followers.discard(client)
            side = self._side(client, code)
            if side is not None and not self._is_there(code, side, but=client):
                self._at_table(client, code, lambda before: replace(before, link=False, since=self._now()))
            if not followers:
                del self._followers[code]
                self._tables.pop(code, None)
        self._clients.pop(client, None)

    def _is_there(self, code: str, side: Side, *, but: int) -> bool:
        """Return whether another connection of this side follows the game."""
        return any(self._side(each, code) is side for each in self._followers.get(code, set()) - {but})

    def _shared(self, code: str) -> SharedGame:
        if code not in self._games:
            self._games[code] = SharedGame.of(self._records.entries(code, 0))
        return self._games[code]

    def _game(self, code: str) -> Game:
        game = self._records.game(code)
        if game is None:
            raise Refusal("unknown-game", "There is no game with this code; look at it again.")
        return game

    def _side(self, client: int, code: str) -> Side | None:
        token = self._clients[client].token
        seats = self._records.seats(code).items() if token else ()
        return next((Side(side) for side, seat in seats if seat.token == token), None)

    def _token(self, client: int) -> str:
        token = self._clients[client].token
        if not token:
            raise Refusal("not-yours", "Who takes a seat needs a token: say hello with one.")
        return token

    def _tell(self, client: int, message: FromServer) -> None:
        self._told.append((client, message))


def _code(message: Message) -> str:
    return str(getattr(message, "game", ""))[:40]


def _key(message: Message) -> str | None:
    key = getattr(message, "key", None)
    return None if key is None else str(key)[: 2 * KEY_CHARACTERS]


def _act(say: Say) -> AnyAct:
    """Return the act that is said. Raises Refusal for one that this server can't read."""
    try:
        act = act_from(say.act)
    except WireError as fault:
        raise Refusal("malformed", str(fault)) from None
    if act is None:
        raise Refusal("malformed", f"This server knows no act of the kind {str(say.act['kind'])[:40]!r}.")
    return act


def _require_key(key: str) -> None:
    if len(key) != KEY_CHARACTERS or not set(key) <= set("0123456789abcdef"):
        raise Refusal("malformed", f"A key is {KEY_CHARACTERS} hexadecimal digits.")


def _name(name: str) -> str:
    """Return a name as it is shown to others. Raises Refusal for one that could deceive or take much room."""
    trimmed = name.strip()
    if not trimmed or len(trimmed) > MOST_NAME_CHARACTERS or not trimmed.isprintable():
        raise Refusal("malformed", f"A name has 1 to {MOST_NAME_CHARACTERS} printable characters.")
    return trimmed
