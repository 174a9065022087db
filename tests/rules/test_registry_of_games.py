"""Games are found by the name that a record has, or by the board."""

from cupsboard.rules.games import named, of_board, stock_beans


def test_a_game_is_found_by_its_name_or_by_its_board_with_its_stocks() -> None:
    assert named("cups 4") == of_board(4)
    assert stock_beans(of_board(4)) == 40
    assert named("cups 3 stock 7") == of_board(3, 7)
    assert stock_beans(of_board(3, 7)) == 7
