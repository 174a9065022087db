"""Oware by its rules, and against a program that was written by another method."""

from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SIX, FOUR = shelf.game("oware", 6), shelf.game("oware", 4)


def after(text: str, label: str, side: Side = SOUTH, game: SowingGame = FOUR) -> str:
    """The position after a move, without the tables before it."""
    return game.format_position(game.play(game.parse_position(text), side, label)).partition(" / before")[0]


def test_a_game_begins_with_four_beans_in_every_cup() -> None:
    assert SIX.format_position(SIX.start(SOUTH)) == "4 4 4 4 4 4 pot 0 / 4 4 4 4 4 4 pot 0 / south"
    assert games.named("oware 6 seeds 4").name == "oware 6"
    assert SIX.movers(SIX.start(None)) == (SOUTH, NORTH)


def test_whose_opponent_has_no_beans_must_bring_some_there() -> None:
    position = FOUR.parse_position("1 0 2 1 pot 9 / 0 0 0 0 pot 9 / south")
    assert [plan.label for plan in FOUR.plans(position, SOUTH)] == ["sow 3", "sow 4"]
    with pytest.raises(RulesError, match="north has no beans, so some must come there; say sow 3 or sow 4"):
        FOUR.play(position, SOUTH, "sow 1")


def test_the_game_is_over_where_no_sowing_brings_beans_there() -> None:
    position = FOUR.parse_position("1 1 0 0 pot 9 / 0 0 0 0 pot 9 / south")
    assert FOUR.standing(position) is Standing.OVER
    assert FOUR.score(position) == {SOUTH: 11, NORTH: 9}
    assert FOUR.winner(position) is SOUTH


def test_the_game_is_over_once_a_pot_holds_more_than_half_of_all_beans_and_not_at_half() -> None:
    half = FOUR.parse_position("0 1 0 0 pot 16 / 5 5 5 0 pot 0 / south")
    assert FOUR.standing(half) is Standing.TO_MOVE
    more = FOUR.parse_position("0 1 0 0 pot 17 / 5 5 4 0 pot 0 / north")
    assert FOUR.standing(more) is Standing.OVER
    assert FOUR.winner(more) is SOUTH
    assert FOUR.score(more) == {SOUTH: 18, NORTH: 14}


def test_the_game_is_over_once_a_table_comes_again_and_the_beans_count_for_the_owners_of_their_cups() -> None:
    game = shelf.game("oware", 2, 1)
    position = game.parse_position("0 1 pot 3 / 0 1 pot 2 / south")
    seen = [position]
    while not position.is_over:
        side = position.to_move
        assert side is not None
        position = game.play(position, side, game.plans(position, side)[0].label)
        seen.append(position)
    again = [(each.south.cups, each.north.cups, each.to_move) for each in seen]
    assert again[-1] in again[:-1]
    assert game.score(position) == {SOUTH: 3 + sum(position.south.cups), NORTH: 2 + sum(position.north.cups)}
    assert game.movers(position) == ()


def test_a_capture_or_a_correction_lets_all_tables_come_again() -> None:
    position = FOUR.play(FOUR.start(SOUTH), SOUTH, "sow 1")
    assert position.earlier
    assert not FOUR.correct(position, [Mark(Place("south-2"), -1)]).earlier
    taken = FOUR.play(FOUR.parse_position("0 0 1 2 pot 0 / 4 1 2 5 pot 0 / south"), SOUTH, "sow 4")
    assert taken.south.pot
    assert not taken.earlier


@pytest.mark.parametrize(
    "text",
    [
        "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / south / before",
        "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / south / before 4.4.4-4.4.4.4-south",
        "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / south / before 4.4.4.4-4.4.4.4-west",
        "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / south / before 4.4.4.x-4.4.4.4-north",
    ],
)
def test_other_lines_are_no_positions(text: str) -> None:
    with pytest.raises(RulesError):
        FOUR.parse_position(text)


def test_a_record_reads_back_to_the_same_game() -> None:
    from cupsboard.rules.history import HistoryOf

    history = HistoryOf(FOUR, SOUTH)
    random = Random(7)
    while not history.is_over:
        (side,) = FOUR.movers(history.position)
        history = history.play(side, random.choice(FOUR.plans(history.position, side)).label)
    text = format_record(RecordOf.of(history))
    assert parse_record(text, games.named).history().position == history.position
