"""A whole evening at one board: three games in a row, with all that people change between and within them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import worths_of
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.loop import Moment
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.places import Side
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.sentences import languages, read_language, say
from cupsboard.storage.games import CLOCK_KEPT_SECONDS, KeptGames
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory

ME, TICK_SECONDS, LONGEST_SECONDS = 1, 0.5, 600.0
WAYS = dict.fromkeys(Side, "random")


def at_once(question: Question | None) -> tuple[Advice, ...]:
    """Say what moves are worth, as an engine does."""
    if question is None:
        return ()
    infos = engines.of_game(question.game).analyse(question.position, Limit(nodes=2_000), EVERY_MOVE)
    return (Advice(question.number, infos[0].move, worths=worths_of(infos)),)


class WholeEvening:
    """Two people at a page, whose hands are those of simulated people, and what everybody hears."""

    def __init__(self, folder: Path) -> None:
        self.trace = folder / "trace"
        setting = Setting(3, cups=2, stock_beans=8, options=Options(tutor=Tutor.GENTLE))
        self.evening = PageEvening(Pairing(setting), dict.fromkeys(Side, PERSON), self.trace, adviser=at_once)
        self.games = KeptGames(Memory(), lambda: "2026-11-29T20:15", players=self.evening.names)
        self.evening.keep_games(self.games)
        self.language = "en"
        self.heard: list[str] = []

    def begins(self, language: str, south: str, north: str, **wanted: object) -> None:
        """Choose a language and names, and begin a game by the page's form."""
        self.language = language
        self.evening.call({Side.SOUTH: south, Side.NORTH: north})
        order = {"cups": 2, "beans": "kidney", "cells": "500g", "stock": 8, "seed": 3, **wanted}
        self.evening.obey(ME, requests.NewGame(**order))  # type: ignore[arg-type]
        self.sits_down()

    def sits_down(self) -> None:
        """Let hands play for both people, and hear what the board says."""
        for side, way in WAYS.items():
            self.evening.world.seat(side, way)
        self.evening.world.loop.listen(self.hear)

    def hear(self, moment: Moment) -> None:
        message = moment.decided.scene.message
        # Whichever language a page has, the board has a sentence there.
        said = {
            each: say(message, read_language(each).calling(*self.evening.names())) for each in languages()
        }
        self.heard += [said[self.language]] if self.heard[-1:] != [said[self.language]] else []

    def plays(self, moves: int | None = None) -> None:
        """Let the people play so many moves, or to the end."""
        world = self.evening.world
        until = world.now + LONGEST_SECONDS
        before = len(world.referee.history.entries)
        while world.now < until:
            self.evening.advance(TICK_SECONDS)
            history = world.referee.history
            if history.is_over or (moves is not None and len(history.entries) >= before + moves):
                return
        raise AssertionError(f"no end of it: {world.referee.state}, {self.heard[-3:]}")

    def goes_dark(self, seconds: float) -> None:
        """Cut the power, and switch the board on again."""
        self.evening.obey(ME, requests.Power(False))
        for _ in range(round(seconds / TICK_SECONDS)):
            self.evening.advance(TICK_SECONDS)
        self.evening.obey(ME, requests.Power(True))
        self.evening.world.loop.listen(self.hear)

    def clocks(self) -> Clocks:
        found = self.evening.world.kept_clocks
        assert found is not None
        return found


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[WholeEvening]:
    made = WholeEvening(tmp_path)
    yield made
    made.evening.close()


@pytest.mark.long("three games to their ends")
def test_three_games_with_names_a_clock_a_tutor_odds_and_a_power_cut_are_one_evening(
    whole: WholeEvening,
) -> None:
    whole.begins("en", "Ada", "Ben", clock="5", starter="south")
    whole.plays(4)
    entries, before = whole.evening.world.referee.history.entries, whole.clocks()
    whole.goes_dark(90.0)
    assert whole.evening.world.referee.history.entries == entries
    for side in Side:
        given_back = whole.clocks().left_seconds[side] - before.left_seconds[side]
        assert 0.0 <= given_back <= CLOCK_KEPT_SECONDS
    whole.plays()
    assert any("The clocks stand until" in said for said in whole.heard)
    assert any(said.startswith("Ada, there was a better move") for said in whole.heard)
    whole.heard.clear()

    whole.begins("de", "Ben", "Cleo", odds="north 2", starter="north", clock="hourglass:3")
    assert whole.evening.world.game.name == "cups 2 stock 8 odds north 2"
    whole.plays()
    assert any(said.startswith("Cleo, es gab einen besseren Zug") for said in whole.heard)
    assert not any("Ada" in said for said in whole.heard)
    whole.heard.clear()

    whole.begins("fr", "Cleo", "Ada", clock="20s")
    whole.plays()
    assert any("il y avait un meilleur coup" in said for said in whole.heard)
    assert all(whole.clocks().left_seconds[side] <= 20.0 for side in Side)

    played = [whole.games.row(number) for number in range(whole.games.number - 2, whole.games.number + 1)]
    assert [(row.south, row.north) for row in played] == [("Ada", "Ben"), ("Ben", "Cleo"), ("Cleo", "Ada")]
    assert all(row.is_over and row.clocks for row in played)
    assert whole.evening.state()["tutor"] == "gentle"
    whole.evening.close()
    assert replay(read_trace(whole.trace.read_bytes().splitlines(keepends=True))).difference is None
