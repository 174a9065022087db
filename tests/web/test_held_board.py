"""A finger that lies on the board while the page finds another size for it, or another game comes."""

from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import NEXT_FRAMES, Fingertip, Mouse
from processes import wait_until
from sitting import Sit, Sitting, Visit, comes_true

SETTING = Setting(7, cups=4)
LESS_ROOM = "document.getElementById('scene').parentElement.style.height = '330px'"
KEEP_BOARD = "window.before = document.querySelector('.live')"
IS_NEW = "document.querySelector('.live') !== before"
MIDDLE = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
BEGIN_SMALLER = (
    "document.getElementById('new-size').value = '3'; document.getElementById('begin').click(); undefined"
)
"""Pressed by nobody's finger: the one there is lies on the board."""


class MouseButton:
    """Lies where it was put, as a fingertip does."""

    def __init__(self, page: Any) -> None:
        self._mouse = page.mouse

    def down(self, point: tuple[float, float]) -> None:
        self._mouse.move(*point)
        self._mouse.down()

    def up(self) -> None:
        self._mouse.up()


@pytest.fixture(params=[Fingertip, MouseButton])
def at_table(request: pytest.FixtureRequest, sit: Sit, visit: Visit) -> tuple[Sitting, Any, Any]:
    """A table, its page, and what lies on the board there."""
    table = sit(SETTING)
    page = visit(table.address, has_touch=request.param is Fingertip)
    page.wait_for_selector("body[data-seated]")
    return table, page, request.param(page)


def holds(page: Any, pointer: Any, selector: str) -> None:
    """Lay it on something, and give the board less room."""
    pointer.down(tuple(page.evaluate(MIDDLE, selector)))
    page.evaluate(f"{KEEP_BOARD}; {LESS_ROOM}")
    page.evaluate(NEXT_FRAMES)


def test_a_tap_is_not_lost_when_the_board_gets_less_room_under_the_finger(
    at_table: tuple[Sitting, Any, Any],
) -> None:
    table, page, pointer = at_table
    holds(page, pointer, "#place-south-stock .target-shape")
    assert not page.evaluate(IS_NEW), "the board changes under the finger"
    pointer.up()
    wait_until(lambda: table.truth["south-stock"] == 39, lambda: str(table.truth))
    comes_true(page, IS_NEW)
    Mouse(page).tap("south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))


def test_a_press_ends_the_turn_when_the_board_gets_less_room_under_the_finger(
    at_table: tuple[Sitting, Any, Any],
) -> None:
    _, page, pointer = at_table
    Mouse(page).drag("south-stock", "south-1")
    page.wait_for_selector("#say:has-text('Press your button')")
    holds(page, pointer, "#button-south .button-base")
    page.wait_for_selector("#button-south[data-down]")
    pointer.up()
    page.wait_for_selector(".moves li[data-side=south]")
    comes_true(page, IS_NEW)
    page.wait_for_selector("#button-south:not([data-down])")


def test_a_press_in_which_another_game_comes_holds_no_button_down(at_table: tuple[Sitting, Any, Any]) -> None:
    table, page, pointer = at_table
    pointer.down(tuple(page.evaluate(MIDDLE, "#button-south .button-base")))
    page.wait_for_selector("#button-south[data-down]")
    page.evaluate(BEGIN_SMALLER)
    page.wait_for_selector("#place-south-4", state="detached")
    pointer.up()
    page.wait_for_selector("#button-south:not([data-down])")
    Mouse(page).drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    Mouse(page).press(Side.SOUTH)
    page.wait_for_selector(".moves li[data-side=south]")


def test_a_tap_in_which_another_game_comes_leaves_the_next_one_heard(
    at_table: tuple[Sitting, Any, Any],
) -> None:
    table, page, pointer = at_table
    pointer.down(tuple(page.evaluate(MIDDLE, "#place-south-4 .target-shape")))
    page.evaluate(BEGIN_SMALLER)
    page.wait_for_selector("#place-south-4", state="detached")
    pointer.up()
    pointer.down(Mouse(page).at("south-stock"))
    pointer.up()
    wait_until(lambda: table.truth["south-stock"] == 29, lambda: str(table.truth))
