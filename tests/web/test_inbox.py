"""Orders on their way to the evening: a tick does only so much of them, however many wait."""

import json
from pathlib import Path

import pytest
from cupsim.page.evening import PageEvening
from cupsim.page.inbox import MOST_ORDERS, WORK_A_TICK
from cupsim.page.stage import Stage
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from sitting import TWO_PERSONS


class Counted(PageEvening):
    """An evening that counts what it is asked for."""

    obeyed = 0

    def obey(self, person, order) -> None:  # type: ignore[no-untyped-def]
        self.obeyed += 1
        super().obey(person, order)


@pytest.fixture
def evening(tmp_path: Path) -> Counted:
    return Counted(Pairing(Setting(7, cups=2)), TWO_PERSONS, tmp_path / "trace")


@pytest.fixture
def stage(evening: Counted) -> Stage:
    """A stage at which page 1 holds both seats."""
    stage = Stage(evening, is_only_watched=False)
    stage.inbox.heard(1, json.dumps({"do": "here", "token": "1" * 32, "visit": "0" * 32}))
    stage.tick(0.04)
    return stage


def new_game(seed: int, cups: int = 3) -> str:
    return json.dumps(
        {"do": "new game", "cups": cups, "beans": "kidney", "cells": "500g", "sps": 10, "seed": seed}
    )


def test_of_all_new_games_that_wait_only_the_last_is_begun(stage: Stage, evening: Counted) -> None:
    for seed in range(115):
        stage.inbox.heard(1, new_game(seed))
    stage.tick(0.04)
    assert evening.obeyed == 1
    assert evening.world.setting.seed == 114


@pytest.mark.parametrize(
    "orders",
    [['{"do": "power", "on": false}', '{"do": "power", "on": true}'], ['{"do": "bump", "side": "south"}']],
)
def test_what_is_too_much_for_a_tick_is_done_in_later_ones(
    stage: Stage, evening: Counted, orders: list[str]
) -> None:
    for _ in range(WORK_A_TICK):
        for order in orders:
            stage.inbox.heard(1, order)
    stage.inbox.heard(1, new_game(5))
    worlds: list[World] = []
    before = 0
    for _ in range(len(orders) * WORK_A_TICK):
        stage.tick(0.001)
        assert evening.obeyed - before <= WORK_A_TICK
        before = evening.obeyed
        worlds.append(evening.world)
    assert evening.obeyed == len(orders) * WORK_A_TICK + 1
    assert worlds[0] is not worlds[-1]
    assert evening.world.setting.seed == 5


def test_a_page_that_is_gone_is_heard_of_however_many_orders_wait(stage: Stage, evening: Counted) -> None:
    stage.inbox.heard(1, '{"do": "button", "sides": ["south"], "down": true}')
    stage.tick(0.04)
    for _ in range(MOST_ORDERS + 50):
        stage.inbox.heard(1, '{"do": "bump", "side": "south"}')
    stage.inbox.left(1)
    for _ in range(MOST_ORDERS // WORK_A_TICK + 1):
        stage.tick(0.04)
    assert evening.obeyed == MOST_ORDERS + 1
    # A finger that nobody lets go of stays until the board takes it for a hold, and takes it back.
    for _ in range(50):
        stage.tick(0.04)
    assert evening.state()["buttons"] == {"south": False, "north": False}
