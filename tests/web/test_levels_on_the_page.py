"""Opponents at a level on the page: chosen by name, thinking aside, hurried, and changing sides in a game."""

from dataclasses import replace
from typing import Any

import pytest
from audits import CUT, FAINT, PALE, UNNAMED
from cupsboard.rules.places import Side
from cupsim.people.move_choice import LEVEL_NAMES, PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.thinking_aside import _Aside
from processes import wait_until
from sitting import Sit, Sitting, Visit, comes_true

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SMALL = Setting(7, cups=3, stock_beans=6)
BOARD = Setting(7, cups=4)
A_MINUTE = 60.0
SIZES = tuple({"width": width, "height": height} for width, height in ((1440, 900), (390, 844), (844, 390)))


def against(level: str) -> dict[Side, str]:
    return {SOUTH: PERSON, NORTH: level}


def entries(table: Sitting) -> int:
    return len(table.evening.record.entries)


def drop_one(page: Any) -> None:
    """By whoever plays here and has the turn."""
    page.wait_for_selector("#ask-hint:visible")
    page.keyboard.press("1")
    page.wait_for_selector("#say:has-text('drop 1')")
    page.keyboard.press("e")


@pytest.mark.parametrize("level", ["1", "4", "8", "perfect"])
def test_a_level_is_chosen_by_its_name_and_answers_with_its_hands(sit: Sit, visit: Visit, level: str) -> None:
    table = sit(SMALL, against("greedy"), factor=8.0)
    page = visit(table.address)
    names = page.locator("#seat-north option").all_inner_texts()
    assert [name for name in names if name.startswith("level ")] == [
        "level 1 (gentle)",
        *(f"level {number}" for number in range(2, 9)),
    ]
    page.select_option("#seat-north", level)
    wait_until(lambda: table.evening.seats[NORTH] == level, lambda: page.inner_text(".play"))
    for moves in (2, 4):
        drop_one(page)
        wait_until(lambda moves=moves: entries(table) >= moves, lambda: page.inner_text("#say"))
    assert f"{level} (simulated)" in table.evening.record.names[1]
    assert table.evening.state()["evening"]["notice"]["text"] == ""


def test_who_thinks_long_moves_at_once_when_they_are_asked_to(
    sit: Sit, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = _Aside.take
    monkeypatch.setattr(
        _Aside, "take", lambda who, thought, say: hear(who, replace(thought, pondering_seconds=A_MINUTE), say)
    )
    table = sit(BOARD, against("8"), factor=4.0)
    page = visit(table.address)
    drop_one(page)
    page.select_option("#speed", "0.25")
    page.wait_for_selector("#deed-move-now:visible")
    assert not table.evening.world.hands[NORTH].is_busy
    thinks_from = table.evening.world.now
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    wait_until(lambda: table.evening.world.hands[NORTH].is_busy, lambda: page.inner_text("#say"))
    assert table.evening.world.now - thinks_from < A_MINUTE / 4
    page.wait_for_selector("#deed-move-now", state="hidden")


def test_sides_are_changed_in_the_midst_of_a_game_and_the_game_goes_on(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, against("4"), factor=8.0)
    page = visit(table.address)
    drop_one(page)
    wait_until(lambda: entries(table) == 2, lambda: page.inner_text("#say"))
    page.click("#change-sides-north")
    wait_until(lambda: table.evening.seats == {SOUTH: "4", NORTH: PERSON}, lambda: page.inner_text(".play"))
    page.wait_for_selector("#change-sides-south:visible")
    assert page.locator("#seat-gift").is_hidden()
    drop_one(page)
    wait_until(lambda: entries(table) >= 5, lambda: page.inner_text("#say"))
    assert [entry.player for entry in table.evening.record.entries[:4]] == [SOUTH, NORTH, SOUTH, NORTH]
    page.click("#change-sides-south")
    wait_until(lambda: table.evening.seats == {SOUTH: PERSON, NORTH: "4"}, lambda: page.inner_text(".play"))


def test_a_page_that_is_loaded_again_while_the_other_thinks_sees_their_move(sit: Sit, visit: Visit) -> None:
    table = sit(BOARD, against("8"), factor=4.0)
    page = visit(table.address)
    drop_one(page)
    page.select_option("#speed", "0.25")
    page.wait_for_selector("#deed-move-now:visible")
    page.reload()
    page.wait_for_selector("body[data-seated]")
    page.wait_for_selector("#deed-move-now:visible")
    page.select_option("#speed", "4")
    wait_until(lambda: entries(table) == 2, lambda: page.inner_text("#say"))


def test_an_onlooker_sees_who_plays_and_neither_hurries_nor_changes_them(sit: Sit, visit: Visit) -> None:
    table = sit(BOARD, against("8"), factor=4.0)
    player, onlooker = visit(table.address), visit(table.address, locale="de-DE")
    onlooker.wait_for_selector("#seat-who-north:text-is('Stufe 8')")
    drop_one(player)
    player.select_option("#speed", "0.25")
    player.wait_for_selector("#deed-move-now:visible")
    for button in ("#deed-move-now", "#change-sides-north", "#change-sides-south"):
        assert onlooker.locator(button).is_hidden()


def test_a_move_is_taken_back_from_a_level_that_thinks(sit: Sit, visit: Visit) -> None:
    table = sit(BOARD, against("8"), factor=4.0)
    page = visit(table.address)
    drop_one(page)
    wait_until(lambda: entries(table) == 1, lambda: page.inner_text("#say"))
    page.click("#deed-undo:enabled")
    wait_until(
        lambda: (
            entries(table) == 0 and not table.evening.world.is_table_wanted and not table.truth["south-1"]
        ),
        lambda: page.inner_text("#say"),
    )
    drop_one(page)
    wait_until(lambda: entries(table) == 2, lambda: page.inner_text("#say"))


@pytest.mark.parametrize("cups", [4, 10])
def test_nothing_is_cut_or_pale_while_a_level_thinks(sit: Sit, visit: Visit, cups: int) -> None:
    table = sit(Setting(7, cups=cups), against("1"), factor=4.0)
    page = visit(table.address, viewport=dict(SIZES[0]), locale="de-DE")
    page.wait_for_selector("#ask-hint:visible")
    cut_before = []
    for size in SIZES:
        page.set_viewport_size(size)
        cut_before.append(set(page.evaluate(CUT)))
    assert not any("select" in cut for cuts in cut_before for cut in cuts)
    page.keyboard.press("1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: page.inner_text("#say"))
    page.wait_for_selector("#say:has-text('Knopf')")
    page.keyboard.press("e")
    wait_until(lambda: entries(table) == 1, lambda: page.inner_text("#say"))
    page.select_option("#speed", "0.25")
    for size, cut in zip(SIZES, cut_before, strict=True):
        page.set_viewport_size(size)
        page.wait_for_selector("#deed-move-now:visible")
        wait_until(lambda cut=cut: set(page.evaluate(CUT)) <= cut, lambda: str(page.evaluate(CUT)))
        comes_true(page, f"({PALE})().length === 0")
        comes_true(page, f"({FAINT})().length === 0")
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_level_has_a_name_in_both_languages(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, against("3"), factor=0.0)
    for locale, names in (("en-GB", "level 3"), ("de-DE", "Stufe 3")):
        page = visit(table.address, locale=locale)
        shown = page.locator("#seat-north option:checked, #seat-who-north").all_inner_texts()
        assert names in shown
        values = page.locator("#new-opponent option").evaluate_all("all => all.map((each) => each.value)")
        assert set(LEVEL_NAMES) <= set(values)
