"""Two cents dropped where a nickel belongs are seen by their landings, a finger on the rim or not."""

from coins_on_the_table import SOUTH, Evening
from cupsboard.referee.lap_events import OffenceSeen
from cupsboard.rules.places import Kind, Place, stock
from cupsim.table.hand_actions import Drop, Rest, Take

CENT = Kind("cent")


def test_two_cents_for_a_nickel_are_seen_though_a_finger_touched_the_rim_between_them() -> None:
    evening = Evening("coin-duel 10 stage 2", 2)
    cup = Place("south-1")
    both = Take(stock(SOUTH), kinds=(CENT, CENT))
    evening.do(SOUTH, both, Drop(cup, kinds=(CENT,)), Rest(cup, 8.0, 0.15), Drop(cup, kinds=(CENT,)))
    evening.wait(2.0)
    assert [offence.said for offence in evening.told(OffenceSeen)] == ["offence two-at-once"]
