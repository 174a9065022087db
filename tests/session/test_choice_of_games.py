"""What a board can play, and which games it offers for the next one, the one that is played first."""

from collections.abc import Callable

import pytest
from cupsboard import profile
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.profile import generated
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, OtherGameWanted
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame, named, of_rows, of_table
from cupsboard.rules.places import Side
from cupsboard.scales.errors import SensingError
from cupsboard.session.playable import require_playable, require_readable_game
from cupsboard.session.resume import Choice, offered
from cupsboard.signs.scene import Message, Scene


def can_play(cups: int, sps: int) -> Callable[[AnyGame], None]:
    return lambda game: require_playable(generated(cups, rate_sps=sps), game)


STAGES = tuple(f"coin-duel 10 stage {stage}" for stage in (1, 2, 3))
KALAH, OWARE = "kalah 10", "oware 10"


def test_a_fast_board_of_ten_cups_offers_everything_and_begins_with_what_is_played() -> None:
    assert offered(games.named("cups 10"), 10, can_play(10, 80)) == ("cups 10", *STAGES, KALAH, OWARE)
    assert offered(games.named(STAGES[1]), 10, can_play(10, 80)) == (
        *STAGES[1:],
        KALAH,
        OWARE,
        "cups 10",
        STAGES[0],
    )


def test_a_slow_board_offers_no_game_of_several_kinds() -> None:
    assert offered(games.named("cups 10"), 10, can_play(10, 10)) == ("cups 10", STAGES[0], KALAH, OWARE)


def test_what_the_scales_can_t_tell_apart_is_not_offered() -> None:
    def refuse_kinds(game: AnyGame) -> None:
        if len(game.kinds) > 1:
            raise SensingError("dime: was never weighed")

    assert offered(games.named("cups 10"), 10, refuse_kinds) == ("cups 10", STAGES[0], KALAH, OWARE)


def test_the_game_that_is_played_is_offered_as_it_is_set_up() -> None:
    friendly = "coin-duel 10 stage 3 turns 90 friendly"
    assert offered(games.named(friendly), 10, can_play(10, 80)) == (
        friendly,
        KALAH,
        OWARE,
        "cups 10",
        *STAGES[:2],
    )


@pytest.mark.parametrize("name", ["cups 4 odds south 3", "cups 4 stock 7"])
def test_from_a_game_with_odds_or_another_stock_there_is_a_way_back_to_the_usual_one(name: str) -> None:
    assert offered(games.named(name), 4, can_play(4, 10))[:2] == (name, "cups 4")


@pytest.mark.parametrize("cups", [2, 3])
def test_a_board_too_small_for_coin_duel_offers_what_is_left(cups: int) -> None:
    assert offered(games.of_board(cups), cups, can_play(cups, 80)) == (
        f"cups {cups}",
        f"kalah {cups}",
        f"oware {cups}",
        *(["goat 3"] if cups == 3 else []),
    )


def test_a_board_that_plays_nothing_else_offers_no_choice() -> None:
    def refuse_others(game: AnyGame) -> None:
        if game != games.of_board(3):
            raise RulesError(game.name)

    assert offered(games.of_board(3), 3, refuse_others) == ()


def test_a_table_offers_no_choice() -> None:
    def refuse(game: AnyGame) -> None:
        raise RulesError(game.name)

    assert offered(games.of_table(3), 0, refuse) == ()


def test_who_listens_hears_the_game_and_what_the_board_plays() -> None:
    choice = Choice(None)
    scene = Scene((), None, Message("paused"))
    events = (ComputerSeated(Side.NORTH, "3"), OtherGameWanted("coin-duel 10 stage 2"))
    choice(Moment(0.0, None, (), Decided(events, scene, None)))
    assert choice.game == games.named("coin-duel 10 stage 2")
    assert choice.computer == Computer(Side.NORTH, "3")


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_the_board_for_coins_plays_every_stage(stage: int) -> None:
    require_playable(profile.load("2x10-coins"), named(f"coin-duel 10 stage {stage}"))


def test_ten_samples_a_second_are_enough_for_one_kind_of_pieces_and_too_few_for_more() -> None:
    slow = profile.load("2x10")
    require_playable(slow, named("coin-duel 10 stage 1"))
    for stage in (2, 3):
        with pytest.raises(RulesError, match=r"set the HX711s to 80 .*or play a game of one kind: --stage 1"):
            require_playable(slow, named(f"coin-duel 10 stage {stage}"))


def test_a_game_of_another_size_is_refused_with_both_sizes() -> None:
    with pytest.raises(RulesError, match="is played with 10 cups a side, and 2x4 has 4; take a board"):
        require_playable(profile.load("2x4"), named("coin-duel 10 stage 1"))


def test_round_a_table_fewer_may_play_than_there_are_seats() -> None:
    require_playable(profile.load("3x3-4"), of_table(2))


@pytest.mark.parametrize("cups", [2, 3, 4, 6, 10])
def test_every_game_that_ships_can_be_followed_move_by_move(cups: int) -> None:
    for game in of_rows(cups):
        require_readable_game(game)
