"""Tables against an independent search over the rules, and perfect play by them."""

import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.tables import Beans, TableError
from cupsboard.engine.player import PASS, Engine, Info, Limit, Source
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st
from plain_negamax import value
from small_tables import built

SMALL = {2: 7, 3: 5, 4: 4}
"""Beans a side that the independent search can do, by cups."""


@st.composite
def sides(draw: st.DrawFn, cups: int, more: int) -> Beans:
    """A side with the beans of a small table at most, and up to so many more in a cup that is blocked."""
    row, left = [0] * (cups + 1), SMALL[cups]
    if more:
        heavy = draw(st.integers(cups + 1 - min(cups, left - 1), cups - 1))
        row[heavy] = cups - heavy + 1
        left -= row[heavy]
    for place in draw(st.lists(st.integers(0, cups), max_size=left)):
        row[place] += 1
    if more:
        row[heavy] += draw(st.integers(0, more))
    return tuple(row[:-1]), row[-1]


@st.composite
def pairs(draw: st.DrawFn, more: int = 0) -> tuple[int, Beans, Beans]:
    cups = draw(st.sampled_from(sorted(SMALL)))
    return cups, draw(sides(cups, more)), draw(sides(cups, more))


def plain(cups: int, own: Beans, other: Beans) -> int:
    south, north = (Row(tuple(side[0]), 0, side[1]) for side in (own, other))
    return value(Cups(cups), Position(south, north, Side.SOUTH))


@given(pairs())
def test_a_table_holds_the_value_that_the_plain_rules_give(pair: tuple[int, Beans, Beans]) -> None:
    cups, own, other = pair
    assert built(cups, SMALL[cups]).value(own, other) == plain(cups, own, other)


@given(pairs(more=2))
def test_of_a_position_with_more_beans_in_blocked_cups_a_table_knows_true_bounds(
    pair: tuple[int, Beans, Beans],
) -> None:
    cups, own, other = pair
    bounds = built(cups, SMALL[cups]).bounds(own, other)
    assert bounds is not None
    low, high = bounds
    assert low <= plain(cups, own, other) <= high


@pytest.mark.parametrize(
    ("cups", "values"),
    [
        (2, [0, 0, *[-1] * 18]),
        (3, [0, 0, 0, -1, -2, -2, -1, -1, -1, -1, 0, -1, -1, -1]),
        (4, [0, 0, 0, 0, 0, -1, -2, 0]),
    ],
)
def test_equal_stocks_have_the_values_that_the_solver_found(cups: int, values: list[int]) -> None:
    """The solver is another program (tests/solver), in C."""
    table = built(cups, len(values))
    starts = [((0,) * cups, stock) for stock in range(1, len(values) + 1)]
    assert [table.value(start, start) for start in starts] == values


def test_of_a_side_with_too_many_free_beans_a_table_knows_nothing() -> None:
    table = built(3, 6)
    assert table.bounds(((0, 0, 0), 7), ((0, 0, 0), 6)) is None
    assert table.value(((0, 0, 0), 6), ((0, 0, 0), 7)) is None


def test_a_bound_is_no_value() -> None:
    table = built(3, 6)
    own, other = ((9, 0, 0), 2), ((0, 0, 0), 3)
    low, high = table.bounds(own, other) or (0, 0)
    assert low < high
    assert table.value(own, other) is None


AT_ONCE = Limit(nodes=50)
"""Enough to look at each move once."""
GAME = Cups(3, 6)


def perfect() -> Engine[Position]:
    return engines.of_game(GAME, known=built(3, 6).bounds)


def played_out(position: Position, labels: tuple[str, ...]) -> Position:
    for label in labels:
        if label == PASS:
            position = GAME.pass_turn(position)
        else:
            assert position.to_move is not None
            position = GAME.play(position, position.to_move, label)
    return position


def outcome(info: Info, position: Position) -> int:
    end = played_out(position, info.variation)
    while GAME.standing(end) is not Standing.OVER:
        end = played_out(end, perfect().play(end, AT_ONCE).variation)
    return end.south.pot - end.north.pot


def test_every_move_has_its_exact_value_out_of_the_table() -> None:
    position = GAME.start(Side.SOUTH)
    infos = perfect().analyse(position, AT_ONCE, lines=9)
    assert {info.source for info in infos} == {Source.TABLE}
    assert all(info.is_exact for info in infos)
    after = {info.variation[0]: GAME.play(position, Side.SOUTH, info.variation[0]) for info in infos}
    assert {info.variation[0]: info.score_beans for info in infos} == {
        label: -value(GAME, each) for label, each in after.items()
    }
    assert [info.score_beans for info in infos] == sorted((info.score_beans for info in infos), reverse=True)


def test_the_line_it_expects_ends_with_the_score_it_says() -> None:
    position = GAME.start(Side.SOUTH)
    info = perfect().play(position, AT_ONCE)
    assert outcome(info, position) == info.score_beans == -2


def test_beans_in_the_pots_count_in_its_score() -> None:
    position = Position(Row((0, 0, 0), 9, 6), Row((0, 0, 0), 4, 6), Side.SOUTH)
    assert perfect().play(position, AT_ONCE).score_beans == 5 - 2


def test_who_must_pass_is_told_so_with_the_exact_score() -> None:
    position = Position(Row((0, 0, 0), 0, 0), Row((0, 0, 1), 0, 0), Side.SOUTH)
    info = perfect().play(position, AT_ONCE)
    assert info.variation[:2] == (PASS, "sow 3")
    assert info.score_beans == -1
    assert info.is_exact


def test_a_position_that_is_too_large_for_the_table_is_searched() -> None:
    engine = engines.of_game(Cups(3), known=built(3, 6).bounds)
    info = engine.play(Cups(3).start(Side.SOUTH), Limit(nodes=2000))
    assert info.source is Source.SEARCH


def test_a_table_of_another_board_is_refused() -> None:
    engine = engines.of_game(Cups(4), known=built(3, 6).bounds)
    with pytest.raises(TableError, match="4 cups, and a table of 3"):
        engine.play(Cups(4).start(Side.SOUTH), AT_ONCE)
