"""Who has another turn and sows on without a press has ended the move before."""

from cupsboard.referee.events import Ending, QuestionAsked, TurnEnded, WrongTableSeen
from cupsboard.referee.options import Options
from cupsboard.referee.referee import Referee
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.rules.sowing import shelf
from test_free_order import BEAN_GRAMS, Board

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAME = shelf.game("kalah", 4)
AROUND = [*(cup(SOUTH, number) for number in (1, 2, 3, 4)), pot(SOUTH), cup(NORTH, 1), cup(NORTH, 2)]


def kalah(clock: Clock | None = None) -> Board:
    """Four beans in each cup, and South begins."""
    referee = Referee(GAME, Options(starter=SOUTH, clock=clock))
    board = Board(referee=referee, beans_at=dict(GAME.contents(GAME.start(SOUTH))))
    board.run(1.0)
    return board


def sow(board: Board, number: int, beans: int) -> None:
    """Take the beans of South's cup and let them fall one by one into the places after it."""
    board.take(cup(SOUTH, number), beans * BEAN_GRAMS)
    board.run(0.8)
    for place in AROUND[number : number + beans]:
        fall(board, place)


def fall(board: Board, place: Place) -> None:
    """A bean strikes as it falls."""
    board.content[place] += 1.2 * BEAN_GRAMS
    board.frame()
    board.content[place] -= 0.2 * BEAN_GRAMS
    board.run(0.6)


def endings(board: Board) -> list[TurnEnded]:
    return [event for _, event in board.events if isinstance(event, TurnEnded)]


def test_a_move_into_the_own_pot_ends_when_its_player_sows_on_without_a_press() -> None:
    board = kalah()
    sow(board, 1, 4)
    board.run(1.0)
    assert endings(board) == []
    sow(board, 2, 5)
    assert endings(board) == [TurnEnded(SOUTH, "sow 1", Ending.WENT_ON)]
    board.tap(SOUTH)
    board.run(1.0)
    assert endings(board)[1:] == [TurnEnded(SOUTH, "sow 2", Ending.PRESSED)]
    assert not board.said(WrongTableSeen)
    assert not board.said(QuestionAsked)
    assert board.scene.turn is NORTH


def test_who_presses_in_between_has_ended_it_by_the_press() -> None:
    board = kalah()
    sow(board, 1, 4)
    board.tap(SOUTH)
    board.run(1.0)
    assert endings(board) == [TurnEnded(SOUTH, "sow 1", Ending.PRESSED)]
    assert board.scene.turn is SOUTH
    assert board.sentence == "South's turn once more: that move counts, and gives another."


def test_the_turn_that_a_move_has_earned_is_said_before_the_time_that_is_over() -> None:
    board = kalah(Clock(5.0))
    sow(board, 1, 4)
    board.tap(SOUTH)
    board.run(8.0)
    assert board.sentence == (
        "South's turn once more: that move counts, and gives another. "
        "The time is over: South may play on, and North may tap to win by it."
    )
