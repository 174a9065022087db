"""What is tried of Coin Duel: whole games, each from its setting."""

from dataclasses import replace
from functools import partial

from cupsim.runs.coin_duel.evening import Setting
from cupsim.runs.coin_duel.games import play_or_break
from cupsim.runs.coin_duel.judge import Counts

from studies import games
from studies.games import Game
from studies.results import Trial
from studies.runner import SEEDS_A_CAMPAIGN

POWER_CUTS = 0.01
"""How often a handful costs the power, for each second that it is in the hand."""
PATIENCE_SECONDS = 300.0


def play(setting: Setting) -> Game[Counts]:
    """Play a game; one in which the program breaks has not ended."""
    return games.kept(play_or_break(setting, PATIENCE_SECONDS))


TRIAL = Trial("coin-duel", Setting, play, partial(games.read, Counts), "cupsim.runs.coin_duel.games")


def settings(like: Setting, games: int) -> list[Setting]:
    """List the games of campaign seed `like.seed` that are `like` this one."""
    first = like.seed * SEEDS_A_CAMPAIGN
    return [replace(like, seed=seed, power_cuts=POWER_CUTS) for seed in range(first, first + games)]
