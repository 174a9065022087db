"""The rules of Cups, their texts, and the numbers that any implementation must reproduce."""

from itertools import pairwise

import pytest
from cups_play import histories, moved
from cupsboard.rules.cups.rules import Cups, Drop, IllegalMove, Position, Reason, Row, Sow, parse_move
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing, Transfer
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side, cup, pot, stock
from fast_cups import perft
from hypothesis import given
from hypothesis import strategies as st

FOUR = Cups(4)


def position(mine: str, theirs: str, to_move: Side | None = Side.SOUTH, stock: int = 9) -> Position:
    rows = [Row(tuple(map(int, row.split())), 0, stock) for row in (mine, theirs)]
    return Position(rows[0], rows[1], to_move)


def labels(game: Cups, position: Position, side: Side = Side.SOUTH) -> list[str]:
    return [plan.label for plan in game.plans(position, side)]


def test_a_drop_that_ends_in_an_empty_cup_captures_the_opposite_cup() -> None:
    after = FOUR.play(position("1 1 0 1", "4 6 5 7"), Side.SOUTH, "drop 3")
    assert (after.south.cups, after.south.pot) == ((2, 2, 1, 1), 6)
    assert after.north.cups == (4, 0, 5, 7)


def test_a_drop_takes_nothing_in_passing_and_nothing_where_the_last_cup_was_filled() -> None:
    after = FOUR.play(position("0 0 1 0", "5 5 5 5"), Side.SOUTH, "drop 3")
    assert (after.south.cups, after.south.pot) == ((1, 1, 2, 0), 0)
    assert after.north.cups == (5, 5, 5, 5)


def test_a_sowing_reaches_the_pot_and_never_captures() -> None:
    after = FOUR.play(position("4 0 0 0", "9 9 9 9"), Side.SOUTH, "sow 1")
    assert (after.south.cups, after.south.pot) == ((0, 1, 1, 1), 1)
    assert after.north.cups == (9, 9, 9, 9)


def test_north_captures_from_the_cup_opposite_its_own() -> None:
    after = FOUR.play(position("0 0 0 8", "0 2 2 2", Side.NORTH), Side.NORTH, "drop 1")
    assert (after.north.cups, after.north.pot) == ((1, 2, 2, 2), 8)
    assert after.south.cups == (0, 0, 0, 0)


def test_moves_are_offered_from_the_shortest_drop_to_the_rightmost_sowing() -> None:
    assert labels(FOUR, position("4 0 2 1", "0 0 0 0", stock=3)) == [
        "drop 1", "drop 2", "drop 3", "sow 1", "sow 3", "sow 4",
    ]  # fmt: skip


def test_a_drop_is_planned_bean_by_bean_and_owes_its_capture() -> None:
    drop = FOUR.plans(position("1 0 0 0", "0 0 6 0"), Side.SOUTH)[1]
    capture = Transfer(cup(Side.NORTH, 3), pot(Side.SOUTH), 6)
    hand = stock(Side.SOUTH)
    assert drop.open == (Transfer(hand, cup(Side.SOUTH, 1)), Transfer(hand, cup(Side.SOUTH, 2)), capture)
    assert drop.owed == (capture,)


def test_a_sowing_is_planned_into_the_cups_to_the_right_and_the_pot() -> None:
    (sowing,) = FOUR.plans(position("0 0 2 0", "0 0 0 0", stock=0), Side.SOUTH)
    source = cup(Side.SOUTH, 3)
    assert sowing.open == (Transfer(source, cup(Side.SOUTH, 4)), Transfer(source, pot(Side.SOUTH)))
    assert sowing.owed == ()


def test_whoever_drops_first_starts_an_open_game() -> None:
    start = FOUR.start(None)
    assert FOUR.movers(start) == (Side.SOUTH, Side.NORTH)
    assert labels(FOUR, start, Side.NORTH) == ["drop 1", "drop 2", "drop 3", "drop 4"]
    assert FOUR.play(start, Side.NORTH, "drop 2").to_move is Side.SOUTH


