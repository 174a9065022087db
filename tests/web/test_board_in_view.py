"""On a phone whoever chooses something below the board sees it on the board, with what the board says."""

from pathlib import Path
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import NEXT_FRAMES, drop_the_first_bean
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit, comes_true

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
PHONES = (PHONE, SMALL_PHONE, SIDEWAYS)
TABLET = {**PHONE, "viewport": {"width": 1280, "height": 720}}
OF_BEANS = Setting(7, cups=10, sps=80, game="coin-duel 10 stage 1")
OF_COINS = Setting(7, cups=10, sps=80, game="coin-duel 10 stage 3 turns 1")
IS_SEEN = """((selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""

NAMES_UNDER_HANDS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const hands = [...document.querySelectorAll('.lifted-cup, .hand[data-shown]')].map(box);
  const names = [...document.querySelectorAll('.row-name')].map(box);
  return hands.length > 0 && names.filter((name) => hands.some((hand) => meet(name, hand))).length;
}"""
IS_WHOLE = (
    "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('#say'))"
)


@pytest.fixture
def page(sit: Sit, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A phone's page after one move, scrolled down to its foot."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    table = sit(Setting(7, cups=4), ALONE)
    page = visit(table.address, **PHONE)
    drop_the_first_bean(table, page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return page


def is_seen(page: Any, selector: str) -> None:
    comes_true(page, f"{IS_SEEN}('{selector}')")


ANOTHER_GAME = ("#new-game", ("#begin", "#begin-anyway"), "#say:has-text('drops first')")
A_PUZZLE = ("#puzzles", ("#puzzles-unsolved", "#puzzle-anyway"), "#puzzle[data-progress='going on']")


@pytest.mark.parametrize(
    ("fold", "begins", "has_begun"),
    [pytest.param(*ANOTHER_GAME, marks=pytest.mark.landing), A_PUZZLE],
    ids=["another game", "a puzzle"],
)
def test_what_begins_with_a_press_in_a_panel(
    page: Any, fold: str, begins: tuple[str, str], has_begun: str
) -> None:
    page.click(f"{fold} > summary")
    for button in begins:
        page.click(button)
    page.wait_for_selector(has_begun, state="attached")
    is_seen(page, "#scene")
    is_seen(page, "#say")


@pytest.mark.parametrize(
    ("fold", "begins", "has_begun"), [ANOTHER_GAME, A_PUZZLE], ids=["another game", "a puzzle"]
)
def test_what_begins_while_somebody_looks_back_is_shown(
    page: Any, fold: str, begins: tuple[str, str], has_begun: str
) -> None:
    page.click("#look-back")
    page.wait_for_selector("body[data-review]")
    page.click(f"{fold} > summary")
    for button in begins:
        page.click(button)
    page.wait_for_selector("body:not([data-review])")
    page.wait_for_selector(has_begun, state="attached")


def test_a_move_of_the_list_and_going_on_from_there(page: Any) -> None:
    page.click(".moves li[value='1'] .move")
    page.wait_for_selector("#review:visible")
    is_seen(page, "#scene")
    is_seen(page, "#review")
    page.click("#review-go-on")
    page.click("#go-on-anyway")
    page.wait_for_selector("#put-up")
    is_seen(page, "#put-up")
    is_seen(page, "#scene")


def test_going_on_with_ten_cups_says_its_whole_sentence_on_every_phone(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=10), ALONE)
    page = visit(table.address, **PHONE, locale="de-DE")
    drop_the_first_bean(table, page)
    page.click(".moves li[value='1'] .move")
    page.click("#review-go-on")
    page.click("#go-on-anyway")
    page.wait_for_selector("#put-up:visible")
    for phone in PHONES:
        page.set_viewport_size(phone["viewport"])
        comes_true(page, IS_WHOLE)
        assert page.locator("#say[data-scrolls]").count() == 0
        is_seen(page, "#say")
        is_seen(page, "#put-up")


def test_ten_cups_on_a_small_phone_with_what_the_board_says_wherever_the_page_is_scrolled(
    sit: Sit, visit: Visit
) -> None:
    page = visit(sit(Setting(7, cups=10), ALONE).address, **SMALL_PHONE)
    for each in ("#say", "#scene", "#button-south .button-base"):
        is_seen(page, each)
    page.evaluate("document.querySelector('.hand-line').scrollIntoView({ block: 'end' })")
    for each in ("#say", ".palette:not([hidden])", "#place-south-10", "#button-south .button-base"):
        is_seen(page, each)


@pytest.mark.parametrize(
    ("setting", "device"), [(OF_BEANS, PHONE), (OF_COINS, TABLET)], ids=["beans, phone", "coins, tablet"]
)
def test_ten_cups_for_a_duel_with_all_that_the_hand_chooses_from(
    sit: Sit, visit: Visit, setting: Setting, device: dict[str, Any]
) -> None:
    page = visit(sit(setting, ALONE).address, **device)
    for each in ("#say", "#scene", "#button-south .button-base", ".palette:not([hidden])", ".hand-line"):
        is_seen(page, each)


def test_who_comes_to_the_board_later_moves_nobody_else_s_page(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=4), ALONE)
    page = visit(table.address, **PHONE)
    page.wait_for_selector("body[data-seated]")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = page.evaluate("scrollY")
    visit(table.address)
    page.wait_for_selector("#people:has-text('2 people')", state="attached")
    page.evaluate(NEXT_FRAMES)
    assert page.evaluate("scrollY") == before


