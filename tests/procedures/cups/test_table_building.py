"""Tables against an independent search over the rules."""

import pytest
from cupsboard.engine.cups.tables import Beans
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
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
