"""While one table is wanted, coins that lie elsewhere are named, and are not talked away by a tap."""

import pytest
from coins_on_the_table import SOUTH, Evening
from cupsboard.referee.events import LookedInVain
from cupsboard.referee.states import Goal, Restoring
from cupsboard.rules.game import Mark
from cupsboard.rules.places import Kind, Place
from cupsim.table.hand_actions import Drop, Take

CENT, NICKEL, DIME, QUARTER = map(Kind, ("cent", "nickel", "dime", "quarter"))


def two_in_one_cup_taken_back(*kinds: Kind) -> Evening:
    evening = Evening("coin-duel 4 stage 3", 3)
    evening.do(SOUTH, Take("south-stock", kinds=kinds), *(Drop("south-1", kinds=(kind,)) for kind in kinds))
    evening.wait(3.0)
    evening.hold_both()
    assert evening.referee.state == Restoring(Goal.TAKE_BACK)
    return evening


@pytest.mark.long("turns at 80 samples a second")
def test_two_coins_in_a_cup_that_is_to_be_empty_are_both_named() -> None:
    evening = two_in_one_cup_taken_back(DIME, QUARTER)
    assert evening.referee.lying is not None
    assert {*evening.referee.lying.marks} == {
        Mark(Place("south-1"), 1, DIME),
        Mark(Place("south-1"), 1, QUARTER),
    }


@pytest.mark.long("a whole round")
def test_a_coin_that_lies_for_another_is_named_with_the_one_that_belongs_there() -> None:
    evening = Evening("coin-duel 4 stage 3", 3)
    evening.do(SOUTH, Take("south-stock", kinds=(QUARTER,)), Drop("south-1", kinds=(QUARTER,)))
    evening.tap(SOUTH)
    evening.do(SOUTH, Take("south-1", 1), Drop("south-stock", 1))
    evening.do(SOUTH, Take("south-stock", kinds=(NICKEL,)), Drop("south-1", kinds=(NICKEL,)))
    evening.wait(3.0)
    evening.hold_both()
    assert evening.referee.lying is not None
    assert {*evening.referee.lying.marks} == {
        Mark(Place("south-1"), 1, NICKEL),
        Mark(Place("south-1"), -1, QUARTER),
    }
    evening.tap(SOUTH)
    assert isinstance(evening.referee.state, Restoring)


@pytest.mark.long("turns at 80 samples a second")
def test_a_handful_in_the_way_is_not_talked_away_by_one_tap() -> None:
    evening = two_in_one_cup_taken_back(QUARTER, QUARTER, QUARTER, QUARTER, DIME, DIME, CENT)
    evening.tap(SOUTH)
    assert isinstance(evening.referee.state, Restoring)
    assert not evening.told(LookedInVain)
    evening.do(SOUTH, Take("south-1", 7), Drop("south-stock", 7))
    evening.wait(3.0)
    assert not isinstance(evening.referee.state, Restoring)


@pytest.mark.long("turns at 80 samples a second")
def test_a_scale_that_is_off_for_good_is_no_dead_end() -> None:
    evening = Evening("coin-duel 4 stage 3", 3)
    evening.world.table.push(Place("south-1"), 23.0, evening.world.now)
    evening.do(SOUTH, Take("south-stock", kinds=(CENT,)), Drop("south-1", kinds=(CENT,)))
    evening.wait(3.0)
    evening.hold_both()
    evening.do(SOUTH, Take("south-1", 1), Drop("south-stock", 1))
    evening.wait(2.0)
    evening.tap(SOUTH)
    evening.tap(SOUTH)
    assert not isinstance(evening.referee.state, Restoring)
