"""A finger that moves over the board carries beans, and beside its places it moves the page."""

from typing import Any

import pytest
from cupsboard.rules.places import OFF_BOARD, Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from finger_ways import BETWEEN_THE_PLACES, DRAGS, LONGER_THAN_ITS_WINDOW, SHOWS_A_BEAN
from hands_of_a_tester import NEXT_FRAMES, Fingertip, Mouse, beside_the_board
from processes import wait_until
from sitting import Sit, Sitting, Visit, comes_true
from window_sizes import HAVE_TOUCH

TWO_PERSONS = dict.fromkeys(Side, PERSON)

pytestmark = pytest.mark.landing


@pytest.fixture(params=[pytest.param(size, id="{}x{}".format(*size)) for size in HAVE_TOUCH])
def at_table(request: pytest.FixtureRequest, sit: Sit, visit: Visit) -> tuple[Sitting, Any]:
    """A table and its page, which is longer than its window."""
    width, height = request.param
    table = sit(Setting(7, cups=4), TWO_PERSONS)
    window = {"width": width, "height": height}
    page = visit(table.address, viewport=window, has_touch=True, is_mobile=True)
    page.wait_for_selector("body[data-seated]")
    page.evaluate(LONGER_THAN_ITS_WINDOW)
    return table, page


@pytest.mark.long("other windows", but=["390x844"])
def test_a_finger_drags_beans_in_every_direction_and_the_page_stays(at_table: tuple[Sitting, Any]) -> None:
    table, page = at_table
    finger, mouse = Fingertip(page), Mouse(page)
    for source, target in DRAGS:
        before = table.truth[target]
        # Nobody drags a bean that the page does not show yet.
        wait_until(lambda p=source: page.evaluate(SHOWS_A_BEAN, p), lambda p=source: f"a bean shown in {p}")
        finger.down(mouse.at(source))
        finger.slide(mouse.at(target))
        finger.up()
        wait_until(lambda b=before, t=target: table.truth[t] == b + 1, lambda: str(table.truth))
        assert page.evaluate("scrollY") == 0, (source, target)
    wait_until(lambda: page.evaluate(SHOWS_A_BEAN, "south-2"), lambda: "a bean shown in south-2")
    finger.down(mouse.at("south-2"))
    finger.slide(beside_the_board(page))
    finger.up()
    wait_until(lambda: table.truth[OFF_BOARD] == 1, lambda: str(table.truth))
    assert page.evaluate("scrollY") == 0


@pytest.mark.long("other windows", but=["390x844"])
def test_a_swipe_beside_the_places_moves_the_page(at_table: tuple[Sitting, Any]) -> None:
    _, page = at_table
    finger = Fingertip(page)
    page.evaluate("scrollTo(0, 60)")
    x, y = page.evaluate(BETWEEN_THE_PLACES)
    finger.down((x, y))
    finger.slide((x, y + 50))
    finger.up()
    comes_true(page, "scrollY < 60")


@pytest.mark.long("other windows", but=["390x844"])
def test_a_swipe_to_the_side_stays_on_this_page(at_table: tuple[Sitting, Any]) -> None:
    _, page = at_table
    finger = Fingertip(page)
    box = page.locator(".saying").bounding_box()
    y = box["y"] + box["height"] / 2
    finger.down((box["x"] + 10, y))
    finger.slide((box["x"] + box["width"] - 5, y))
    finger.up()
    page.evaluate(NEXT_FRAMES)
    page.tap("#help")
    page.wait_for_selector("#help-dialog[open]")


@pytest.mark.long("a real clock: on a busy computer a tap becomes a hold, which ends no turn")
def test_a_tap_of_a_sliding_finger_ends_a_turn(at_table: tuple[Sitting, Any]) -> None:
    _, page = at_table
    finger, mouse = Fingertip(page), Mouse(page)
    finger.down(mouse.at("south-stock"))
    finger.slide(mouse.at("south-1"))
    finger.up()
    page.wait_for_selector("#say:has-text('Press your button')")
    x, y = mouse.middle_of("#button-south .button-base")
    finger.down((x, y))
    finger.slide((x + 4, y - 18), steps=2)
    finger.up()
    page.wait_for_selector(".moves li[data-side=south]")


@pytest.mark.long("other windows", but=["390x844"])
def test_a_button_that_is_held_by_a_sliding_finger_stays_down(at_table: tuple[Sitting, Any]) -> None:
    _, page = at_table
    finger, mouse = Fingertip(page), Mouse(page)
    x, y = mouse.middle_of("#button-south .button-base")
    finger.down((x, y))
    page.wait_for_selector("#button-south[data-down]")
    finger.slide((x + 4, y - 18))
    page.evaluate(NEXT_FRAMES)
    assert page.locator("#button-south[data-down]").count() == 1
    finger.up()
    page.wait_for_selector("#button-south:not([data-down])")
