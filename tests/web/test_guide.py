"""A first game with a guide: offered once, followed by the deeds on the table, left at any step."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from audits import PALE, UNNAMED
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Keys, Mouse
from sitting import Sit, Sitting, Visit, comes_true

AGAINST_ONE: Mapping[Side, str] = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
SMALL = Setting(7, cups=4)


def stage(page: Any, name: str) -> None:
    page.wait_for_selector(f"body[data-guide={name}]")


def small_board(page: Any) -> None:
    page.wait_for_selector("#place-south-4", state="detached")
    page.wait_for_selector("#guide:has-text('Step 1 of 5')")
    # Beans that come before the board has seen its empty table are to be taken out again.
    page.wait_for_selector("#say:has-text('in stock')")


def hurry(table: Sitting) -> None:
    """The guide sets life's own pace; a test has less time."""
    table.evening.pace = type(table.evening.pace)(8.0)


def move_with_a_chance(table: Sitting, page: Any, play: Callable[[Any], None]) -> None:
    """The capture or the sowing that the guide speaks of, with the most beans of a capture."""
    captures = [plan for plan in table.plans if plan.owed]
    sowings = [plan for plan in table.plans if plan.label.startswith("sow")]
    best = max(captures, key=lambda plan: plan.owed[0].count, default=None) or sowings[0]
    said = page.inner_text("#guide")
    assert ("capture" in said) == bool(captures)
    play(best)


def test_a_whole_guided_beginning_with_the_mouse(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, AGAINST_ONE)
    page = visit(table.address, is_first=True)
    page.click("#guide-yes")
    small_board(page)
    assert table.evening.seats == {Side.SOUTH: PERSON, Side.NORTH: "1"}
    hurry(table)
    page.wait_for_selector(".target[data-guided]#place-south-1")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    stage(page, "press")
    page.wait_for_selector("#button-south[data-guided]")
    mouse.press(Side.SOUTH)
    stage(page, "score")
    assert page.locator("[data-guided]").count() <= 2
    move_with_a_chance(table, page, mouse.play)
    stage(page, "done")
    assert "in your pot" in page.inner_text("#guide")
    page.click("#guide-on")
    assert not page.is_visible("#guide")
    page.reload()
    page.wait_for_selector("body[data-seated]")
    assert not page.is_visible("#guide")


def test_the_guide_of_coin_duel_leads_into_a_lap_and_outlines_where_its_bean_comes_from(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=10, sps=80, game="coin-duel 10 stage 1"), AGAINST_ONE)
    page = visit(table.address, is_first=True)
    page.wait_for_selector(
        "#guide:has-text('another game than the one on the table'):has-text('8 cups a side')"
    )
    page.click("#guide-yes")
    page.wait_for_selector("#place-south-10", state="detached")
    page.wait_for_selector("#say:has-text('play from the stock')")
    hurry(table)
    mouse = Mouse(page)
    for number in (1, 2, 3):
        mouse.drag("south-stock", f"south-{number}")
        page.wait_for_selector(f"#say:has-text('go on with South\\'s cup {number + 1}')")
    stage(page, "press")
    mouse.press(Side.SOUTH)
    stage(page, "lap")
    for place in ("stock", "1"):
        page.wait_for_selector(f".target[data-guided]#place-south-{place}")
    mouse.drag("south-stock", "south-1")
    page.wait_for_selector(".target:not([data-guided])#place-south-stock")
    page.wait_for_selector(".target[data-guided]#place-south-1")


def test_the_keys_are_named_to_who_uses_keys(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL, AGAINST_ONE).address, is_first=True)
    page.wait_for_selector("#guide-yes:not([aria-disabled])")
    page.focus("#guide-yes")
    page.keyboard.press("Enter")
    page.wait_for_selector("#guide:has-text('Press the key 1')")
    small_board(page)
    page.locator("#place-south-1").focus()
    page.keyboard.press("1")
    stage(page, "press")
    assert "key E" in page.inner_text("#guide")
    Keys(page).press()
    stage(page, "watch")


def test_a_finger_is_told_to_tap(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL, AGAINST_ONE).address, is_first=True, has_touch=True, is_mobile=True)
    page.tap("#guide-yes")
    page.wait_for_selector("#guide:has-text('with your finger')")


def test_who_wants_no_guide_is_not_asked_again(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, AGAINST_ONE)
    page = visit(table.address, is_first=True)
    page.click("#guide-no")
    assert not page.is_visible("#guide")
    assert page.is_visible("#hints")
    page.reload()
    page.wait_for_selector("body[data-seated]")
    assert not page.is_visible("#guide")
    assert table.evening.world.setting.cups == 4, "the game goes on as it was"


def test_who_just_plays_is_left_alone(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL).address, is_first=True)
    page.wait_for_selector("#guide-yes")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)
    page.wait_for_selector("body:not([data-guide])")


