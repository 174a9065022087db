"""How the page treats whoever plays: to whom it speaks, what it asks first, what it never hides."""

import re
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse, drop_the_first_bean
from processes import wait_until
from sitting import NOBODY, Sit, Sitting, Visit, comes_true

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
THUMB_BESIDE_LINE = """() => {
  const slider = document.querySelector('.review-time input'), box = slider.getBoundingClientRect();
  const thumb = 1.1 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const middle = box.left + thumb / 2 + slider.value / slider.max * (box.width - thumb);
  const line = document.querySelector('.review .score-now').getBoundingClientRect();
  return Math.abs(middle - line.left - line.width / 2);
}"""
COVERED_BY_THE_NOTICE = """() => {
  const notice = document.querySelector('.notice').getBoundingClientRect();
  const seen = [...document.querySelectorAll('#say, button, select, summary, .button-base')];
  return seen.filter((each) => each.checkVisibility()).filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < notice.right && notice.left < right && top < notice.bottom && notice.top < bottom;
  }).map((each) => each.outerHTML.slice(0, 80));
}"""


def with_a_move(sit: Sit, visit: Visit, **how: Any) -> tuple[Sitting, Any]:
    """A game against a simulated player in which South has moved."""
    table = sit(Setting(7, cups=3), ALONE, factor=2.0)
    page = visit(table.address, **how)
    drop_the_first_bean(table, page)
    return table, page


def has_turn(table: Sitting, side: Side) -> bool:
    referee = table.evening.world.referee
    return table.evening.live_state()["game"]["turn"] == side.value and referee.history.entries != ()


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "North plays"), ("de-DE", "Nord spielt")])
def test_while_a_simulated_player_moves_nobody_is_told_to_press(
    sit: Sit, visit: Visit, locale: str, said: str
) -> None:
    table, page = with_a_move(sit, visit, locale=locale)
    table.evening.pace = type(table.evening.pace)(1.0)
    heard = set()

    def is_souths_turn() -> bool:
        text = page.inner_text("#say")
        if page.get_attribute("#say", "data-turn") == "north":
            heard.add(text)
        return page.get_attribute("#say", "data-turn") == "south"

    wait_until(is_souths_turn, lambda: str(heard))
    assert any(text.startswith(said) and text.endswith("…") for text in heard), heard
    assert not any(re.search("[Pp]ress|[Dd]rück|go on|weiter", text) for text in heard), heard
    comes_true(page, "/South|Süd/.test(document.getElementById('say').textContent)")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_going_on_from_a_move_asks_before_it_ends_the_game_on_the_table(
    sit: Sit, visit: Visit, locale: str
) -> None:
    table, page = with_a_move(sit, visit, locale=locale)
    world = table.evening.world
    wait_until(lambda: has_turn(table, Side.SOUTH), lambda: page.inner_text("#say"))
    page.click(".moves li[value='1'] .move")
    page.click("#review-go-on")
    page.wait_for_selector("#go-on-asks:visible")
    page.click("#go-on-play-on")
    assert page.locator("#go-on-asks").is_hidden()
    assert table.evening.world is world
    page.click("#review-go-on")
    page.click("#go-on-anyway")
    wait_until(lambda: table.evening.world is not world, lambda: page.inner_text("#say"))
    page.wait_for_selector("#review", state="hidden")


def test_the_guide_asks_before_it_ends_the_game_on_the_table(sit: Sit, visit: Visit) -> None:
    table, page = with_a_move(sit, visit)
    world = table.evening.world
    page.click("#help")
    page.click("#guide-again")
    page.click("#guide-play-on")
    assert table.evening.world is world
    assert page.locator("#guide-asks").is_hidden()
    page.click("#guide-again")
    page.click("#guide-anyway")
    wait_until(lambda: table.evening.world is not world, lambda: page.inner_text("#say"))
    page.wait_for_selector("#help-dialog", state="hidden")


def test_where_nothing_is_lost_the_guide_begins_at_once(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), ALONE)
    page = visit(table.address)
    world = table.evening.world
    page.click("#help")
    page.click("#guide-again")
    wait_until(lambda: table.evening.world is not world, lambda: page.inner_text("#say"))


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (768, 1024), (1024, 768)])
def test_a_notice_covers_neither_the_sentence_nor_a_button(
    sit: Sit, visit: Visit, size: tuple[int, int]
) -> None:
    table = sit(Setting(7, cups=4), ALONE)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.wait_for_selector("body[data-seated]")
    Mouse(page).press(Side.NORTH)
    page.wait_for_selector(".notice:visible")
    assert page.evaluate(COVERED_BY_THE_NOTICE) == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_slider_and_graph_of_a_game_share_one_scale(sit: Sit, visit: Visit, size: tuple[int, int]) -> None:
    table = sit(Setting(7, cups=2, stock_beans=3), NOBODY, factor=32.0)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]})
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.evaluate("document.getElementById('look-back').click()")
    page.wait_for_selector("#review:visible")
    for key in ("End", "Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        assert page.evaluate(THUMB_BESIDE_LINE) < 1.5


def test_undo_on_the_page_leads_back_to_ones_own_turn_and_redo_forth_again(sit: Sit, visit: Visit) -> None:
    table, page = with_a_move(sit, visit)
    wait_until(lambda: has_turn(table, Side.SOUTH), lambda: page.inner_text("#say"))
    moves = len(table.evening.record.entries)
    page.click("#deed-undo")
    wait_until(lambda: table.evening.record.entries == (), lambda: page.inner_text("#say"))
    wait_until(lambda: not any(table.truth[place] for place in ("south-1", "north-1")), lambda: "beans")
    page.wait_for_selector("#deed-redo:enabled")
    assert page.locator("#deed-undo").is_disabled()
    page.keyboard.press("y")
    wait_until(lambda: len(table.evening.record.entries) == moves, lambda: page.inner_text("#say"))
    page.wait_for_selector("#deed-undo:enabled")


@pytest.mark.parametrize(
    ("locale", "question"), [("en-GB", "The game under way ends."), ("de-DE", "Das laufende Spiel endet.")]
)
def test_begin_asks_while_a_game_with_a_move_is_not_over(
    sit: Sit, visit: Visit, locale: str, question: str
) -> None:
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address, locale=locale)
    page.wait_for_selector("body[data-seated]")
    page.click("#new-game > summary")
    assert page.locator("#new-turns").is_hidden(), "no box of another game"
    page.select_option("#new-size", "3")
    page.click("#begin")
    page.wait_for_selector("#place-south-3")
    assert page.locator("#begin-asks").is_hidden(), "nothing is lost yet"

    hand = Mouse(page)
    hand.drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    hand.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='1']")
    seed = table.evening.world.setting.seed
    page.select_option("#new-size", "4")
    page.click("#begin")
    page.wait_for_selector(f"#begin-asks:has-text('{question}')")
    page.click("#begin-play-on")
    assert page.locator("#begin-asks").is_hidden()
    assert table.evening.world.setting.seed == seed
    page.click("#begin")
    page.click("#begin-anyway")
    page.wait_for_selector("#place-south-4")
    assert page.locator("#begin-asks").is_hidden()
