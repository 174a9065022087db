"""Coin Duel below the drivers: the board believes what lies there, and sees what goes wrong."""

import pytest
from coin_rounds import SLOW_SECONDS, Found, Round
from cupsboard.recognition.histories.beginning import begun
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsim.people.coin_duel.handling import RELAYS, STEADY

STAGE_2, STAGE_3 = "coin-duel 10 stage 2", "coin-duel 10 stage 3"


def new_round(seed: int, name: str = STAGE_3) -> Round:
    return Round(name, games.named(name).start(Side.SOUTH), seed, worn_times=1.0)


@pytest.mark.long("many plays")
def test_plays_with_worn_coins_are_believed_as_they_lie_with_every_kind() -> None:
    played = new_round(31)
    played.play(6, RELAYS)
    found = played.found
    assert (found.turns, found.mistaken, found.agreed_wrong, found.open_ends) == (6, 0, 0, 0)
    assert found.cases == []


@pytest.mark.long("many laps")
def test_a_lap_is_believed_within_four_tenths_of_a_second() -> None:
    played = new_round(32)
    played.play(5, STEADY)
    assert played.found.waits
    assert sorted(played.found.waits)[len(played.found.waits) // 2] <= SLOW_SECONDS


@pytest.mark.long("many plays", but=["exchanged"])
@pytest.mark.parametrize("mishap", ["two at once", "exchanged", "two for one"])
def test_what_goes_wrong_is_not_taken_for_a_play(mishap: str) -> None:
    played = new_round(33, STAGE_2)
    for _ in range(8):
        if played.go_wrong(mishap, STEADY):
            break
        played.play(1, STEADY)
    assert played.found.mishaps[f"{mishap} noticed"] == 1, (played.found.mishaps, played.found.cases)


def test_zeros_jump_no_further_under_coins_than_under_beans() -> None:
    world = new_round(34).world
    calibration, pieces = world.calibration, world.game.pieces(world.game.start(Side.SOUTH))
    of_coins = from_calibration(calibration, pieces, tuple(world.game.kinds))
    of_beans = from_calibration(calibration, {})
    assert begun(of_coins, calibration).jump_variance == of_beans.jump_variance
    assert begun(of_beans, calibration) == of_beans


def test_what_was_found_adds_up_and_the_longest_relay_stays_the_longest() -> None:
    both = Found(turns=2, longest_relay=5, waits=[0.2])
    both.add(Found(turns=3, longest_relay=4, waits=[0.3], cases=["one"]))
    assert (both.turns, both.longest_relay, both.waits, both.cases) == (5, 5, [0.2, 0.3], ["one"])
