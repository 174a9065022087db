"""Generate the plans of the players by walking the machine of a game's turns.

A plan is a turn without its order: what its acts carry from where to where, the hand left out. So there are
plans only where the order of acts is free: what a relay picks up and sows on is no set of transfers.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, GameOf, P, Plan, Transfer, Y
from cupsboard.rules.places import HAND, Kind, Place, Player, Side
from cupsboard.rules.turns import CAPTURE, Act, Order, Turns, Walk, counts_after, walks


def plans(game: GameOf[P, Y], position: P, player: Y) -> tuple[Plan, ...]:
    """Return every turn that a player may make in a position, as a plan.

    Raises RulesError for a game in which the order of acts matters, and for players who are no sides.
    """
    turns = game.turns
    return tuple([_plan(turns, player, walk.acts) for walk in _turns(game, position, player)])


def plans_with_reply(game: Game[P], position: P, side: Side) -> Iterator[Plan]:
    """Yield every move of a side with every reply of the player who is next and did not wait for its end.

    Each plan is the reply, with the move in `settled`; the moves alone are `plans`. A move that gives the
    same side another turn may be followed by that side's next one.
    """
    turns = game.turns
    counts = game.contents(position)
    for walk in _turns(game, position, side):
        replier = turns.player(walk.following)
        if replier is not None:
            move = _plan(turns, side, walk.acts)
            for answer in walks(turns, counts_after(counts, walk.acts), walk.following):
                reply = _plan(turns, replier, answer.acts)
                yield Plan(replier, reply.label, reply.open, reply.owed, move.open, move.label, side)


def expected_plans(game: Game[P], position: P) -> tuple[Plan, ...]:
    """Return every move possible in a position, and then each of them with every reply."""
    movers = game.movers(position)
    moves = [plan for side in movers for plan in game.plans(position, side)]
    return (*moves, *(plan for side in movers for plan in plans_with_reply(game, position, side)))


def _turns(game: GameOf[P, Y], position: P, player: Y) -> list[Walk[Any]]:
    """Return every way to make a player's turn; [] if they may not move."""
    turns = game.turns
    if turns.order is not Order.FREE:
        raise RulesError(
            f"{game.name}: its acts count in the order in which they are done, so a turn is no set of "
            "transfers; follow it act by act with its `turns`"
        )
    if player not in game.movers(position):
        return []
    return walks(turns, game.contents(position), turns.begin(position, player))


@lru_cache(maxsize=4096)
def _plan(turns: Turns[Any, Any, Any], player: Player, acts: tuple[Act, ...]) -> Plan:
    """Return the plan of one way to make a turn; most are the same in every position."""
    if not isinstance(player, Side):
        raise RulesError(
            f"{player.value}: a plan is one of south's or north's; follow the turn act by act instead"
        )
    transfers = _without_detours(list(carried(acts)))
    return Plan(
        player,
        turns.label(acts),
        tuple(transfer for transfer, _ in transfers),
        tuple(transfer for transfer, act in transfers if act.verb == CAPTURE),
    )


def _without_detours(transfers: list[tuple[Transfer, Act]]) -> list[tuple[Transfer, Act]]:
    """Return the transfers without pieces sown back to their source and captured there.

    Such pieces go straight on.
    """
    captured = {transfer.source for transfer, act in transfers if act.verb == CAPTURE}
    return [
        (transfer, act)
        for transfer, act in transfers
        if not (transfer.source == transfer.target and transfer.source in captured)
    ]


def carried(acts: Sequence[Act]) -> Iterator[tuple[Transfer, Act]]:
    """Yield what each act brings to its place, and from where it was taken up."""
    held: list[tuple[Place, Kind]] = []
    for act in acts:
        if act.target == HAND:
            held += [(act.source, act.kind)] * act.pieces
        elif act.source == HAND:
            for _ in range(act.pieces):
                source, kind = held.pop(0)
                yield Transfer(source, act.target, 1, kind), act
        else:
            yield Transfer(act.source, act.target, act.pieces, act.kind), act
