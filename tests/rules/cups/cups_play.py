"""Positions and tables for the tests of the rules, all reached by legal play."""

import random
from collections.abc import Sequence

from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Contents, Standing, Transfer
from cupsboard.rules.history import History
from cupsboard.rules.places import OFF_BOARD, Place, Side
from hypothesis import strategies as st

Table = dict[Place, int]


def played(game: Cups, rng: random.Random, plies: int, starter: Side | None = None) -> History[Position]:
    history = History(game, starter)
    for _ in range(plies):
        match game.standing(history.position):
            case Standing.PASS:
                history = history.pass_turn()
            case Standing.TO_MOVE:
                side = rng.choice(game.movers(history.position))
                history = history.play(side, rng.choice(game.plans(history.position, side)).label)
            case Standing.OVER:
                break
    return history


@st.composite
def histories(draw: st.DrawFn, cups: Sequence[int] = (2, 3, 4, 10)) -> History[Position]:
    game = Cups(draw(st.sampled_from(cups)), draw(st.sampled_from([None, 3, 12])))
    rng = random.Random(draw(st.integers(0, 2**32)))
    starter = draw(st.sampled_from([None, Side.SOUTH, Side.NORTH]))
    return played(game, rng, draw(st.integers(0, 12 * game.cups)), starter)


def weighed(contents: Contents) -> Table:
    """The contents as a board without stock trays sees them."""
    return {place: count for place, count in contents.items() if not place.endswith("stock")}


def moved(table: Contents, transfers: Sequence[Transfer]) -> Table:
    """The table after the transfers, each piece of which is done."""
    after = dict(table)
    for transfer in transfers:
        if transfer.source in after:
            after[transfer.source] -= transfer.count
        if transfer.target in after:
            after[transfer.target] += transfer.count
    return after


def lifted(table: Contents, transfers: Sequence[Transfer]) -> Table:
    """The table with the pieces of the transfers in a hand."""
    return moved(table, [Transfer(t.source, OFF_BOARD, t.count) for t in transfers])


def single_pieces(transfers: Sequence[Transfer]) -> list[Transfer]:
    return [Transfer(t.source, t.target) for t in transfers for _ in range(t.count)]
