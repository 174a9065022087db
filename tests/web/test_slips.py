"""Fingers that slip on the page's buttons cost nothing: neither a turn nor a stock nor a game."""

from collections.abc import Callable
from typing import Any

import pytest
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Sit, Sitting, Visit

BUTTONS = ["#button-south", "#deed-both"]


@pytest.fixture
def table(sit: Sit) -> Sitting:
    return sit(Setting(7, cups=4), factor=1.0)


def moves(table: Sitting) -> list[str]:
    entries = table.evening.world.referee.history.entries
    return [each.label if isinstance(each, Moved) else "another entry" for each in entries]


def drop_and_press(table: Sitting, page: Any, side: Side) -> None:
    before = len(moves(table))
    Mouse(page).drag(f"{side.value}-stock", f"{side.value}-1")
    page.wait_for_selector("#say:has-text('Press your button')")
    Mouse(page).press(side)
    wait_until(lambda: len(moves(table)) > before, lambda: page.inner_text("#say"))


def hold_on(page: Any, button: str, words: str) -> None:
    page.hover(button)
    page.mouse.down()
    page.wait_for_selector(f"#say:has-text('{words}')")


def slide_off(page: Any) -> None:
    page.mouse.move(5, 5, steps=4)
    page.wait_for_selector("#say:has-text('Press your button')")
    page.mouse.up()


def press_escape(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("#say:has-text('Press your button')")
    page.mouse.up()


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("let_go", [slide_off, press_escape])
def test_a_hold_that_slides_off_or_is_escaped_does_nothing(
    visit: Visit, table: Sitting, button: str, let_go: Callable[[Any], None]
) -> None:
    page = visit(table.address)
    drop_and_press(table, page, Side.SOUTH)
    Mouse(page).drag("north-stock", "north-1")
    page.wait_for_selector("#say:has-text('Press your button')")
    said = page.inner_text("#say")
    hold_on(page, button, "Neither:")
    let_go(page)
    page.wait_for_timeout(1500)
    assert page.inner_text("#say") == said
    assert moves(table) == ["drop 1"]
    Mouse(page).press(Side.NORTH)
    wait_until(lambda: moves(table) == ["drop 1", "drop 1"], lambda: page.inner_text("#say"))


def test_a_tap_that_slides_off_the_button_ends_no_turn(visit: Visit, table: Sitting) -> None:
    page = visit(table.address)
    Mouse(page).drag("south-stock", "south-1")
    page.wait_for_selector("#say:has-text('Press your button')")
    page.hover("#button-south")
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    page.wait_for_timeout(3000)
    assert moves(table) == []
    assert "Press your button" in page.inner_text("#say")


def test_escape_lets_go_of_a_key_that_holds_a_button(visit: Visit, table: Sitting) -> None:
    page = visit(table.address)
    Mouse(page).drag("south-stock", "south-1")
    page.wait_for_selector("#say:has-text('Press your button')")
    page.keyboard.down("e")
    page.wait_for_selector("#say:has-text('Neither:')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#say:has-text('Press your button')")
    page.keyboard.up("e")
    page.wait_for_timeout(1500)
    assert moves(table) == []
    assert "Press your button" in page.inner_text("#say")


def test_holding_the_button_with_39_beans_in_stock_costs_none_of_them(visit: Visit, table: Sitting) -> None:
    page = visit(table.address)
    drop_and_press(table, page, Side.SOUTH)
    drop_and_press(table, page, Side.NORTH)
    page.wait_for_selector('#say:has-text("South\'s turn")')
    for said in ("The board counts 39 beans in South's stock", "Is South's stock empty?"):
        hold_on(page, "#button-south", "Let go:")
        page.wait_for_selector("#say:has-text('Neither:')")
        page.mouse.up()
        page.wait_for_selector(f'#say:has-text("{said}")')
    page.wait_for_selector('#say:has-text("South\'s turn; 39 in stock")')
    assert moves(table) == ["drop 1", "drop 1"]
