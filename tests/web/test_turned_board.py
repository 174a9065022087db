"""Whoever plays North alone sees their own cups before them, and everything works there as at South."""

from collections.abc import Callable
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Finger, Keys, Mouse
from processes import wait_until
from sitting import Sit, Sitting, Visit, comes_true

AT_NORTH = {Side.SOUTH: "1", Side.NORTH: PERSON}
IS_BELOW = """(([upper, lower]) => document.querySelector(upper).getBoundingClientRect().top
  < document.querySelector(lower).getBoundingClientRect().top)"""


def below(upper: str, lower: str) -> str:
    return f"{IS_BELOW}(['{upper}', '{lower}'])"


def played(table: Sitting, page: Any, play: Callable[[Any], None]) -> None:
    """Play what brings most into the pot, and wait until the board has entered it."""
    wait_until(
        lambda: (
            table.evening.state()["game"].get("turn") == "north"
            and table.evening.state()["game"]["message"]["key"] == "your-turn"
        ),
        lambda: page.inner_text("#say"),
    )
    before = len(table.evening.record.entries)
    play(max(table.plans, key=lambda plan: sum(each.count for each in plan.owed)))
    wait_until(lambda: len(table.evening.record.entries) > before, lambda: page.inner_text("#say"))
    assert table.evening.record.entries[before].player is Side.NORTH


@pytest.mark.parametrize("how", ["mouse", "keys", "finger"])
def test_north_plays_at_the_lower_end_by_mouse_by_keys_and_by_finger(
    sit: Sit, visit: Visit, how: str
) -> None:
    table = sit(Setting(7, cups=3, stock_beans=5), AT_NORTH)
    page = visit(table.address, has_touch=how == "finger")
    for upper, lower in (
        ("#place-south-1", "#place-north-1"),
        ("#button-south", "#button-north"),
        (".player[data-side=south]", ".player[data-side=north]"),
    ):
        comes_true(page, below(upper, lower))
    if how == "keys":

        class NorthKeys(Keys):
            def press(self) -> None:
                page.keyboard.press("e")

        hand: Any = NorthKeys(page)
    else:
        hand = Finger(page) if how == "finger" else Mouse(page)
    for _ in range(3):
        played(table, page, hand.play)


def test_the_board_turns_with_the_seat_and_not_for_both_or_for_who_watches(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), {Side.SOUTH: PERSON, Side.NORTH: "1"})
    page, other = visit(table.address), visit(table.address)
    comes_true(page, below("#place-north-1", "#place-south-1"))
    page.click("#change-sides-north")
    comes_true(page, below("#place-south-1", "#place-north-1"))
    comes_true(page, below("#place-south-stock", "#place-north-stock"))
    comes_true(other, below("#place-north-1", "#place-south-1"))
    page.select_option("#seat-south", PERSON)
    comes_true(page, below("#place-north-1", "#place-south-1"))


def test_a_button_that_is_not_ones_own_says_why(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), {Side.SOUTH: PERSON, Side.NORTH: PERSON})
    south, north = visit(table.address), visit(table.address)
    north.locator("#button-south").click()
    north.wait_for_selector(".notice:has-text('You are watching: sit down first.')")
    south.select_option("#seat-north", "page 2")
    north.wait_for_selector("body[data-seated]")
    north.locator("#button-south").click()
    north.wait_for_selector(".notice:has-text(\"South's button is another person's.\")")
    south.select_option("#seat-south", "1")
    # From now on that seat's menu is for North to choose from.
    north.wait_for_selector("#seat-south:visible")
    north.locator("#button-south").click()
    north.wait_for_selector(".notice:has-text('South presses this button')")
