"""The history of a game and the stack that it is made of."""

import copy
import pickle
import random

import pytest
from cups_play import histories, played
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.history import (
    BLOCK,
    History,
    Moved,
    Passed,
    Stack,
    StockCorrected,
    TableCorrected,
    bottom_up,
    stacked,
)
from cupsboard.rules.places import Side, cup, pot
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def begun(stock: int | None = None) -> History[Position]:
    return History(Cups(4, stock), None).play(SOUTH, "drop 3").play(NORTH, "drop 1")


def after_a_pass() -> History[Position]:
    """South has spent its stock and can't sow; north goes on."""
    return History(Cups(4, 2), SOUTH).play(SOUTH, "drop 2").play(NORTH, "drop 1").pass_turn()


def test_undo_goes_back_to_the_open_start_and_redo_forth_again() -> None:
    history = begun()
    back = history.undo().undo()
    assert back.position == history.game.start(None)
    assert not back.can_undo
    assert back.redo().redo() == history


def test_a_new_move_ends_what_could_be_redone() -> None:
    other = begun().undo().play(NORTH, "drop 2")
    assert not other.can_redo
    assert other.entries == (Moved(SOUTH, "drop 3"), Moved(NORTH, "drop 2"))


def test_a_refused_move_changes_nothing() -> None:
    history = begun().undo()
    with pytest.raises(RulesError):
        history.play(SOUTH, "drop 1")
    assert history.can_redo


def test_a_pass_is_undone_and_redone_with_the_move_before_it() -> None:
    history = after_a_pass()
    assert history.entries[-1] == Passed(SOUTH)
    assert history.undo().entries == (Moved(SOUTH, "drop 2"),)
    assert history.undo().redo() == history


def test_a_correction_is_undone_by_itself() -> None:
    corrected = begun().correct_stock(SOUTH, 2)
    assert corrected.entries[-1] == StockCorrected(SOUTH, 2)
    assert corrected.undo().position == begun().position
    assert corrected.undo().redo() == corrected


def test_a_correction_of_the_table_is_undone_and_redone_like_a_move() -> None:
    changes = (Mark(cup(SOUTH, 3), -1), Mark(pot(NORTH), 2))
    corrected = begun().correct_table(NORTH, changes)
    assert corrected.entries[-1] == TableCorrected(NORTH, changes)
    assert corrected.game.movers(corrected.position) == (SOUTH,)
    assert corrected.undo().position == begun().position
    assert corrected.undo().redo() == corrected
    assert begun().enter(TableCorrected(NORTH, changes)) == corrected


def test_a_stock_found_empty_can_force_the_pass_that_follows() -> None:
    history = begun().correct_stock(SOUTH, 0)
    assert history.game.standing(history.position) is Standing.PASS
    assert history.pass_turn().undo().position == begun().position


def test_a_pass_is_entered_only_for_the_side_that_must() -> None:
    before = after_a_pass().undo().redo()
    assert before.entries == after_a_pass().entries
    stuck = History(Cups(4, 2), SOUTH).play(SOUTH, "drop 2").play(NORTH, "drop 1")
    with pytest.raises(RulesError, match="it is south who must pass"):
        stuck.enter(Passed(NORTH))


@pytest.mark.parametrize("taken", ["undo", "redo"])
def test_there_is_nothing_to_take_back_or_bring_back_at_the_start(taken: str) -> None:
    start = History(Cups(4), None)
    with pytest.raises(RulesError, match=taken):
        getattr(start, taken)()


@given(histories())
def test_a_whole_game_is_undone_and_redone(history: History[Position]) -> None:
    back = history
    while back.can_undo:
        back = back.undo()
    assert back.steps == ()
    while back.can_redo:
        back = back.redo()
    assert back == history


