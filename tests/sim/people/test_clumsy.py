"""Clumsy people through simulated pins: slips are seen and mended, and no game hangs on what can't be."""

import pytest
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play


@pytest.mark.long("whole games")
@pytest.mark.parametrize(("seed", "clumsiness"), [(4, 0.3), (10, 1.0)])
def test_a_second_bean_in_the_same_cup_is_not_explained_away(seed: int, clumsiness: float) -> None:
    played = play(Pairing(Setting(seed=seed), clumsiness=clumsiness))
    assert played.is_good, played.misbeliefs or played.unfinished


@pytest.mark.long("a whole game with forgotten presses: some 12 seconds")
def test_a_whole_reply_after_a_forgotten_press_ends_the_move_and_no_table_is_called_wrong() -> None:
    """At 10 samples a second no look may come between the reply's first bean and its last."""
    played = play(Pairing(Setting(seed=944101, cups=4, sps=10.0), clumsiness=0.3))
    assert played.is_good, played.misbeliefs or played.unfinished
    assert played.counts.misread == 0


@pytest.mark.long("a whole game")
def test_two_beans_that_weigh_like_one_do_not_keep_a_game_from_its_end() -> None:
    """North drops beans of 0.34 g and 0.43 g together: 1.39 times the mean, less than some single beans."""
    played = play(Pairing(Setting(seed=2), clumsiness=1.0))
    assert played.unfinished is None, played.unfinished
