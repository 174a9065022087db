"""Games played on the page as a person would, held against what really lies on the simulated table."""

from typing import Any

import pytest
from cupsboard.rules.places import Side, pot
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Finger, Keys, Mouse, loose_bean_lies
from processes import wait_until
from sitting import Sit, Sitting, Visit, comes_true

pytestmark = pytest.mark.landing
SMALL = Setting(7, cups=2, stock_beans=2)


def moves_on(page: Any) -> int:
    return page.locator(".moves li[data-side]").count()


def play_to_the_end(table: Sitting, page: Any, hands: Any) -> int:
    """Moves played; ones that gain something first, so that captures and sowings come up."""
    for number in range(60):
        wait_until(lambda: table.plans or table.is_over, lambda: "that somebody may move, or the end")
        if table.is_over:
            return number
        plans = [each for each in table.plans if each.side is Side.SOUTH] or table.plans
        before = moves_on(page)
        plan = max(plans, key=lambda plan: (len({each.source for each in plan.open}), plan.label))
        hands.play(plan)
        wait_until(
            lambda before=before: moves_on(page) > before,
            lambda plan=plan: f"{plan} in the page's list; {page.inner_text('.play')}; truly {table.truth}",
        )
    raise AssertionError("sixty moves and no end")


def scores_on(page: Any) -> dict[Side, int]:
    return {side: int(page.inner_text(f".player[data-side={side.value}] .player-score b")) for side in Side}


def true_scores(table: Sitting) -> dict[Side, int]:
    return {side: table.truth[pot(side)] for side in Side}


def test_a_whole_game_is_played_by_mouse_and_the_score_is_what_lies_in_the_pots(
    visit: Visit, sit: Sit
) -> None:
    table = sit(SMALL)
    page = visit(table.address)
    assert play_to_the_end(table, page, Mouse(page)) >= 4
    page.wait_for_selector("#say[data-over]")
    assert scores_on(page) == true_scores(table)
    assert sum(true_scores(table).values()) > 0
    assert "wins" in page.inner_text("#say") or "tie" in page.inner_text("#say").lower()


@pytest.mark.long("ten seconds of a browser")
def test_a_whole_game_is_played_with_the_keys_alone(visit: Visit, sit: Sit) -> None:
    table = sit(SMALL)
    page = visit(table.address)
    assert play_to_the_end(table, page, Keys(page)) >= 4
    page.wait_for_selector("#say[data-over]")
    assert scores_on(page) == true_scores(table)


@pytest.mark.long("ten seconds of a browser")
def test_a_wrong_drop_is_noticed_and_put_right_by_following_the_lights(visit: Visit, sit: Sit) -> None:
    table = sit(Setting(7, cups=3), factor=4.0)
    page = visit(table.address)
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.drag("south-stock", "south-pot")
    page.wait_for_selector(".plate[data-meaning=TOO_MANY]")
    # Where the first bean was seen before the second came, the sentence says how to mend it.
    assert "South's pot" in page.inner_text("#say")
    wrong = page.locator("[id^=place-][aria-label*='take 1 bean out']")
    assert wrong.get_attribute("id") == "place-south-pot"
    assert lit_pixels(page, "south-pot"), "what the words say the lights say too"
    mouse.drag("south-pot", "south-stock")
    page.wait_for_selector(".plate[data-meaning=TOO_MANY]", state="detached")
    mouse.press(Side.SOUTH)
    wait_until(lambda: moves_on(page) == 1, lambda: page.inner_text("#say"))
    assert table.truth["south-1"] == 1
    assert table.truth["south-pot"] == 0


@pytest.mark.long("ten seconds of a browser")
def test_a_game_is_played_with_a_finger_on_a_phone(visit: Visit, sit: Sit) -> None:
    table = sit(SMALL)
    page = visit(table.address, viewport={"width": 390, "height": 844}, has_touch=True, device_scale_factor=2)
    finger = Finger(page)
    assert play_to_the_end(table, page, finger) >= 4
    page.wait_for_selector("#say[data-over]")
    assert scores_on(page) == true_scores(table)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"


@pytest.mark.long("four seconds a page")
def test_a_bean_beside_the_board_lies_there_and_can_be_taken_again(visit: Visit, sit: Sit) -> None:
    table = sit(SMALL)
    page = visit(table.address)
    mouse = Mouse(page)
    mouse.tap("south-stock")
    page.wait_for_selector("#hand-status:has-text('1 bean')")
    scene = page.locator("#scene").bounding_box()
    page.mouse.click(scene["x"] + 6, scene["y"] + 6)
    wait_until(lambda: table.truth["off-board"] == 1, lambda: str(table.truth))
    loose_bean_lies(page)
    page.mouse.click(scene["x"] + 6, scene["y"] + 6)
    wait_until(lambda: table.truth["off-board"] == 0, lambda: str(table.truth))
    mouse.tap("south-stock")
    wait_until(lambda: table.truth["south-stock"] == 2, lambda: str(table.truth))


