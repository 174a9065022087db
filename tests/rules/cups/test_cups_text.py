import pytest
from cups_play import histories
from cupsboard.rules.cups.rules import Cups, Position, Row, parse_move
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

FOUR = Cups(4)
LINE = "2 2 1 1 pot 6 stock 30 / 4 0 5 7 pot 0 stock 22 / north"


def test_a_position_is_one_readable_line() -> None:
    position = Position(Row((2, 2, 1, 1), 6, 30), Row((4, 0, 5, 7), 0, 22), Side.NORTH)
    assert FOUR.format_position(position) == LINE
    assert FOUR.parse_position(LINE) == position


def test_an_open_start_is_written_open() -> None:
    line = FOUR.format_position(FOUR.start(None))
    assert line == "0 0 0 0 pot 0 stock 40 / 0 0 0 0 pot 0 stock 40 / open"
    assert FOUR.parse_position(line) == FOUR.start(None)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("", "at the end, south-1: found nothing, expected a whole number of beans"),
        (LINE.replace("2 2 1 1", "2 2 1"), "column 7, south-4: found 'pot'"),
        (LINE.replace("2 2 1 1", "2 2 1 1 1"), r"column 9, after south's 4 cups: found '1', expected 'pot'"),
        (LINE.replace("2 2", "2 -2"), "column 3, south-2: found '-2'"),
        (LINE.replace("2 2", "2 ٢"), "column 3, south-2: found '٢'"),
        (LINE.replace("2 2 1", "2 2\u00a01"), r"column 3, south-2: found '2\\xa01'"),
        (LINE.replace("30", "030"), "south-stock: found '030'"),
        (LINE.replace("22", "9" * 5000), "north-stock"),
        (
            LINE.replace("north", "west"),
            "whose turn it is: found 'west', expected 'south' or 'north' or 'open'",
        ),
        (LINE + " 3", "after the turn: found '3', expected nothing more"),
        (LINE.removesuffix(" / north"), "at the end, before the turn"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_the_place_in_it(broken: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        FOUR.parse_position(broken)


@given(histories())
def test_every_position_and_move_reads_back(history: History[Position]) -> None:
    game, position = history.game, history.position
    assert game.parse_position(game.format_position(position)) == position
    for side in game.movers(position):
        for plan in game.plans(position, side):
            assert parse_move(plan.label).label == plan.label


@given(st.integers(2, 12), st.none() | st.integers(0, 300))
def test_a_game_is_found_by_its_name(cups: int, stock: int | None) -> None:
    assert Cups.named(Cups(cups, stock).name) == Cups(cups, stock)


def test_the_full_stock_needs_no_mention() -> None:
    assert Cups(4, 40) == FOUR
    assert (FOUR.name, Cups(4, 12).name) == ("cups 4", "cups 4 stock 12")


@pytest.mark.parametrize(
    "name", ["cups", "cups 1", "cups 13", "cups 04", "Cups 4", "kalaha 6", "cups 4 stock x"]
)
def test_a_name_of_no_game_is_refused(name: str) -> None:
    with pytest.raises(RulesError, match=r"choose 2 to 12|as in 'cups 4'"):
        Cups.named(name)
