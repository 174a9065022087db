"""The one writer: every message of every client goes through it, in batches, each in one transaction.

Nothing of a batch is told before its transaction is committed: what follows from a request, who is there and
what they are told, are steps that are taken after it. To read a game's entries and to be told of all later
ones is one such step, so nothing falls between the two. Where nothing can be written, those who come and go
do so all the same.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from time import time
from typing import TypeAlias

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal, Verdict, verdict
from cupsboard.rules.places import Side

from cupsclub.boards import Acts
from cupsclub.clients.audience import Audience, Client, Told
from cupsclub.clients.requests import Came as Came
from cupsclub.clients.requests import Change as Change
from cupsclub.clients.requests import Heard as Heard
from cupsclub.clients.requests import Left as Left
from cupsclub.clients.requests import Neighbour as Neighbour
from cupsclub.clients.requests import Request as Request
from cupsclub.clients.requests import Tidings as Tidings
from cupsclub.people import People, digest
from cupsclub.seats import Seats, Who, require_key
from cupsclub.store.calls import Calls
from cupsclub.store.members import Members
from cupsclub.store.newer import MOST_ENTRIES, Newer
from cupsclub.store.port import Clash, Records, RecordsError
from cupsclub.tournaments.directing import Tournaments
from cupsclub.tournaments.games import Games

ENTRIES_A_MESSAGE = 200
MOST_CACHED = 2000
UPKEEP_SECONDS = 300.0
"""How often the server's time is written down where no entry is; a kill gives back at most this."""
TRY_SECONDS = 10.0
"""How soon after a failed write it is tried whether writing is possible again, though no request comes."""
OPEN_SECONDS = 7 * 86400.0
"""How long a game waits for its second player."""
TRIES = 5
"""Of a request that clashes with what another process writes, before its client is to say it again."""
AGAIN_SECONDS = 1.0
"""When a client that the server does not know is to come again."""


@dataclass(frozen=True, slots=True)
class _Upkeep:
    """It is time to write the server's time down, and to end old invitations."""


@dataclass(frozen=True, slots=True)
class _BothThere:
    """Both sides of a game have come whose clocks may have waited for that."""

    code: str


@dataclass(frozen=True, slots=True)
class _Unread:
    """Another process has written in games that are followed here."""


_Any: TypeAlias = Request | _Upkeep | _BothThere | _Unread


