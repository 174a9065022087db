"""Whether the board can follow every move of a game, found out before its first look.

A game that ships is read through by the tests. One that another package brings is tried here: some games are
played in thought, and every move that is legal on the way is put to the reader.
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
    """Refuse a game that is read by whole moves and has moves that can't be. Raises RulesError saying why.

    Where acts count as they land, each is read by itself.
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
