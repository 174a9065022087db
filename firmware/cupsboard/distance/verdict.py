"""What the server writes for what a side says, or why it writes nothing: the one place that decides it."""

from collections.abc import Callable
from dataclasses import dataclass

from cupsboard.distance import wire
from cupsboard.distance.shared_game import OpenAsk, SharedGame, alone_from
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side


class Refusal(Exception):
    """Why nothing is written: `why` names it, `text` is a sentence for people.

    `head` is the newest entry that the server knows, where that is not the record's.
    """

    def __init__(self, why: wire.Why, text: str, head: int | None = None) -> None:
        super().__init__(text)
        self.why: wire.Why = why
        self.text, self.head = text, head


@dataclass(frozen=True, slots=True)
class Verdict:
    """The entries that are written together, and the game after them."""

    entries: tuple[wire.Entry, ...]
    game: SharedGame

    def adding(self, act: wire.Act, by: Side | None, at: float, key: str | None = None) -> "Verdict":
        """Return the verdict with one entry more. Raises WireError for one that can't follow."""
        side = None if by is None else wire.side_name(by)
        entry = wire.Entry(self.game.n + 1, at, wire.plain(act), side, key)
        return Verdict((*self.entries, entry), self.game.followed(entry))


def verdict(
    game: SharedGame,
    side: Side,
    act: wire.AnyAct,
    after: int,
    key: str,
    now: float,
    *,
    is_board: bool = False,
) -> Verdict:
    """Return what is written when a side says an act. Raises Refusal.

    `after` is the last entry by which the position had changed, as the side knew it; `now` the server's time.
    `is_board` is for what the board at which both sit says of a side.
    """
    if game.begin is None:
        raise Refusal("illegal", "The game has not begun: the other seat is still free.")
    if game.end is not None and not isinstance(act, wire.Said | wire.Again):
        raise Refusal("over", "The game is over.")
    said = _SAID.get(type(act))
    if game.board:
        said = _AT_BOARD.get(type(act)) if is_board else _BESIDE_BOARD.get(type(act))
        if said is None or (isinstance(act, wire.Ask) and act.what != "abort"):
            raise Refusal("not-yours", f"This game is played at the board {game.board}, which says that.")
    if said is None:
        raise Refusal("illegal", "Only the server writes that.")
    if (
        isinstance(act, wire.Move | wire.Ask | wire.Resumed | wire.TimedOut | wire.Back)
        and after != game.changed
    ):
        raise Refusal("stale", f"The position has changed since entry {after}: it is that of {game.changed}.")
    try:
        return said(Verdict((), game), side, act, key, now)
    except (RulesError, wire.WireError) as fault:
        # The number of an entry that is not written would tell players nothing.
        raise Refusal("illegal", str(fault.__cause__ or fault)) from None


def _moved(so_far: Verdict, side: Side, act: wire.Move, key: str, now: float) -> Verdict:
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
            passed = so_far.adding(wire.Pass(), game.passer(position), now)
            return _followed_by_the_forced(passed, now)
        case Standing.OVER:
            winner = game.winner(position)
            score = {side.value: count for side, count in game.score(position).items()}
            return so_far.adding(
                wire.End("played", None if winner is None else winner.value, score), None, now
            )
        case _:
            return so_far


def _asked(so_far: Verdict, side: Side, act: wire.Ask, key: str, now: float) -> Verdict:
    game = so_far.game
    if act.what == "abort" and not game.board:
        _require_no_tournament(game)
    from_then_on = alone_from(game, side) if act.what == "abort" else None
    if from_then_on is not None and now >= from_then_on:
        return _called_off(so_far.adding(act, side, now, key), now)
    if game.ask is not None:
        raise Refusal("illegal", f"Entry {game.ask.n} asks already, and waits for an answer.")
    if (side, act.what) in game.declined:
        raise Refusal("declined", "This was asked and not granted; ask again after a move.")
    if act.what == "back":
        _require_way_back(game, act.to)
    if act.what == "adjourn" and game.is_adjourned:
        raise Refusal("illegal", "The game is adjourned already.")
    return so_far.adding(act, side, now, key)


def _require_no_tournament(game: SharedGame) -> None:
    if game.begin is not None and game.begin.tournament is not None:
        raise Refusal("illegal", "This game is one of a tournament, and its director decides that.")


def _called_off(so_far: Verdict, now: float) -> Verdict:
    """Return the verdict with the end; a tournament's game leaves its board instead, and goes on."""
    begin, board = so_far.game.begin, so_far.game.board
    is_paired = begin is not None and begin.tournament is not None
    return so_far.adding(wire.AtBoard("") if board and is_paired else wire.End("aborted"), None, now)


