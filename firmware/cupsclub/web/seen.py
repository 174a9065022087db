"""What a page sees of a shared game: the state of a board's page, and what may be done and asked for."""

from typing import Any

from cupsboard.distance.shared_game import OpenAsk, SharedGame, alone_from, before_last_move, for_distance
from cupsboard.distance.wire import plain
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.game import Plan
from cupsboard.rules.games import AnyGame, stock_beans
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Place, Side, is_cup, side_of
from cupsboard.session.played_out import flow_of
from cupsboard.web.qr_code import invitation
from cupsboard.web.sections import Section, entry_words, game_section, moves_section, rules_section

from cupsclub.store.members import Member
from cupsclub.store.port import Game, Records
from cupsclub.web.lobby import clock_told


def seen(
    records: Records, code: str, shared: SharedGame, now: float, link: str, own: Member | None = None
) -> dict[str, Any] | None:
    """Return a game as a page draws it, with what may be played; None where there is none with this code.

    `now` is the server's time; the clocks are told by it. `link` is where a friend sits down. `own` is the
    member who looks, if it is one: whose seat is told by number.
    """
    game = records.game(code)
    if game is None:
        return None
    mover, board = shared.to_move, shared.board
    members = {side: seat.member for side, seat in records.seats(code).items()}
    return {
        "members": members,
        "own": next((side for side, number in members.items() if own and own.number == number), None),
        "to": game.to,
        "tournament": game.tournament,
        "list": (game.name if game.rated else "") if shared.begin is None else shared.begin.rated,
        "rated": None if shared.rated is None else plain(shared.rated),
        "n": shared.n,
        "changed": shared.changed,
        "seats": {side: seat.name for side, seat in records.seats(code).items()},
        "begun": shared.begin is not None,
        "mover": None if mover is None else mover.value,
        "state": _state(game, shared),
        # Where both sit at a board, moves are made there.
        "moves": [] if board else _moves(shared, mover),
        "board": board,
        "last": _last(shared),
        "clock": clock_told(game.clock),
        "clocks": None if shared.clocks is None else _clocks(shared.clocks, now),
        "ask": None if shared.ask is None else _ask(shared.ask),
        "declined": {side.value: [what for by, what in shared.declined if by is side] for side in Side},
        "waiting": shared.is_waiting,
        "adjourned": shared.is_adjourned,
        "end": None if shared.end is None else plain(shared.end),
        "again": [side.value for side in Side if side in shared.again],
        "following": shared.following,
        "alone": {side.value: at - now for side in Side if (at := alone_from(shared, side)) is not None},
        "back": {side.value: n for side in Side if (n := before_last_move(shared, side)) is not None},
        "invitation": invitation(code, link) if shared.begin is None else None,
    }


def offered(records: Records, code: str) -> dict[str, Any] | None:
    """Return what stands in the list of games that anybody may join; None where it is gone by now."""
    game, seats = records.game(code), records.seats(code)
    if game is None or len(seats) != 1:
        return None
    (seat,) = seats.values()
    return {"game": code, "name": game.name, "by": seat.name, "clock": clock_told(game.clock)}


def _state(game: Game, shared: SharedGame) -> Section:
    """Return the sections of a board's state that a shared game has."""
    rules = for_distance(game.name)
    history = HistoryOf(rules, Side.SOUTH) if shared.history is None else shared.history
    contents = rules.contents(history.position)
    told = game_section(history, None)
    told["isOver"] = shared.end is not None
    if shared.to_move is not None:
        told["turn"] = shared.to_move.value
    return {
        "board": board_of(rules),
        "beans": {place: contents[place] for place in rules.places},
        "game": told,
        "moves": moves_section(history, {}),
    }


def board_of(rules: AnyGame) -> Section:
    """Return what a page draws a board by, and its rules."""
    cups = sum(is_cup(place) for place in rules.places) // len(Side)
    return {"cups": cups, "places": list(rules.places), "stock": stock_beans(rules)} | rules_section(rules)


def _moves(shared: SharedGame, mover: Side | None) -> list[Section]:
    if mover is None or shared.history is None:
        return []
    rules, position = shared.history.game, shared.history.position
    return [_move(rules, position, plan, mover) for plan in rules.plans(position, mover)]


def _move(rules: AnyGame, position: object, plan: Plan, mover: Side) -> Section:
    """Return a move, the cup to tap for it, the ways of its pieces, and what lies there after it.

    The cup is the one that is emptied, or the last that gets a bean. `from` and `to` are the places between
    which its pieces can be dragged.
    """
    steps = [step for step in plan.open if step not in plan.owed]
    taken = [step.source for step in steps if side_of(step.source) is mover]
    cups = [place for place in taken if is_cup(place)]
    given = [step.target for step in steps if is_cup(step.target)]
    source: Place | str = next(iter(taken), "")
    targets = dict.fromkeys(step.target for step in plan.open)
    return {
        "label": plan.label,
        "place": next(iter(cups or given[-1:]), ""),
        "from": list(dict.fromkeys((source, *(step.source for step in plan.owed)))),
        "to": [place for place in targets if place != source],
        "flow": flow_of(rules, position, mover, plan.label),
        "after": dict(rules.contents(rules.play(position, mover, plan.label))),
    }


def _last(shared: SharedGame) -> Section | None:
    """Return the newest move or pass with its ways, by which a page marks what the other side did."""
    history = shared.history
    if history is None or not history.entries or not history.steps:
        return None
    before = history.after(len(history.steps) - 1)
    side, label = entry_words(history.entries[-1])
    flow = [] if label == "pass" else flow_of(history.game, before.position, side, label)
    return {
        "number": len(history.entries),
        "side": side.value,
        "move": label,
        "flow": flow,
        "n": shared.changed,
    }


def _clocks(clocks: Clocks, now: float) -> Section:
    """Return what each side has left, in seconds, whose clock runs, and in how many seconds it begins to."""
    return {
        "left": {side.value: clocks.left(side, now) for side in Side},
        "runs": None if clocks.runs is None else clocks.runs.value,
        **({"isHourglass": True} if clocks.rule.is_hourglass else {}),
        "waits": 0.0 if clocks.runs is None else max(0.0, clocks.runs_from - now),
    }


def _ask(ask: OpenAsk) -> Section:
    return {"n": ask.n, "by": ask.by.value, "what": ask.ask.what}
