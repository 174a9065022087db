"""Read from an outcome which moves it shows: pure functions."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from cupsboard.recognition.outcome import Blind, Complete, Outcome, Unchanged, Undecided, UnderWay, account_of
from cupsboard.rules.game import Game, Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, stock

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Promise:
    """A press that was counted for an unfinished move.

    Its turn ends as soon as one of the moves `labels` is finished.
    """

    side: Side
    labels: frozenset[str]

    def is_about(self, plan: Plan) -> bool:
        """Return whether `plan` is one of the moves that the press may have been for."""
        return plan.side is self.side and plan.label in self.labels and plan.settled_label is None


def simplest(ways: Sequence[Progress], done: Plan | None) -> tuple[Progress, ...]:
    """Return those of `ways` that assume the fewest acts that no look has shown.

    Tried in this order: one player's move; replies to `done`, the move last seen complete; replies with an
    empty hand, because a bean in the hand may hide half of the move before; all ways.
    """
    moves = tuple(way for way in ways if way.plan.settled_label is None)
    to_seen = tuple(
        way
        for way in ways
        if done is not None and (way.plan.settled_label, way.plan.settled_side) == (done.label, done.side)
    )
    open_handed = tuple(way for way in ways if all(transfer.source != OFF_BOARD for transfer in way.missing))
    return moves or to_seen or open_handed or tuple(ways)


def settled_by_reply(ways: Sequence[Progress], done: Plan | None) -> tuple[Side, str] | None:
    """Return the move, as side and label, that has ended because a reply to it has begun.

    None if no reply has begun, or if the possible replies follow different moves.
    """
    plans = [done] if done is not None else [way.plan for way in ways]
    moves = {(plan.settled_side, plan.settled_label) for plan in plans}
    if len(moves) != 1:
        return None
    side, label = moves.pop()
    return None if side is None or label is None else (side, label)


def reply_to_unseen(ways: Sequence[Progress], done: Plan | None, begun: Sequence[Plan]) -> Plan | None:
    """Return the reply that a player has begun to a move that is none of `begun`; None if none has.

    `begun` are the moves that the last look at one move alone has shown, begun or complete.
    """
    settled = settled_by_reply(ways, done)
    if settled is None or settled in {(plan.side, plan.label) for plan in begun}:
        return None
    return done or ways[0].plan


def is_reply(outcome: Unchanged | UnderWay | Complete) -> bool:
    """Return whether `outcome` shows that a reply has begun."""
    match outcome:
        case Unchanged():
            return False
        case UnderWay(ways):
            return settled_by_reply(ways, None) is not None
        case Complete(plan, ways):
            return settled_by_reply(ways, plan) is not None


def pieces_placed(outcome: Unchanged | UnderWay | Complete) -> int:
    """Return the least number of pieces of the last begun move that lie in place already."""
    match outcome:
        case Unchanged():
            return 0
        case UnderWay(ways):
            return min((_pieces(way.plan.open) - _pieces(way.missing) for way in ways), default=0)
        case Complete(plan):
            return _pieces(plan.open)


def answered(outcome: Outcome | None, vouched: Outcome | None) -> Outcome | None:
    """Return `outcome`, or the table `vouched` if a player has confirmed that already.

    `vouched` None means that nothing was confirmed. It replaces only an outcome that is undecided about the
    same table, or one with unreadable places that has `vouched` among its choices.
    """
    match outcome:
        case Undecided(confirmed=asked) if vouched is not None and _told(asked) == _told(vouched):
            return asked
        case Blind(choices=choices) if vouched in choices:
            return vouched
        case _:
            return outcome


def without_settled(outcome: Outcome | None) -> Outcome | None:
    """Return `outcome` without the move that a reply has ended, for when that move is in the record.

    None if nothing is left.
    """
    match outcome:
        case Complete(plan, ways):
            return Complete(_alone(plan), tuple(replace(way, plan=_alone(way.plan)) for way in ways))
        case UnderWay(ways):
            return UnderWay(tuple(replace(way, plan=_alone(way.plan)) for way in ways))
        case _:
            return None


def _alone(plan: Plan) -> Plan:
    return replace(plan, settled=(), settled_label=None, settled_side=None)


def _told(outcome: Outcome) -> object:
    """Return what a player agrees to with a yes: the move that lights and sentence named."""
    match outcome:
        case Complete(plan):
            return plan.side, account_of(outcome)
        case UnderWay(ways):
            return ways[0].plan.side, account_of(outcome)
        case _:
            return outcome


def sides_begun(ways: Sequence[Progress], done: Plan | None) -> frozenset[Side]:
    """Return the sides that have begun a move, to judge by the table."""
    plans = [way.plan for way in ways] + ([done] if done else [])
    return frozenset(plan.side for plan in plans if plan.side is not None)


def pressed_for(ways: Sequence[Progress]) -> tuple[Progress, ...]:
    """Return the ways that a press may have been for when no move is finished.

    Captures that follow from the rest are often forgotten, so ways that miss only such pieces come first.
    Without any, it is the ways that miss the fewest pieces, because the press says "done".
    """
    only_owed = tuple(way for way in ways if _arriving(way.missing) <= _arriving(way.plan.owed))
    if only_owed:
        return only_owed
    fewest = min((_pieces(way.missing) for way in ways), default=0)
    return tuple(way for way in ways if _pieces(way.missing) == fewest)


def stock_if_empty(
    game: Game[P], position: P, side: Side, ways: Sequence[Progress], filled: Collection[Place] = ()
) -> int | None:
    """Return how many beans the stock of `side` held at the agreed table, if it is empty now.

    None if no bean of it is needed, or if it is among `filled`, the places whose scales see beans. A bean is
    needed if every way still misses one, or if no move has begun and every move takes one.
    """
    own = stock(side)
    if own in filled:
        return None
    if not ways:
        plans = game.plans(position, side)
        return 0 if plans and all(_from(own, plan.open) for plan in plans) else None
    placed = {_from(own, way.plan.open) - _from(own, way.missing) for way in ways}
    if len(placed) == 1 and all(_from(own, way.missing) for way in ways):
        return placed.pop()
    return None


def stock_left(game: Game[P], position: P, side: Side, ways: Sequence[Progress], done: Plan | None) -> int:
    """Return how many beans the stock of `side` is believed to hold now.

    Beans that certainly lie on the table already, by `ways` and `done`, are taken off.
    """
    own = stock(side)
    placed = [_moved_from(own, way.plan) - _from(own, way.missing) for way in ways]
    if done is not None:
        placed.append(_moved_from(own, done))
    return game.contents(position).get(own, 0) - min(placed, default=0)


def _from(source: Place, transfers: Sequence[Transfer]) -> int:
    return sum(transfer.count for transfer in transfers if transfer.source == source)


def _moved_from(source: Place, plan: Plan) -> int:
    return _from(source, plan.settled) + _from(source, plan.open)


def _pieces(transfers: Sequence[Transfer]) -> int:
    return sum(transfer.count for transfer in transfers)


def _arriving(transfers: Sequence[Transfer]) -> Counter[Place]:
    """Return the pieces by target: a piece already in the hand has lost its source."""
    return Counter({transfer.target: transfer.count for transfer in transfers})
