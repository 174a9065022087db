"""Moves as the ways of their pieces lead from table to table as the rules do."""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "coin_duel"))

import pytest
from coin_duel_play import random_label
from cupsboard.engine import engines
from cupsboard.engine.player import PASS
from cupsboard.rules import games
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import BEAN, Side
from cupsboard.session.played_out import Plain, flow_of, line_of


def carried(beans: dict[str, int], flow: list[Plain]) -> dict[str, int]:
    after = dict(beans)
    for each in flow:
        after[each["from"]] -= each["count"]
        after[each["to"]] += each["count"]
    return after


def played_at_random(cups: int) -> list[tuple[Any, Side, str]]:
    """Every position of a game with the move or the pass that follows it."""
    game, random = games.of_board(cups, 6), Random(cups)
    position, steps = game.start(None), []
    while movers := game.movers(position) or passer(game, position):
        side = random.choice(movers)
        plans = game.plans(position, side) if game.movers(position) else ()
        label = random.choice(plans).label if plans else PASS
        steps.append((position, side, label))
        position = game.play(position, side, label) if plans else game.pass_turn(position)
    return steps


def passer(game: Any, position: Any) -> tuple[Side, ...]:
    return (game.passer(position),) if game.standing(position).name == "PASS" else ()


@pytest.mark.parametrize("cups", [2, 4, 6])
def test_the_flow_of_every_move_leads_to_the_table_after_it(cups: int) -> None:
    game = games.of_board(cups, 6)
    for position, side, label in played_at_random(cups):
        if label != PASS:
            after = game.play(position, side, label)
            flow = flow_of(game, position, side, label)
            assert carried(dict(game.contents(position)), flow) == dict(game.contents(after))


@pytest.mark.parametrize("cups", [2, 4])
def test_a_line_is_told_move_by_move_with_the_table_after_each_passes_too(cups: int) -> None:
    game = games.of_board(cups, 6)
    steps = played_at_random(cups)
    first, side, _ = steps[0]
    line = line_of(game, first, side, [label for _, _, label in steps])
    assert [(each["side"], each["move"]) for each in line] == [(by.value, label) for _, by, label in steps]
    beans = dict(game.contents(first))
    for each in line:
        beans = carried(beans, each["flow"])
        assert beans == each["beans"]


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_the_flow_of_a_play_of_coins_names_each_and_leads_to_the_table_after_it(stage: int) -> None:
    game, random = CoinDuel(Settings(stage=stage)), Random(stage)
    position = game.start(Side.SOUTH)
    for _ in range(20):
        (side,) = game.movers(position)
        label = random_label(game, position, side, random)
        lying = {place: Counter(pieces) for place, pieces in game.pieces(position).items()}
        for each in flow_of(game, position, side, label):
            lying[each["from"]][each.get("kind", BEAN)] -= each["count"]
            lying[each["to"]][each.get("kind", BEAN)] += each["count"]
        position = game.play(position, side, label)
        assert lying == {place: Counter(pieces) for place, pieces in game.pieces(position).items()}


def test_of_a_turn_that_nobody_tells_act_by_act_no_flow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "is_told_in_acts", lambda _: False)
    game = games.named("coin-duel 10 stage 1")
    assert flow_of(game, game.start(Side.SOUTH), Side.SOUTH, "reserve 3") == []