@pytest.mark.parametrize(
    ("mine", "move", "reason", "said"),
    [
        ("0 0 0 0", "drop 0", Reason.NO_BEAN, "drop 1 to 3"),
        ("0 0 0 0", "drop 5", Reason.MORE_THAN_CUPS, "south has 4 cups"),
        ("0 0 0 0", "drop 4", Reason.STOCK_TOO_SMALL, "south-stock holds 3; drop 1 to 3"),
        ("0 0 0 0", "sow 0", Reason.NO_SUCH_CUP, "the cups are 1 to 4"),
        ("0 0 0 0", "sow 5", Reason.NO_SUCH_CUP, "there is no cup 5; the cups are 1 to 4"),
        ("0 0 0 0", "sow 2", Reason.CUP_EMPTY, "south-2 holds 0, and it is sown only with exactly 3 beans"),
        ("0 1 0 0", "sow 2", Reason.TOO_FEW_TO_SOW, "exactly 3 beans; fill it by drops or sowings first"),
        ("0 4 0 0", "sow 2", Reason.BLOCKED, "blocked for good"),
        ("0 4 0 0", "sow two", Reason.NOT_A_MOVE, "write 'drop K' or 'sow C'"),
        ("0 4 0 0", "drop ٣", Reason.NOT_A_MOVE, "write 'drop K' or 'sow C'"),
        ("0 4 0 0", "drop 03", Reason.NOT_A_MOVE, "write 'drop 3', without a 0 before the number"),
        ("0 4 0 0", "sow -0", Reason.NOT_A_MOVE, "write 'sow 0', without a 0 before the number"),
        ("0 4 0 0", "drop " + "9" * 5000, Reason.NOT_A_MOVE, "write 'drop K' or 'sow C'"),
        ("0 4 0 0", "drop -1", Reason.NO_BEAN, "a drop takes 1 bean or more; drop 1 to 3"),
        ("0 4 0 0", "drop 10000", Reason.MORE_THAN_CUPS, "south has 4 cups"),
        ("0 4 0 0", "sow 10000", Reason.NO_SUCH_CUP, "there is no cup 10000; the cups are 1 to 4"),
        ("0 4 0 0", "sow -1", Reason.NO_SUCH_CUP, "there is no cup -1; the cups are 1 to 4"),
        ("3 4 0 0", "sow 1", Reason.TOO_FEW_TO_SOW, "exactly 4 beans; fill it by drops first"),
        ("3 4 0 0", "sow 4", Reason.CUP_EMPTY, "south-4 holds 0, and it is sown only with exactly 1 bean;"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(mine: str, move: str, reason: Reason, said: str) -> None:
    with pytest.raises(IllegalMove, match=said) as refused:
        FOUR.play(position(mine, "0 0 0 0", stock=3), Side.SOUTH, move)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        (position("0 0 0 0", "0 0 0 0", Side.NORTH), Reason.WRONG_TURN),
        (position("0 0 0 2", "0 0 0 1", Side.SOUTH, stock=0), Reason.MUST_PASS),
        (position("0 0 0 2", "0 0 0 2", Side.SOUTH, stock=0), Reason.GAME_OVER),
        (position("0 0 0 2", "0 0 0 2", Side.NORTH, stock=0), Reason.GAME_OVER),
    ],
)
def test_nobody_moves_out_of_turn(where: Position, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refused:
        FOUR.play(where, Side.SOUTH, "drop 1")
    assert refused.value.reason is reason
    assert FOUR.plans(where, Side.SOUTH) == ()


def test_who_has_no_bean_at_an_open_start_waits_for_the_other_and_passes_nothing() -> None:
    start = FOUR.set_stock(FOUR.start(None), Side.SOUTH, 0)
    with pytest.raises(IllegalMove, match="south has no bean to begin with, so north begins") as refused:
        FOUR.play(start, Side.SOUTH, "drop 1")
    assert refused.value.reason is Reason.WRONG_TURN
    assert FOUR.standing(start) is Standing.TO_MOVE


@given(histories())
def test_no_game_is_longer_than_its_most_moves(history: History[Position]) -> None:
    assert sum(isinstance(entry, Moved) for entry in history.entries) <= history.game.most_moves


def test_a_side_without_a_move_passes_and_the_other_goes_on() -> None:
    stuck = position("0 0 0 2", "0 0 0 1", stock=0)
    assert FOUR.standing(stuck) is Standing.PASS
    assert FOUR.movers(stuck) == ()
    assert FOUR.movers(FOUR.pass_turn(stuck)) == (Side.NORTH,)


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        (position("0 0 0 1", "0 0 0 0"), Reason.PASS_NOT_FORCED),
        (FOUR.start(None), Reason.PASS_NOT_FORCED),
        (position("0 0 0 2", "0 0 0 2", stock=0), Reason.GAME_OVER),
    ],
)
def test_a_pass_is_refused_unless_it_is_forced(where: Position, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refused:
        FOUR.pass_turn(where)
    assert refused.value.reason is reason


@pytest.mark.parametrize(("pots", "winner"), [((5, 3), Side.SOUTH), ((3, 5), Side.NORTH), ((4, 4), None)])
def test_the_fuller_pot_wins_and_beans_in_cups_do_not_count(
    pots: tuple[int, int], winner: Side | None
) -> None:
    over = Position(Row((0, 0, 0, 2), pots[0], 0), Row((0, 0, 0, 60), pots[1], 0), Side.SOUTH)
    assert FOUR.standing(over) is Standing.OVER
    assert FOUR.winner(over) is winner
    assert FOUR.score(over) == {Side.SOUTH: pots[0], Side.NORTH: pots[1]}


def test_nobody_has_won_before_the_end() -> None:
    with pytest.raises(RulesError, match="not over"):
        FOUR.winner(FOUR.start(Side.SOUTH))


def test_a_cup_with_more_beans_than_reach_the_pot_is_blocked() -> None:
    assert FOUR.blocked(position("5 3 2 2", "0 4 0 1")) == {
        cup(Side.SOUTH, 1), cup(Side.SOUTH, 4), cup(Side.NORTH, 2),
    }  # fmt: skip


def test_a_corrected_stock_changes_what_can_be_dropped_but_not_whose_turn_it_is() -> None:
    corrected = FOUR.set_stock(FOUR.start(Side.SOUTH), Side.SOUTH, 2)
    assert labels(FOUR, corrected) == ["drop 1", "drop 2"]
    assert corrected.to_move is Side.SOUTH
    assert FOUR.set_stock(corrected, Side.SOUTH, 40) == FOUR.start(Side.SOUTH)


@pytest.mark.parametrize("count", [-1, 81])
def test_a_stock_no_game_can_have_is_refused(count: int) -> None:
    with pytest.raises(RulesError, match=f"north stock {count}: a stock can be corrected to 0 to 80"):
        FOUR.set_stock(FOUR.start(Side.SOUTH), Side.NORTH, count)


def test_a_stock_may_be_corrected_to_all_beans_of_the_game_or_to_none() -> None:
    for count in (0, 80):
        corrected = FOUR.set_stock(FOUR.start(Side.SOUTH), Side.NORTH, count)
        assert FOUR.contents(corrected)[stock(Side.NORTH)] == count


def test_places_hold_what_the_position_says() -> None:
    contents = FOUR.contents(Position(Row((1, 2, 3, 4), 5, 6), Row((7, 8, 9, 10), 11, 12), None))
    assert set(FOUR.places) <= set(contents)
    assert [contents[cup(Side.NORTH, number)] for number in (1, 2, 3, 4)] == [7, 8, 9, 10]
    assert (contents[pot(Side.SOUTH)], contents[stock(Side.NORTH)]) == (5, 12)


@pytest.mark.parametrize("cups", [-1, 0, 1, 13])
def test_a_board_has_2_to_12_cups_a_side(cups: int) -> None:
    with pytest.raises(RulesError, match="choose 2 to 12"):
        Cups(cups)


@pytest.mark.parametrize("stock", [-1, 10_000])
def test_a_stock_out_of_all_proportion_is_refused(stock: int) -> None:
    with pytest.raises(RulesError, match="choose 0 to 9999"):
        Cups(4, stock)


def test_rows_of_different_length_and_negative_counts_are_no_position() -> None:
    with pytest.raises(RulesError, match="same number"):
        Position(Row((0, 0), 0, 0), Row((0, 0, 0), 0, 0), None)
    for row in (((0, -1), 0, 0), ((0, 0), -1, 0), ((0, 0), 0, -1)):
        with pytest.raises(RulesError, match="0 beans or more"):
            Row(*row)


@given(histories())
def test_no_bean_is_ever_lost(history: History[Position]) -> None:
    assert history.position.beans == 2 * history.game.stock_beans


@given(histories())
def test_a_plan_moves_the_very_beans_that_playing_it_moves(history: History[Position]) -> None:
    game, before = history.game, history.position
    for side in game.movers(before):
        for plan in game.plans(before, side):
            after = game.play(before, side, plan.label)
            assert game.contents(after) == moved(game.contents(before), plan.open)
            assert set(plan.owed) <= set(plan.open)
            assert plan.side is side


@given(histories())
def test_exactly_the_offered_moves_are_legal(history: History[Position]) -> None:
    game, position = history.game, history.position
    numbers = range(game.cups + 3)
    for side in Side:
        playable = {
            move.label
            for move in [*map(Drop, numbers), *map(Sow, numbers)]
            if game.fault(position, side, move) is None
        }
        assert playable == {plan.label for plan in game.plans(position, side)}


@given(histories())
def test_each_sowing_pots_one_bean_and_leaves_the_other_side_alone(history: History[Position]) -> None:
    game, position = history.game, history.position
    for side in game.movers(position):
        for plan in game.plans(position, side):
            if plan.label.startswith("sow"):
                after = game.play(position, side, plan.label)
                assert after.row(side).pot == position.row(side).pot + 1
                assert after.row(side.other) == position.row(side.other)


@given(histories())
def test_a_blocked_cup_is_never_sown_again(history: History[Position]) -> None:
    game = history.game
    positions = [game.start(history.starter), *(step.position for step in history.steps)]
    for before, after in pairwise(positions):
        for place in game.blocked(before):
            kept = game.contents(after)[place]
            assert kept >= game.contents(before)[place] or kept == 0
            side, _, number = place.partition("-")
            assert f"sow {number}" not in labels(game, before, Side(side))


COUNTS = {
    2: (2, 4, 9, 21, 52, 138, 351, 892, 2184, 5228),
    3: (3, 9, 29, 94, 335, 1221, 4701, 18816, 71324, 271671),
    4: (4, 16, 67, 281, 1252, 5630, 27289, 134580, 691303),
    10: (10, 100, 1009, 10181, 103816, 1058852),
    12: (12, 144, 1739, 21001, 255476),
}


def counted_in_words(game: Cups, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    match game.standing(position):
        case Standing.OVER:
            return 0
        case Standing.PASS:
            return counted_in_words(game, game.pass_turn(position), depth - 1)
        case Standing.TO_MOVE:
            (side,) = game.movers(position)
            plans = game.plans(position, side)
            after = (game.play(position, side, plan.label) for plan in plans)
            return sum(counted_in_words(game, next_position, depth - 1) for next_position in after)


@pytest.mark.parametrize("starter", Side)
@pytest.mark.parametrize("cups", COUNTS)
def test_the_packed_rules_reproduce_every_count(cups: int, starter: Side) -> None:
    start = Cups(cups).start(starter)
    assert tuple(perft(start, depth + 1) for depth in range(len(COUNTS[cups]))) == COUNTS[cups]


@pytest.mark.parametrize(("cups", "depth"), [(2, 10), (3, 7), (4, 6), (10, 4), (12, 3)])
def test_the_game_reproduces_the_counts(cups: int, depth: int) -> None:
    game = Cups(cups)
    assert counted_in_words(game, game.start(Side.SOUTH), depth) == COUNTS[cups][depth - 1]


@given(histories(cups=(2, 3, 4)))
def test_packed_rules_and_game_agree_everywhere_also_through_passes_and_ends(
    history: History[Position],
) -> None:
    if history.position.to_move is not None:
        assert perft(history.position, 4) == counted_in_words(history.game, history.position, 4)


def test_lines_are_counted_from_a_side_to_move_only() -> None:
    with pytest.raises(RulesError, match="side to move"):
        perft(Cups(4).start(None), 3)
    with pytest.raises(RulesError, match="depth -1"):
        perft(Cups(4).start(Side.SOUTH), -1)


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
