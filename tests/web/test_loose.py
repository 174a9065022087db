"""What lies about is picked up where it lies: a coin in a cup, or loose beans beside the board."""

from typing import Any

import pytest
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup
from cupsim.page import requests
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Keys, Mouse, beside_the_board, loose_bean_lies
from processes import wait_until
from sitting import Sit, Sitting, Visit

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
FIRST = cup(Side.SOUTH, 1)
BEANS_NEAR = """([x, y]) => [...document.querySelectorAll('.bean')].filter((each) => {
  const box = each.getBoundingClientRect();
  return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 14;
}).length"""
COIN = "document.querySelector('.coin-edge').getBoundingClientRect()"


def at_a_table(sit: Sit, visit: Visit, **how: Any) -> tuple[Sitting, Any]:
    table = sit(Setting(7, cups=4), ALONE)
    page = visit(table.address, **how)
    page.wait_for_selector("body[data-seated]")
    return table, page


def lies(table: Sitting, place: Place, count: int) -> None:
    wait_until(lambda: table.truth[place] == count, lambda: f"{count} in {place}: {table.truth}")


def test_a_bean_stays_where_it_was_let_go_beside_the_board_and_is_picked_up_there(
    sit: Sit, visit: Visit
) -> None:
    table, page = at_a_table(sit, visit)
    point = beside_the_board(page)
    page.mouse.move(*Mouse(page).at("south-stock"))
    page.mouse.down()
    page.mouse.move(*point, steps=4)
    page.mouse.up()
    lies(table, OFF_BOARD, 1)
    wait_until(lambda: page.evaluate(BEANS_NEAR, list(point)) == 1, lambda: "the bean elsewhere")
    page.mouse.move(*point)
    page.mouse.down()
    page.mouse.move(*Mouse(page).at("south-1"), steps=4)
    page.mouse.up()
    lies(table, FIRST, 1)
    assert table.truth[OFF_BOARD] == 0


@pytest.mark.parametrize("point", [(4, 4), (-20, 300)], ids=["in the heading", "out of the window"])
def test_a_bean_that_is_let_go_outside_the_picture_goes_back(
    sit: Sit, visit: Visit, point: tuple[int, int]
) -> None:
    table, page = at_a_table(sit, visit)
    before = table.truth["south-stock"]
    page.mouse.move(*Mouse(page).at("south-stock"))
    page.mouse.down()
    page.mouse.move(*point, steps=4)
    page.wait_for_selector("#hand-status:has-text('1 bean')")
    page.mouse.up()
    page.wait_for_selector("#hand-status:has-text('empty')")
    lies(table, Place("south-stock"), before)
    assert table.truth[OFF_BOARD] == 0


def test_a_finger_picks_up_a_loose_bean_wherever_it_is_drawn(sit: Sit, visit: Visit) -> None:
    # Nobody else may move: a bean on its way would be as loose.
    table = sit(Setting(7, cups=4))
    page = visit(table.address, viewport={"width": 390, "height": 844}, has_touch=True)
    page.wait_for_selector("body[data-seated]")
    table.evening.obey(1, requests.Take(Side.SOUTH, "south-stock"))
    table.evening.obey(1, requests.Drop(Side.SOUTH, "off-board"))
    lies(table, OFF_BOARD, 1)
    number = table.evening.state()["table"]["beans"]["off-board"][0]
    assert number >= 0
    point = loose_bean_lies(page)
    before = table.truth["south-stock"]
    page.touchscreen.tap(*point)
    lies(table, OFF_BOARD, 0)
    assert table.truth["south-stock"] == before, "it is in the hand"


def test_keys_lay_a_bean_beside_the_board_and_pick_it_up(sit: Sit, visit: Visit) -> None:
    table, page = at_a_table(sit, visit)
    page.keyboard.press("s")
    # Else the hand that is shown empty is the one from before.
    page.wait_for_selector("#hand-status:has-text('1 bean')")
    page.keyboard.press("g")
    lies(table, OFF_BOARD, 1)
    # The hand is shown empty at once; a bean can be picked up where the page shows it.
    loose_bean_lies(page)
    page.keyboard.press("Shift+G")
    lies(table, OFF_BOARD, 0)
    page.wait_for_selector("#hand-status:has-text('1 bean')")


@pytest.mark.parametrize("way", ["mouse", "finger", "keys"])
def test_a_coin_is_taken_out_where_it_lies(sit: Sit, visit: Visit, way: str) -> None:
    table, page = at_a_table(sit, visit, has_touch=way == "finger")
    table.evening.obey(1, requests.Coin(FIRST, True))
    page.wait_for_selector(".coin-edge")
    x, y, width, height = page.evaluate(f"(({{x, y, width, height}}) => [x, y, width, height])({COIN})")
    match way:
        case "mouse":
            page.mouse.click(x + width / 2, y + height / 2)
        case "finger":
            page.touchscreen.tap(x + width / 2, y + height / 2)
        case _:
            Keys(page).go_to("south-1")
            page.keyboard.press("x")
    page.wait_for_selector(".coin-edge", state="detached")
    wait_until(lambda: not table.evening.state()["table"]["coins"], lambda: "the coin")
    page.wait_for_selector("#hand-status:has-text('empty')")
