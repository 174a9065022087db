"""When "my stock is empty" may be said of a stock that the board can't see, and what it would mean.

The board counts beans out of a stock by what was dropped. Such a count may be wrong by a bean or two, and
never by a whole stock without anybody noticing. So it is doubted where doubting it is reasonable: a hold
asks at once where no more beans are believed left than one drop may take, one for each cup. Where more are
believed left, help comes first: with a move begun, the way back; with nothing begun, the count itself, and
only another hold asks. What is asked is answered by a press, and nothing else changes the stock.

A count of nothing can't be doubted: no drop is legal then, so no bean of the stock is asked for.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cupsboard.referee.move_progress import stock_if_empty, stock_left
from cupsboard.rules.game import Game, Progress
from cupsboard.rules.places import Place, Side, is_cup, side_of

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class StockDoubt:
    """A bean of the stock is the only way on, but the stock may be empty."""

    beans: int
    """How many beans are believed left there."""
    corrected: int
    """How many it held at the agreed table, if it is empty now."""
    is_reasonable: bool
    """Whether so few are believed left that they may be miscounted."""


def stock_doubt(
    game: Game[P], position: P, side: Side, ways: Sequence[Progress], filled: Collection[Place] = ()
) -> StockDoubt | None:
    """How a player's stock may be doubted; None where no bean of it is asked for or its scale sees some."""
    corrected = stock_if_empty(game, position, side, ways, filled)
    if corrected is None:
        return None
    beans = stock_left(game, position, side, ways, None)
    cups = sum(is_cup(place) and side_of(place) is side for place in game.places)
    return StockDoubt(beans, corrected, beans <= cups)
