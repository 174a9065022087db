"""What a member sees of the club: who is in it, who seeks a game, what is played, and what was."""

from collections.abc import Callable, Container
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from typing import Any

from cupsboard.distance.wire import plain, side_name
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side

from cupsclub.archive import Known, listed
from cupsclub.boards import STOPPED_SECONDS
from cupsclub.people import shown
from cupsclub.ratings import SETTLED_GAMES, SETTLED_OPPONENTS
from cupsclub.store import newer
from cupsclub.store.calls import Board, Call, Calls
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Records
from cupsclub.store.results import Listed, Results
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.tournament import Tournament

GAMES_A_PAGE = 40
MOST_WATCHED = 30
"""Games of others that are told to be played now."""
MOST_OWN = 100
MOST_NOTES = 100


def lobby(
    records: Records,
    known: Known,
    own: Member,
    now: float,
    boards_there: Container[int],
    sides_there: Callable[[str], Container[Side]],
) -> dict[str, Any]:
    """Return all that stands in the lobby for a member: without what those seek who are kept apart.

    `now` is the server's time; `boards_there` are the numbers of the boards that were heard of lately;
    `sides_there` tells which sides of a game are there.
    """
    members, calls = Members(records), Calls(records)
    tournaments = cache(partial(_tournament, records))
    ratings: dict[int, list[dict[str, Any]]] = {}
    for each in Results(records).standings():
        ratings.setdefault(each.member, []).append(_rating(each))
    blocked = members.blocks(own.number)
    return {
        "club": members.club_name(),
        "me": _member(own, ratings, own),
        "members": [
            _member(each, ratings, own) | {"isBlocked": each.number in blocked}
            for each in sorted(members.every(), key=lambda each: each.role == "engine")
            if each.name and (own.role == "director" or not each.is_blocked)
        ],
        "seeks": [
            seek for code in members.sought() if (seek := _seek(records, members, code, own)) is not None
        ],
        "calls": [_call(records, known, call, now) for call in calls.of_member(own.number, now)],
        "boards": [
            {"number": board.number, "name": board.name, "isThere": board.number in boards_there}
            for board in calls.boards()
        ],
        "mine": [
            _played(records, known, code, own, now)
            | _about(records, known, code, tournaments)
            | {"isRivalThere": is_rival_there(records, code, own, sides_there)}
            for code in members.played(MOST_OWN, member=own.number, is_going=True)
        ],
        "played": [
            _played(records, known, code, own, now) | _about(records, known, code, tournaments)
            for code in members.played(MOST_WATCHED, is_going=True)
        ],
    }


def visitor(members: Members, own: Member | None) -> dict[str, Any]:
    """Return what the club is called, and who looks: a member, or None."""
    me = None if own is None else {"number": own.number, "name": own.name, "role": own.role}
    return {"club": members.club_name(), "me": me}


def clock_told(clock: Clock | None) -> dict[str, Any] | None:
    """Return a clock as pages read it; None for none."""
    if clock is None:
        return None
    told = {"seconds": clock.seconds, "increment": clock.increment, "isForEachMove": clock.is_for_each_move}
    return told | {"text": clock.text}


def _tournament(records: Records, number: int) -> tuple[str, dict[str, int]]:
    """Return the name of a tournament, and which game of its pairing each of its games is, from 1."""
    told = Tournament.of(TournamentRows(records).entries(number))
    games = {code: at for each in told.pairings for at, code in enumerate(each.games, 1)}
    return told.rules.name, games


def _pairing(records: Records, tournament: int, code: str) -> dict[str, Any] | None:
    """Return of which pairing of a tournament a game is, and which of its games; None for one of none."""
    told = Tournament.of(TournamentRows(records).entries(tournament))
    for each in told.pairings:
        if code in each.games:
            number = each.games.index(code) + 1
            return {"tournament": told.rules.name, "round": each.round, "number": number}
    return None


def _about(
    records: Records, known: Known, code: str, tournaments: Callable[[int], tuple[str, dict[str, int]]]
) -> dict[str, Any]:
    """Return by what a game is told from others of the same two: its clock, its rating, its tournament."""
    game, begin = records.game(code), known.shared(records, code).begin
    assert game is not None
    is_rated = game.rated if begin is None else bool(begin.rated)
    told = {"clock": clock_told(game.clock), "isRated": is_rated, "tournament": None}
    if game.tournament is None:
        return told
    name, games = tournaments(game.tournament)
    return told | {"tournament": name, "number": games.get(code)}


def _member(member: Member, ratings: dict[int, list[dict[str, Any]]], own: Member) -> dict[str, Any]:
    told = {"number": member.number, "name": shown(member), "role": member.role}
    if own.role == "director":
        told["isOut"] = member.is_blocked
    return told | {"ratings": ratings.get(member.number, [])}


def _rating(stands: Listed) -> dict[str, Any]:
    is_settled = stands.games >= SETTLED_GAMES and stands.opponents >= SETTLED_OPPONENTS
    return {"list": stands.list, "rating": stands.rating, "games": stands.games, "isSettled": is_settled}


def _seek(records: Records, members: Members, code: str, own: Member) -> dict[str, Any] | None:
    """Return a game that waits for its second player; None where a member is not to see it."""
    game, seats = records.game(code), records.seats(code)
    if game is None or len(seats) != 1:
        return None
    (seat,) = seats.values()
    is_mine = seat.member == own.number
    if not is_mine and (game.to not in (0, own.number) or members.are_apart(own.number, seat.member or 0)):
        return None
    whom = members.member(game.to) if game.to else None
    return {
        "game": code,
        "name": game.name,
        "by": {"number": seat.member, "name": seat.name},
        "to": None if whom is None else {"number": whom.number, "name": shown(whom)},
        "isMine": is_mine,
        "clock": clock_told(game.clock),
        "rated": game.rated,
    }


