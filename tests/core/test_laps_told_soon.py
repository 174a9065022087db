"""A lap is told as soon as it lies there; what only a hand or a cup in the air may hold nobody is asked."""

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.referee.as_landed.states import Choosing
from cupsboard.referee.events import LapSeen, TableDoubted
from cupsboard.rules.places import Kind, Place, stock
from cupsim.table.hand_actions import Drop, Lift, PutBack, Take, TipOut, Wait

QUARTER = (Kind("quarter"),)


@pytest.mark.long("turns at 80 samples a second")
def test_a_cup_that_is_tipped_out_slowly_is_asked_about_by_nobody_and_its_lap_is_told_at_once() -> None:
    evening = Evening("coin-duel 10 stage 3", 1)
    for side in (SOUTH, NORTH):
        evening.do(side, Take(stock(side), kinds=QUARTER), Drop(Place(f"{side.value}-1"), kinds=QUARTER))
        evening.tap(side, 1.5)
    first, second = Place("south-1"), Place("south-2")
    evening.do(SOUTH, Lift(first), Wait(2.0), TipOut(), Wait(1.2), PutBack(first))
    evening.do(SOUTH, Drop(second, kinds=QUARTER))
    evening.wait(0.4)
    lap = evening.told(LapSeen)[-1]
    assert [(act.source, act.target) for act in lap.acts] == [(first, "hand"), ("hand", second)]
    assert evening.told(TableDoubted) == []
    assert not isinstance(evening.referee.state, Choosing)
