"""When "my stock is empty" may be said of an unweighed stock, and what it would mean.

The board counts beans out of a stock by what was dropped. Such a count may be wrong by a bean or two, but
hardly by a whole stock unnoticed. So it is doubted where that is reasonable: a hold asks at once where no
more beans are believed left than one drop may take, one for each cup. Where more are left, help comes first:
with a move begun, the way back; with nothing begun, the count itself, and only another hold asks. A question
is answered by a press, and nothing else changes the stock. A count of nothing can't be doubted: no drop is
legal then, so no bean of the stock is asked for.
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
    """The numbers for a question whether a stock is empty, when only a bean of it leads on."""

    beans: int
    """How many beans the stock is believed to hold."""
    corrected: int
    """How many it must have held at the agreed table, if it is empty now."""
    is_reasonable: bool
    """Whether the believed number is small enough to be a miscount."""


def stock_doubt(
    game: Game[P], position: P, side: Side, ways: Sequence[Progress], filled: Collection[Place] = ()
) -> StockDoubt | None:
    """Return the numbers for a question whether the stock of `side` is empty.

    None if there is nothing to ask: no move in progress (`ways`) needs a bean of that stock, or it is among
    `filled`, the places whose scales see beans.
    """
    corrected = stock_if_empty(game, position, side, ways, filled)
    if corrected is None:
        return None
    beans = stock_left(game, position, side, ways, None)
    cups = sum(is_cup(place) and side_of(place) is side for place in game.places)
    return StockDoubt(beans, corrected, beans <= cups)
