"""How a person follows a game by looking: which position lies there, and what is still to be carried."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from cupsboard.rules.game import Contents, Game, Plan, Standing, Transfer, carried_out
from cupsboard.rules.places import Place, Side
from cupsboard.rules.table_correction import transfers_between

P = TypeVar("P")


def understood(game: Game[P], position: P, table: Contents, side: Side, moves: int = 1) -> P | None:
    """The position with `side` to move that the table shows, at most `moves` turns after a known one.

    Forced passes are followed without being seen. Returns None while nothing legal explains the table.
    """
    line = [_passed(game, position)]
    for depth in range(moves + 1):
        for found in line:
            if side in game.movers(found) and lies(game, found, table):
                return found
        if depth < moves:
            line = [_passed(game, reached) for known in line for reached in _next_positions(game, known)]
    return None


def recollected(
    game: Game[P], known: Iterable[P | None], table: Contents, side: Side, moves: int
) -> P | None:
    """Return what is `understood` from the first known position that explains the table, or None."""
    found = (understood(game, position, table, side, moves) for position in known if position is not None)
    return next((position for position in found if position is not None), None)


def reached(game: Game[P], position: P, side: Side, meant: str, table: Contents) -> P:
    """The position after the move of `side` that lies on the table; after the meant one if none does."""
    plan = made_plan(game, position, side, table)
    return game.play(position, side, meant if plan is None else plan.label)


def has_reply(game: Game[P], position: P, table: Contents, side: Side) -> bool:
    """Return whether the other side has made a whole move from `position`, so that `side` is next."""
    return not lies(game, position, table) and understood(game, position, table, side) is not None


def lies(game: Game[P], position: P, table: Contents) -> bool:
    """Whether cups and pots hold what they hold in the position."""
    expected = game.contents(position)
    return all(table[place] == expected[place] for place in game.places)


def made_plan(game: Game[P], position: P, side: Side, table: Contents) -> Plan | None:
    """Return the move of `side` whose outcome lies on the table; None if there is none."""
    start = game.contents(position)
    for plan in game.plans(position, side):
        end = carried_out(start, plan.open)
        if all(table[place] == end[place] for place in game.places):
            return plan
    return None


def transfers_to(goal: Contents, table: Contents) -> list[Transfer]:
    """What to carry so that the table becomes the goal, as far as there are beans for it."""
    return sorted(transfers_between(table, goal), key=lambda each: (each.source, each.target))


def is_coverable(plan: Plan, table: Contents) -> bool:
    """Whether every place really holds the beans that a plan takes out of it and does not bring there."""
    needed: Counter[Place] = Counter()
    for transfer in plan.open:
        needed[transfer.source] += transfer.count
        needed[transfer.target] -= transfer.count
    return all(table.get(place, 0) >= count for place, count in needed.items())


def _passed(game: Game[P], position: P) -> P:
    while game.standing(position) is Standing.PASS:
        position = game.pass_turn(position)
    return position


def _next_positions(game: Game[P], position: P) -> Iterator[P]:
    """Yield the positions after a turn, which may have several moves."""
    for side in game.movers(position):
        for plan in game.plans(position, side):
            after = game.play(position, side, plan.label)
            yield after
            if tuple(game.movers(after)) == (side,):
                yield from _next_positions(game, after)
