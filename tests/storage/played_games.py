"""Games of two who move at random, as a board has kept them."""

from random import Random

from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf, Moved, Passed
from cupsboard.rules.places import Side
from cupsboard.storage.games import Game, KeptGame


def played(number: int, names: tuple[str, str]) -> Game:
    """A small game, soon over."""
    game, random = games.named("kalah 2"), Random(number)
    history = HistoryOf(game, Side.SOUTH)
    while not history.is_over:
        position = history.position
        if game.standing(position) is Standing.PASS:
            history = history.enter(Passed(game.passer(position)))
        else:
            (side,) = game.movers(position)
            history = history.enter(Moved(side, random.choice(game.plans(position, side)).label))
    return KeptGame(number, history, f"2026-0{number}-01T20:15").row(
        dict(zip(("south", "north"), names, strict=True)), is_playing=False
    )
