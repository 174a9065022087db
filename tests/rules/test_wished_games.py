"""Games as somebody wishes them or a record names them, on boards of several shapes."""

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import is_at_home, named, of_any_players, of_board, of_table, of_wish, stock_beans
from cupsboard.rules.places import Kind
from cupsboard.rules.wish import Wish


def test_a_wish_becomes_the_game_with_that_name() -> None:
    assert of_wish(Wish("cups"), cups=4) == named("cups 4")
    assert of_wish(Wish("cups", stock=7), cups=3) == named("cups 3 stock 7")
    assert of_wish(Wish("cups", odds="north 2 pot"), cups=3) == named("cups 3 odds north 2 pot")
    assert of_wish(Wish("coin-duel"), cups=10) == named("coin-duel 10 stage 1")
    kinds = ((Kind("cent"), 1), (Kind("dime"), 10))
    whole = Wish("coin-duel", stage=3, kinds=kinds, stock=7, turns=60, friendly=True)
    name = "coin-duel 10 stage 3 kinds cent=1,dime=10 stock 7 turns 60 friendly"
    assert of_wish(whole, cups=10) == named(name)
    assert of_wish(Wish("king-of-the-cups"), seats=3) == of_table(3)


@pytest.mark.parametrize(
    ("wish", "cups", "seats", "said"),
    [
        (Wish("chess"), 4, 0, "no such game; choose cups, coin-duel, kalah, oware, .*, king-of-the-cups"),
        (Wish("cups", stage=2), 4, 0, "--stage: there is none in cups; leave it out"),
        (Wish("cups", friendly=True), 4, 0, "--friendly: there is none in cups"),
        (Wish("cups", odds="south"), 4, 0, "write who gives how many beans of their stock"),
        (Wish("cups", odds="south 40"), 4, 0, "a stock has 40 beans; give 1 to 39"),
        (Wish("kalah", odds="south 3"), 6, 0, "--odds: there is none in kalah; leave it out"),
        (Wish("coin-duel"), 3, 0, "wants at least 4 cups a side, and usually 10; this board has 3"),
        (Wish("coin-duel", stage=4), 10, 0, "stage 4: choose 1, 2 or 3"),
        (Wish("king-of-the-cups"), 4, 0, "rows of cups and no spots; choose one of cups, coin-duel"),
        (Wish("coin-duel"), 0, 2, "spots and no rows of cups; choose one of king-of-the-cups"),
        (Wish("king-of-the-cups", turns=5), 0, 2, "--turns: there is none in king-of-the-cups"),
    ],
)
def test_a_wish_that_can_not_be_is_refused_with_what_can(
    wish: Wish, cups: int, seats: int, said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        of_wish(wish, cups=cups, seats=seats)


@pytest.mark.parametrize(
    ("name", "is_so"),
    [
        ("cups 4", True),
        ("cups 4 stock 7", True),
        ("cups 4 odds south 3", True),
        ("cups 10", False),
        ("coin-duel 4 stage 2 turns 60", True),
        ("coin-duel 10 stage 2", False),
    ],
)
def test_a_board_goes_on_unasked_with_games_that_fit_it(name: str, is_so: bool) -> None:
    assert is_at_home(of_any_players(name), 4) is is_so


def test_the_usual_game_of_a_board_is_at_home_on_it() -> None:
    assert all(is_at_home(of_board(cups), cups) for cups in range(2, 13))


def test_a_game_is_found_by_its_name_or_by_its_board_with_its_stocks() -> None:
    assert named("cups 4") == of_board(4)
    assert stock_beans(of_board(4)) == 40
    assert named("cups 3 stock 7") == of_board(3, 7)
    assert stock_beans(of_board(3, 7)) == 7