def test_a_cup_that_is_lifted_off_a_long_board_covers_no_player_s_name(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=10), TWO_PERSONS).address, **PHONE)
    page.wait_for_selector("body[data-seated]")
    page.tap("button[data-tool=cup]")
    page.tap("#place-south-3 .target-shape")
    page.wait_for_selector(".lifted-cup")
    comes_true(page, f"({NAMES_UNDER_HANDS})() === 0")


@pytest.mark.parametrize("phone", [SMALL_PHONE, SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_what_is_said_between_rounds_is_whole_beside_the_button_for_the_hands(
    sit: Sit, visit: Visit, locale: str, phone: dict[str, Any]
) -> None:
    table = sit(OF_COINS, {Side.SOUTH: PERSON, Side.NORTH: "random"}, factor=16.0)
    page = visit(table.address, **phone, locale=locale)
    page.wait_for_selector("body[data-seated]")
    page.select_option("#seat-south", "random")
    told = table.stage.hub
    wait_until(lambda: told.latest["game"]["message"]["key"].endswith("round-over"), lambda: str(told.latest))
    # A player who is simulated clears the board at once.
    table.evening.pace = type(table.evening.pace)(0.0)
    page.select_option("#seat-south", PERSON)
    wait_until(lambda: table.evening.seats[Side.SOUTH] == PERSON, lambda: str(table.evening.seats))
    table.evening.pace = type(table.evening.pace)(4.0)
    page.wait_for_selector("#put-up:visible")
    comes_true(page, IS_WHOLE)
    is_seen(page, "#say")


IS_ON_TOP = """([selector, name]) => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(name) !== null;
}"""


@pytest.mark.parametrize(
    "setting", [Setting(7, cups=4), OF_BEANS, OF_COINS], ids=["4 cups", "beans", "coins"]
)
def test_the_board_of_a_phone_held_sideways_lies_on_no_panel(
    sit: Sit, visit: Visit, setting: Setting
) -> None:
    page = visit(sit(setting, ALONE).address, **SIDEWAYS)
    page.wait_for_selector("body[data-seated]")
    for panel in ("#new-game", "#makers"):
        page.evaluate(
            "(name) => document.querySelector(name).scrollIntoView({ block: 'center' })", f"{panel} > summary"
        )
        assert page.evaluate(IS_ON_TOP, [f"{panel} > summary", panel]), panel
        page.tap(f"{panel} > summary")
        page.wait_for_selector(f"{panel}[open]")
    page.evaluate("scrollTo(0, 39); document.querySelector('#begin').click()")
    comes_true(page, f"({IS_ON_TOP})(['#button-south .button-base', '#button-south'])")


@pytest.mark.parametrize("number", [2, 8], ids=["4 cups", "10 cups"])
@pytest.mark.parametrize("phone", PHONES, ids=["upright", "small", "sideways"])
def test_what_a_puzzle_asks_for_is_in_view_with_its_board(
    sit: Sit, visit: Visit, phone: dict[str, Any], number: int
) -> None:
    page = visit(sit(Setting(7, cups=4), ALONE).address, **phone)
    page.click("#puzzles > summary")
    page.click(f"[data-puzzle='{number}']")
    page.wait_for_selector(f"#puzzle:visible h2:has-text('Puzzle {number}')")
    page.wait_for_selector(".puzzle-asks:visible:has-text('Sow every bean')")
    for each in ("#say", ".puzzle-asks", "#scene"):
        is_seen(page, each)


def test_what_a_puzzle_asks_for_can_be_read_below_the_tools_of_a_phone_held_sideways(
    sit: Sit, visit: Visit
) -> None:
    page = visit(sit(Setting(7, cups=4), ALONE).address, **SIDEWAYS)
    page.click("#puzzles > summary")
    page.click("#puzzles-unsolved")
    page.wait_for_selector("#puzzle[data-progress='going on']:visible")
    for each in ("#say", "#scene", ".hand-line"):
        is_seen(page, each)
    page.locator("#puzzle").scroll_into_view_if_needed()
    comes_true(page, f"({IS_ON_TOP})(['#puzzle h2', '#puzzle'])")
