"""The simple player of Coin Duel: lawful in every stage, greedy, alike for one seed, better than chance."""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "coin_duel"))

import pytest
from coin_duel_play import random_label
from cupsboard.engine import engines
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.levels import LEVELS, Level
from cupsboard.engine.player import Limit
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side

NODES = Limit(nodes=24)


def played_against_chance(game: CoinDuel, computer: Side, seed: int) -> dict[Side, int]:
    engine, random = CoinDuelEngine(game, seed), Random(seed)
    history = HistoryOf(game, random.choice([*Side]))
    while not history.is_over:
        position = history.position
        if game.standing(position) is Standing.BETWEEN_ROUNDS:
            history = history.call(random.choice([*Side]), "begin")
            continue
        (side,) = game.movers(position)
        is_own = side is computer
        label = engine.play(position, NODES).move if is_own else random_label(game, position, side, random)
        history = history.play(side, label)
    return dict(game.score(history.position))


@pytest.mark.long("matches of every stage", but=["1"])
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_it_plays_lawfully_to_the_end_and_mostly_beats_chance(stage: int) -> None:
    game = CoinDuel(Settings(stage=stage, turns=None if stage < 3 else 30))
    won = 0
    for seed in range(4):
        computer = [*Side][seed % 2]
        score = played_against_chance(game, computer, seed)
        won += score[computer] > score[computer.other]
    assert won >= 3


def test_it_takes_what_brings_most_points_with_the_order_that_does() -> None:
    game = CoinDuel(Settings(4, 2, turns=40))
    position = game.parse_position(
        "0 0 1.0.0.1 0 pot 0 stock 9.9.9.9 / 0 0 0 0 pot 0 stock 9.9.9.9 / south turn 4"
    )
    result = CoinDuelEngine(game).play(position, Limit())
    assert result.move == "board 3 on cent quarter"
    assert result.info.score_beans > 0


def test_a_winning_coin_is_worth_more_than_a_dearer_one() -> None:
    game = CoinDuel(Settings(4, 3))
    position = game.parse_position(
        "0 0 1.0.1.0 0 pot 0 stock 0.9.9.9 / 0 0 0 0 pot 0 stock 1.9.9.9 / south turn 4"
    )
    assert CoinDuelEngine(game).play(position, Limit()).move == "board 3 on dime cent"


def test_of_equal_plays_the_seed_chooses_and_the_same_seed_the_same() -> None:
    game = CoinDuel(Settings())
    start = game.start(Side.SOUTH)
    moves = [CoinDuelEngine(game, seed).play(start, Limit()).move for seed in range(20)]
    assert set(moves) == {"reserve 1", "reserve 2", "reserve 3", "reserve 4"}
    assert moves == [CoinDuelEngine(game, seed).play(start, Limit()).move for seed in range(20)]


def test_where_nobody_can_be_asked_it_says_so() -> None:
    game = CoinDuel(Settings())
    with pytest.raises(RulesError, match="nobody is named to begin: name a starter"):
        CoinDuelEngine(game).play(game.start(None), Limit())
    with pytest.raises(RulesError, match="the round is over"):
        CoinDuelEngine(game).play(game.call(game.start(None), Side.SOUTH, "concede"), Limit())


def test_it_is_found_in_the_registry_and_what_it_can_not_do_is_said() -> None:
    game = CoinDuel(Settings())
    assert isinstance(engines.of_game(game), CoinDuelEngine)
    assert engines.board_of(game) is None
    with pytest.raises(RulesError, match="nobody explains this game"):
        engines.reasons_of(game)


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_level_plays_a_legal_play_the_same_each_time(level: Level) -> None:
    game = CoinDuel(Settings(stage=3))
    position = game.start(Side.SOUTH)
    chosen = engines.at_level(game, level).choose(position, 5)
    assert engines.at_level(game, level).choose(position, 5) == chosen
    assert game.play(position, Side.SOUTH, chosen.move) != position
    assert chosen.overlooked == ()
