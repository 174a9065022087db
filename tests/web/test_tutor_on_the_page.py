"""The tutor on the page: chosen by a mouse or the keys, told in its words, and gone for who sends it away."""

import pytest
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit, comes_true

SHORT = Setting(1, cups=2, stock_beans=6, options=Options(starter=Side.SOUTH))


@pytest.mark.long("a browser and a process that thinks")
def test_who_chooses_a_tutor_is_told_of_a_move_that_loses_and_takes_it_back(sit: Sit, visit: Visit) -> None:
    table = sit(SHORT, TWO_PERSONS)
    page = visit(table.address)
    page.select_option("#tutor", "strict")
    wait_until(lambda: table.evening.state().get("tutor") == "strict", lambda: "a strict tutor")
    hand = Mouse(page)
    for place in ("south-1", "south-2"):
        hand.drag("south-stock", place)
        wait_until(lambda place=place: table.truth[place] == 1, lambda: str(table.truth))
    page.wait_for_selector("#say:has-text('drop 2')")
    hand.press(Side.SOUTH)
    page.wait_for_selector("#say:has-text('there was a better move: this one costs 3 beans')")
    page.click("#deed-undo")
    wait_until(lambda: table.truth["south-2"] == 0, lambda: str(table.truth))
    page.wait_for_selector('#say:has-text("South\'s turn")')


@pytest.mark.long("a browser")
def test_the_legend_says_which_tutor_it_is(sit: Sit, visit: Visit) -> None:
    options = Options(starter=Side.SOUTH, tutor=Tutor.GENTLE)
    page = visit(sit(Setting(1, cups=2, stock_beans=6, options=options), TWO_PERSONS).address)
    comes_true(page, "document.getElementById('tutor').value === 'gentle'")
    page.click("#help")
    page.wait_for_selector(".legend p:has-text('The tutor is gentle')")
