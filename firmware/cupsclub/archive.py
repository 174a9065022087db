"""The games that a server holds, to look at, to take away and to check."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import WireError
from cupsboard.rules.record import RecordOf, format_record

from cupsclub.store.port import Records


def listed(records: Records, code: str) -> dict[str, Any]:
    """Return what a list tells of a game: its name, who plays, when it was opened, how far it is."""
    game, entries = records.game(code), records.entries(code, 0)
    assert game is not None
    shared = SharedGame.of(entries)
    return {
        "game": code,
        "name": game.name,
        "opened": _date(game.opened),
        "seats": {side: seat.name for side, seat in records.seats(code).items()},
        "entries": shared.n,
        "state": "open" if shared.begin is None else "over" if shared.end else "played",
        "result": None if shared.end is None else {"why": shared.end.why, "winner": shared.end.winner},
    }


def record_text(records: Records, code: str) -> str | None:
    """Return a game as a record that any board reads; None where none has begun. Raises WireError."""
    shared = SharedGame.of(records.entries(code, 0))
    if shared.begin is None or shared.history is None:
        return None
    history, game = shared.history, records.game(code)
    names = tuple(shared.begin.seats.get(player.value, "?") for player in history.game.players)
    date = "?" if game is None else _date(game.opened)
    record = RecordOf(history.game, history.starter, history.entries, names=names, date=date, played=history)
    return format_record(record)


def faults(records: Records) -> Iterator[str]:
    """Yield what is wrong with any game, its code first, by judging every entry anew."""
    for code in records.codes():
        try:
            entries = records.entries(code, 0)
            SharedGame.of(entries)
        except WireError as fault:
            yield f"{code}: {fault}"
            continue
        seats = records.seats(code)
        if entries and len(seats) < 2:
            yield f"{code}: has begun with {len(seats)} seats taken"


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
