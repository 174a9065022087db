"""A shared game as the referee hears of it: record in words, questions, clocks, the other side's table."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from cupsboard.distance.follower import Follower
from cupsboard.distance.shared_game import SharedGame, alone_from
from cupsboard.distance.wire import Move, Reason, TableState, act_from
from cupsboard.referee.far import Far, FarAsk, FarClock, FarEnd, FarOther, FarPhrase
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, Moved, Passed
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_text

_OTHERS: Mapping[TableState, FarOther] = {
    "laying": FarOther.LAYING,
    "differs": FarOther.DIFFERS,
    "paused": FarOther.PAUSED,
}
_WON: Mapping[Reason, FarEnd] = {
    "resigned": FarEnd.WON,
    "timed-out": FarEnd.WON_BY_TIME,
    "ruled": FarEnd.WON_BY_RULING,
}
_LOST: Mapping[Reason, FarEnd] = {
    "resigned": FarEnd.LOST,
    "timed-out": FarEnd.LOST_BY_TIME,
    "ruled": FarEnd.LOST_BY_RULING,
}
Own = Moved[Side] | Passed[Side]
"""What a board enters by itself."""


def entries_of(shared: SharedGame) -> tuple[str, ...]:
    """Return the entries of the shared record as text, with the passes that must follow.

    () before the game has begun.
    """
    return () if shared.history is None else tuple(map(entry_text, _passed(shared.history).entries))


def _passed(history: History[Any]) -> History[Any]:
    """Return a record with the passes that must follow.

    A copy may have a move before the pass that the server wrote with it; this board has both at once.
    """
    while history.game.standing(history.position) is Standing.PASS:
        history = history.pass_turn()
    return history


def far_of(follower: Follower, own: Side, owed: Sequence[Own] = (), server_ahead: float | None = None) -> Far:
    """Return the state of the shared game and of the connection, as the referee gets it.

    `own` is the side at this board. `owed` are entries of this board that the shared record does not have
    yet. `server_ahead` is what the server's time is ahead of the loop's, in seconds.
    """
    shared, moving = follower.game, unsent_move(follower, own)
    ask = shared.ask
    said_in, phrase = shared.phrases.get(own.other, (0, None))
    return Far(
        own,
        (*entries_of(shared), *moving, *map(entry_text, owed)),
        is_on_its_way=bool(moving or owed),
        is_linked=follower.is_linked,
        asked=_asked(shared, own),
        ask=0 if ask is None else ask.n,
        is_asking=ask is not None and ask.by is own,
        end=_end(follower, own),
        other=_other(follower, own),
        clock=_clock(shared, own, server_ahead),
        has_waiting_clocks=shared.is_waiting and shared.end is None,
        alone_from=_alone_from(shared, own, server_ahead),
        said=None if phrase is None else FarPhrase(phrase),
        said_in=said_in,
        declined_in=max((n for (side, _), n in shared.declined.items() if side is own), default=0),
        again=tuple(side for side in Side if side in shared.again),
    )


def unsent_move(follower: Follower, own: Side) -> tuple[str, ...]:
    """Return the entries that a move on its way will make, forced passes among them."""
    unsent, shared = follower.unsent, follower.game
    act = None if unsent is None else act_from(unsent.act)
    if (
        unsent is None
        or not isinstance(act, Move)
        or shared.history is None
        or unsent.after != shared.changed
    ):
        return ()
    before = _passed(shared.history)
    after = _passed(before.play(own, act.label))
    return tuple(map(entry_text, after.entries[len(before.entries) :]))


def ahead(local: History[object], known: Sequence[str], own: Side) -> tuple[Own, ...]:
    """Return the moves of this side, and passes, that a record has right behind the known entries."""
    count = len(known)
    further = (entry for entry in local.entries[count:] if isinstance(entry, Moved | Passed))
    ahead = tuple(takewhile(lambda entry: isinstance(entry, Passed) or entry.player is own, further))
    is_further = tuple(map(entry_text, local.entries[:count])) == tuple(known)
    return ahead if is_further and ahead and isinstance(ahead[0], Moved) else ()


def _asked(shared: SharedGame, own: Side) -> FarAsk | None:
    if shared.is_adjourned and shared.end is None:
        return FarAsk.RESUME
    if shared.ask is None or shared.ask.by is own:
        return None
    return FarAsk(shared.ask.ask.what)


def _other(follower: Follower, own: Side) -> FarOther | None:
    """Return what the other side's table is like; None while this board is not connected."""
    if not follower.is_linked:
        return None
    at_table = follower.at_tables.get(own.other.value)
    if at_table is None or not at_table.link:
        return FarOther.AWAY
    return _OTHERS.get(at_table.table, FarOther.THERE)


def _clock(shared: SharedGame, own: Side, server_ahead: float | None) -> FarClock | None:
    """Return the clocks in the loop's time; None without clocks, or before the server's time is known."""
    clocks = shared.clocks
    if clocks is None or server_ahead is None:
        return None
    left = clocks.left_seconds
    runs_from = round(clocks.runs_from - server_ahead, 2)
    return FarClock(left[own], left[own.other], clocks.runs, runs_from if clocks.runs else 0.0)


def _alone_from(shared: SharedGame, own: Side, server_ahead: float | None) -> float | None:
    end = alone_from(shared, own)
    return None if end is None or server_ahead is None else round(end - server_ahead, 2)


def _end(follower: Follower, own: Side) -> FarEnd | None:
    if follower.fault is not None:
        return FarEnd.STOPPED
    end = follower.game.end
    if end is None or end.why == "played":
        return None
    if end.winner is None:
        return FarEnd.OFF
    is_own = end.winner == own.value
    return _WON[end.why] if is_own else _LOST[end.why]
