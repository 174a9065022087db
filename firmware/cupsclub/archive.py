"""The games that a server holds, to look at, to take away and to check."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from cupsboard.distance.clocks import Clocks
from cupsboard.distance.shared_game import OpenAsk, SharedGame, alone_from, before_last_move, for_distance
from cupsboard.distance.wire import WireError, plain
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Side, is_cup, side_of
from cupsboard.rules.record import RecordOf, format_record

from cupsclub.store.port import Records

MOST_KNOWN = 500


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
        "result": None if shared.end is None else {"why": shared.end.why, "winner": shared.end.winner},
    }


def record_text(records: Records, code: str, shared: SharedGame) -> str | None:
    """Return a game as a record that any board reads; None where none has begun."""
    if shared.begin is None or shared.history is None:
        return None
    history, game = shared.history, records.game(code)
    names = tuple(shared.begin.seats.get(player.value, "?") for player in history.game.players)
    date = "?" if game is None else _date(game.opened)
    record = RecordOf(history.game, history.starter, history.entries, names=names, date=date, played=history)
    return format_record(record)


def table(records: Records, code: str, shared: SharedGame, now: float) -> dict[str, Any] | None:
    """Return a game as a page draws it, with what may be played; None where there is none with this code.

    `now` is the server's time; the clocks are told by it.
    """
    game = records.game(code)
    if game is None:
        return None
    rules = for_distance(game.name)
    history = shared.history
    position = rules.start(None) if history is None else history.position
    mover = shared.to_move
    return {
        "n": shared.n,
        "changed": shared.changed,
        "name": game.name,
        "cups": sum(is_cup(place) for place in rules.places) // 2,
        "seats": {side: seat.name for side, seat in records.seats(code).items()},
        "begun": shared.begin is not None,
        "mover": None if mover is None else mover.value,
        "contents": dict(rules.contents(position)),
        "score": {side.value: points for side, points in rules.score(position).items()},
        "moves": [] if mover is None else [_move(plan, mover) for plan in rules.plans(position, mover)],
        "clocks": None if shared.clocks is None else _clocks(shared.clocks, now),
        "ask": None if shared.ask is None else _ask(shared.ask),
        "declined": {side.value: [what for by, what in shared.declined if by is side] for side in Side},
        "waiting": shared.is_waiting,
        "adjourned": shared.is_adjourned,
        "end": None if shared.end is None else plain(shared.end),
        "alone": {side.value: at - now for side in Side if (at := alone_from(shared, side)) is not None},
        "back": {side.value: n for side in Side if (n := before_last_move(shared, side)) is not None},
    }


def _move(plan: Plan, mover: Side) -> dict[str, Any]:
    """Return a move, the cup to tap for it, and from where to which places its pieces can be dragged.

    The cup is the one that is emptied, or the last that gets a bean.
    """
    steps = [step for step in plan.open if step not in plan.owed]
    taken = [step.source for step in steps if side_of(step.source) is mover]
    cups = [place for place in taken if is_cup(place)]
    given = [step.target for step in steps if is_cup(step.target)]
    source = next(iter(taken), "")
    targets = dict.fromkeys(step.target for step in steps if step.source == source)
    return {
        "label": plan.label,
        "place": next(iter(cups or given[-1:]), ""),
        "from": source,
        "to": [place for place in targets if place != source],
    }


def _clocks(clocks: Clocks, now: float) -> dict[str, Any]:
    """Return what each side has left, in seconds, whose clock runs, and in how many seconds it begins to."""
    return {
        "left": {side.value: clocks.left(side, now) for side in Side},
        "runs": None if clocks.runs is None else clocks.runs.value,
        "waits": 0.0 if clocks.runs is None else max(0.0, clocks.runs_from - now),
    }


def _ask(ask: OpenAsk) -> dict[str, Any]:
    return {"n": ask.n, "by": ask.by.value, "what": ask.ask.what}


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