@given(histories(cups=(2, 3)), st.integers(0, 2**32))
def test_any_walk_of_undo_redo_and_moves_keeps_a_legal_game(history: History[Position], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(30):
        if history.can_undo and rng.random() < 0.5:
            history = history.undo()
        elif history.can_redo:
            history = history.redo()
        replayed = History(history.game, history.starter).enter_all(history.entries)
        assert replayed.position == history.position


@given(histories())
def test_every_stage_of_a_game_is_found_again(history: History[Position]) -> None:
    stages = list(history.stages())
    assert stages[-1] == history
    assert [stage.position for stage in stages[1:]] == [step.position for step in history.steps]
    for number, stage in enumerate(stages):
        back = history.after(number)
        assert (back.position, back.entries) == (stage.position, stage.entries)
        assert back.undone == history.steps[number:]
        assert back.after(len(history.steps)) == history


def test_a_stage_that_no_game_has_is_refused() -> None:
    with pytest.raises(RulesError, match="after 3 steps: the game has 2; choose 0 to 2"):
        begun().after(3)


def test_a_game_is_over_when_nobody_can_move() -> None:
    history = played(Cups(3), random.Random(1), 1000)
    assert history.is_over
    assert not history.undo().is_over


def finished() -> History[Position]:
    return History(Cups(2, 1), SOUTH).play(SOUTH, "drop 1").play(NORTH, "drop 1")


def test_a_game_is_gone_on_with_after_any_move_that_leaves_one() -> None:
    history = begun().gone_on_from(1)
    assert history == begun().undo().without_undone()
    assert begun().gone_on_from() == begun()
    assert begun().gone_on_from(0) == History(begun().game, begun().starter)
    assert History(Cups(2), None).gone_on_from() == History(Cups(2), None)
    assert finished().is_over
    assert finished().gone_on_from().entries == finished().entries[:1]


@pytest.mark.parametrize(
    ("history", "move", "said"),
    [
        (begun(), 3, "move 3: one can go on after the moves 0 to 2; choose one of them"),
        (finished(), 2, "move 2: the game is over after it; choose 0 to 1"),
    ],
)
def test_where_nothing_can_be_played_no_game_goes_on(
    history: History[Position], move: int | None, said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        history.gone_on_from(move)


values = st.lists(st.integers(0, 2), max_size=6)


@given(values)
def test_what_was_pushed_last_comes_first(pushed: list[int]) -> None:
    stack = stacked(pushed)
    assert list(stack) == pushed[::-1]
    assert bottom_up(stack) == tuple(pushed)
    assert len(stack) == len(pushed)


@given(values, values)
def test_stacks_are_equal_as_their_values_are(one: list[int], other: list[int]) -> None:
    assert (stacked(one) == stacked(other)) == (one == other)
    assert stacked(one) != tuple(one)
    if one == other:
        assert hash(stacked(one)) == hash(stacked(other))


def test_a_stack_is_not_changed_by_what_grows_from_it() -> None:
    stack = stacked("ab")
    one, other = stack.push("c"), stack.push("d")
    assert (bottom_up(stack), bottom_up(one), bottom_up(other)) == (("a", "b"), tuple("abc"), tuple("abd"))
    assert one.pop() == ("c", stack)


@given(st.integers(0, 3 * BLOCK))
def test_who_pops_comes_back_by_the_stacks_that_were_pushed(number: int) -> None:
    stack = stacked(range(number))
    for below in reversed(range(number)):
        value, stack = stack.pop()
        assert (value, len(stack)) == (below, below)
        assert stack == stacked(range(below))


def test_an_empty_stack_has_nothing_to_give() -> None:
    with pytest.raises(IndexError, match="nothing lies"):
        Stack[int]().pop()


@pytest.mark.long("a hundred thousand pieces")
def test_a_stack_of_a_hundred_thousand_is_a_value_like_any_other() -> None:
    high = stacked(range(100_000))
    assert stacked(range(100_000)) == high
    assert pickle.loads(pickle.dumps(high)) == copy.deepcopy(high) == high
    assert repr(stacked([1, 2])) == "stacked((1, 2))"
