"""A match of Coin Duel judged play by play: losses in points, with reasons that are true."""

import sys
from itertools import permutations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "coin_duel"))

import pytest
from coin_duel_play import random_label
from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, Mark, analyse
from cupsboard.engine.coin_duel.player import ERROR_PIECES
from cupsboard.engine.player import EVERY_MOVE, Info, Limit
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Side
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.sentences import say


def at_random(game: CoinDuel, seed: int) -> History[object]:
    random, history = Random(seed), HistoryOf(game, Side.SOUTH)
    while not history.is_over:
        position = history.position
        if game.standing(position) is Standing.BETWEEN_ROUNDS:
            history = history.call(Side.NORTH, "begin")
            continue
        (side,) = game.movers(position)
        history = history.play(side, random_label(game, position, side, random))
    return history


def judged(history: History[object], nodes: int = 60) -> list[JudgedMove]:
    game = history.game
    points = engines.scale_of(game).piece_points
    engine, explain = engines.of_game(game), engines.reasons_of(game)
    return list(analyse(history, engine, explain, Limit(nodes=nodes), piece_points=points))


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_every_play_of_a_match_is_judged_and_what_blames_it_is_what_happens(stage: int) -> None:
    game = CoinDuel(Settings(4, stage, stock=5, turns=6))
    history = at_random(game, 5)
    moves = judged(history)
    assert len(moves) == len(history.entries)
    blamed = [(move, reason) for move in moves for reason in move.reasons]
    assert blamed or stage > 1
    for move, reason in blamed:
        position = history.after(move.number - 1).position
        line = move.better if reason.name == "misses-points" else (*move.expected[:1], reason.move)
        if reason.name == "later":
            continue
        for label in line[:-1] if reason.name == "reply-gains" else ():
            position = game.play(position, move.side, label)
        after = game.play(position, reason.side, reason.move)
        gained = game.score(after)[reason.side] - game.score(position)[reason.side]
        assert gained >= reason.points > 0, (move, reason)


def test_a_play_in_an_order_that_no_search_lists_is_judged_by_the_replies() -> None:
    game = CoinDuel(Settings(4, 3))
    start, engine = game.start(Side.SOUTH), engines.of_game(game)
    listed = {info.variation[0] for info in engine.analyse(start, Limit(nodes=60), EVERY_MOVE)}
    orders = (f"reserve {' '.join(kinds)}" for kinds in permutations(game.kinds, 3))
    order = next(label for label in orders if label not in listed)
    (move,) = judged(HistoryOf(game, Side.SOUTH).play(Side.SOUTH, order))
    assert move.expected[0] == order
    assert len(move.expected) > 1
    assert move.loss_beans == max(0.0, move.before_beans - move.after_beans)


def test_a_coin_given_away_is_measured_by_what_a_mean_coin_counts() -> None:
    game = CoinDuel(Settings(stage=3))
    points = engines.scale_of(game).piece_points
    for move in judged(at_random(CoinDuel(Settings(4, 3, stock=5, turns=6)), 5)):
        assert move.mark is Mark.NONE or move.loss_beans > ERROR_PIECES[3] * points


def test_a_play_that_some_depth_saw_as_good_is_not_blamed() -> None:
    game, random = CoinDuel(Settings(stage=3)), Random(3)
    position, least = game.start(Side.SOUTH), dict[str, float]()
    for _ in range(10):
        (side,) = game.movers(position)
        position = game.play(position, side, random_label(game, position, side, random))

    def heard(infos: tuple[Info, ...]) -> None:
        for info in infos:
            loss = infos[0].score_beans - info.score_beans
            least[info.variation[0]] = min(loss, least.get(info.variation[0], loss))

    infos = engines.of_game(game).analyse(position, Limit(depth=2), EVERY_MOVE, report=heard)
    assert infos[0].depth > 1
    error = ERROR_PIECES[3] * engines.scale_of(game).piece_points
    for info in infos:
        loss = infos[0].score_beans - info.score_beans
        assert (loss > info.error_beans) == (least[info.variation[0]] > error), info


def test_reasons_are_said_in_points() -> None:
    game = CoinDuel(Settings(4, 3, stock=5, turns=6))
    said = [say(phrase) for move in judged(at_random(game, 5)) for phrase in reason_phrases(move.reasons)]
    assert any("points at once" in each for each in said)
    assert not any("bean" in each for each in said)