def test_the_guide_goes_on_after_a_reload_can_be_left_and_begun_again(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL, AGAINST_ONE).address, is_first=True)
    page.click("#guide-yes")
    small_board(page)
    Mouse(page).drag("south-stock", "south-1")
    stage(page, "press")
    page.reload()
    stage(page, "press")
    page.click("#guide-skip")
    assert not page.is_visible("#guide")
    page.click("#help")
    page.click("#guide-again")
    stage(page, "drop")
    assert not page.evaluate("document.getElementById('help-dialog').open")


def test_a_slip_is_answered_by_the_board_and_the_step_stays(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL, AGAINST_ONE).address, is_first=True)
    page.click("#guide-yes")
    small_board(page)
    stage(page, "drop")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-3")
    page.wait_for_selector("#say:has-text('or take one out of')")
    stage(page, "drop")
    mouse.drag("south-3", "south-1")
    stage(page, "press")


def test_the_second_step_stays_while_the_bean_lies_and_says_when_the_board_is_to_be_heard_first(
    sit: Sit, visit: Visit
) -> None:
    page = visit(sit(SMALL, AGAINST_ONE).address, is_first=True)
    page.click("#guide-yes")
    small_board(page)
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    stage(page, "press")
    mouse.drag("south-stock", "south-3")
    stage(page, "mend")
    assert "First mend what the board shows" in page.inner_text("#guide")
    assert "Step 2 of 5" in page.inner_text("#guide")
    assert page.locator("[data-guided]").count() == 0
    mouse.drag("south-3", "south-stock")
    stage(page, "press")
    assert page.locator("[data-guided]").count() == 1


def test_who_only_watches_is_offered_no_guide(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, AGAINST_ONE)
    visit(table.address).wait_for_selector("body[data-seated]")
    other = visit(table.address, is_first=True)
    other.wait_for_selector("#watching:visible")
    assert not other.is_visible("#guide")


def test_a_step_with_a_longer_text_is_seen_whole_on_a_small_phone(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, AGAINST_ONE)
    window = {"width": 360, "height": 640}
    page = visit(
        table.address, is_first=True, viewport=window, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page.click("#guide-yes")
    page.wait_for_selector("#place-south-4", state="detached")
    page.wait_for_selector("#say:has-text('im Vorrat')")
    hurry(table)
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    stage(page, "press")
    mouse.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='1']", state="attached")
    # A text of four lines stands there next, as long as what a capture is told with.
    page.evaluate("document.querySelector('#guide').scrollIntoView({ block: 'end' })")
    stage(page, "score")
    comes_true(page, "document.querySelector('#guide').getBoundingClientRect().bottom <= innerHeight + 1")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_guide_has_room_names_and_contrast(
    sit: Sit, visit: Visit, size: tuple[int, int], language: str
) -> None:
    table = sit(SMALL, AGAINST_ONE)
    window = {"width": size[0], "height": size[1]}
    page = visit(table.address, is_first=True, viewport=window, locale=language)
    page.wait_for_selector("#guide-yes")
    fits = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)"
    fits += "(document.querySelector('.guide-text'))"
    comes_true(page, fits)
    page.click("#guide-yes")
    stage(page, "drop")
    comes_true(page, fits)
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(PALE) == []
    seen = ["#guide", "#place-south-1 .target-shape", "#place-south-stock .target-shape", "#button-south"]
    is_in_view = """(each) => {
      const { top, bottom, height } = document.querySelector(each).getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight + 1;
    }"""
    # The board is drawn anew where the guide takes its room.
    comes_true(page, f"{json.dumps(seen)}.every({is_in_view})")


def test_begun_in_the_midst_of_another_game_it_counts_from_the_first_step_and_ends_with_a_puzzle(
    sit: Sit, visit: Visit
) -> None:
    page = visit(sit(Setting(7, cups=2), {Side.SOUTH: PERSON, Side.NORTH: PERSON}).address)
    mouse = Mouse(page)
    for side, number in ((Side.SOUTH, 1), (Side.NORTH, 2), (Side.SOUTH, 3)):
        mouse.drag(f"{side.value}-stock", f"{side.value}-1")
        mouse.press(side)
        page.wait_for_selector(f".moves li[value='{number}']")
    page.click("#help")
    page.click("#guide-again")
    page.click("#guide-anyway")
    stage(page, "drop")
    assert page.inner_text(".guide-count") == "Step 1 of 5"
    page.click("#puzzles > summary")
    page.click("#puzzles-unsolved")
    page.wait_for_selector("#puzzle:not([hidden])")
    page.wait_for_selector("body:not([data-guide])")
    assert not page.is_visible("#guide")
    page.reload()
    page.wait_for_selector("body[data-seated]")
    page.wait_for_selector("#puzzle:not([hidden])")
    assert not page.is_visible("#guide")


def test_from_a_game_without_lessons_the_guide_begins_with_cups(sit: Sit, visit: Visit) -> None:
    page = visit(
        sit(Setting(7, cups=3, game="kalah 3"), {Side.SOUTH: PERSON, Side.NORTH: PERSON}).address,
        is_first=True,
    )
    page.wait_for_selector("body[data-seated]")
    page.click("#help")
    page.click("#guide-again")
    stage(page, "drop")
    assert page.inner_text(".guide-count") == "Step 1 of 5"
