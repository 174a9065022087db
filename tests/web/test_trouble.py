"""Trouble made on the page, and the board that notices it and recovers."""

from typing import Any

from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import NOBODY, Sit, Sitting, Visit

SETTING = Setting(7, cups=2, stock_beans=6)


def troubled(visit: Visit, table: Sitting) -> Any:
    page = visit(table.address)
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    page.wait_for_selector("#trouble-place option >> nth=3", state="attached")
    return page


def moves_of(page: Any, side: Side) -> int:
    return page.locator(f".moves li[data-side={side.value}]").count()


def test_a_pulled_cable_is_named_at_its_place_and_forgotten_when_it_is_in_again(
    sit: Sit, visit: Visit
) -> None:
    page = troubled(visit, sit(SETTING))
    page.select_option("#trouble-place", "north-2")
    page.click("#trouble-cable")
    page.wait_for_selector("#place-north-2[aria-label*='unplugged or unpowered']")
    page.wait_for_selector(".plate[data-meaning=DEAD]")
    page.wait_for_selector("tr[data-fault=SILENT]")
    page.wait_for_selector("#trouble-cable:text-is('Plug it in again')")
    page.click("#trouble-cable")
    page.wait_for_selector("tr[data-fault]", state="detached")
    page.wait_for_selector(".plate[data-meaning=DEAD]", state="detached")


def test_a_coin_in_a_cup_is_seen_as_no_bean_until_it_is_out_again(sit: Sit, visit: Visit) -> None:
    page = troubled(visit, sit(SETTING))
    page.select_option("#trouble-place", "south-1")
    page.click("#trouble-coin")
    page.wait_for_selector(".coin")
    page.wait_for_selector("#say:has-text('cup 1')")
    before = page.inner_text("#say")
    page.click("#trouble-coin")
    page.wait_for_selector(".coin", state="detached")
    wait_until(lambda: page.inner_text("#say") != before, lambda: before)


def test_after_a_power_cut_the_game_goes_on_where_it_was(sit: Sit, visit: Visit) -> None:
    page = troubled(visit, sit(SETTING))
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)
    wait_until(lambda: moves_of(page, Side.SOUTH), lambda: page.inner_text(".play"))
    page.click("#trouble-power")
    page.wait_for_selector("#say:has-text('no power')")
    assert all(
        not rgb for rgb in page.evaluate("[...document.querySelectorAll('.pixel')].map((e) => e.dataset.rgb)")
    )
    page.click("#trouble-power")
    page.wait_for_selector('#say:has-text("North\'s turn")')
    assert page.locator(".moves li[data-side=south]").count() == 1
    mouse.drag("north-stock", "north-1")
    mouse.press(Side.NORTH)
    wait_until(lambda: moves_of(page, Side.NORTH), lambda: page.inner_text(".play"))


def test_swapped_cups_and_a_stalled_computer_don_t_end_a_game(sit: Sit, visit: Visit) -> None:
    table = sit(SETTING, factor=4.0)
    page = troubled(visit, table)
    world = table.evening.world
    cups = world.table.cup_grams("south-1"), world.table.cup_grams("south-2")
    page.select_option("#trouble-place", "south-1")
    page.select_option("#trouble-other", "south-2")
    page.click("#trouble-swap")
    wait_until(
        lambda: (world.table.cup_grams("south-2"), world.table.cup_grams("south-1")) == cups,
        lambda: "the cups swapped",
    )
    swapped_at = world.now
    wait_until(lambda: world.now > swapped_at + 4, lambda: "time for the board to see them stand")
    page.click("#trouble-stall")
    page.wait_for_selector("#say:has-text('busy')")
    page.wait_for_selector("#say:has-text('busy')", state="detached")
    awake_at = world.now
    wait_until(lambda: world.now > awake_at + 2, lambda: "time for the scales to be read again")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)

    def is_asked() -> bool:
        return bool(page.locator("#say:has-text('Look at')").count())

    wait_until(lambda: moves_of(page, Side.SOUTH) or is_asked(), lambda: page.inner_text(".play"))
    if is_asked():
        # The board knows neither cup by now, and may ask about the other one: it is as it says.
        asked_at = world.now
        wait_until(lambda: world.now > asked_at + 3, lambda: "time to read the question")
        mouse.press(Side.SOUTH)
    wait_until(lambda: moves_of(page, Side.SOUTH), lambda: page.inner_text(".play"))


def test_a_move_is_seen_in_a_room_that_warms_up(sit: Sit, visit: Visit) -> None:
    table = sit(SETTING, factor=2.0)
    page = troubled(visit, table)
    world = table.evening.world
    before = world.table.room.warming(world.now)
    page.click("#trouble-warm")
    wait_until(lambda: world.table.room.warming(world.now) > before + 0.5, lambda: "a warmer room")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)
    wait_until(lambda: moves_of(page, Side.SOUTH), lambda: page.inner_text(".play"))


def test_seats_speed_clumsiness_and_a_new_game_are_chosen_on_the_page(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), NOBODY, factor=2.0)
    page = troubled(visit, table)
    other = visit(table.address)
    page.select_option("#speed", "0")
    wait_until(
        lambda: other.evaluate("document.querySelector('#speed').value === '0'"),
        lambda: other.inner_text(".play"),
    )
    page.select_option("#new-size", "5")
    page.select_option("#new-beans", "pinto")
    page.fill("#new-seed", "42")
    page.click("#begin")
    for each in (page, other):
        each.wait_for_selector("#place-north-5")
        assert each.locator(".bean").count() == 100
    setting = table.evening.world.setting
    assert (setting.cups, setting.beans, setting.seed) == (5, "pinto", 42)
    page.select_option("#seat-south", "person")
    page.evaluate(
        "const e = document.querySelector('#clumsiness'); e.value = 0.7; e.dispatchEvent(new Event('change'))"
    )
    page.select_option("#speed", "4")
    wait_until(
        lambda: other.evaluate("document.querySelector('#clumsiness').value === '0.7'"),
        lambda: other.inner_text(".play"),
    )
    assert {side: person.traits.clumsiness for side, person in table.evening.world.people.items()} == {
        Side.NORTH: 0.7
    }
    Mouse(page).drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))


def test_beans_that_can_t_be_told_apart_are_refused_unless_one_insists(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2))
    page = troubled(visit, table)
    page.select_option("#new-size", "2")
    page.select_option("#new-beans", "navy")
    page.select_option("#new-cells", "5kg")
    page.click("#begin")
    page.wait_for_selector(".notice:has-text('play anyway')")
    assert table.evening.world.setting.beans == "kidney"
    page.check("#new-anyway")
    page.click("#begin")
    wait_until(lambda: table.evening.world.setting.beans == "navy", lambda: "navy beans")
