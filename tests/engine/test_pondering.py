from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.levels import LEAST_SECONDS, LEVELS, MOST_SECONDS, pondering_seconds
from cupsboard.engine.player import PASS
from cupsboard.rules import games
from test_levels import played_at_random

GAME = games.named("cups 4")
ENGINE = engines.of_game(GAME)


def pondered(text: str) -> float:
    return pondering_seconds(ENGINE, GAME.parse_position(text))


ONLY_MOVE = "0 0 0 1 pot 4 stock 0 / 1 2 0 0 pot 6 stock 10 / south"
NO_MOVE = "1 0 0 0 pot 4 stock 0 / 1 2 0 0 pot 6 stock 10 / south"
A_CLEAR_CHOICE = "0 0 0 0 pot 0 stock 9 / 0 0 0 12 pot 0 stock 9 / south"


@pytest.mark.parametrize("text", [ONLY_MOVE, NO_MOVE])
def test_what_is_forced_is_quick(text: str) -> None:
    assert pondered(text) == LEAST_SECONDS


def test_a_close_choice_takes_longer_than_a_clear_one() -> None:
    assert pondered(A_CLEAR_CHOICE) == 0.6
    assert pondered("2 0 1 3 pot 4 stock 20 / 1 2 0 0 pot 6 stock 21 / south") > 0.8


def test_thinking_is_bounded() -> None:
    seconds = [
        pondering_seconds(ENGINE, played_at_random(GAME, Random(seed), 4 + seed)) for seed in range(40)
    ]
    assert min(seconds) >= LEAST_SECONDS
    assert max(seconds) <= MOST_SECONDS
    assert len(set(seconds)) > 10


def test_every_level_thinks_as_long_as_the_choice_is_difficult() -> None:
    position = played_at_random(GAME, Random(3), 12)
    seconds = {engines.at_level(GAME, level).choose(position, 1).pondering_seconds for level in LEVELS}
    assert len(seconds) == 1


def test_a_forced_pass_is_played_at_every_level() -> None:
    position = GAME.parse_position(NO_MOVE)
    assert {engines.at_level(GAME, level).choose(position, 1).move for level in LEVELS} == {PASS}
