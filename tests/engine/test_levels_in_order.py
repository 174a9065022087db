"""Neighbouring levels of play keep their order: few games, the same each time; `levels.py` plays more."""

import sys
from pathlib import Path
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.games import AnyGame

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from levels import Player, at_level, at_random, points, share_interval

GAMES = ("cups 4", "kalah 6", "oware 6", "coin-duel 10 stage 1", "coin-duel 10 stage 2")


def player(game: AnyGame, name: str) -> Player:
    if name == "random":
        random = Random(game.name)
        return lambda position, _seed: at_random(game, position, random)
    return at_level(game, engines.level_of(game, name))


@pytest.mark.long("many games of every pair", but=["random-1-cups 4"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("above", "below"), [("random", "1"), ("3", "1"), ("5", "3"), ("7", "5"), ("8", "6")]
)
def test_a_level_beats_those_below_it_and_the_weakest_loses_to_random_play(
    name: str, above: str, below: str
) -> None:
    game = games.named(name)
    found = list(points(game, player(game, above), player(game, below), 4))
    assert sum(found) > 0.5 * len(found), found


def test_an_interval_of_a_score_holds_it_and_narrows_with_games() -> None:
    few, many = share_interval([1.0, 0.5, 0.0] * 3), share_interval([1.0, 0.5, 0.0] * 100)
    assert few[0] == many[0] == 0.5
    assert few[1] < many[1] < 0.5 < many[2] < few[2]
    assert share_interval([1.0] * 50)[1] < 1.0
