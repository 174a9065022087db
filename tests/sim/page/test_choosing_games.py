"""Another game at the simulated board: by its buttons, or by the page's form; it is there after a restart."""

import json
from pathlib import Path

import pytest
from cupsboard.rules.places import Side
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.evening_begun import resumed
from cupsim.page.keeper import differences
from cupsim.page.kept_evening import KeptSeats, from_bytes, to_bytes
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

TICK_SECONDS = 0.1
NOBODY_KNOWN = KeptSeats((), {}, 0)


def evening(folder: Path, setting: Setting) -> PageEvening:
    return PageEvening(Pairing(setting), dict.fromkeys(Side, PERSON), folder / "evening.trace")


def wait(table: PageEvening, seconds: float) -> None:
    for _ in range(round(seconds / TICK_SECONDS)):
        table.advance(TICK_SECONDS)


def hold(table: PageEvening, seconds: float) -> None:
    """Hold South's button for so long, and let the board answer."""
    table.obey(1, requests.Button(sides=(Side.SOUTH,), down=True))
    wait(table, seconds)
    table.obey(1, requests.Button(sides=(Side.SOUTH,), down=False))
    wait(table, 1.6)


def ask(table: PageEvening, **words: object) -> str:
    """Ask for a new game as a page does; what it is told."""
    order = {"do": "new game", "cups": 10, "beans": "kidney", "cells": "500g", "sps": 80, **words}
    table.obey(1, requests.read_order(json.dumps(order)))  # type: ignore[arg-type]
    told = table.state()["evening"]["notice"]["text"]
    assert isinstance(told, str)
    return told


def said(table: PageEvening) -> str:
    return str(table.state()["game"]["message"]["text"])


def test_the_buttons_choose_another_game_which_is_there_after_a_restart(tmp_path: Path) -> None:
    table = evening(tmp_path, Setting(seed=3))
    before = table.world
    wait(table, 1.0)
    hold(table, 4.5)
    assert said(table).startswith("A new game: Cups?")
    hold(table, 1.2)
    assert said(table).startswith("A new game: Coin Duel, stage 1?")
    hold(table, 0.2)
    assert table.world is not before
    assert table.state()["board"]["game"] == "coin-duel 4 stage 1 friendly"
    again = resumed(from_bytes(to_bytes(table.kept(NOBODY_KNOWN))), tmp_path / "again.trace", print)
    assert again.state()["board"]["game"] == "coin-duel 4 stage 1 friendly"
    wait(again, 1.0)
    hold(again, 4.5)
    assert said(again).startswith("A new game: Coin Duel, stage 1?")


def test_the_form_begins_any_game_with_a_limit_and_friendly_manners(tmp_path: Path) -> None:
    table = evening(tmp_path, Setting(seed=3))
    assert ask(table, game="coin-duel 3", turns=90, friendly=True) == ""
    assert table.world.game.name == "coin-duel 10 stage 3 turns 90 friendly"
    assert ask(table, game="coin-duel 1", sps=10) == ""
    assert table.world.game.name == "coin-duel 10 stage 1"
    assert ask(table, game="cups") == ""
    assert table.world.game.name == "cups 10"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"game": "coin-duel 3", "sps": 10}, "must be seen as they land, and 2x10 weighs 10 times a second"),
        ({"game": "coin-duel 1", "cups": 3}, "wants at least 4 cups a side"),
        ({"game": "cups", "turns": 9}, "there is none in cups"),
    ],
)
def test_a_game_that_this_board_can_t_play_is_refused_with_the_reason(
    tmp_path: Path, words: dict[str, object], reason: str
) -> None:
    table = evening(tmp_path, Setting(seed=3))
    before = table.world
    assert reason in ask(table, **words)
    assert table.world is before


def test_an_opponent_stays_in_another_game_that_they_can_play(tmp_path: Path) -> None:
    seats = {Side.SOUTH: PERSON, Side.NORTH: "4"}
    table = PageEvening(Pairing(Setting(seed=3)), seats, tmp_path / "evening.trace")
    assert ask(table, game="coin-duel 1", friendly=True) == ""
    assert table.seats[Side.NORTH] == "4"
    assert "computer" not in table.state()["game"]
    assert {"1", "8"} <= set(table.players)
    assert not {"greedy", "perfect"} & set(table.players)
    kept = table.kept(NOBODY_KNOWN)
    assert differences(kept, {"north": "4"}, {"north"}) == []
    assert differences(kept, {"north": "3"}, {"north"}) == ["north"]
    assert ask(table, game="cups") == ""
    table.seat(Side.NORTH, "perfect")
    assert ask(table, game="coin-duel 1") == ""
    assert table.seats[Side.NORTH] == PERSON


def test_a_game_that_begins_with_beans_on_the_board_lies_ready_for_a_person(tmp_path: Path) -> None:
    table = evening(tmp_path, Setting(seed=3))
    assert ask(table, game="kalah", cups=2, sps=10) == ""
    assert table.state()["board"]["game"] == "kalah 2"
    assert table.state()["beans"] | {"south-pot": 0} == table.state()["beans"]
    assert table.state()["beans"]["north-2"] == 4
    assert said(table) == "Whoever moves first starts."
    assert table.state()["game"]["stock"] == {}
    assert "no such game" in ask(table, game="chess")
    assert "--friendly: there is none in kalah" in ask(table, game="kalah", friendly=True)
