"""A finger that touches a rim as a coin falls hides no landing, and is taken for no coin for long."""

import pytest
from coins_on_the_table import SOUTH, Evening
from cupsboard.referee.events import LapSeen, OffenceSeen, TableDoubted, TurnEnded
from cupsboard.rules.places import Kind, Place, stock
from cupsim.table.hand_actions import Drop, Rest, Take

CENT, DIME, QUARTER = Kind("cent"), Kind("dime"), Kind("quarter")
FIRST, SECOND = Place("south-1"), Place("south-2")


@pytest.mark.long("turns at 80 samples a second")
def test_two_cents_for_a_nickel_are_asked_about_though_a_finger_touched_the_rim_between_them() -> None:
    evening = Evening("coin-duel 10 stage 2", 2)
    both = Take(stock(SOUTH), kinds=(CENT, CENT))
    evening.do(SOUTH, both, Drop(FIRST, kinds=(CENT,)), Rest(FIRST, 8.0, 0.15), Drop(FIRST, kinds=(CENT,)))
    evening.wait(2.0)
    # A finger that pressed like a cent before a nickel fell looks alike: the board accuses nobody, and asks.
    assert len(evening.told(TableDoubted)) == 1
    assert evening.told(LapSeen) == []
    evening.do(SOUTH, Take(FIRST))
    evening.wait(2.0)
    evening.do(SOUTH, Drop(stock(SOUTH)))
    evening.tap(SOUTH, 1.5)
    assert [turn.label for turn in evening.told(TurnEnded)] == ["reserve cent"]
    assert evening.told(OffenceSeen) == []


@pytest.mark.long("coins at ten samples a second")
def test_a_finger_that_weighs_what_a_quarter_weighs_is_forgotten_when_a_dime_falls() -> None:
    evening = Evening("coin-duel 10 stage 2", 2)
    evening.do(SOUTH, Take(stock(SOUTH), kinds=(DIME, QUARTER)), Rest(FIRST, 5.62, 0.32))
    evening.do(SOUTH, Drop(FIRST, kinds=(DIME,)), Drop(SECOND, kinds=(QUARTER,)))
    evening.tap(SOUTH, 1.5)
    assert [act.kind for act in evening.told(LapSeen)[0].acts] == [QUARTER], "the finger was not believed"
    assert [turn.label for turn in evening.told(TurnEnded)] == ["reserve dime quarter"]
    assert evening.told(OffenceSeen) == []
