"""Hints: the best move, and the worse one that comes to mind."""

from random import Random
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.hints import Hint, hint
from cupsboard.engine.player import Limit
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side

LIMIT = Limit(nodes=3000)


def hinted(history: History[Any], side: Side) -> Hint:
    game = history.game
    return hint(history, side, engines.of_game(game), engines.reasons_of(game), LIMIT)


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_is_a_best_move_and_the_other_is_worse_by_what_is_said(seed: int) -> None:
    game, random = games.of_board(3, 8), Random(seed)
    history = History(game, Side.SOUTH)
    engine = engines.of_game(game)
    while game.standing(history.position) is not Standing.OVER:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            continue
        (side,) = game.movers(history.position)
        found = hinted(history, side)
        looked_at = engine.analyse(history.position, LIMIT, 1000)
        infos = {info.variation[0]: info.score_beans for info in looked_at}
        assert infos[found.move] == max(infos.values())
        assert found.is_only_move == (len(infos) == 1)
        if found.instead:
            assert found.loss_beans >= 1
            assert found.loss_beans == pytest.approx(infos[found.move] - infos[found.instead])
        else:
            # A loss that isn't proved may be none as far as its error goes.
            error = max(info.error_beans for info in looked_at)
            assert max(infos.values()) - min(infos.values()) <= max(0.999, error)
        history = history.play(side, random.choice(list(infos)))


def test_a_capture_is_named_with_its_cup_and_every_place_of_the_move() -> None:
    history = History(games.of_board(4), Side.SOUTH).play(Side.SOUTH, "drop 1").play(Side.NORTH, "drop 4")
    found = hinted(history, Side.SOUTH)
    assert (found.move, found.captured_from, found.captured_beans) == ("drop 1", Place("north-4"), 1)
    assert found.places == ("south-stock", "south-1", "north-4", "south-pot")


def test_before_an_open_start_either_may_ask() -> None:
    history = History(games.of_board(2, 6), None)
    assert hinted(history, Side.SOUTH).side is Side.SOUTH
    assert hinted(history, Side.NORTH).side is Side.NORTH


def test_who_may_not_move_is_told_so() -> None:
    with pytest.raises(ValueError, match="north has no move now"):
        hinted(History(games.of_board(2, 6), Side.SOUTH), Side.NORTH)