@pytest.mark.long("four seconds a page")
def test_the_last_bean_of_a_place_goes_back_with_a_second_tap(visit: Visit, sit: Sit) -> None:
    table = sit(SMALL)
    page = visit(table.address)
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-pot")
    for lies in (1, 0, 1):
        wait_until(lambda lies=lies: table.truth["south-pot"] == lies, lambda: str(table.truth))
        comes_true(page, f"document.querySelector('#place-south-pot[aria-label*=\"{lies} bean\"]') !== null")
        mouse.tap("south-pot")


@pytest.mark.long("four seconds a page")
def test_two_cups_in_the_air_come_back_on_each_others_platform(visit: Visit, sit: Sit) -> None:
    table = sit(SMALL)
    page = visit(table.address)
    world = table.evening.world
    before = {place: world.table.cup_grams(place) for place in ("south-1", "south-2")}
    mouse = Mouse(page)
    mouse.choose("cup")
    scene = page.locator("#scene").bounding_box()
    for place in before:
        page.mouse.move(*mouse.at(place))
        page.mouse.down()
        page.mouse.move(scene["x"] + 8, scene["y"] + 8, steps=4)
        page.mouse.up()
        wait_until(lambda place=place: not world.table.has_cup(place), lambda: "the cup in the air")
    page.wait_for_selector("#hand-status:has-text('cup 1'):has-text('cup 2')")
    mouse.tap("south-1")
    page.wait_for_selector("#hand-status:not(:has-text('cup 1'))")
    mouse.tap("south-2")
    wait_until(lambda: world.table.has_cup("south-2"), lambda: "the second cup back")
    assert {place: world.table.cup_grams(place) for place in before} == before
    assert page.inner_text("#hand-status").endswith("empty")


@pytest.mark.long("four seconds a page")
def test_both_buttons_held_and_let_go_take_a_move_back(visit: Visit, sit: Sit) -> None:
    page = visit(sit(SMALL, factor=1.0).address)
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)
    wait_until(lambda: moves_on(page) == 1, lambda: page.inner_text("#say"))
    page.hover("#deed-both")
    page.mouse.down()
    page.wait_for_selector("#button-south[data-down]")
    page.wait_for_selector("#say:has-text('Let go: undo.')")
    page.mouse.up()
    page.wait_for_selector("#button-south:not([data-down])")
    page.wait_for_selector(".moves .none")
    assert "Undone" in page.inner_text("#say")


@pytest.mark.long("ten seconds of a browser")
def test_both_buttons_held_on_make_a_pause_and_the_page_tells_so_in_its_own_language(
    visit: Visit, sit: Sit
) -> None:
    page = visit(sit(SMALL, factor=1.0).address, locale="de-DE")
    page.hover("#deed-both")
    page.mouse.down()
    page.wait_for_selector("#say:has-text('Weiter halten: Pause.')")
    page.wait_for_selector("#say:has-text('Drücken, um weiterzuspielen')")
    page.mouse.up()
    page.wait_for_selector("#place-south-pot[aria-label*='Pause']")
    Mouse(page).press(Side.NORTH)
    page.wait_for_selector("#say:has-text('Wer zuerst legt, beginnt.')")


def lit_pixels(page: Any, place: str) -> bool:
    """Whether any of a place's pixels shines at some time within a rhythm's period."""
    return page.evaluate(
        """async (place) => {
          const pixels = [...document.querySelectorAll(`.ring[data-place=${place}] .pixel`)];
          for (let looks = 0; looks < 40; looks++) {
            if (pixels.some((each) => each.style.opacity > 0)) return true;
            await new Promise((done) => setTimeout(done, 50));
          }
          return false;
        }""",
        place,
    )


WATCH_FOR_MOVING = """() => {
    window.moved = 0;
    const begun = each => "moving" in each.target.dataset;
    const note = changes => { window.moved += changes.filter(begun).length; };
    const options = {subtree: true, attributes: true, attributeFilter: ["data-moving"]};
    new MutationObserver(note).observe(document.body, options);
}"""


@pytest.mark.long("four seconds a page")
def test_a_hand_on_a_rim_and_a_bump_are_felt_by_the_scales(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SMALL, factor=1.0).address)
    mouse = Mouse(page)
    page.wait_for_selector("#say:has-text('Whoever drops first')")
    # A look now and then may miss a moment of moving; an observer doesn't.
    page.evaluate(WATCH_FOR_MOVING)
    page.click("#makers > summary")
    mouse.choose("lean")
    mouse.tap("south-1")
    comes_true(page, "window.moved")
    page.wait_for_selector(".plate[data-moving]", state="detached")
    page.evaluate("window.moved = 0")

    def is_bumped() -> bool:
        # A bump is over in a moment, which a busy computer may not get round to showing.
        page.click("#deed-bump")
        page.wait_for_timeout(1000)
        return bool(page.evaluate("window.moved"))

    wait_until(is_bumped, "a bump that is shown")
    page.wait_for_selector(".plate[data-moving]", state="detached")
    assert moves_on(page) == 0
