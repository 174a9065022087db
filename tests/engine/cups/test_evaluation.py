import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation, explain
from cupsboard.engine.player import Beans, Limit, Source
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side, cup
from hypothesis import example, given
from hypothesis import strategies as st
from plain_negamax import value


@st.composite
def positions(draw: st.DrawFn) -> Position:
    cups = draw(st.integers(2, 12))
    row = st.builds(
        Row, st.tuples(*[st.integers(0, 20)] * cups), st.integers(0, 50), st.integers(0, 10 * cups)
    )
    return draw(st.builds(Position, row, row, st.sampled_from(Side)))


@given(positions())
@example(Position(Row((0,) * 8, 0, 0), Row((0,) * 8, 0, 5), Side.SOUTH))
def test_the_terms_add_up_to_what_the_search_reckons_with(position: Position) -> None:
    assert position.to_move is not None
    own, other = position.row(position.to_move), position.row(position.to_move.other)
    evaluation = Evaluation.of_size(len(own.cups))
    units = (
        (own.pot - other.pot) * UNITS_PER_BEAN
        + evaluation.worth(own.cups, own.stock)
        - evaluation.worth(other.cups, other.stock)
        + evaluation.slope(own.cups) * other.stock
        - evaluation.slope(other.cups) * own.stock
        + evaluation.move
    )
    # A slope is rounded down to a unit and counts for each bean of the other's stock, as each weight of a cup
    # does, which is rounded to a 64th of one.
    rounding = (7 + 1.2 * (own.stock + other.stock)) / UNITS_PER_BEAN
    assert sum(term.beans for term in explain(position)) == pytest.approx(
        units / UNITS_PER_BEAN, abs=rounding
    )


def test_a_blocked_cup_is_named_where_it_lies_and_costs_its_owner() -> None:
    position = Cups(4).parse_position("0 0 0 5 pot 0 stock 30 / 0 0 0 0 pot 0 stock 30 / south")
    (blocked,) = (term for term in explain(position) if term.name == "blocked")
    assert blocked.place == cup(Side.SOUTH, 4)
    assert blocked.beans < -2


def test_an_open_start_has_no_value() -> None:
    with pytest.raises(ValueError, match="whose turn"):
        explain(Cups(4).start(None))


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 2))
def test_what_a_table_knows_proves_a_search_sooner(south: int, north: int, slack: int) -> None:
    """The table is the plain rules here, for few beans only, and not always sharp."""
    game = Cups(3)
    position = game.parse_position(f"0 1 0 pot 2 stock {south} / 0 0 2 pot 0 stock {north} / south")

    def known(own: Beans, other: Beans) -> tuple[int, int] | None:
        if own[1] + other[1] > 4:
            return None
        rows = Row(tuple(own[0]), 0, own[1]), Row(tuple(other[0]), 0, other[1])
        exact = value(game, Position(*rows, Side.SOUTH))
        return exact - slack, exact + slack

    told = engines.of_game(game, known=known).play(position, Limit())
    untold = engines.of_game(game).play(position, Limit())
    assert told.is_exact
    assert told.score_beans == untold.score_beans
    assert untold.source is Source.SEARCH
    if not slack and south + north <= 4:
        assert told.source is Source.TABLE
        assert told.nodes <= untold.nodes
