"""A zero that is off for good does not end the evening: players say that all of it lies there."""

import pytest
from cupsboard.referee.events import TableAgreed, TableCorrected, TurnEnded
from cupsboard.referee.states import Turn
from cupsboard.rules.places import Place, Side, cup, pot
from test_free_order import BEAN_GRAMS, CUP_GRAMS, Board

S1, S2, S3 = (cup(Side.SOUTH, number) for number in (1, 2, 3))
N1 = cup(Side.NORTH, 1)


def moves_of(board: Board) -> list[str]:
    """The moves that ended turns."""
    return [event.label for _, event in board.events if isinstance(event, TurnEnded)]


def drop(board: Board, side: Side, *places: Place) -> None:
    """A player drops a bean into each of these cups and presses."""
    for place in places:
        board.content[place] += BEAN_GRAMS
        board.run(0.6)
    board.run(1.0)
    board.tap(side)
    board.run(1.5)


def tap_both(board: Board) -> None:
    """Both buttons are tapped."""
    board.hold_both(0.1)
    board.run(1.5)


def hold(board: Board, side: Side) -> None:
    """One button is held for a second."""
    board.press(side, True)
    board.run(1.2)
    board.press(side, False)
    board.run(1.5)


def count_by_hand(board: Board) -> None:
    """Players say that all of it lies there, are told how many, and press."""
    tap_both(board)
    for say_no in (hold, lambda board, _: tap_both(board), hold):
        # The table looks like another one, or as if a move had begun: a hold says no to that.
        if "count by hand" not in board.sentence:
            say_no(board, Side.SOUTH)
    assert "count by hand" in board.sentence
    board.run(1.0)
    board.tap(Side.SOUTH)
    board.run(2.0)


def after_two_moves() -> Board:
    """A bean in each of three cups of South's, and one in North's."""
    board = Board()
    drop(board, Side.SOUTH, S1, S2, S3)
    drop(board, Side.NORTH, N1)
    assert moves_of(board) == ["drop 3", "drop 1"]
    return board


def assert_play_goes_on(board: Board) -> None:
    drop(board, Side.SOUTH, S1, S2)
    drop(board, Side.NORTH, N1)
    assert moves_of(board) == ["drop 3", "drop 1", "drop 2", "drop 1"]
    assert not [event for _, event in board.events if isinstance(event, TableCorrected)]
    *_, agreed = (event.contents for _, event in board.events if isinstance(event, TableAgreed))
    assert (agreed[S1], agreed[S2], agreed[S3], agreed[N1]) == (2, 2, 1, 2)


@pytest.mark.long("four seconds each", every=8)
@pytest.mark.parametrize("place", [S3, S2, cup(Side.SOUTH, 4), pot(Side.SOUTH)])
@pytest.mark.parametrize("jump_beans", [-5.0, -2.0, -1.0, 1.0, 1.6, 2.0, 4.0, 30.0])
def test_all_of_them_lie_there_is_an_answer_after_which_play_goes_on(place: Place, jump_beans: float) -> None:
    board = after_two_moves()
    board.content[place] += jump_beans * BEAN_GRAMS
    board.run(6.0)
    count_by_hand(board)
    assert_play_goes_on(board)


@pytest.mark.parametrize("place", [S3, pot(Side.SOUTH)])
@pytest.mark.parametrize("heavier_beans", [-5.0, 4.0])
def test_play_goes_on_with_another_cup_that_is_lighter_or_heavier(place: Place, heavier_beans: float) -> None:
    board = after_two_moves()
    board.content[place] -= CUP_GRAMS
    board.run(2.0)
    board.content[place] += CUP_GRAMS + heavier_beans * BEAN_GRAMS
    board.run(6.0)
    count_by_hand(board)
    assert_play_goes_on(board)


@pytest.mark.parametrize("share", [0.6, 1.4])
def test_play_goes_on_with_another_bean_for_one_that_was_eaten(share: float) -> None:
    board = after_two_moves()
    board.take(S3, BEAN_GRAMS)
    board.run(6.0)
    board.content[S3] += share * BEAN_GRAMS
    board.run(6.0)
    if board.core.referee.state != Turn():
        count_by_hand(board)
    assert_play_goes_on(board)