def _require_way_back(game: SharedGame, to: int | None) -> None:
    if game.begin is not None and not game.begin.takebacks:
        raise Refusal("illegal", "This game was begun without taking back.")
    if to not in game.steps or to == game.changed:
        known = ", ".join(str(n) for n in sorted(game.steps) if n != game.changed) or "none"
        raise Refusal("illegal", f"Back to {to}: the entries that one can go back to are {known}.")


def _agreed(so_far: Verdict, side: Side, act: wire.Yes, key: str, now: float) -> Verdict:
    ask = _open_ask(so_far.game, act.ask)
    if ask.by is side:
        raise Refusal("illegal", "Who asks does not answer.")
    agreed = so_far.adding(act, side, now, key)
    match ask.ask:
        case wire.Ask("back", int() as to):
            # Also before a pass that is forced one can go back.
            return _followed_by_the_forced(agreed.adding(wire.Back(to), None, now), now)
        case wire.Ask("adjourn"):
            return agreed.adding(wire.Adjourned(), None, now)
        case _:
            return _called_off(agreed, now)


def _declined(so_far: Verdict, side: Side, act: wire.No, key: str, now: float) -> Verdict:
    _open_ask(so_far.game, act.ask)
    return so_far.adding(act, side, now, key)


def _open_ask(game: SharedGame, number: int) -> OpenAsk:
    if game.ask is None or game.ask.n != number:
        raise Refusal("stale", f"Entry {number} is no ask that waits for an answer.")
    return game.ask


def _resumed(so_far: Verdict, side: Side, act: wire.Resumed, key: str, now: float) -> Verdict:
    if not so_far.game.is_adjourned:
        raise Refusal("illegal", "The game is not adjourned.")
    return so_far.adding(act, side, now, key)


def _resigned(so_far: Verdict, side: Side, act: wire.Resigned, key: str, now: float) -> Verdict:
    return _won(so_far.adding(act, side, now, key), side.other, "resigned", now)


def _timed_out(so_far: Verdict, side: Side, act: wire.TimedOut, key: str, now: float) -> Verdict:
    clocks = so_far.game.clocks
    if so_far.game.is_waiting:
        raise Refusal("illegal", "The clocks stand until both sides are there at once.")
    if clocks is None or clocks.runs is not side.other or clocks.left(side.other, now) > 0:
        raise Refusal("illegal", "The other side has time left.")
    return _won(so_far.adding(act, side, now, key), side, "timed-out", now)


def _won(so_far: Verdict, winner: Side, why: wire.Reason, now: float) -> Verdict:
    return so_far.adding(wire.End(why, winner.value), None, now)


def _taken_back(so_far: Verdict, side: Side, act: wire.Back, key: str, now: float) -> Verdict:
    _require_way_back(so_far.game, act.to)
    return _followed_by_the_forced(so_far.adding(act, side, now, key), now)


def _timed_out_at_board(so_far: Verdict, side: Side, act: wire.TimedOut, key: str, now: float) -> Verdict:
    """Return the win by a clock that runs at the board itself, which is believed as its moves are."""
    return _won(so_far.adding(act, side, now, key), side, "timed-out", now)


def _wanting_more(so_far: Verdict, side: Side, act: wire.Again, key: str, now: float) -> Verdict:
    _require_no_tournament(so_far.game)
    if so_far.game.end is None:
        raise Refusal("illegal", "This game is not over yet.")
    if side in so_far.game.again:
        raise Refusal("declined", "This was asked already; it waits for the other side.")
    return so_far.adding(act, side, now, key)


def _phrased(so_far: Verdict, side: Side, act: wire.Said, key: str, now: float) -> Verdict:
    return so_far.adding(act, side, now, key)


_SAID: dict[type[wire.Act], Callable[..., Verdict]] = {
    wire.Move: _moved,
    wire.Ask: _asked,
    wire.Yes: _agreed,
    wire.No: _declined,
    wire.Resumed: _resumed,
    wire.Resigned: _resigned,
    wire.TimedOut: _timed_out,
    wire.Said: _phrased,
    wire.Again: _wanting_more,
}
"""What a side may say."""
_BESIDE_BOARD: dict[type[wire.Act], Callable[..., Verdict]] = {
    kind: _SAID[kind] for kind in (wire.Ask, wire.Yes, wire.No, wire.Resigned, wire.Said)
}
"""The acts that a player's own phone may send while that player sits at a board."""
_AT_BOARD: dict[type[wire.Act], Callable[..., Verdict]] = {
    **{kind: _SAID[kind] for kind in (wire.Move, wire.Ask, wire.Yes, wire.No)},
    wire.Back: _taken_back,
    wire.TimedOut: _timed_out_at_board,
}
"""The acts that a board may send for either of the two who sit at it."""
