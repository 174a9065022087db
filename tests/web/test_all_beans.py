"""All beans of a cup are taken, also the one that is still on its way there."""

from cupsboard.rules.places import Place, Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit

CUP = Place("south-1")


def test_a_bean_that_still_falls_is_taken_with_the_others(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), TWO_PERSONS, factor=0.0)
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    mouse = Mouse(page)
    for _ in range(2):
        mouse.drag("south-stock", CUP)
    mouse.take_all(CUP)
    wait_until(lambda: "2 beans" in page.inner_text("#hand-status"), lambda: page.inner_text("#hand-tools"))
    assert table.truth[CUP] == 0, "no time has passed"
    table.evening.pace.factor = 4.0
    hand = table.evening.world.hands[Side.SOUTH]
    wait_until(lambda: not hand.is_busy and len(hand.beans) == 2, lambda: f"{hand.beans} {table.truth}")
    assert table.truth[CUP] == 0
