"""The club over HTTP: what its page reads, and what members ask for.

A member's browser has a cookie that no script can read, and a board says its token as `Bearer`. Whatever a
browser wants written has to come from our own page, which its Origin tells.
"""

from collections.abc import Awaitable, Callable, Container
from ipaddress import ip_address
from typing import Any, Literal, Union

import msgspec
from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import TOKEN_CHARACTERS
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from msgspec import structs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cupsclub.archive import Known
from cupsclub.boards import Acts, Boards, Pairing
from cupsclub.people import People, digest, new_code
from cupsclub.store.calls import Calls
from cupsclub.store.members import Member, Members, Role
from cupsclub.store.port import Records, RecordsError
from cupsclub.web.codes import Codes, Paces
from cupsclub.web.cookie import card_of, cookie_name, is_own, is_secure, token_of
from cupsclub.web.desk import Desk
from cupsclub.web.lobby import lobby, of_board, own_things, past, visitor
from cupsclub.web.neighbours import Neighbours, Shared
from cupsclub.web.passkeys import Passkeys, new_token
from cupsclub.web.tournament_acts import ACTS, OfTournament, doing
from cupsclub.web.tournament_tables import entered, going, listed, told
from cupsclub.writer import Change

MOST_BYTES = 20_000
"""Of what is asked for at once; a passkey's answer is the longest."""
BOARD_IS_THERE_SECONDS = 30.0
"""A board asks every few seconds who is called to it; after this silence it is not there."""
COOKIE_SECONDS = 400 * 86400
"""As long as browsers keep one."""
ACTS_A_SECOND, ACTS_AT_ONCE = 2.0, 60.0
"""What one household may ask for: each act is a transaction."""
_FREE = "cupsclub.free-board"
"""Where a look leaves the board that is to be given a pairing."""
_HEXADECIMAL = frozenset("0123456789abcdef")


