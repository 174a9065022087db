"""Two browsers at one board: one plays, the other watches, asks for a seat, and plays."""

from collections.abc import Mapping
from time import sleep
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsboard.web.hub import Hub
from cupsim.page import seats
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Sit, Visit

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}


def test_who_opens_the_page_first_plays_and_who_comes_later_watches_and_is_given_a_seat(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2), ALONE, factor=4.0)
    first = visit(table.address)
    first.wait_for_selector("body[data-seated]")
    assert first.input_value("#seat-south") == "person"
    assert first.input_value("#seat-north") == "greedy"
    second = visit(table.address, locale="de-DE", viewport={"width": 390, "height": 844}, has_touch=True)
    second.wait_for_selector("#watching:has-text('Du schaust zu')")
    assert not second.is_visible("#hand-tools")
    second.tap("#makers > summary")
    assert not second.is_visible(".trouble")
    second.wait_for_selector("#seat-who-south:text-is('Person 1')")
    first.wait_for_selector("#people:text-is('2 people here')")
    Mouse(second).tap("south-stock")
    first.wait_for_timeout(300)
    assert table.truth["south-stock"] == 20

    second.tap("#seat-wish-north")
    first.click("#seat-give")
    second.wait_for_selector("body[data-seated]")
    assert second.locator("#seat-north").bounding_box()["height"] >= 44
    first.wait_for_selector("#seat-who-north:text-is('person 2')")
    second.locator("#place-north-stock .target-shape").tap()
    second.locator("#place-north-1 .target-shape").tap()
    wait_until(lambda: table.truth["north-1"] == 1, lambda: str(table.truth))
    second.reload()
    second.wait_for_selector("body[data-seated]")
    first.click("#deed-both")
    first.wait_for_selector(".notice:has-text('another person')")


def test_a_seat_made_free_stays_free_and_one_that_is_given_is_said_and_left_with_one_press(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2), ALONE, factor=0.0)
    first = visit(table.address)
    first.wait_for_selector("body[data-seated]")
    second = visit(table.address)
    second.wait_for_selector("#watching:not([hidden])")
    first.select_option("#seat-north", "free")
    second.wait_for_selector("#seat-wish-north:has-text('Sit down here')")
    wait_until(lambda: first.input_value("#seat-north") == "free", lambda: first.inner_text(".play"))
    first.select_option("#seat-north", "page 2")
    second.wait_for_selector("#seat-gift:has-text('seat is yours now')")
    second.click("#seat-gift-leave")
    second.wait_for_selector("#watching:not([hidden])")
    assert second.locator("#seat-gift").is_hidden()
    second.click("#seat-wish-north")
    second.wait_for_selector("body[data-seated]")
    assert second.locator("#seat-gift").is_hidden()


def test_a_page_that_is_shown_what_was_before_it_came_takes_its_own_seat_for_no_gift(
    sit: Sit, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, before = Hub.tell, dict[str, Any]()

    def told_late(hub: Hub, number: int, message: Mapping[str, Any]) -> None:
        tell(hub, number, message)
        if "you" in message:
            hub.publish({**before, "crowded": True})
            sleep(0.3)

    monkeypatch.setattr(Hub, "tell", told_late)
    table = sit(Setting(7, cups=2), ALONE, factor=0.0)
    before.update(table.stage.reception.state())
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    assert page.locator("#seat-gift").is_hidden()


def test_who_asks_for_the_seat_of_somebody_gone_is_told_when_it_is_theirs_and_gets_it(
    sit: Sit, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "FREE_AFTER_SECONDS", 4.0)
    table = sit(Setting(7, cups=2), ALONE, factor=0.0)
    first = visit(table.address)
    first.wait_for_selector("body[data-seated]")
    second = visit(table.address)
    second.wait_for_selector("#watching:not([hidden])")
    first.goto("about:blank")
    second.wait_for_selector("#seat-who-south:has-text('away: free in')")
    second.click("#seat-wish-south")
    second.wait_for_selector("#seat-who-south:has-text('away: yours in')")
    second.wait_for_selector("body[data-seated]")
    second.wait_for_selector(".notice:has-text('seat is yours now')")
    assert second.locator("#seat-gift").is_hidden()


def test_who_watches_a_linked_game_keeps_it_in_view_and_sees_who_may_go_on_from_it(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2, stock_beans=3), {Side.SOUTH: "random", Side.NORTH: "greedy"}, factor=32.0)
    first = visit(table.address)
    wait_until(lambda: table.is_over, lambda: first.inner_text("#say"))
    first.select_option("#seat-south", PERSON)
    first.wait_for_selector("body[data-seated]")
    second = visit(table.address)
    second.wait_for_selector("#watching:not([hidden])")
    for page in (first, second):
        page.click(".moves li[value='2'] .move")
        page.wait_for_selector("#review-go-on")
    assert first.locator("#review-go-on").is_enabled()
    assert second.locator("#review-go-on").is_disabled()
    assert "who plays can go on" in second.get_attribute("#review-go-on", "title")