class Writer:
    """Judges, writes, and says who is to be told what; time and chance are passed in."""

    def __init__(
        self,
        records: Records,
        now: Callable[[], float],
        new_code: Callable[[], str],
        drawn: Callable[[], Side],
        date: Callable[[], float] = time,
        began: float | None = None,
        tell: Callable[[Tidings, int | None], object] | None = None,
    ) -> None:
        """`now` is the server's time, which never leaps; `date`, in seconds since 1970, only names days.

        `drawn` says which side begins a game, or sits where, by chance. Where several processes serve these
        records, the server `began` with the first of them, and `tell` tells one of that number, or all.
        """
        self._records = records
        self._now, self._date = now, date
        self._seats, self._members = Seats(records, now, date, new_code, drawn), Members(records)
        games = Games(self._seats, self._begin, self._shared, self._write_decided, now)
        self._tournaments = Tournaments(records, games, now)
        self._newer, self._gone_on = Newer(records, self._seats.rated), set[str]()
        """`_gone_on` are the games of a server that was put back in which something was said since."""
        self._began = now() if began is None else began
        self._upkeep_at = now()
        self._expired_to = 0.0
        self._audience = Audience(now, tell)
        self._games: dict[str, SharedGame] = {}
        self._read, self._unread = set[str](), set[str]()
        """The games that were read in this transaction, and those in which another process has written."""
        self._speakers: dict[int, Who] = {}
        """The people behind clients, by the client's number, as this transaction has read them."""
        self._has_entries = False
        """Whether this transaction writes entries of games."""
        self._steps: list[Callable[[], object]] = []
        """What follows from the requests of a batch once it is committed."""
        self._fault, self._said_again_at = "", now()
        self.unwritten = ""
        """Why the last write failed; "" where it did not."""
        self.entries_written = self.writes_failed = self.failures = 0
        """Counts since this server began; failures are faults of this program."""

    @property
    def games_followed(self) -> int:
        """How many games clients follow now."""
        return len(self._audience.followed)

    def sides_there(self, code: str) -> frozenset[Side]:
        """Return the sides of a game that are there by a connection; from any thread."""
        return self._audience.there.get(code, frozenset())

    @property
    def rest_seconds(self) -> float:
        """How long nothing is to be done if no request comes; then it is to be called with an empty batch."""
        return max(0.0, self._upkeep_at - self._now())

    def handle(self, batch: Sequence[Request]) -> list[Told]:
        """Return what is to be told, in its order, once all that the requests ask for is committed.

        Beside them it keeps the server's time, ends old invitations, and does what could not be written.
        """
        for each in batch:
            if isinstance(each, Neighbour):
                self._hear_of(each.process, each.told)
        asked = [each for each in batch if not isinstance(each, Neighbour)]
        told = self._handled(asked) if asked else self._done()
        own: list[_Any] = [
            _BothThere(code) for code in sorted(self._audience.both_there) if self._may_wait(code)
        ]
        if self._unread:
            own.append(_Unread())
        if self._now() >= self._upkeep_at:
            # Where nothing can be written, this is tried again after as long; nothing else waits for it.
            self._upkeep_at = self._now() + UPKEEP_SECONDS
            own.append(_Upkeep())
        return told + (self._handled(own) if own else [])

    def _handled(self, batch: Sequence[_Any]) -> list[Told]:
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
            return [told for each in batch for told in self._handled([each])]

    def _may_wait(self, code: str) -> bool:
        """Return whether the clocks of a game may wait for its sides, who are both there."""
        shared = self._games.get(code)
        may_wait = shared is None or shared.is_waiting
        if not may_wait:
            self._audience.both_there.discard(code)
        return may_wait

    def _alone(self, request: _Any) -> list[Told]:
        for _ in range(TRIES):
            try:
                return self._committed([request])
            except Clash:
                continue
            except RecordsError as fault:
                return self._unwritten([request], fault)
        return self._unwritten([request], RecordsError("others write to the same games"))

    def _failed(self, request: _Any) -> list[Told]:
        """Return the end of the connection whose request met a fault of this program; all others go on."""
        self.failures += 1
        logging.getLogger(__name__).exception("%s met a fault of cupsclub; please report it", request)
        if isinstance(request, _BothThere):
            self._audience.both_there.discard(request.code)
        if isinstance(request, Change):
            request.refused(RecordsError("a fault of cupsclub"))
        if isinstance(request, _BothThere | _Upkeep | _Unread | Change | Neighbour):
            return []
        return [(request.client, wire.Bye("The server failed at this message.", 30.0))]

    def _committed(self, batch: Sequence[_Any]) -> list[Told]:
        self._steps, self._read, self._speakers, self._has_entries = [], set(), {}, False
        try:
            with self._records.transaction(is_in_turn=any(isinstance(each, Change) for each in batch)):
                for request in batch:
                    self._take(request)
                if self._has_entries:
                    self._records.keep_served_seconds(self._now())
        except BaseException:
            # What was judged in memory may never have been written.
            self._games.clear()
            raise
        return self._done()

    def _unwritten(self, batch: Sequence[_Any], fault: RecordsError) -> list[Told]:
        """Return what is told where nothing can be written: why not is for who runs the server alone."""
        self.unwritten, self.writes_failed = str(fault), self.writes_failed + 1
        self._upkeep_at = min(self._upkeep_at, self._now() + TRY_SECONDS)
        if str(fault) != self._fault or self._now() >= self._said_again_at:
            self._fault, self._said_again_at = str(fault), self._now() + UPKEEP_SECONDS
            logging.getLogger(__name__).error("can't write now; it is tried again: %s", fault)
        self._steps = []
        for request in batch:
            match request:
                case Heard(client, message) if client in self._audience.clients and not isinstance(
                    message, wire.Beat | wire.Table
                ):
                    text = "The server can't write now; it is tried again."
                    self._tell(client, wire.Refused(_code(message), "unwritten", text, 0, _key(message)))
                case Change():
                    request.refused(fault)
                case _BothThere() | _Upkeep() | _Unread():
                    pass
                case _:
                    self._take(request)
        return self._done()

    def _done(self) -> list[Told]:
        """Take the steps that wait, and return what is told by them."""
        steps, self._steps = self._steps, []
        for step in steps:
            step()
        if len(self._games) > MOST_CACHED:
            followed = self._audience.heads
            self._games = {code: game for code, game in self._games.items() if code in followed}
        return self._audience.gathered()

    def _end_invitations(self, until: float) -> None:
        ended = self._records.forget_open_games(self._expired_to, until)
        self._steps.append(partial(self._have_ended, ended, until))

    def _have_ended(self, ended: Sequence[str], until: float) -> None:
        self._expired_to = max(0.0, until)
        text = "No second player came within a week, so this invitation has ended; open another game."
        for code in ended:
            self._audience.ended(code, text)

    def _take(self, request: _Any) -> None:
        match request:
            case Came(client, token, card):
                self._audience.clients.setdefault(client, Client(digest(token), digest(card)))
            case Left(client):
                self._steps.append(partial(self._audience.leave, client))
            case _Unread():
                self._read_on()
            case _Upkeep():
                self._end_invitations(self._now() - OPEN_SECONDS)
                self._records.keep_served_seconds(self._now())
                self._records.keep_start(self._began)
                self._tournaments.claim()
                self._steps.append(self._can_write)
            case _BothThere(code):
                self._let_clocks_run(code)
            case Change():
                self._change(request)
            case Heard(client, _) if client not in self._audience.clients:
                self._tell(
                    client, wire.Bye("The server does not know you any more; say hello again.", AGAIN_SECONDS)
                )
            case Heard(client, message):
                try:
                    self._hear(client, message)
                except Refusal as refusal:
                    code = _code(message)
                    head = self._games[code].n if code in self._games else 0
                    head = refusal.head or head
                    self._tell(client, wire.Refused(code, refusal.why, refusal.text, head, _key(message)))

    def _change(self, request: Change) -> None:
        try:
            people = People(self._records, self._now(), self._date())
            value = request.change(self._tournaments if request.is_of_tournaments else people)
        except Refusal as refusal:
            request.refused(refusal)
            return
        # Names may be others, and who may do what.
        self._games.clear()
        self._speakers.clear()
        self._audience.lobby_changed = True
        if isinstance(value, Acts):
            self._write_acts(value)
        self._steps.append(partial(request.answered, value))
        self._take_agreed()

    def _take_agreed(self) -> None:
        """Write the newer entries that boards have and a director has agreed to."""
        for code in self._newer.agreed():
            shared = self._shared(code)
            entries = self._newer.taken(code, shared)
            if entries:
                after = reduce(SharedGame.followed, entries, shared)
                self._write(code, Verdict(entries, after), is_begun=True)

    def _write_acts(self, due: Acts) -> None:
        """Write what a change of the club brings into a game: that it begins, or is given up."""
        decided = Verdict((), self._shared(due.game))
        for act in due.acts:
            decided = decided.adding(act, None, self._now())
        self._write_decided(due.game, decided, is_begun=True)

    def _hear(self, client: int, message: wire.FromClient) -> None:
        match message:
            case wire.Invite():
                self._invite(client, message)
            case wire.Withdraw(game):
                self._withdraw(client, game)
            case wire.Join(game, name):
                self._join(client, game, name)
            case wire.Follow(game, since):
                self._follow(client, game, since)
            case wire.Say():
                self._say(client, message)
            case wire.Newer(game, entries):
                self._offer(client, game, entries)
            case wire.Table(game, laid, state):
                told = partial(self._audience.at_table, client, game, laid=laid, table=state)
                self._steps.append(told)
            case wire.Beat():
                self._steps.append(partial(self._beat, client))
            case wire.Lobby():
                if self._who(client).member is None:
                    raise Refusal("members-only", "The lobby is the club's: come in there first.")
                self._steps.append(partial(self._is_in_lobby, client))
            case wire.Hello():
                raise Refusal("malformed", "This connection has said hello already.")

    def _invite(self, client: int, wish: wire.Invite) -> None:
        code, side = self._seats.opened(self._who(client), wish)
        self._audience.lobby_changed |= wish.to is not None
        self._sit(client, code, side, wish.key)

    def _withdraw(self, client: int, code: str) -> None:
        """Take out a game that has not begun; who follows it is told."""
        self._seats.withdraw(self._who(client), code)
        self._audience.lobby_changed = True
        self._steps.append(partial(self._audience.ended, code, "This invitation was taken back."))

    def _join(self, client: int, code: str, name: str) -> None:
        side, begin = self._seats.joined(self._who(client), code, name)
        if begin is not None:
            self._begin(code, begin)
        self._sit(client, code, side)

    def _begin(self, code: str, begin: wire.Begin) -> None:
        """Write the beginning of a game whose seats are taken."""
        self._audience.lobby_changed = True
        self._write_alone(code, SharedGame(), begin, self._now(), is_begun=True)

    def _play_again(self, code: str) -> None:
        """Begin the next game of two who have both asked for it."""
        shared = self._shared(code)
        found = self._seats.following(code, shared)
        if found is not None:
            following, begin = found
            self._begin(following, begin)
            self._write_alone(code, shared, wire.Next(following), self._now())

    def _sit(self, client: int, code: str, side: wire.SideName, key: str | None = None) -> None:
        game, begin = self._seats.game(code), self._shared(code).begin
        starter = game.starter if begin is None else begin.starter
        self._tell(client, wire.Seated(code, side, game.name, starter, key))
        self._steps.append(partial(self._audience.sit_down, client, code, Side(side)))

    def _follow(self, client: int, code: str, since: int) -> None:
        self._seats.game(code)
        side, copies = self._side(client, code), self._copies(client, code)
        if since > self._shared(code).n:
            self._take_agreed()
        shared = self._shared(code)
        if not 0 <= since <= shared.n:
            raise self._newer.refusal(code, copies)
        if since < shared.n or since == 0:
            self._steps.append(partial(self._have_nothing, code, copies))
        entries = self._records.entries(code, since)
        told = [
            wire.Entries(code, shared.n, entries[at : at + ENTRIES_A_MESSAGE], since if at == 0 else None)
            for at in range(0, max(1, len(entries)), ENTRIES_A_MESSAGE)
        ]
        self._steps.append(partial(self._audience.follow, client, code, side, told))

    def _have_nothing(self, code: str, sides: Sequence[Side]) -> None:
        if self._newer.have_nothing(code, sides):
            self._audience.has_all(code, sides)

    def _offer(self, client: int, code: str, entries: Sequence[wire.Entry]) -> None:
        """Keep entries that a side's copy has and the record lacks."""
        copies = self._copies(client, code)
        if not copies:
            raise Refusal("not-yours", "Who has no seat can offer nothing.")
        self._newer.offered(code, copies, entries)
        self._take_agreed()
        raise self._newer.refusal(code, copies)

    def _copies(self, client: int, code: str) -> tuple[Side, ...]:
        """Return the sides whose copy of a game a client has: both for the board at which both sit."""
        side = self._side(client, code)
        if side is None and self._seats.is_board_of(code, self._who(client)):
            return tuple(Side)
        return () if side is None else (side,)

    def _say(self, client: int, say: wire.Say) -> None:
        require_key(say.key)
        if not self._shared(say.game).n:
            self._seats.game(say.game)
        is_board = self._seats.is_board_of(say.game, self._who(client))
        side = Side(say.by) if is_board and say.by is not None else self._side(client, say.game)
        if side is None:
            raise Refusal("not-yours", "This seat is another player's; who has no seat can only watch.")
        act = self._seats.said(say)
        old = self._records.entry_with(say.game, say.key)
        if old is not None:
            if (old.by, old.act) != (side.value, wire.plain(act)):
                raise Refusal("key-reused", f"Entry {old.n} has this key and says something else.")
            self._tell(client, wire.Entries(say.game, self._shared(say.game).n, (old,)))
            return
        if self._newer.restored_at is not None:
            self._go_on(say)
        shared = self._shared(say.game)
        if shared.n >= MOST_ENTRIES:
            raise Refusal("full", f"This game has {MOST_ENTRIES} entries, the most that are kept.")
        decided = verdict(shared, side, act, say.after, say.key, self._now(), is_board=is_board)
        self._write_decided(say.game, decided, is_begun=isinstance(act, wire.Resumed))
        if isinstance(act, wire.Again):
            self._play_again(say.game)

    def _write_decided(self, code: str, decided: Verdict, *, is_begun: bool = False) -> None:
        """Write what was decided of a game, and what its end does to ratings and to its pairing."""
        shared = self._shared(code)
        if shared.end is None and decided.game.end is not None:
            self._audience.lobby_changed = True
            self._records.end_game(code)
            for act in (self._seats.rated(code, decided.game), self._tournaments.paired(code, decided.game)):
                decided = decided if act is None else decided.adding(act, None, decided.entries[-1].at)
        if shared.board and not decided.game.board:
            Calls(self._records).take_off(code, "hand")
            is_begun = True
        self._write(code, decided, is_begun=is_begun)

    def _go_on(self, say: wire.Say) -> None:
        """Have a game go on whose records were put back. Raises Refusal where it has newer entries."""
        if say.game in self._gone_on:
            return
        # A command may have agreed to them just before: they come first.
        self._take_agreed()
        self._newer.require_complete(say, self._now())
        self._gone_on.add(say.game)
        # Now its clocks may be stopped.
        self._games.pop(say.game, None)

    def _write_alone(
        self, code: str, shared: SharedGame, act: wire.Act, at: float, *, is_begun: bool = False
    ) -> None:
        """Write one act of the server's in a game as it is."""
        self._write(code, Verdict((), shared).adding(act, None, at), is_begun=is_begun)

    def _write(self, code: str, decided: Verdict, *, is_begun: bool = False) -> None:
        """Write entries, and the server's time; the clocks of a game that begins or goes on may stand."""
        if is_begun and _must_wait(decided.game):
            decided = decided.adding(wire.ClocksStand(), None, self._now())
        self._records.add_entries(code, decided.entries)
        self._has_entries = True
        self._games[code] = decided.game
        self._steps.append(partial(self._has_written, code, decided.entries))

    def _can_write(self) -> None:
        self.unwritten = ""

    def _has_written(self, code: str, entries: Sequence[wire.Entry]) -> None:
        self.entries_written += len(entries)
        self._can_write()
        self._audience.written(code, entries)

    def _let_clocks_run(self, code: str) -> None:
        """Let clocks run that have waited until both sides are there."""
        shared = self._shared(code)
        if shared.is_waiting and shared.end is None:
            self._write_alone(code, shared, wire.ClocksRun(), self._now())
        self._steps.append(partial(self._audience.both_there.discard, code))

    def _is_in_lobby(self, client: int) -> None:
        self._audience.clients[client].is_in_lobby = self._audience.lobby_changed = True

    def _beat(self, client: int) -> None:
        follows, heads = self._audience.clients[client].follows, self._audience.heads
        for code, side in follows.items():
            self._have_nothing(code, () if side is None else (side,))
        self._audience.tell(client, wire.Beat(self._now(), {code: heads[code] for code in follows}))

    def _hear_of(self, process: int, told: Tidings | None) -> None:
        """Take in what another process has told of its clients."""
        if told is not None:
            self._audience.heard(process, told)
            heads = self._audience.heads
            self._unread |= {
                code
                for code, entries in told.games.items()
                if code in heads and (not entries or heads[code] < entries[-1].n)
            }
            for code, sides in told.complete.items():
                self._newer.have_nothing(code, sides)
            return
        self._unread.update(self._audience.followed)
        self._audience.forget(process)
        for code, sides in self._newer.here.items():
            self._audience.has_all(code, sides)

    def _read_on(self) -> None:
        """Read what other processes have written in games that are followed here."""
        for code in sorted(self._unread.intersection(self._audience.heads)):
            # Who asks for a damaged game is told so.
            with suppress(wire.WireError):
                if self._shared(code).n == 0 and self._records.game(code) is None:
                    text = "This invitation was taken back, or has ended."
                    self._steps.append(partial(self._audience.ended, code, text, is_news=False))
        self._steps.append(self._unread.clear)

    def _shared(self, code: str) -> SharedGame:
        """Return a game as it is now, with what others have written in it.

        Clocks that ran when a server ended stand since the next one began.
        """
        known = self._games.get(code)
        if known is None or code not in self._read:
            self._read.add(code)
            entries, shared = (
                self._records.entries(code, 0 if known is None else known.n),
                known or SharedGame(),
            )
            for entry in entries:
                shared = shared.followed(entry)
            self._games[code] = shared
            self._steps.append(partial(self._audience.read, code, entries))
        if known is None:
            is_still = code not in self._gone_on and self._newer.may_come(code, entries)
            must_wait = _must_wait(shared) and not is_still
            began = self._server_began_after(entries[-1].at) if must_wait else None
            if began is not None:
                self._write_alone(code, shared, wire.ClocksStand(), began)
        return self._games[code]

    def _server_began_after(self, at: float) -> float | None:
        """Return when the first server since a time began; None where that time is of this server."""
        known = self._records.first_start(at)
        return self._began if known is None and at <= self._began else known

    def _side(self, client: int, code: str) -> Side | None:
        side = self._seats.side_name(code, self._who(client))
        return None if side is None else Side(side)

    def _who(self, client: int) -> Who:
        """Return who speaks, as it is now: a device may have been taken away meanwhile."""
        if client not in self._speakers:
            self._speakers[client] = self._found_who(client)
        return self._speakers[client]

    def _found_who(self, client: int) -> Who:
        known = self._audience.clients[client]
        member = next(
            filter(None, map(self._members.with_token, filter(None, (known.card, known.token)))), None
        )
        board = Calls(self._records).board_with(known.token) if member is not None and known.token else None
        # A board stands there without its member.
        number = None if member is None or board is not None else member.number
        if known.member != number:
            known.member, self._audience.lobby_changed = number, True
        return Who(known.token or known.card, member, None if board is None else board.number)

    def _tell(self, client: int, message: wire.FromServer) -> None:
        """Have a client told something once the batch is committed."""
        self._steps.append(partial(self._audience.tell, client, message))


def _must_wait(shared: SharedGame) -> bool:
    """Return whether clocks run for which both sides are meant to be there."""
    return shared.clocks is not None and shared.clocks.runs is not None and shared.clocks.is_of_a_sitting


def _code(message: wire.Message) -> str:
    return str(getattr(message, "game", ""))[:40]


def _key(message: wire.Message) -> str | None:
    key = getattr(message, "key", None)
    return None if key is None else str(key)[: 2 * wire.KEY_CHARACTERS]
