"""All beans of a cup are taken, also the one that still falls; the tool stays a person's choice."""

import pytest
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit

CUP = Place("south-1")


def test_a_bean_that_still_falls_is_taken_with_the_others(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), TWO_PERSONS, factor=0.0)
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    mouse = Mouse(page)
    for _ in range(2):
        mouse.drag("south-stock", CUP)
    mouse.take_all(CUP)
    wait_until(lambda: "2 beans" in page.inner_text("#hand-status"), lambda: page.inner_text("#hand-tools"))
    assert table.truth[CUP] == 0, "no time has passed"
    table.evening.pace.factor = 4.0
    hand = table.evening.world.hands[Side.SOUTH]
    wait_until(lambda: not hand.is_busy and len(hand.beans) == 2, lambda: f"{hand.beans} {table.truth}")
    assert table.truth[CUP] == 0


def test_a_drag_of_an_offered_capture_takes_all_that_lies_there(sit: Sit, visit: Visit) -> None:
    history = History(games.named("cups 3"), Side.SOUTH)
    for side in (Side.SOUTH, Side.NORTH) * 2:
        history = history.play(side, "drop 1")
    table = sit(Setting(7, cups=3).going_on(history), TWO_PERSONS)
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    mouse = Mouse(page)
    if page.is_visible("#put-up"):
        page.click("#put-up")
    page.wait_for_selector('#say:has-text("South\'s turn")')
    for number in (1, 2, 3):
        mouse.drag("south-stock", f"south-{number}")
    page.wait_for_selector("#say:has-text('captur')")
    mouse.drag("north-1", "south-pot")
    wait_until(lambda: table.truth["south-pot"] == 2, lambda: f"{table.truth} {page.inner_text('#say')}")


@pytest.mark.parametrize("pixels", [(390, 844), (1366, 768)])
def test_a_tool_stays_until_a_person_changes_it_and_hands_sow_bean_by_bean_from_a_stock_that_stays(
    sit: Sit, visit: Visit, pixels: tuple[int, int]
) -> None:
    table = sit(Setting(7, cups=3), TWO_PERSONS)
    page = visit(table.address, viewport={"width": pixels[0], "height": pixels[1]})
    page.wait_for_selector("body[data-seated]")
    mouse = Mouse(page)

    def chosen() -> str | None:
        return page.get_attribute("[data-tool][aria-checked=true]", "data-tool")

    def lie(*counts: int) -> None:
        there = dict(zip(("south-1", "south-2", "south-3", "south-stock"), counts, strict=True))
        wait_until(lambda: all(table.truth[at] == there[at] for at in there), lambda: f"{table.truth}")
        assert chosen() == "handful"

    stock = table.truth["south-stock"]
    mouse.choose("handful")
    for cup in ("south-1", "south-1", "south-1", "south-2"):
        mouse.drag("south-stock", cup)
    lie(3, 1, 0, stock - 4)
    for place in ("south-1", "south-2", "south-3", "south-3"):
        mouse.tap(place)
    lie(0, 2, 2, stock - 4)
    mouse.tap("south-2")
    mouse.choose("handful")
    page.wait_for_selector("#hand-status:has-text('2 beans, all at once')")
    mouse.tap("south-3")
    lie(0, 0, 4, stock - 4)
    mouse.drag("south-3", "south-1")
    lie(4, 0, 0, stock - 4)
    mouse.choose("cup")
    mouse.tap("south-1")
    page.click("#deed-tip")
    mouse.tap("south-2")
    mouse.tap("south-1")
    mouse.tap("south-3")
    wait_until(lambda: table.truth["south-3"] == table.truth["south-2"] == 1, lambda: str(table.truth))
    assert chosen() == "cup"


def test_in_a_game_without_a_stock_beans_of_the_hand_go_back_to_where_they_lay(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=3, game="kalah 3"), TWO_PERSONS)
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    before = table.truth["south-1"]
    Mouse(page).take_all("south-1")
    wait_until(lambda: table.truth["south-1"] == 0, lambda: str(table.truth))
    assert page.inner_text("#deed-back") == "Put it back"
    page.click("#deed-back")
    wait_until(lambda: table.truth["south-1"] == before, lambda: str(table.truth))
