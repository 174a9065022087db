"""What is tried of King of the Cups: whole games, each from its setting."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.games import play_or_break
from cupsim.runs.king_of_the_cups.judge import Counts

from studies import games
from studies.games import Game
from studies.results import Trial
from studies.runner import SEEDS_A_CAMPAIGN


def play(setting: Setting) -> Game[Counts]:
    """Play a game; one in which the program breaks has not ended."""
    return games.kept(play_or_break(setting))


TRIAL = Trial("king", Setting, play, partial(games.read, Counts), "cupsim.runs.king_of_the_cups.games")


def settings(players: Sequence[int], games: int, like: Setting) -> list[Setting]:
    """List the games of campaign seed `like.seed`, one of each number of players at a time."""
    first = like.seed * SEEDS_A_CAMPAIGN
    return [
        replace(like, seed=seed, players=count) for seed in range(first, first + games) for count in players
    ]
