"""What a page sees of tournaments: tables with their sums, rounds with their games, and what is due."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import End, side_name
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.places import Side

from cupsclub.archive import Known
from cupsclub.people import shown
from cupsclub.store.calls import Calls
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Records
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.games import results_of
from cupsclub.tournaments.rounds import due, most_rounds, winner
from cupsclub.tournaments.standings import Row, tables
from cupsclub.tournaments.tournament import Result, Score, Tournament
from cupsclub.web.lobby import clock_told, is_rival_there, visitor


@dataclass(frozen=True, slots=True)
class _Seen:
    """A tournament that is told, and who looks: a member of the club, or None."""

    number: int
    told: Tournament
    results: Mapping[str, Result]
    scores: Sequence[Score]
    ends: Mapping[str, End]
    calls: Mapping[str, tuple[str, bool]]
    """The board to which two are called for a game, and whether both sit there."""
    own: Member | None


def _may_look(told: Tournament, own: Member | None) -> bool:
    return told.opened is not None and (own is not None or told.rules.is_public)


def listed(records: Records, own: Member | None) -> dict[str, Any]:
    """Return all tournaments that a visitor may look at, the newest first."""
    rows = TournamentRows(records)
    return {"tournaments": _headings(rows, rows.numbers(), own)} | visitor(Members(records), own)


def going(records: Records, own: Member) -> list[dict[str, Any]]:
    """Return the tournaments that a member may enter or follow now, the newest first."""
    rows = TournamentRows(records)
    return _headings(rows, rows.unfinished(), own)


def entered(records: Records, own: Member) -> dict[str, Any]:
    """Return the tournaments that a member takes part in or has withdrawn from, for the own export."""
    known = listed(records, own)["tournaments"]
    rows = TournamentRows(records)
    own_ones = [each for each in known if Tournament.of(rows.entries(each["number"])).entrant(own.number)]
    return {"tournaments": [{name: each[name] for name in ("number", "name", "isIn")} for each in own_ones]}


def _headings(rows: TournamentRows, numbers: Sequence[int], own: Member | None) -> list[dict[str, Any]]:
    known = ((number, Tournament.of(rows.entries(number))) for number in numbers)
    return [_heading(rows, number, told, own) for number, told in known if _may_look(told, own)]


def _heading(rows: TournamentRows, number: int, told: Tournament, own: Member | None) -> dict[str, Any]:
    rules = told.rules
    state = "over" if told.finished else "played" if told.rounds else "closed" if told.is_closed else "open"
    return {
        "number": number,
        "name": rules.name,
        "form": rules.form,
        "game": rules.game,
        "clock": clock_told(rules.clock),
        "cycles": rules.cycles,
        "isRated": rules.rated,
        "isPublic": rules.is_public,
        "season": _season(rows, told),
        "state": state,
        "begun": len(told.rounds),
        "rounds": most_rounds(told),
        "count": len(told.seeded()),
        "isIn": own is not None and told.is_in(own.number),
    }


def _season(rows: TournamentRows, told: Tournament) -> int:
    """Return which season of its league this is, from 1."""
    season = 1
    while told.opening.after is not None:
        told, season = Tournament.of(rows.entries(told.opening.after)), season + 1
    return season


def told(
    records: Records,
    known: Known,
    number: int,
    own: Member | None,
    now: float,
    sides_there: Callable[[str], Container[Side]],
) -> dict[str, Any] | None:
    """Return one tournament as its page shows it; None where there is none for this visitor.

    `now` is the server's time; `sides_there` tells which sides of a game are there.
    """
    rows, members = TournamentRows(records), Members(records)
    tournament = Tournament.of(rows.entries(number))
    if not _may_look(tournament, own):
        return None
    results = results_of(number, rows, partial(known.shared, records))
    calls = _calls(records, tournament, results, now)
    seen = _Seen(number, tournament, results, tournament.scores(results), rows.ends(number), calls, own)
    rules, finished = tournament.rules, tournament.finished
    return {
        **_heading(rows, number, tournament, own),
        **visitor(members, own),
        "divisionSize": rules.division_size,
        "movers": rules.movers,
        "after": tournament.opening.after,
        "members": {
            each.number: shown(each)
            for each in members.every()
            if tournament.entrant(each.number) or each.number == tournament.opening.by
        },
        "entrants": [
            {"member": each.member, "rating": each.rating, "isIn": each.is_in} for each in tournament.entrants
        ],
        "tables": [[_row(each) for each in table] for table in tables(tournament, results)],
        "pairings": [_pairing(seen, each) for each in seen.scores],
        "byes": [
            {"round": each.number, "member": member} for each in tournament.rounds for member in each.byes
        ],
        "boards": []
        if own is None
        else [{"number": each.number, "name": each.name} for each in Calls(records).boards()],
        "due": None if finished else _due(seen),
        "others": _others(members, tournament, own),
        "mine": [] if own is None else _mine(records, known, seen, own, sides_there),
    }


def _calls(
    records: Records, told: Tournament, results: Mapping[str, Result], now: float
) -> Mapping[str, tuple[str, bool]]:
    calls = Calls(records)
    boards = {each.number: each.name for each in calls.boards()}
    going = (code for each in told.pairings for code in each.games if code not in results)
    known = ((code, calls.of_game(code)) for code in going)
    return {
        code: (boards.get(call.board, "?"), call.is_on) for code, call in known if call and call.is_open(now)
    }


def _others(members: Members, told: Tournament, own: Member | None) -> list[tuple[int, str]]:
    """Return whom a director may let in, by number and name; a knock-out that has begun takes none."""
    if own is None or own.role != "director" or (told.rules.form == "knock-out" and told.rounds):
        return []
    free = [each for each in members.every() if each.may_play and not told.is_in(each.number)]
    # The first is chosen beforehand: it is to be no level of the engine.
    return [(each.number, each.name) for each in sorted(free, key=lambda each: each.role == "engine")]


def _row(row: Row) -> dict[str, Any]:
    return {
        "member": row.member,
        "place": row.place,
        "points": row.points,
        "played": row.played,
        "isOut": row.is_out,
        "isAnnulled": row.is_annulled,
        "sums": {
            name: {
                "value": row.value(name),
                "values": row.values(name),
                "terms": [
                    {
                        "rival": each.rival,
                        "factor": each.factor,
                        "own": each.own,
                        "isCut": each.is_cut,
                        "again": each.again,
                    }
                    for each in terms
                ],
            }
            for name, terms in row.sums.items()
        },
    }


def _pairing(seen: _Seen, score: Score) -> dict[str, Any]:
    pairing = score.pairing
    ruled = seen.told.rulings.get((pairing.round, pairing.one, pairing.other))
    is_ruled = ruled is not None and ruled.points is not None
    return {
        "round": pairing.round,
        "division": next((at for at, each in enumerate(seen.told.divisions) if pairing.one in each), 0),
        "one": pairing.one,
        "other": pairing.other,
        "points": score.points,
        "beans": score.beans,
        "isDecided": score.is_decided,
        "isPlayed": score.is_played,
        "why": ruled.why if ruled is not None and is_ruled else None,
        "isLacking": not score.is_decided and bool(seen.told.lacking(pairing, seen.results)),
        "goesOn": _goes_on(seen.told, score),
        "games": [_game(seen, number, code) for number, code in enumerate(pairing.games)],
    }


def _goes_on(told: Tournament, score: Score) -> dict[str, Any] | None:
    """Return who goes on in a knock-out, by what, and the seeds of both; None where that is open."""
    if told.rules.form != "knock-out" or not score.is_decided:
        return None
    member, by = winner(told, score)
    seeds = {each: told.divisions[0].index(each) + 1 for each in (score.pairing.one, score.pairing.other)}
    return {"member": member, "by": by, "seeds": seeds}


def _game(seen: _Seen, number: int, code: str) -> dict[str, Any]:
    """Return a game of a pairing; its points are those of the first of the two members."""
    end, result = seen.ends.get(code), seen.results.get(code)
    board, is_seated = seen.calls.get(code, (None, False))
    points = None if result is None else result.points
    return {
        "game": code,
        "why": None if end is None else end.why,
        "points": points if points is None or number == 0 else 1.0 - points,
        "beans": 0 if result is None else result.beans if number == 0 else -result.beans,
        "board": board,
        "isSeated": is_seated,
        "mayBeCalled": Clocks.of(seen.told.rules.clock).is_of_a_sitting,
    }


def _due(seen: _Seen) -> dict[str, Any]:
    """Return the round that is to begin next, or why none can."""
    try:
        found = due(seen.told, seen.results)
    except Refusal as refusal:
        undecided = sum(not each.is_decided for each in seen.scores)
        return {
            "number": None,
            "reason": _reason(seen, undecided),
            "text": refusal.text,
            "undecided": undecided,
        }
    return {
        "number": len(seen.told.rounds) + 1,
        "pairings": [[each.one, each.other] for each in found.pairings],
        "byes": list(found.byes),
    }


def _reason(seen: _Seen, undecided: int) -> str:
    """Return the word for why no round can begin."""
    waits = seen.told.rules.form in ("swiss", "knock-out")
    if waits and undecided:
        return "undecided"
    if len(seen.told.seeded()) < 2 and not seen.told.rounds:
        return "two"
    return "last" if len(seen.told.rounds) >= most_rounds(seen.told) else "none-new"


def _mine(
    records: Records, known: Known, seen: _Seen, own: Member, sides_there: Callable[[str], Container[Side]]
) -> list[dict[str, Any]]:
    """Return the games that a member has to play in a tournament, pairing by pairing."""
    mine = []
    for score in seen.scores:
        if score.is_decided or own.number not in (score.pairing.one, score.pairing.other):
            continue
        for number, code in enumerate(score.pairing.games):
            if code in seen.results:
                continue
            shared = known.shared(records, code)
            is_south = (own.number == score.pairing.one) == (number == 0)
            is_my_turn = shared.to_move is not None and (side_name(shared.to_move) == "south") == is_south
            mine.append(
                {
                    "game": code,
                    "rival": score.rival(own.number),
                    "round": score.pairing.round,
                    "number": number + 1,
                    "isMyTurn": is_my_turn,
                    "isBegun": shared.changed > 1,
                    "isRivalThere": is_rival_there(records, code, own, sides_there),
                }
            )
    return mine
