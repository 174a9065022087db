"""The value of a position of Cups by nothing but the rules: no order, no bounds, no sides."""

from functools import cache

from cupsboard.rules.cups.position import Position, Row, position_of
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side


def value(game: Cups, position: Position) -> int:
    """The final difference in beans, for the side to move, if both play their best."""
    assert position.to_move is not None
    lead = position.row(position.to_move).pot - position.row(position.to_move.other).pot
    return lead + _further(game, _without_pots(position))


@cache
def _further(game: Cups, position: Position) -> int:
    side = position.to_move
    assert side is not None
    match game.standing(position):
        case Standing.OVER:
            return 0
        case Standing.PASS:
            return -_further(game, game.pass_turn(position))
        case Standing.TO_MOVE:
            return max(
                _after(game, game.play(position, side, plan.label), side)
                for plan in game.plans(position, side)
            )


def _after(game: Cups, position: Position, mover: Side) -> int:
    gain = position.row(mover).pot - position.row(mover.other).pot
    return gain - _further(game, _without_pots(position))


def _without_pots(position: Position) -> Position:
    south, north = (Row(row.cups, 0, row.stock) for row in (position.south, position.north))
    return position_of(Side.SOUTH, south, north, position.to_move)
