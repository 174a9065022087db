"""Kalah by its rules, and against a program that was written by another method."""

import pytest
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position
from cupsboard.rules.turn_plans import plans_with_reply

SOUTH, NORTH = Side.SOUTH, Side.NORTH
FOUR = shelf.game("kalah", 4)


def at(text: str, game: SowingGame = FOUR) -> Position:
    return game.parse_position(text)


def after(text: str, label: str, side: Side = SOUTH, game: SowingGame = FOUR) -> str:
    return game.format_position(game.play(at(text, game), side, label))


def test_a_game_begins_with_four_beans_in_every_cup() -> None:
    assert FOUR.format_position(FOUR.start(SOUTH)) == "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / south"
    assert games.named("kalah 4 seeds 3").start(None).south.cups == (3, 3, 3, 3)
    assert games.named("kalah 6 seeds 4").name == "kalah 6"
    assert FOUR.movers(FOUR.start(None)) == (SOUTH, NORTH)


def test_a_bean_that_comes_all_the_way_round_to_its_own_cup_captures_there() -> None:
    assert after("0 9 0 0 pot 0 / 0 0 0 1 pot 0 / south", "sow 2") == "1 0 1 1 pot 3 / 1 1 0 2 pot 0 / north"


def test_once_a_player_s_cups_are_empty_the_rest_counts_for_its_owner() -> None:
    position = FOUR.play(at("0 0 0 1 pot 9 / 2 0 3 0 pot 10 / south"), SOUTH, "sow 4")
    assert FOUR.standing(position) is Standing.OVER
    assert FOUR.movers(position) == ()
    assert FOUR.score(position) == {SOUTH: 10, NORTH: 15}
    assert FOUR.winner(position) is NORTH
    assert FOUR.winner(at("0 0 0 0 pot 16 / 0 0 0 0 pot 16 / south")) is None


@pytest.mark.parametrize(
    ("text", "side", "label", "said"),
    [
        (
            "4 0 4 4 pot 0 / 4 4 4 4 pot 0 / south",
            SOUTH,
            "sow 2",
            "south-2 is empty; sow a cup with beans in it",
        ),
        ("4 0 4 4 pot 0 / 4 4 4 4 pot 0 / south", NORTH, "sow 2", "it is south's turn; wait for its move"),
        ("4 0 4 4 pot 0 / 4 4 4 4 pot 0 / south", SOUTH, "sow 5", "there is no cup 5; the cups are 1 to 4"),
        ("4 0 4 4 pot 0 / 4 4 4 4 pot 0 / south", SOUTH, "drop 2", "'drop 2' is not a move: write 'sow C'"),
        (
            "0 0 0 0 pot 0 / 4 4 4 4 pot 0 / south",
            NORTH,
            "sow 2",
            "the game is over; start a new one or undo",
        ),
    ],
)
def test_what_is_no_legal_move_is_refused_with_the_reason(
    text: str, side: Side, label: str, said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        FOUR.play(at(text), side, label)


@pytest.mark.parametrize(
    "name", ["kalah", "kalah 0", "kalah 13", "kalah 4 seeds", "kalah 4 seeds 0", "kalah 4 stock 3"]
)
def test_other_names_are_no_games(name: str) -> None:
    with pytest.raises(RulesError):
        games.named(name)


@pytest.mark.parametrize(
    "text", ["", "4 4 pot 0 / 4 4 pot 0 / south", "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / west"]
)
def test_other_lines_are_no_positions(text: str) -> None:
    with pytest.raises(RulesError, match="is no position: write both rows of 4 cups"):
        at(text)


def test_a_table_that_is_right_is_written_down_and_nothing_impossible_is() -> None:
    start = FOUR.start(SOUTH)
    corrected = FOUR.correct(start, [Mark(Place("south-3"), -1), Mark(Place("north-pot"), 2)])
    assert FOUR.format_position(corrected) == "4 4 3 4 pot 0 / 4 4 4 4 pot 2 / south"
    for place, surplus, kind in (("south-3", -5, "bean"), ("south-stock", 1, "bean"), ("south-1", 1, "dime")):
        with pytest.raises(RulesError):
            FOUR.correct(start, [Mark(Place(place), surplus, Kind(kind))])


def test_the_next_move_is_expected_of_whose_turn_it_is_then() -> None:
    """Sowing cup 1 ends in the own pot, so the same side goes on, from all cups that hold beans then."""
    after = {
        plan.settled_label: {each.side for each in plans if each.settled_label == plan.settled_label}
        for plans in (list(plans_with_reply(FOUR, FOUR.start(SOUTH), SOUTH)),)
        for plan in plans
    }
    assert after == {"sow 1": {SOUTH}, "sow 2": {NORTH}, "sow 3": {NORTH}, "sow 4": {NORTH}}
    again = [plan for plan in plans_with_reply(FOUR, FOUR.start(SOUTH), SOUTH) if plan.side is SOUTH]
    assert [plan.label for plan in again] == ["sow 2", "sow 3", "sow 4"]
    assert all(plan.settled_side is SOUTH for plan in plans_with_reply(FOUR, FOUR.start(SOUTH), SOUTH))
