"""What the server writes for what a side says, or why it writes nothing: the one place that decides it."""

from collections.abc import Callable
from dataclasses import dataclass

from cupsboard.distance.shared_game import OpenAsk, SharedGame, alone_from
from cupsboard.distance.wire import (
    Act,
    Adjourned,
    Again,
    AnyAct,
    Ask,
    Back,
    End,
    Entry,
    Move,
    No,
    Pass,
    Reason,
    Resigned,
    Resumed,
    Said,
    TimedOut,
    Why,
    WireError,
    Yes,
    plain,
    side_name,
)
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side


class Refusal(Exception):
    """Why nothing is written: `why` names it, `text` is a sentence for people."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why: Why = why
        self.text = text


@dataclass(frozen=True, slots=True)
class Verdict:
    """The entries that are written together, and the game after them."""

    entries: tuple[Entry, ...]
    game: SharedGame

    def adding(self, act: Act, by: Side | None, at: float, key: str | None = None) -> "Verdict":
        """Return the verdict with one entry more. Raises WireError for one that can't follow."""
        side = None if by is None else side_name(by)
        entry = Entry(self.game.n + 1, at, plain(act), side, key)
        return Verdict((*self.entries, entry), self.game.followed(entry))


def verdict(game: SharedGame, side: Side, act: AnyAct, after: int, key: str, now: float) -> Verdict:
    """Return what is written when a side says an act. Raises Refusal.

    `after` is the last entry by which the position had changed, as the side knew it; `now` the server's time.
    """
    if game.begin is None:
        raise Refusal("illegal", "The game has not begun: the other seat is still free.")
    if game.end is not None and not isinstance(act, Said | Again):
        raise Refusal("over", "The game is over.")
    said = _SAID.get(type(act))
    if said is None:
        raise Refusal("illegal", "Only the server writes that.")
    if isinstance(act, Move | Ask | Resumed | TimedOut) and after != game.changed:
        raise Refusal("stale", f"The position has changed since entry {after}: it is that of {game.changed}.")
    try:
        return said(Verdict((), game), side, act, key, now)
    except (RulesError, WireError) as fault:
        # The number of an entry that is not written would tell players nothing.
        raise Refusal("illegal", str(fault.__cause__ or fault)) from None


def _moved(so_far: Verdict, side: Side, act: Move, key: str, now: float) -> Verdict:
    if so_far.game.is_adjourned:
        raise Refusal("illegal", "The game is adjourned; resume it first.")
    if so_far.game.to_move is not side:
        raise Refusal("illegal", "It is the other side's turn.")
    return _followed_by_the_forced(so_far.adding(act, side, now, key), now)


def _followed_by_the_forced(so_far: Verdict, now: float) -> Verdict:
    """Return the verdict with the passes that must follow, and the end if neither side can move."""
    history = so_far.game.played
    game, position = history.game, history.position
    match game.standing(position):
        case Standing.PASS:
            passed = so_far.adding(Pass(), game.passer(position), now)
            return _followed_by_the_forced(passed, now)
        case Standing.OVER:
            winner = game.winner(position)
            score = {side.value: count for side, count in game.score(position).items()}
            return so_far.adding(End("played", None if winner is None else winner.value, score), None, now)
        case _:
            return so_far


def _asked(so_far: Verdict, side: Side, act: Ask, key: str, now: float) -> Verdict:
    game = so_far.game
    from_then_on = alone_from(game, side) if act.what == "abort" else None
    if from_then_on is not None and now >= from_then_on:
        return so_far.adding(act, side, now, key).adding(End("aborted"), None, now)
    if game.ask is not None:
        raise Refusal("illegal", f"Entry {game.ask.n} asks already, and waits for an answer.")
    if (side, act.what) in game.declined:
        raise Refusal("declined", "This was asked and not granted; ask again after a move.")
    if act.what == "back":
        _require_way_back(game, act.to)
    if act.what == "adjourn" and game.is_adjourned:
        raise Refusal("illegal", "The game is adjourned already.")
    return so_far.adding(act, side, now, key)


def _require_way_back(game: SharedGame, to: int | None) -> None:
    if game.begin is not None and not game.begin.takebacks:
        raise Refusal("illegal", "This game was begun without taking back.")
    if to not in game.steps or to == game.changed:
        known = ", ".join(str(n) for n in sorted(game.steps) if n != game.changed) or "none"
        raise Refusal("illegal", f"Back to {to}: the entries that one can go back to are {known}.")


def _agreed(so_far: Verdict, side: Side, act: Yes, key: str, now: float) -> Verdict:
    ask = _open_ask(so_far.game, act.ask)
    if ask.by is side:
        raise Refusal("illegal", "Who asks does not answer.")
    agreed = so_far.adding(act, side, now, key)
    match ask.ask:
        case Ask("back", int() as to):
            # Also before a pass that is forced one can go back.
            return _followed_by_the_forced(agreed.adding(Back(to), None, now), now)
        case Ask("adjourn"):
            return agreed.adding(Adjourned(), None, now)
        case _:
            return agreed.adding(End("aborted"), None, now)


def _declined(so_far: Verdict, side: Side, act: No, key: str, now: float) -> Verdict:
    _open_ask(so_far.game, act.ask)
    return so_far.adding(act, side, now, key)


def _open_ask(game: SharedGame, number: int) -> OpenAsk:
    if game.ask is None or game.ask.n != number:
        raise Refusal("stale", f"Entry {number} is no ask that waits for an answer.")
    return game.ask


def _resumed(so_far: Verdict, side: Side, act: Resumed, key: str, now: float) -> Verdict:
    if not so_far.game.is_adjourned:
        raise Refusal("illegal", "The game is not adjourned.")
    return so_far.adding(act, side, now, key)


def _resigned(so_far: Verdict, side: Side, act: Resigned, key: str, now: float) -> Verdict:
    return _won(so_far.adding(act, side, now, key), side.other, "resigned", now)


def _timed_out(so_far: Verdict, side: Side, act: TimedOut, key: str, now: float) -> Verdict:
    clocks = so_far.game.clocks
    if so_far.game.is_waiting:
        raise Refusal("illegal", "The clocks stand until both sides are there at once.")
    if clocks is None or clocks.runs is not side.other or clocks.left(side.other, now) > 0:
        raise Refusal("illegal", "The other side has time left.")
    return _won(so_far.adding(act, side, now, key), side, "timed-out", now)


def _won(so_far: Verdict, winner: Side, why: Reason, now: float) -> Verdict:
    return so_far.adding(End(why, winner.value), None, now)


def _wanting_more(so_far: Verdict, side: Side, act: Again, key: str, now: float) -> Verdict:
    if so_far.game.end is None:
        raise Refusal("illegal", "This game is not over yet.")
    if side in so_far.game.again:
        raise Refusal("declined", "This was asked already; it waits for the other side.")
    return so_far.adding(act, side, now, key)


def _phrased(so_far: Verdict, side: Side, act: Said, key: str, now: float) -> Verdict:
    return so_far.adding(act, side, now, key)


_SAID: dict[type[Act], Callable[..., Verdict]] = {
    Move: _moved,
    Ask: _asked,
    Yes: _agreed,
    No: _declined,
    Resumed: _resumed,
    Resigned: _resigned,
    TimedOut: _timed_out,
    Said: _phrased,
    Again: _wanting_more,
}
"""What a side may say."""
