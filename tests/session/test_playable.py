"""What a board can play, and what it says where it can't."""

import pytest
from cupsboard import profile
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import named, of_rows, of_table
from cupsboard.session.playable import require_playable, require_readable_game


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
