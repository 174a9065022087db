"""Games on a board wired as on a Pi, with cables that come off, without lights, without buttons."""

import sys
from pathlib import Path

import pytest
from cupsboard.referee.events import GameStarted, NotNow, TurnEnded
from cupsboard.referee.states import Blind, Refusal, Turn
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.scene import Meaning
from cupsim.table.hand_actions import PressButton

sys.path.insert(0, str(Path(__file__).parent))

from wired_table import WiredTable

SOUTH, NORTH = Side.SOUTH, Side.NORTH
FIRST, SECOND, THIRD = (cup(SOUTH, number) for number in (1, 2, 3))
PRESS = [PressButton()]


def begun(table: WiredTable) -> WiredTable:
    table.pass_time(3.0)
    assert table.told(GameStarted)
    return table


def moves(table: WiredTable) -> list[str]:
    return [entry.label for entry in table.world.referee.history.entries if isinstance(entry, Moved)]


def test_a_whole_game_is_played_over_the_header() -> None:
    table = WiredTable(3, stock_beans=8)
    assert table.board.missing_parts == ()
    table.seat_both()
    table.play_to_the_end()
    assert table.tally.is_over
    assert table.tally.misbeliefs == []


def test_moves_beside_a_dead_pot_count_and_its_light_says_that_it_is_dead() -> None:
    table = WiredTable(2)
    table.unplug(pot(SOUTH))
    begun(table)
    table.drop(SOUTH, FIRST)
    table.do(SOUTH, PRESS)
    assert table.world.reader.meanings[pot(SOUTH)] is Meaning.DEAD
    table.drop(NORTH, cup(NORTH, 1))
    table.do(NORTH, PRESS)
    assert moves(table) == ["drop 1", "drop 1"]
    assert table.tally.misbeliefs == []


@pytest.mark.long("a second whole game over the header")
def test_a_game_is_played_to_its_end_with_a_pot_that_died_in_the_middle() -> None:
    table = WiredTable(4)
    table.seat_both()
    table.pass_time(30.0)
    table.unplug(pot(SOUTH))
    table.play_to_the_end()
    assert any(words.startswith("South's pot can't be weighed: no conversions") for words in table.words)
    assert table.tally.is_over
    assert table.tally.misbeliefs == []


def test_what_a_dead_cup_would_decide_is_not_guessed() -> None:
    table = begun(WiredTable(1))
    table.unplug(SECOND)
    table.drop(SOUTH, FIRST, SECOND)
    table.do(SOUTH, PRESS)
    assert table.told(NotNow) == [NotNow(SOUTH, Refusal.CANNOT_SEE)]
    assert isinstance(table.world.referee.state, Blind)
    assert table.world.reader.meanings[SECOND] is Meaning.DEAD
    table.plug(SECOND)
    table.pass_time(4.0)
    table.do(SOUTH, PRESS)
    assert moves(table) == ["drop 2"]


def test_what_a_dead_cup_would_decide_is_said_with_the_button() -> None:
    table = begun(WiredTable(1))
    table.unplug(SECOND)
    table.drop(SOUTH, FIRST, SECOND)
    table.pass_time(3.0)
    hold, offered = [PressButton(1.2)], table.world.referee.state
    assert isinstance(offered, Blind)
    labels = [choice.plan.label for choice in offered.choices]
    assert sorted(labels) == ["drop 1", "drop 2"]
    for _ in range(labels.index("drop 2") + 1):
        table.do(SOUTH, hold)
    table.pass_time(5.0)
    assert table.world.reader.meanings[SECOND] is Meaning.LOOK
    table.do(SOUTH, PRESS)
    assert moves(table) == ["drop 2"]


def test_a_move_elsewhere_counts_beside_a_dead_cup() -> None:
    table = begun(WiredTable(1))
    table.unplug(cup(NORTH, 3))
    table.drop(SOUTH, FIRST, SECOND, THIRD)
    table.do(SOUTH, PRESS)
    assert moves(table) == ["drop 3"]


def test_a_cable_that_comes_off_in_the_middle_of_a_move_and_goes_back_costs_nothing() -> None:
    table = begun(WiredTable(4))
    table.drop(SOUTH, FIRST)
    table.unplug(FIRST)
    table.drop(SOUTH, SECOND)
    assert any(words.startswith("South's cup 1 can't be weighed") for words in table.words)
    table.plug(FIRST)
    table.drop(SOUTH, THIRD)
    table.do(SOUTH, PRESS)
    assert moves(table) == ["drop 3"]
    assert table.tally.misbeliefs == []


def test_without_lights_moves_count_and_words_say_whose_turn_it_is() -> None:
    table = begun(WiredTable(5, has_strip=False))
    assert table.board.missing_parts[0].startswith("no lights: ")
    table.drop(SOUTH, FIRST)
    table.do(SOUTH, PRESS)
    assert "North's turn; 30 in stock." in table.words
    table.drop(NORTH, cup(NORTH, 1), cup(NORTH, 2))
    table.do(NORTH, PRESS)
    assert moves(table) == ["drop 1", "drop 2"]


def test_without_buttons_a_move_that_lies_still_is_ended() -> None:
    table = begun(WiredTable(6, has_pins=False, stillness=3.0))
    missing = [words.partition(":")[0] for words in table.board.missing_parts]
    assert missing == ["buttons and buzzer"] * 2 + ["no sound"]
    table.drop(SOUTH, FIRST, SECOND)
    assert table.told(TurnEnded) == []
    table.pass_time(2.0)
    assert moves(table) == ["drop 2"]
    table.drop(NORTH, cup(NORTH, 1))
    table.pass_time(2.0)
    assert moves(table) == ["drop 2", "drop 1"]
    assert table.world.referee.state == Turn()