def of_board(records: Records, known: Known, board: Board, now: float) -> dict[str, Any]:
    """Return what a board of the club is told: the game that is called to it first, if there is any.

    A member's wish is no call before the other has confirmed: it lights no board.
    """
    calls = Calls(records).of_board(board.number, now)
    found = (call for call in calls if call.by is None or call.came)
    first = next(found, None)
    told = {"name": board.name, "time": now}
    return told if first is None else told | {"call": _call(records, known, first, now)}


def _call(records: Records, known: Known, call: Call, now: float) -> dict[str, Any]:
    """Return a call to a board: who is to play what, who has confirmed, and whether it has begun."""
    game, members, shared = records.game(call.game), Members(records), known.shared(records, call.game)
    assert game is not None
    names = {side: members.member(number) for side, number in call.members.items()}
    board = Calls(records).board(call.board)
    return {
        "game": call.game,
        "name": game.name,
        "board": None if board is None else board.name,
        "members": call.members,
        "seats": {side: "?" if each is None else shown(each) for side, each in names.items()},
        "confirmed": list(call.came),
        "by": call.by,
        "clock": None if game.clock is None else game.clock.text,
        "rated": game.rated,
        "starter": None if shared.begin is None else shared.begin.starter,
        "isBegun": call.is_on,
        "isMoved": call.is_on and shared.changed > shared.placed,
        "placed": shared.placed,
        "pairing": None if game.tournament is None else _pairing(records, game.tournament, call.game),
        "left": max(0.0, call.until - now),
    }


def _played(records: Records, known: Known, code: str, own: Member, now: float) -> dict[str, Any]:
    """Return a game that is played: between whom, and whether the member is to move.

    `hasStopped` is of one at a board that a director may give up, or give back to its tournament.
    """
    shared, seats = known.shared(records, code), records.seats(code)
    mine = next((side for side, seat in seats.items() if seat.member == own.number), None)
    is_my_turn = mine is not None and shared.to_move is not None and side_name(shared.to_move) == mine
    board, is_paired = shared.board, shared.begin is not None and shared.begin.tournament is not None
    has_stopped = bool(board) and (is_paired or now - shared.changed_at >= STOPPED_SECONDS)
    told = listed(records, code, shared) | {"board": board, "hasStopped": has_stopped}
    return told | {"members": _numbers(records, code), "mine": mine, "isMyTurn": is_my_turn and not board}


def is_rival_there(
    records: Records, code: str, own: Member, sides_there: Callable[[str], Container[Side]]
) -> bool:
    """Return whether the other player of a member's game is there by a connection, and the member is not."""
    there = sides_there(code)
    mine = [side for side, seat in records.seats(code).items() if seat.member == own.number]
    return any(Side(side).other in there and Side(side) not in there for side in mine)


def past(records: Records, known: Known, wishes: dict[str, str]) -> dict[str, Any]:
    """Return games that members have begun, by member, game, day and what was told before.

    Raises ValueError for a wish that can't be read.
    """
    members, day, before = Members(records), wishes.get("day"), wishes.get("before")
    edge = None if before is None else records.game(before)
    codes = members.played(
        GAMES_A_PAGE,
        member=int(wishes["member"]) if wishes.get("member") else None,
        name=wishes.get("game") or None,
        day=_day(day) if day else None,
        before=None if edge is None else (edge.opened, edge.code),
    )
    tournaments = cache(partial(_tournament, records))
    games = [_past(records, known, code) | _about(records, known, code, tournaments) for code in codes]
    return {"games": games, "isMore": len(codes) == GAMES_A_PAGE}


def _past(records: Records, known: Known, code: str) -> dict[str, Any]:
    shared = known.shared(records, code)
    told = listed(records, code, shared) | {"members": _numbers(records, code)}
    return told | {"rated": None if shared.rated is None else plain(shared.rated)}


def _numbers(records: Records, code: str) -> dict[str, int | None]:
    return {side: seat.member for side, seat in records.seats(code).items()}


def _day(text: str) -> tuple[float, float]:
    begin = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    return begin.timestamp(), (begin + timedelta(days=1)).timestamp()


def own_things(records: Records, own: Member, token: str, now: float) -> dict[str, Any]:
    """Return a member's devices and passkeys; for a director also who is invited, what was reported and done.

    `token` is the digest of that of the device that asks; `now` is the server's time.
    """
    members = Members(records)
    this = members.device_with(token)
    told: dict[str, Any] = {
        "devices": [
            {
                "number": each.number,
                "label": each.label,
                "since": each.since,
                "isThis": each.number == this,
                "isBoard": each.is_board,
            }
            for each in members.devices(own.number)
        ],
        "passkeys": [{"id": id, "since": since} for id, since in members.passkeys(own.number)],
    }
    if own.role == "director":
        told["notes"] = [
            {"by": note.by, "about": note.about, "what": note.what, "game": note.game}
            for note in members.notes(MOST_NOTES)
        ]
        told["invitations"] = [
            {"name": each.name, "role": each.role, "left": each.until - now}
            for each in members.invitations(now)
        ]
        told["newer"] = [_newer(records, each) for each in newer.asked(records)]
    return told


def _newer(records: Records, asked: newer.Asked) -> dict[str, Any]:
    game, seats = records.game(asked.game), records.seats(asked.game)
    return {
        "game": asked.game,
        "name": "" if game is None else game.name,
        "south": {"name": seats["south"].name, "more": asked.south - asked.n},
        "north": {"name": seats["north"].name, "more": asked.north - asked.n},
        "more": asked.agree_to - asked.n,
    }
