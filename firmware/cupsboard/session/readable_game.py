"""Check before a game's first look whether the board can follow all its moves.

A game that ships is covered by tests. One from another package is tried here: some random games are played,
and every legal move on the way is put to the reader.
"""

from random import Random

from cupsboard.recognition.readable_plans import require_beans, require_told_by_counts
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.turns import Order
from cupsboard.scales.errors import SensingError

GAMES, MOST_MOVES = 12, 150
"""How many games are tried, and how many moves of each."""


def require_readable_game(game: AnyGame, games: int = GAMES) -> None:
    """Raise RulesError if the recognition can't follow some move of the game by weight.

    It is tried on the positions of `games` random games. A game whose acts count as they land always passes,
    because each act is read by itself.
    """
    if game.turns.order is not Order.FREE:
        return
    try:
        require_beans(game.kinds)
        for seed in range(games):
            _play_through(game, Random(seed))
    except SensingError as fault:
        raise RulesError(f"{game.name}: the board can't follow it ({fault})") from fault


def _play_through(game: AnyGame, random: Random) -> None:
    """Play one game at random, and put each legal move to the reader. Raises SensingError."""
    position = game.start(None)
    for _ in range(MOST_MOVES):
        match game.standing(position):
            case Standing.PASS:
                position = game.pass_turn(position)
                continue
            case Standing.TO_MOVE:
                side = random.choice(game.movers(position))
            case _:
                return
        plans, contents = game.plans(position, side), game.contents(position)
        require_told_by_counts(contents, plans)
        position = game.play(position, side, random.choice(plans).label)
