"""The form for a new game asks before it ends a game that people play."""

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Sit, Visit

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}


@pytest.mark.parametrize(
    ("locale", "question"), [("en-GB", "The game under way ends."), ("de-DE", "Das laufende Spiel endet.")]
)
def test_begin_asks_while_a_game_with_a_move_is_not_over(
    sit: Sit, visit: Visit, locale: str, question: str
) -> None:
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address, locale=locale)
    page.wait_for_selector("body[data-seated]")
    page.click("#new-game > summary")
    assert page.locator("#new-turns").is_hidden(), "no box of another game"
    page.select_option("#new-size", "3")
    page.click("#begin")
    page.wait_for_selector("#place-south-3")
    assert page.locator("#begin-asks").is_hidden(), "nothing is lost yet"

    hand = Mouse(page)
    hand.drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    hand.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='1']")
    seed = table.evening.world.setting.seed
    page.select_option("#new-size", "4")
    page.click("#begin")
    page.wait_for_selector(f"#begin-asks:has-text('{question}')")
    page.click("#begin-play-on")
    assert page.locator("#begin-asks").is_hidden()
    assert table.evening.world.setting.seed == seed
    page.click("#begin")
    page.click("#begin-anyway")
    page.wait_for_selector("#place-south-4")
    assert page.locator("#begin-asks").is_hidden()
