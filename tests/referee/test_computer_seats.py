"""The side that the board plays: given, changed and taken away in a pause, and what undo means beside it."""

import pytest
from cupsboard.referee.computer import Computer, Seats
from cupsboard.referee.events import ComputerSeated, MoveHurried, NotNow, PlayerSeated, Redone, Undone
from cupsboard.referee.states import Paused, Refusal, Restoring, Turn
from cupsboard.rules.history import Moved
from evening import NORTH, SOUTH, Evening, fresh

LEVELS = ("1", "2", "3", "4", "5", "6", "7", "8", "perfect")


def against_the_board(starter: object = SOUTH) -> Evening:
    """The board plays North."""
    return fresh(starter=starter, levels=LEVELS, computer=Computer(NORTH, "2"))


def moved(evening: Evening, *sides: object) -> None:
    for side in sides:
        evening.drop(side, 1)
        evening.press(side)


def sides(evening: Evening) -> list[object]:
    return [each.player for each in evening.referee.history.entries if isinstance(each, Moved)]


def put_right(evening: Evening) -> None:
    contents = evening.game.contents(evening.referee.position)
    evening.table = {place: contents[place] for place in evening.table}
    evening.settle()


class TestUndo:
    def test_in_the_players_turn_it_takes_back_their_move_and_the_boards(self) -> None:
        evening = against_the_board()
        moved(evening, SOUTH, NORTH, SOUTH, NORTH)
        assert evening.hold_both() == (Undone(), Undone())
        assert sides(evening) == [SOUTH, NORTH]
        put_right(evening)
        assert evening.game.movers(evening.referee.position) == (SOUTH,)

    def test_while_the_board_thinks_it_takes_back_the_players_move_alone(self) -> None:
        evening = against_the_board()
        moved(evening, SOUTH, NORTH, SOUTH)
        assert evening.hold_both() == (Undone(),)
        assert sides(evening) == [SOUTH, NORTH]

    def test_redo_brings_back_both(self) -> None:
        evening = against_the_board()
        moved(evening, SOUTH, NORTH, SOUTH, NORTH)
        evening.hold_both()
        put_right(evening)
        assert evening.tap_both() == (Redone(), Redone())
        assert sides(evening) == [SOUTH, NORTH, SOUTH, NORTH]

    def test_the_boards_first_move_alone_is_not_taken_back_for_it_would_only_make_it_again(self) -> None:
        evening = against_the_board(starter=NORTH)
        moved(evening, NORTH)
        assert evening.hold_both() == (NotNow(None, Refusal.NOTHING_TO_UNDO),)
        moved(evening, SOUTH, NORTH)
        assert evening.hold_both() == (Undone(), Undone())
        assert sides(evening) == [NORTH]

    def test_a_move_of_the_board_that_is_begun_is_put_back_first(self) -> None:
        evening = against_the_board()
        moved(evening, SOUTH, NORTH, SOUTH)
        evening.drop(NORTH, 1)
        evening.hold_both()
        assert isinstance(evening.referee.state, Restoring)
        assert sides(evening) == [SOUTH, NORTH, SOUTH]
        assert evening.happened(Undone) == []

    def test_between_two_players_it_takes_back_one_move_as_ever(self) -> None:
        evening = fresh(starter=SOUTH, levels=LEVELS)
        moved(evening, SOUTH, NORTH, SOUTH, NORTH)
        assert evening.hold_both() == (Undone(),)


class TestInAPause:
    def test_a_held_button_gives_the_board_that_side_and_the_same_again_takes_it_away(self) -> None:
        evening = fresh(starter=SOUTH, levels=LEVELS)
        evening.hold_both_long()
        assert evening.hold(NORTH) == (ComputerSeated(NORTH, "4"),)
        assert evening.hold(SOUTH) == (ComputerSeated(SOUTH, "4"),)
        assert evening.hold(SOUTH) == (ComputerSeated(None, "4"),)
        assert evening.referee.state == Paused()

    def test_a_held_button_goes_through_the_known_players_and_sides_are_changed_with_the_board(self) -> None:
        evening = fresh(starter=SOUTH, levels=LEVELS, players=("Anna", ""), known=("Ben", "Anna", "Cleo"))
        evening.hold_both_long()
        seen = [evening.hold(NORTH) for _ in range(6)]
        board, nobody = ComputerSeated(NORTH, "4"), ComputerSeated(None, "4")
        assert seen == [
            *((board,), (nobody, PlayerSeated(NORTH, "Ben"))),
            *((board,), (nobody, PlayerSeated(NORTH, "Cleo"))),
            *((board,), (nobody, PlayerSeated(NORTH, ""))),
        ]
        evening.hold(NORTH)
        changed = (ComputerSeated(SOUTH, "4"), PlayerSeated(SOUTH, ""), PlayerSeated(NORTH, "Anna"))
        assert evening.hold(SOUTH) == changed

    def test_both_tapped_go_through_the_levels_and_begin_again_after_the_strongest(self) -> None:
        evening = against_the_board()
        evening.hold_both_long()
        played = [evening.tap_both()[0] for _ in LEVELS]
        assert played == [ComputerSeated(NORTH, level) for level in (*LEVELS[2:], *LEVELS[:2])]

    def test_without_a_side_of_the_boards_there_is_no_level(self) -> None:
        evening = fresh(starter=SOUTH, levels=LEVELS)
        evening.hold_both_long()
        assert evening.tap_both() == (NotNow(None, Refusal.PAUSED),)

    def test_play_goes_on_with_a_press_and_the_game_stands(self) -> None:
        evening = against_the_board()
        moved(evening, SOUTH, NORTH)
        evening.hold_both_long()
        evening.hold(SOUTH)
        evening.press(NORTH)
        evening.settle()
        assert evening.referee.state == Turn()
        assert sides(evening) == [SOUTH, NORTH]
        assert evening.referee.seats.computer == Computer(SOUTH, "2")

    def test_at_a_board_that_only_referees_the_known_players_follow_each_other(self) -> None:
        evening = fresh(starter=SOUTH, players=("Anna", ""), known=("Ben", "Anna", "Cleo"))
        evening.hold_both_long()
        seen = [evening.hold(NORTH) for _ in range(3)]
        assert seen == [(PlayerSeated(NORTH, name),) for name in ("Ben", "Cleo", "")]
        evening.referee.seats = evening.referee.seats.called(("Dora", "Ben"), ("Ben", "Cleo"))
        assert evening.hold(SOUTH) == (PlayerSeated(SOUTH, "Cleo"),)
        assert evening.tap_both() == (NotNow(None, Refusal.PAUSED),)

    def test_a_board_that_only_referees_takes_no_side(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.hold_both_long()
        assert evening.hold(NORTH) == (NotNow(None, Refusal.PAUSED),)


def test_a_tap_of_the_boards_button_is_no_refusal_and_no_end_of_its_turn() -> None:
    evening = against_the_board()
    moved(evening, SOUTH)
    assert evening.press(NORTH) == (MoveHurried(NORTH),)
    assert sides(evening) == [SOUTH]
    assert evening.referee.state == Turn()


@pytest.mark.parametrize("levels", [("1",), ("1", "2"), LEVELS])
def test_a_middling_level_is_one_of_those_there_are(levels: tuple[str, ...]) -> None:
    assert Seats.at_first(levels, None).level in levels


def test_a_level_that_this_board_does_not_know_is_followed_by_the_weakest() -> None:
    seats = Seats.at_first(LEVELS, Computer(SOUTH, "of another release"))
    assert seats.number == 0
    assert seats.at_next_level().computer == Computer(SOUTH, "1")