class Asked(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """What a page asks for."""


class Look(Asked, frozen=True, tag="look"):
    """Ask what a code is for."""

    code: str


class Enter(Asked, frozen=True, tag="enter"):
    """Come in by a code, once: this browser becomes a member's device, or the board that has `token`.

    With `board` it is one at which two members may play, and `label` is its name in the club.
    """

    code: str
    label: str = ""
    token: str = ""
    board: bool = False


class Code(Asked, frozen=True, tag="code"):
    """Ask for a code for one more device; a director may ask for another `member`'s."""

    member: int | None = None


class Rename(Asked, frozen=True, tag="rename"):
    """Take another name."""

    name: str


class NameClub(Asked, frozen=True, tag="name-club"):
    """Give the club a name, as a director."""

    name: str


class Block(Asked, frozen=True, tag="block"):
    """Keep a member away from oneself, or no more."""

    member: int
    on: bool


class Report(Asked, frozen=True, tag="report"):
    """Tell the directors of something, by one of the words for it."""

    member: int
    what: str
    game: str | None = None


class ForgetDevice(Asked, frozen=True, tag="forget-device"):
    """Take one of one's own devices away."""

    number: int


class ForgetPasskey(Asked, frozen=True, tag="forget-passkey"):
    """Take one of one's own passkeys away."""

    id: str


class Leave(Asked, frozen=True, tag="leave"):
    """Sign this browser out."""


class Delete(Asked, frozen=True, tag="delete"):
    """Leave the club for good, and have one's data deleted."""


class InviteMember(Asked, frozen=True, tag="invite"):
    """Invite a new member, as a director."""

    name: str
    role: Literal["member", "director", "guest"] = "member"


class TakeBack(Asked, frozen=True, tag="take-back"):
    """Take the open invitation of a new member back, as a director."""

    name: str


class KeepOut(Asked, frozen=True, tag="keep-out"):
    """Keep a member out, or let the member in again, as a director."""

    member: int
    on: bool


class GiveRole(Asked, frozen=True, tag="role"):
    """Give a member a role, as a director."""

    member: int
    role: Role


class Call(Asked, frozen=True, tag="call"):
    """Call two members to a board, by a board itself or by a phone; `board` None is the board that asks."""

    south: int
    north: int
    game: str
    board: int | None = None
    clock: Clock | None = None
    rated: bool = True


class CallPaired(Asked, frozen=True, tag="call-paired"):
    """Call the two of a tournament's game to a board; `board` None is the first one that is free."""

    game: str
    board: int | None = None


class Confirm(Asked, frozen=True, tag="confirm"):
    """Confirm that one sits at the board of a game; at the board itself by a `code` of the member's."""

    game: str
    code: str = ""


class GiveUp(Asked, frozen=True, tag="give-up"):
    """Take a call to a board back, or give a game there up."""

    game: str


class TakeNewer(Asked, frozen=True, tag="newer"):
    """Decide, as a director, whether entries that boards have beyond a server that was put back are taken."""

    game: str
    on: bool


class PasskeyOptions(Asked, frozen=True, tag="passkey-options"):
    """Ask what a browser needs to make a passkey, or to sign with one (`login`)."""

    login: bool = False


class PasskeyMade(Asked, frozen=True, tag="passkey-made"):
    """Keep the passkey that a browser has made."""

    challenge: str
    credential: dict[str, Any]


class PasskeySigned(Asked, frozen=True, tag="passkey-signed"):
    """Come in with a passkey."""

    challenge: str
    credential: dict[str, Any]
    label: str = ""


_ACTS: Any = Union[(*Asked.__subclasses__(), *ACTS)]
_DONE_BY: dict[type[Asked], Callable[..., None]] = {
    Rename: People.rename,
    NameClub: People.name_club,
    Block: People.block,
    Report: People.report,
    ForgetDevice: People.forget_device,
    ForgetPasskey: People.forget_passkey,
    TakeBack: People.take_back,
    KeepOut: People.keep_out,
    GiveRole: People.set_role,
    TakeNewer: People.settle_newer,
}
"""What a member does by it, with what is asked for in its order."""


class Club:
    """Answers what the club's page asks."""

    def __init__(
        self,
        desk: Desk,
        looked_up: Callable[..., Callable[[Request], Awaitable[Response]]],
        now: Callable[[], float],
        neighbours: Neighbours,
        sides_there: Callable[[str], Container[Side]],
    ) -> None:
        """`now` is the server's time; `sides_there` tells which sides of a game are there."""
        self._desk, self._looked_up, self._now, self._sides_there = desk, looked_up, now, sides_there
        self._passkeys, self._boards_seen = Passkeys(neighbours), Shared(neighbours, "boards", float)
        """When each board has asked last who is called to it."""
        self._began = now()
        self._salt: str | None = None
        self._codes = Codes(self._salted, neighbours)
        self._acts = Paces(neighbours, "acts", ACTS_A_SECOND, ACTS_AT_ONCE)

    def routes(self) -> list[BaseRoute]:
        """Return where the club is found."""
        return [
            Route("/club/me.json", self._looked_up(self._me)),
            Route("/club/lobby.json", self._looked_up(self._lobby)),
            Route("/club/own.json", self._looked_up(self._own_things)),
            Route("/club/export.json", self._members_only(_exported)),
            Route("/club/past.json", self._looked_up(_past)),
            Route("/club/board.json", self._of_board),
            Route("/club/tournaments.json", self._looked_up(_tournaments)),
            Route("/club/tournaments/{number:int}.json", self._looked_up(self._tournament)),
            Route("/club/act", self.act, methods=["POST"]),
        ]

    def _me(self, records: Records, _: Known, request: Request) -> Response:
        """Tell a page whether there is a club here, and who its visitor is."""
        members = Members(records)
        own = members.with_token(digest(token_of(request)))
        is_club = own is not None or members.is_club()
        passkeys = self._passkeys.are_possible and _has_name(request)
        return _json({"isClub": is_club, "passkeys": passkeys} | visitor(members, own))

    def _tournament(self, records: Records, known: Known, request: Request) -> Response:
        """Tell of one tournament: to members, and to all where it is public."""
        own = _visitor(records, request)
        number = request.path_params["number"]
        found = told(records, known, number, own, self._now(), self._sides_there)
        if found is None:
            raise HTTPException(
                404, "There is no tournament here that you may look at; members come in first."
            )
        return _json(found)

    def _members_only(
        self, tell: Callable[[Records, Known, Member], dict[str, Any]]
    ) -> Callable[[Request], Awaitable[Response]]:
        def look(records: Records, known: Known, request: Request) -> Response:
            return _json(tell(records, known, _own(records, request)))

        return self._looked_up(look)

    def _lobby(self, records: Records, known: Known, request: Request) -> Response:
        own, now = _own(records, request, is_for_boards=True), self._now()
        seen = lobby(records, known, own, now, self._there, self._sides_there)
        return _json(seen | {"tournaments": going(records, own)})

    def _own_things(self, records: Records, _: Known, request: Request) -> Response:
        own = _own(records, request)
        return _json(own_things(records, own, digest(token_of(request)), self._now()))

    @property
    def _there(self) -> frozenset[int]:
        """The boards that were heard of lately."""
        now = self._now()
        seen = list(self._boards_seen.items())
        return frozenset(each for each, at in seen if now - at < BOARD_IS_THERE_SECONDS)

    def _waited_for(self, records: Records) -> frozenset[int]:
        """Return the boards whose pairings are theirs: a server that has just begun waits for all to come."""
        is_new = self._now() - self._began < BOARD_IS_THERE_SECONDS
        return frozenset(each.number for each in Calls(records).boards()) if is_new else self._there

    async def _of_board(self, request: Request) -> Response:
        """Tell a board of the club who is called to it; one that is free is given the next pairing first."""
        told = await self._looked_up(self._told_board)(request)
        board = request.scope.get(_FREE)
        if board is None:
            return told
        await self._change(
            lambda people: Boards.of(people).seat_next(board, self._waited_for(people.records))
        )
        return await self._looked_up(self._told_board)(request)

    def _told_board(self, records: Records, known: Known, request: Request) -> Response:
        board, now = Calls(records).board_with(digest(token_of(request))), self._now()
        if board is None:
            raise HTTPException(403, "This board is no member's, or was taken away.")
        is_busy = "busy" in request.query_params
        if is_busy:
            # What waits for it is called to another board.
            self._boards_seen.taken(board.number)
        else:
            self._boards_seen[board.number] = now
        if (
            not is_busy
            and Boards.of(People(records, now)).next_at(board, self._waited_for(records)) is not None
        ):
            request.scope[_FREE] = board
        return _json(of_board(records, known, board, now))

    async def act(self, request: Request) -> Response:
        """Do what is asked for. Raises HTTPException where it can't be done."""
        if not is_own(request) and ("origin" in request.headers or card_of(request)):
            raise HTTPException(403, "Another site may not use this club.")
        if self._acts.is_spent(request):
            raise HTTPException(429, "Your network asks for much at once; try again in a minute.")
        self._acts.spend(request)
        try:
            asked = msgspec.json.decode(await _body(request), type=_ACTS)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise HTTPException(422, f"{fault}; ask as the page of the club does") from None
        try:
            return await self._done(request, asked)
        except Refusal as refusal:
            return _json({"why": refusal.why, "text": refusal.text}, 403 if refusal.why in _KEPT_OUT else 409)
        except RecordsError:
            raise HTTPException(503, "The club can't write now; try again in a minute.") from None

    async def _done(self, request: Request, asked: Any) -> Response:
        token = token_of(request)
        match asked:
            case OfTournament():
                return _json({"tournament": await self._directed(asked, token)})
            case Look(code):
                found = await self._by_code(request, code, lambda people, lock: people.card(lock))
                return _json({"name": found.name, "role": found.role, "isKnown": found.member is not None})
            case Enter() | PasskeyOptions() | PasskeyMade() | PasskeySigned():
                return await self._let_in(request, asked, token)
            case Leave():
                await self._change(lambda people: people.leave(token))
                return _forgetting(request)
            case Delete():
                await self._change(lambda people: people.delete(people.member(token)))
                return _forgetting(request)
            case Call():
                return _json({"game": await self._change(lambda people: _called(people, token, asked))})
            case CallPaired(game, at):
                there = self._there
                await self._change(
                    lambda people: Boards.of(people).call_paired(game, people.member(token), at, there)
                )
                return _json({})
            case Confirm(game, code) if code:
                await self._by_code(
                    request, code, lambda people, lock: _confirmed_at_board(people, token, game, lock)
                )
                return _json({})
            case Confirm(game):
                await self._change(lambda people: Boards.of(people).confirm(people.member(token), game))
                return _json({})
            case GiveUp(game):
                await self._change(lambda people: _given_up(people, token, game))
                return _json({})
            case Code() | InviteMember():
                await self._change(lambda people: people.member(token))
                code = new_code()
                lock = await self._codes.lock(code)
                await self._change(lambda people: _lets_in(people, people.member(token), asked, lock))
                return _json({"code": code})
        done = _DONE_BY[type(asked)]
        await self._change(lambda people: done(people, people.member(token), *structs.astuple(asked)))
        return _json({})

    async def _let_in(
        self, request: Request, asked: Enter | PasskeyOptions | PasskeyMade | PasskeySigned, token: str
    ) -> Response:
        """Let a browser or a board in by a code or a passkey, and keep passkeys for the next time."""
        match asked:
            case Enter(code, label, own, is_board):
                fresh = own or new_token()
                if len(fresh) != TOKEN_CHARACTERS or not set(fresh) <= _HEXADECIMAL:
                    raise HTTPException(422, f"A token is {TOKEN_CHARACTERS} hexadecimal digits.")
                member = await self._by_code(
                    request,
                    code,
                    lambda people, lock: people.enter(lock, fresh, label, is_board=is_board and bool(own)),
                )
                return _come_in(request, member, None if own else fresh)
            case PasskeyOptions(login):
                own_member = None if login else await self._change(lambda people: people.member(token))
                return _json(self._passkeys.options(_host(request), own_member))
            case PasskeyMade(challenge, credential):
                made = self._passkeys.made(challenge, credential, _host(request), _origin(request))
                await self._change(lambda people: people.keep_passkey(people.member(token), *made))
                return _json({})
            case PasskeySigned(challenge, credential, label):
                fresh = new_token()
                signed = self._passkeys.signing(challenge, credential, _host(request), _origin(request))
                member = await self._codes.tried(
                    request, lambda: self._change(lambda people: people.enter_signed(*signed, fresh, label))
                )
                return _come_in(request, member, fresh)

    async def _change(self, change: Callable[[People], Any]) -> Any:
        request = Change(change)
        await self._desk.ask(request)
        return request.answer

    async def _directed(self, asked: OfTournament, token: str) -> int | None:
        """Do what is asked for in a tournament; return the number of a new one."""
        request = Change(doing(asked, token), is_of_tournaments=True)
        await self._desk.ask(request)
        number: int | None = request.answer
        return number

    async def _by_code(self, request: Request, code: str, change: Callable[[People, str], Any]) -> Any:
        """Do what a code lets do."""

        async def attempt() -> Any:
            lock = await self._codes.lock(code)
            return await self._change(lambda people: change(people, lock))

        return await self._codes.tried(request, attempt)

    async def _salted(self) -> str:
        self._salt = self._salt or await self._change(lambda people: people.salt)
        return self._salt


_KEPT_OUT = ("members-only", "not-yours")


def _lets_in(people: People, own: Member, asked: Code | InviteMember, lock: str) -> None:
    match asked:
        case Code(None):
            people.device_code(own, lock)
        case Code(int() as about):
            people.code_for(own, about, lock)
        case InviteMember(name, role):
            people.invite(name, role, lock, own)


def _called(people: People, token: str, asked: Call) -> str:
    board = people.board(token)
    by = people.member(token) if board is None else None
    where = asked.board if board is None else board.number
    if where is None:
        raise Refusal("malformed", "Say at which board.")
    pairing = Pairing(asked.south, asked.north, asked.game, asked.clock, asked.rated)
    return Boards.of(people).call(where, pairing, by)


def _confirmed_at_board(people: People, token: str, game: str, lock: str) -> Acts | None:
    """Have a member confirm by the own code, which is typed at the board."""
    board, call = people.board(token), Calls(people.records).of_game(game)
    if board is None or call is None or call.board != board.number:
        raise Refusal("not-yours", "A code confirms at the board that is called, and nowhere else.")
    return Boards.of(people).confirm(people.confirming(lock), game)


def _given_up(people: People, token: str, game: str) -> Acts | None:
    board = people.board(token)
    return Boards.of(people).give_up(game, people.member(token) if board is None else None, board)


def _own(records: Records, request: Request, *, is_for_boards: bool = False) -> Member:
    token = digest(token_of(request))
    own = Members(records).with_token(token)
    if own is None:
        raise HTTPException(403, "This is for members of the club: come in there first.")
    if not is_for_boards and Calls(records).board_with(token) is not None:
        raise HTTPException(403, "A board is told this of no member; use your own phone or computer.")
    return own


def _exported(records: Records, _: Known, own: Member) -> dict[str, Any]:
    return People(records, 0.0).export(own) | entered(records, own)


def _visitor(records: Records, request: Request) -> Member | None:
    """Return the member who asks; None for a stranger."""
    return Members(records).with_token(digest(token_of(request)))


def _tournaments(records: Records, _: Known, request: Request) -> Response:
    """Tell of all tournaments that the visitor may look at."""
    return _json(listed(records, _visitor(records, request)))


def _past(records: Records, known: Known, request: Request) -> Response:
    """Tell members of the club's games of the past."""
    _own(records, request)
    try:
        return _json(past(records, known, dict(request.query_params)))
    except ValueError:
        raise HTTPException(422, "Ask by member (a number), game, and day (as in 2026-11-29).") from None


async def _body(request: Request) -> bytes:
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > MOST_BYTES:
            raise HTTPException(413, f"Ask in at most {MOST_BYTES} bytes.")
    return found


def _host(request: Request) -> str:
    return request.url.hostname or ""


def _has_name(request: Request) -> bool:
    """Return whether a browser can make passkeys for this address: it has none for numbers."""
    try:
        ip_address(_host(request))
    except ValueError:
        return is_secure(request) or _host(request) == "localhost"
    return False


def _origin(request: Request) -> str:
    return request.headers.get("origin", "")


def _come_in(request: Request, member: Member, token: str | None) -> Response:
    """Return who has come in, with a cookie for a browser."""
    answer = _json({"number": member.number, "name": member.name, "role": member.role})
    if token is not None:
        _set_cookie(request, answer, token, COOKIE_SECONDS)
    return answer


def _forgetting(request: Request) -> Response:
    answer = _json({})
    _set_cookie(request, answer, "", 0)
    return answer


def _set_cookie(request: Request, answer: Response, token: str, seconds: int) -> None:
    answer.set_cookie(
        cookie_name(request),
        token,
        max_age=seconds,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def _json(told: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(told, status, headers={"Cache-Control": "no-store"})
