"""Whole games of Kalah and Oware by simulated hands, checked against what truly lies there."""

import pytest
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, Played, play


def played(word: str, cups: int, seed: int, clumsiness: float) -> Played:
    return play(Pairing(Setting(seed, cups=cups, game=f"{word} {cups}"), "random", "4", clumsiness))


@pytest.mark.parametrize(("word", "seed"), [("kalah", 5), ("oware", 3)])
def test_a_short_game_ends_with_one_press_a_move_and_every_agreed_table_lay_there(
    word: str, seed: int
) -> None:
    game = played(word, 2, seed, 0.0)
    assert game.is_good
    assert sum(each.presses for each in game.deeds.values()) <= game.counts.moves, "a further turn, too"


@pytest.mark.long("whole games on boards of every size")
@pytest.mark.parametrize("word", ["kalah", "oware"])
@pytest.mark.parametrize(("cups", "seed"), [(4, 11), (4, 12), (6, 21), (10, 31)])
def test_clumsy_hands_end_their_game_and_no_agreed_table_is_wrong(word: str, cups: int, seed: int) -> None:
    game = played(word, cups, seed, 0.3)
    assert game.unfinished is None
    assert game.misbeliefs == ()
