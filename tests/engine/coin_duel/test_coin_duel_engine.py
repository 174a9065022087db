"""The engine of Coin Duel: lawful in every stage, counted in nodes, alike each time, better than chance."""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "coin_duel"))

import pytest
from coin_duel_play import random_label, small
from cupsboard.engine import engines
from cupsboard.engine.coin_duel import plays
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.player import EVERY_MOVE, Info, Limit
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side

NODES = Limit(nodes=100)


def played_against_chance(game: CoinDuel, computer: Side, seed: int) -> dict[Side, int]:
    engine, random = CoinDuelEngine(game), Random(seed)
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


def solved(game: CoinDuel, position: Position, known: dict[str, int]) -> int:
    """What the round brings the mover more than the other, by every play to the end of each."""
    key = game.format_position(position).partition(" turn")[0]
    if key not in known:
        side = position.to_move
        assert side is not None
        labels = [*(f"reserve {n}" for n in range(1, 5)), *(f"board {n}" for n in range(1, 5))]
        values = []
        for label in labels if game.movers(position) else ():
            try:
                values.append(-solved(game, game.play(position, side, label), known))
            except RulesError:
                continue
        if values:
            known[key] = max(values)
        else:
            score = game.score(position)
            known[key] = score[side] - score[side.other]
    return known[key]


@pytest.mark.parametrize("stock", [2, 3, 4])
def test_small_games_have_the_value_that_an_exhaustive_solver_finds(stock: int) -> None:
    game = small(1, stock=stock, turns=None)
    start, known = game.start(Side.SOUTH), dict[str, int]()
    for info in CoinDuelEngine(game).analyse(start, Limit(nodes=30_000), EVERY_MOVE):
        assert info.is_exact
        assert info.score_beans == -solved(game, game.play(start, Side.SOUTH, info.variation[0]), known)


def test_what_is_expected_to_follow_is_legal() -> None:
    for stage in (1, 2, 3):
        game = CoinDuel(Settings(stage=stage))
        position = game.start(Side.SOUTH)
        for label in CoinDuelEngine(game).play(position, Limit(nodes=500)).variation:
            position = game.play(position, game.movers(position)[0], label)


def test_more_nodes_look_deeper_and_a_limit_is_kept() -> None:
    game = CoinDuel(Settings())
    engine, start = CoinDuelEngine(game), game.start(Side.SOUTH)
    few, many = (engine.play(start, Limit(nodes=nodes)) for nodes in (200, 2000))
    assert few.depth < many.depth
    assert few.nodes <= 200 + 20
    assert many.nodes <= 2000 + 20


def test_a_limit_of_turns_ends_what_is_looked_at() -> None:
    game = CoinDuel(Settings(4, 1, stock=9, turns=8))
    position = game.start(Side.SOUTH)
    while game.movers(position) and position.turn < 7:
        position = game.play(
            position, game.movers(position)[0], "reserve 1" if position.turn < 2 else "reserve 2"
        )
    info = CoinDuelEngine(game).play(position, Limit(nodes=1000))
    assert (info.depth, info.is_exact) == (1, True)


def test_a_report_comes_with_every_depth() -> None:
    game, reported = CoinDuel(Settings()), list[tuple[Info, ...]]()
    found = CoinDuelEngine(game).analyse(game.start(Side.SOUTH), Limit(depth=3), 2, report=reported.append)
    assert [infos[0].depth for infos in reported] == [1, 2, 3]
    assert reported[-1] == found
    assert len(found) == 2
    assert found[0].score_beans >= found[1].score_beans


def test_it_takes_what_brings_most_points_with_the_order_that_does() -> None:
    game = CoinDuel(Settings(4, 2, turns=5))
    position = game.parse_position(
        "0 0 1.0.0.1 0 pot 0 stock 9.9.9.9 / 0 0 0 0 pot 0 stock 9.9.9.9 / south turn 4"
    )
    result = CoinDuelEngine(game).play(position, Limit())
    assert result.move == "board 3 on cent quarter"
    assert result.score_beans == 25


def test_a_winning_coin_is_worth_more_than_a_dearer_one() -> None:
    game = CoinDuel(Settings(4, 3, turns=5))
    position = game.parse_position(
        "0 0 1.0.1.0 0 pot 0 stock 0.9.9.9 / 0 0 0 0 pot 0 stock 1.9.9.9 / south turn 4"
    )
    assert CoinDuelEngine(game).play(position, Limit()).move == "board 3 on dime cent"


def test_a_round_is_not_shuttled_to_its_limit_with_all_coins_kept_in_stock() -> None:
    game = CoinDuel(Settings(stage=3))
    position = game.parse_position(
        "0 0 0.1.0.0 0.0.0.1 0 0 0 0 0 0 pot 0 stock 1.10.9.9 / "
        "0.0.1.1 0.0.0.1 0 0 0 0 0 0 0 0 pot 0 stock 1.9.10.8 / south turn 4"
    )
    engine = CoinDuelEngine(game)
    for _ in range(16):
        position = game.play(position, game.movers(position)[0], engine.play(position, NODES).move)
    for row, before in ((position.south, 29), (position.north, 28)):
        assert sum(row.stock) < before


def test_where_nobody_can_be_asked_it_says_so() -> None:
    game = CoinDuel(Settings())
    with pytest.raises(RulesError, match="nobody is named to begin: name a starter"):
        CoinDuelEngine(game).play(game.start(None), Limit())
    with pytest.raises(RulesError, match="the round is over"):
        CoinDuelEngine(game).play(game.call(game.start(None), Side.SOUTH, "concede"), Limit())
    with pytest.raises(ValueError, match="make the engine with a clock"):
        CoinDuelEngine(game).play(game.start(Side.SOUTH), Limit(seconds=1.0))
    with pytest.raises(ValueError, match="0 lines"):
        CoinDuelEngine(game).analyse(game.start(Side.SOUTH), Limit(), 0)


def test_a_stopped_search_answers_with_what_one_look_tells() -> None:
    game = CoinDuel(Settings(stage=3))
    info = CoinDuelEngine(game).play(game.start(Side.SOUTH), Limit(), lambda: True)
    assert info.depth >= 1


def test_it_is_found_in_the_registry_and_what_it_can_not_do_is_said() -> None:
    game = CoinDuel(Settings())
    assert isinstance(engines.of_game(game), CoinDuelEngine)
    assert engines.board_of(game) is None
    assert engines.is_explained(game)


def test_trying_likely_replies_first_finds_the_same_value_with_fewer_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, random, found = CoinDuel(Settings(stage=3)), Random(3), list[tuple[Info, ...]]()
    position = game.start(Side.SOUTH)
    for _ in range(6):
        (side,) = game.movers(position)
        position = game.play(position, side, random_label(game, position, side, random))
    for most in (6, 0):
        monkeypatch.setattr(plays, "MOST_LIKELY", most)
        found.append(CoinDuelEngine(game).analyse(position, Limit(depth=2)))
    (quick,), (thorough,) = found
    assert quick.score_beans == thorough.score_beans
    assert quick.nodes < 0.8 * thorough.nodes
