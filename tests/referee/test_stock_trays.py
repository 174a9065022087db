"""A stock on a scale of its own: who holds is not believed while beans are seen there."""

import pytest
from cupsboard.referee.events import NotNow, StockCorrected
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.inputs import Hold, Sight
from cupsboard.referee.states import Refusal
from cupsboard.rules.places import stock
from evening import NORTH, SOUTH
from situations import REACH


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        ({stock(SOUTH)}, NotNow(SOUTH, Refusal.NOTHING_TO_HELP)),
        ({stock(NORTH)}, StockCorrected(SOUTH, 0)),
        (set(), StockCorrected(SOUTH, 0)),
    ],
)
def test_a_hold_says_that_the_stock_is_empty_unless_its_scale_sees_beans(filled: set, told: object) -> None:
    evening = REACH[Situation.STOCK_ASKED]()
    sight = Sight(None, False, frozenset(), filled=frozenset(filled))
    decision = evening.referee.step(evening.now, sight, (Hold(SOUTH, evening.now),))
    assert decision.events[0] == told
