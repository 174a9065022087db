"""The games that a server holds, to look at, to take away and to check."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import WireError, plain
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, RecordOf, format_record

from cupsclub.ratings import CountedList, Lists, Recount, Standing
from cupsclub.store.port import Records
from cupsclub.store.results import Listed, Result, Results
from cupsclub.tournaments.checking import faults as tournament_faults

MOST_KNOWN = 500
RESULTS_AT_ONCE = 10_000


class Known:
    """The games that were looked at last, as far as they were then: only what has come since is read.

    Used by one thread at a time.
    """

    def __init__(self) -> None:
        self._games: dict[str, SharedGame] = {}

    def shared(self, records: Records, code: str) -> SharedGame:
        """Return a game as its entries tell it. Raises WireError."""
        game = self._games.pop(code, SharedGame())
        for entry in records.entries(code, game.n):
            game = game.followed(entry)
        self._games[code] = game
        if len(self._games) > MOST_KNOWN:
            del self._games[next(iter(self._games))]
        return game


def listed(records: Records, code: str, shared: SharedGame) -> dict[str, Any]:
    """Return what a list tells of a game: its name, who plays, when it was opened, how far it is."""
    game = records.game(code)
    assert game is not None
    return {
        "game": code,
        "name": game.name,
        "opened": _date(game.opened),
        "seats": {side: seat.name for side, seat in records.seats(code).items()},
        "entries": shared.n,
        "state": "open" if shared.begin is None else "over" if shared.end else "played",
        "result": None if shared.end is None else plain(shared.end),
    }


def record_of(records: Records, code: str, shared: SharedGame) -> Record[Any] | None:
    """Return a game as a record that any board reads; None where none has begun."""
    if shared.begin is None or shared.history is None:
        return None
    history, game, end = shared.history, records.game(code), shared.end
    if end is not None and end.why == "timed-out" and end.winner is not None:
        history = history.time_out(Side(end.winner).other)
    seats = records.seats(code)
    names = tuple(seats[each.value].name if each.value in seats else "?" for each in history.game.players)
    date = "?" if game is None else _date(game.opened)
    return RecordOf(history.game, history.starter, history.entries, names=names, date=date, played=history)


def record_text(records: Records, code: str, shared: SharedGame) -> str | None:
    """Return a game as the text of its record; None where none has begun."""
    record = record_of(records, code, shared)
    return None if record is None else format_record(record)


def faults(records: Records) -> Iterator[str]:
    """Yield what is wrong with any game, its code first, by judging every entry anew.

    All ratings are worked out anew, too, and compared with those in the entries and with what is kept.
    """
    recount, results, ended = Recount(), Results(records).every(), records.ended()
    of_tournaments: dict[str, SharedGame] = {}
    for code in records.codes():
        try:
            entries = records.entries(code, 0)
            shared = SharedGame.of(entries)
        except WireError as fault:
            yield f"{code}: {fault}"
            continue
        seats, game = records.seats(code), records.game(code)
        if game is not None and game.tournament is not None:
            of_tournaments[code] = shared
        if entries and len(seats) < 2:
            yield f"{code}: has begun with {len(seats)} seats taken"
        if (shared.end is not None) != (code in ended):
            yield f"{code}: is {'over' if shared.end else 'not over'} by its entries, and is listed otherwise"
        fault_of_it = recount.add(code, shared, entries[0].at if entries else 0.0)
        if fault_of_it is not None:
            yield fault_of_it
        said, begin = shared.rated, shared.begin
        members = {} if begin is None else begin.members
        due = said and Result(said.list, said.place, members.get("south", 0), members.get("north", 0))
        if results.get(code) != due:
            yield f"{code}: its result is listed as {results.get(code)}, and is {due} by its entries"
    yield from tournament_faults(records, of_tournaments)
    yield from recount.faults()
    yield from _kept_otherwise(records, recount.lists)


def rating_faults(records: Records) -> Iterator[str]:
    """Yield where ratings are not what the results in the entries make of them; no move is judged."""
    results, lists = Results(records), dict[str, dict[int, Standing]]()
    for name in results.lists():
        counted = CountedList(name)
        lists[name] = counted.standings
        while found := results.rated(name, counted.place, RESULTS_AT_ONCE):
            for code, members, said in found:
                yield from counted.add(code, members, said)
    yield from _kept_otherwise(records, lists)


def _kept_otherwise(records: Records, lists: Lists) -> Iterator[str]:
    """Yield where a member is listed otherwise than all results make it."""
    kept = {(each.list, each.member): each for each in Results(records).standings()}
    for name, standings in lists.items():
        for member, due_standing in standings.items():
            stands = Listed(
                name, member, due_standing.rating, due_standing.games, len(due_standing.opponents)
            )
            if kept.pop((name, member), None) != stands:
                yield f"member {member}: is not listed in {name!r} as all entries make it: {stands}"
    for name, member in kept:
        yield f"member {member}: is listed in {name!r} without a game in it"


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
