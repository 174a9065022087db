"""Fingers at a page press a simulated button after what the hand of the same side was asked to do before."""

from pathlib import Path

import pytest
from cupsboard.loop import Moment
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import TurnEnded
from cupsboard.rules.places import Side
from cupsim.page.evening import PERSON, PageEvening
from cupsim.page.requests import read_order
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

TWO_PERSONS = {Side.SOUTH: PERSON, Side.NORTH: PERSON}


class Page:
    """One person at an evening; what the buttons did and what moves were entered is kept."""

    def __init__(self, trace: Path) -> None:
        self.evening = PageEvening(Pairing(Setting(7, cups=2, stock_beans=2)), TWO_PERSONS, trace, factor=1.0)
        self.edges: list[Edge] = []
        self.moves: list[str] = []
        self.evening.world.loop.listen(self._hear)

    def _hear(self, moment: Moment) -> None:
        self.edges += moment.edges
        self.moves += [event.label for event in moment.decided.events if isinstance(event, TurnEnded)]

    def asks(self, text: str) -> None:
        self.evening.obey(1, read_order(text))

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.evening.advance(0.05)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path / "evening.trace")


def test_a_press_right_after_two_drops_ends_the_turn_that_has_both(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "take", "side": "south", "place": "south-stock", "count": 2}')
    for cup in (1, 2):
        page.asks(f'{{"do": "drop", "side": "south", "place": "south-{cup}"}}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.asks('{"do": "button", "sides": ["south"], "down": false}')
    page.waits(4)
    assert page.moves == ["drop 2"]


def test_a_press_that_had_to_wait_is_held_as_long_as_it_was_meant(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "lean", "side": "south", "place": "south-1"}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.waits(0.2)
    assert not page.edges, "the hand leans for longer than that"
    page.asks('{"do": "button", "sides": ["south"], "down": false}')
    page.waits(5)
    down, up = page.edges
    assert (down.is_down, up.is_down) == (True, False)
    assert up.time - down.time == pytest.approx(0.2, abs=0.06)


def test_the_other_sides_hand_is_not_waited_for(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "lean", "side": "north", "place": "north-1"}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.waits(0.2)
    assert [edge.button for edge in page.edges] == ["south"]


def test_nobody_who_leaves_keeps_a_button_down(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "button", "sides": ["south", "north"], "down": true}')
    page.waits(0.5)
    page.evening.left(1)
    page.waits(0.5)
    assert [edge.is_down for edge in page.edges] == [True, True, False, False]


def test_a_press_on_the_heels_of_another_is_one_of_its_own(page: Page) -> None:
    page.waits(2)
    for _ in range(2):
        for down in ("true", "false"):
            page.asks(f'{{"do": "button", "sides": ["north"], "down": {down}}}')
    page.waits(1)
    assert [edge.is_down for edge in page.edges] == [True, False, True, False]
    closed = page.edges[2].time - page.edges[1].time
    assert closed >= 0.05
