"""What a sowing game is worth, found by looking at everything."""

from cupsboard.rules.places import Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position


def lead(game: SowingGame, position: Position) -> int:
    """South's lead at the end with best play."""
    if position.is_over:
        score = game.score(position)
        return score[Side.SOUTH] - score[Side.NORTH]
    side = position.to_move
    assert side is not None
    values = [lead(game, game.play(position, side, plan.label)) for plan in game.plans(position, side)]
    return max(values) if side is Side.SOUTH else min(values)
