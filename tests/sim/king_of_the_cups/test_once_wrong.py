"""Games that the board once got wrong, or in which it asked in vain."""

import pytest
from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.games import play


def straight(seed: int, players: int, **kind: bool) -> Setting:
    return Setting(seed, players, has_pins=False, **kind)


@pytest.mark.long("whole games", but=["a hand presses like a cup that has landed elsewhere"])
@pytest.mark.parametrize(
    "setting",
    [
        pytest.param(straight(7_900_019, 2), id="put back under a hand, and taken at once"),
        pytest.param(straight(7_720_037, 2), id="put back under a hand, and taken much later"),
        pytest.param(straight(8_500_050, 6), id="a hand presses like a cup just after that was lifted"),
        pytest.param(straight(8_600_035, 5), id="a hand pressed like a cup before that was lifted"),
        pytest.param(straight(8_700_145, 5), id="a hand presses like a cup that has landed elsewhere"),
        pytest.param(straight(78_200_003, 3, has_power_cuts=True), id="cups that changed places in the dark"),
        pytest.param(straight(78_200_017, 2, are_strangers=True), id="stolen beside a hand that rests"),
        pytest.param(straight(8_500_013, 2, are_strangers=True), id="lifted slowly"),
        pytest.param(straight(8_500_024, 3, are_strangers=True), id="two cups with two hands, one stolen"),
    ],
)
def test_a_game_that_came_out_wrong_comes_out_right(setting: Setting) -> None:
    played = play(setting)
    assert (played.findings, played.unfinished) == ([], None)


@pytest.mark.long("whole games", but=["78300011-6"])
@pytest.mark.parametrize(("seed", "players"), [(78_300_022, 6), (78_300_011, 6), (78_300_007, 3)])
def test_who_put_a_cup_down_as_another_did_is_not_asked(seed: int, players: int) -> None:
    assert play(straight(seed, players)).counts.asked_who == 0
