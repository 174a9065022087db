"""A cup taken up coin by coin is no offence; a coin put back, or two in one cup, is, and is told once."""

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.referee.as_landed.states import Offence, Playing
from cupsboard.referee.events import NotNow, OffenceSeen
from cupsboard.referee.states import Refusal
from cupsboard.rules.places import Kind, cup, stock
from cupsboard.signs.sentences import say
from cupsim.table.hand_actions import Drop, Take

DIME, QUARTER = (Kind("dime"),), (Kind("quarter"),)
S1, S2, S3 = (cup(SOUTH, number) for number in (1, 2, 3))


def relay() -> Evening:
    """South's quarter has fallen on a dime in cup 2, which is to be taken up."""
    evening = Evening("coin-duel 4 stage 3", 3)
    evening.do(SOUTH, Take(stock(SOUTH), kinds=QUARTER), Drop(S1), Take(stock(SOUTH), kinds=DIME), Drop(S2))
    evening.tap(SOUTH)
    evening.do(NORTH, Take(stock(NORTH), 1), Drop(cup(NORTH, 1)))
    evening.tap(NORTH)
    evening.do(SOUTH, Take(S1, 1), Drop(S2))
    evening.wait(2.0)
    assert "Take all of it up and sow on" in say(evening.scene.message)
    return evening


@pytest.mark.long("a whole round")
def test_who_takes_a_cup_up_coin_by_coin_is_left_in_peace() -> None:
    evening = relay()
    evening.do(SOUTH, Take(S2, kinds=DIME))
    evening.wait(3.0)
    assert "Take all of it up and sow on" in say(evening.scene.message)
    evening.tap(SOUTH, 2.5)
    assert evening.told(NotNow)[-1].why is Refusal.GOES_ON
    evening.do(SOUTH, Take(S2, kinds=QUARTER))
    evening.wait(2.0)
    assert say(evening.scene.message) == "South: the next one into South's cup 3."
    assert evening.told(OffenceSeen) == []


@pytest.mark.long("minutes of slow fingers")
def test_a_coin_that_was_taken_out_of_a_cup_and_never_comes_back_is_told() -> None:
    evening = relay()
    evening.do(SOUTH, Take(S2, kinds=DIME))
    evening.wait(9.0)
    assert isinstance(evening.referee.state, Offence)
    evening.do(SOUTH, Drop(S2))
    evening.wait(3.0)
    assert isinstance(evening.referee.state, Playing)


@pytest.mark.long("minutes of slow fingers")
def test_what_was_taken_up_is_not_to_be_put_back() -> None:
    evening = relay()
    evening.do(SOUTH, Take(S2, 2))
    evening.wait(2.0)
    assert isinstance(evening.referee.state, Playing)
    evening.do(SOUTH, Drop(S2, kinds=DIME))
    evening.wait(3.0)
    state = evening.referee.state
    assert isinstance(state, Offence)
    assert state.said == "offence put-back"


@pytest.mark.long("minutes of slow fingers")
def test_of_two_ways_to_mend_two_coins_in_one_cup_one_is_said_and_it_stays() -> None:
    evening = relay()
    evening.do(SOUTH, Take(S2, 2), Drop(S3), Drop(S3))
    evening.wait(6.0)
    assert isinstance(evening.referee.state, Offence)
    assert len(evening.told(OffenceSeen)) == 1
