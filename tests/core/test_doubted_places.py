"""A place whose weight can't be trusted is named, decides nothing, and the game goes on without it."""

from random import Random

import pytest
from cupsboard.referee.events import TurnEnded, WrongTableSeen
from cupsboard.rules.places import Place, Side, cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Meaning, Sign
from cupsboard.signs.sentences import say
from test_free_order import BEAN_GRAMS, N1, S1, Board

S3 = cup(Side.SOUTH, 3)


def leap(board: Board, place: Place, seconds: float, random: Random) -> None:
    """Let the place be at one of three levels, another one three times a second."""
    for _ in range(round(seconds * 3)):
        others = [beans * BEAN_GRAMS for beans in (0, 1, 2)]
        others.remove(board.content[place])
        board.content[place] = random.choice(others)
        board.run(random.choice((0.2, 0.3, 0.5)))


def moves_of(board: Board) -> list[str]:
    """The moves that ended turns."""
    return [event.label for _, event in board.events if isinstance(event, TurnEnded)]


def drops_one(board: Board) -> None:
    """South drops a bean and presses."""
    board.content[S1] += BEAN_GRAMS
    board.run(1.5)
    board.tap(Side.SOUTH)
    board.run(1.0)


def test_a_place_that_leaps_is_named_with_what_to_do_and_the_others_decide() -> None:
    board, random = Board(), Random(4)
    began = board.now
    while not board.core.doubted and board.now < began + 60.0:
        leap(board, S3, 0.4, random)
    assert not moves_of(board)
    assert board.core.doubted == {S3: CellFault.LEAPING}
    assert board.scene.message.values["place"] == S3
    assert "see its plugs" in say(board.scene.message)
    assert [sign.meaning for sign in board.scene.signs if sign.place == S3] == [Meaning.DEAD]
    board.run(1.0)
    objections = len(board.said(WrongTableSeen))
    drops_one(board)
    assert moves_of(board) == ["drop 1"]
    leap(board, S3, 6.0, random)
    assert moves_of(board) == ["drop 1"]
    assert len(board.said(WrongTableSeen)) == objections


def test_a_bean_that_nobody_took_is_asked_about_before_any_table_is_agreed_on_what_is_left() -> None:
    """A cell leapt up by two beans, and back by one: that one is no reply of south's."""
    board = Board()
    drops_one(board)
    board.content[N1] += BEAN_GRAMS
    board.run(1.0)
    board.content[S3] += 2 * BEAN_GRAMS
    board.run(2.0)
    board.content[S3] -= BEAN_GRAMS
    board.run(20.0)
    assert moves_of(board) == ["drop 1"]
    assert board.scene.message.key == "look-or-press"
    assert Sign(S3, Meaning.LOOK) in board.scene.signs


def test_what_is_left_over_of_a_wrong_table_is_no_reply_unasked() -> None:
    """A cell leapt up by two beans; told to take one out, somebody takes the one that lay there."""
    board = Board()
    board.content[S1] += BEAN_GRAMS
    board.run(2.0)
    board.content[N1] += 2 * BEAN_GRAMS
    board.run(2.0)
    assert board.said(WrongTableSeen)
    board.content[N1] += 5.0
    board.run(0.5)
    board.content[N1] -= 5.0 + BEAN_GRAMS
    board.run(3.0)
    assert not moves_of(board)
    assert Sign(N1, Meaning.LOOK) in board.scene.signs
    board.tap(Side.NORTH)
    board.run(0.5)
    assert moves_of(board) == ["drop 1"]


@pytest.mark.parametrize("kept_grams", [-0.4, 0.0, 0.25])
def test_a_place_that_was_leaned_on_is_named_at_once_and_what_its_zero_keeps_is_no_bean_or_asked_about(
    kept_grams: float,
) -> None:
    board = Board()
    board.content[S3] = 700.0
    board.run(1.0)
    assert board.core.doubted == {S3: CellFault.PRESSED}
    assert "leave it alone" in say(board.scene.message)
    board.content[S3] = kept_grams
    board.run(9.0)
    assert not board.core.doubted
    if board.scene.message.key == "look-or-press":
        assert board.scene.message.values["place"] == S3
        board.run(1.0)
        board.tap(Side.SOUTH)
        board.run(1.0)
    assert board.scene.message.key == "your-turn"
    drops_one(board)
    assert moves_of(board) == ["drop 1"]
    assert not board.said(WrongTableSeen)


def test_a_question_about_the_table_stays_when_a_place_is_leaned_on() -> None:
    board = Board()
    board.content[N1] += 2 * BEAN_GRAMS
    board.run(4.0)
    board.hold_both(0.2)
    board.run(0.5)
    board.content[S3] = 700.0
    board.run(1.0)
    assert board.core.doubted == {S3: CellFault.PRESSED}
    assert board.scene.message.key == "table-right-look"
    assert Sign(S3, Meaning.DEAD) in board.scene.signs


def test_the_sentence_makes_room_for_the_game_and_the_light_stays() -> None:
    board = Board()
    leap(board, S3, 12.0, Random(4))
    board.content[S3] = 0.0
    board.run(10.0)
    assert board.scene.message.key == "your-turn"
    assert [sign.meaning for sign in board.scene.signs if sign.place == S3] == [Meaning.DEAD]


def test_a_supply_that_sags_is_no_fault_of_any_place() -> None:
    """All places lose one share of what presses on them, and have it back, again and again."""
    board = Board()
    drops_one(board)
    for _ in range(4):
        for sag_grams in (0.3, 0.0):
            for place in board.content:
                board.content[place] += 0.3 - 2 * sag_grams
            board.run(3.0)
    assert not board.core.doubted
    assert moves_of(board) == ["drop 1"]


@pytest.mark.parametrize("place", [S1, S3])
def test_no_press_ends_a_turn_unasked_while_a_bean_may_be_gone_from_a_place_that_is_leaned_on(
    place: Place,
) -> None:
    board = Board()
    for each in (S1, cup(Side.SOUTH, 2), S3):
        board.content[each] += BEAN_GRAMS
    board.run(1.5)
    board.tap(Side.SOUTH)
    board.run(1.0)
    board.content[place] += 700.0
    board.run(1.0)
    board.content[place] -= 700.0 + BEAN_GRAMS
    board.content[N1] += BEAN_GRAMS
    board.run(1.5)
    assert board.core.doubted == {place: CellFault.PRESSED}
    board.tap(Side.NORTH)
    board.run(9.0)
    assert moves_of(board) == ["drop 3"]
    assert place in [sign.place for sign in board.scene.signs]
