"""King of the Cups in a real browser: a race by mouse and by finger, and the page for the table's middle."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from audits import CUT, PALE, UNNAMED, certainty_told
from cupsboard.rules.king_of_the_cups.cups_and_dice import parse_dice
from cupsboard.web.server import serving
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.ticking import keep_ticking
from hands_of_a_tester import Fingertip
from processes import PATIENCE_SECONDS, wait_until

SIZES = ((1280, 800), (360, 640), (640, 360))
DICE = "[...document.querySelectorAll('#dice[data-lie] .said-die')].map((each) => each.dataset.kind)"
IS_RACE = "document.querySelector('#say').innerText.startsWith('The dice')"
STANDING = "document.querySelector('#seat-one').dataset.standing"
ENDING_LIES = "JSON.stringify(document.querySelector('#ending').getBoundingClientRect())"
ENDING_SHOWS = """(() => {
  const { top, bottom } = document.querySelector('#ending').getBoundingClientRect();
  return top >= 0 && bottom < innerHeight + 1;
})()"""
OVERFLOWS = "document.documentElement.scrollWidth > innerWidth"


class Guests:
    """Pages at one table, and all that they complain of."""

    def __init__(self, browser: Any, address: str, stage: TableStage) -> None:
        self._browser, self._address, self.stage = browser, address, stage
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def opens(self, path: str = "", **how: Any) -> Any:
        context = self._browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", **how)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on(
            "console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text)
        )
        page.goto(self._address + path)
        return page


@pytest.fixture(scope="module")
def guests(browser: Any) -> Iterator[Guests]:
    evening = TableEvening(5, 2, factor=4.0)
    stage = TableStage(evening, is_only_watched=False)
    is_over = threading.Event()
    with ExitStack() as stack:
        thread = threading.Thread(target=lambda: keep_ticking(stage, is_over.is_set))
        thread.start()
        stack.callback(thread.join)
        stack.callback(is_over.set)
        guests = Guests(browser, stack.enter_context(serving(stage.app, port=0)), stage)
        yield guests
        for context in guests.contexts:
            context.close()
    assert guests.complaints == []


@pytest.fixture(scope="module")
def players(guests: Guests) -> tuple[Any, Any]:
    """The pages of the first seat and the second, in two browsers. The hands of both rest at home."""
    page = guests.opens(has_touch=True)
    page.wait_for_selector("#tools:not([hidden])")
    other = guests.opens()
    other.click("#seat-two .seat-own")
    other.wait_for_selector("#seat-two[data-own]")
    page.wait_for_selector("#say:has-text('Press “My hand rests at home”')")
    for each in (other, page):
        each.click("#rest[aria-pressed=false]")
        each.wait_for_selector("#rest[aria-pressed=true]")
    return page, other


@pytest.fixture(scope="module")
def page(players: tuple[Any, Any]) -> Any:
    """The page of the first seat."""
    return players[0]


def right_cup(page: Any, not_after: Any = None) -> str:
    """What a person works out once the dice lie."""

    def is_rolled() -> bool:
        dice = page.evaluate(DICE)
        return len(dice) == 2 and dice != not_after and page.evaluate(IS_RACE)

    wait_until(is_rolled, lambda: page.inner_text("#say"))
    return parse_dice(", ".join(page.evaluate(DICE))).right_cup.kind


def test_the_right_cup_is_grabbed_by_mouse_and_a_second_one_by_taps(page: Any) -> None:
    assert page.title().startswith("King of the Cups")
    kind = right_cup(page)
    tray = page.locator("#button-one .home-cap").bounding_box()
    page.locator(f"#cup-{kind} .cup-body").hover()
    page.mouse.down()
    page.mouse.move(tray["x"] + 40, tray["y"] + tray["height"] + 30, steps=8)
    page.mouse.up()
    wait_until(lambda: "right cup" in page.inner_text("#dice"), lambda: page.inner_text("#say"))
    assert page.locator(f"#cup-{kind}[data-right]").count() == 1
    assert page.inner_text("#seat-one .seat-score") == "cups: 1"
    assert certainty_told(page) == [], "how sure the board was is no racer's business"
    kind = right_cup(page, page.evaluate(DICE))
    page.locator(f"#cup-{kind} .cup-body").tap()
    page.touchscreen.tap(tray["x"] + 40, tray["y"] + tray["height"] + 30)
    wait_until(lambda: page.inner_text("#seat-one .seat-score") == "cups: 2", lambda: page.inner_text("#say"))


def test_who_can_not_drag_grabs_by_keys(page: Any) -> None:
    kind = right_cup(page, page.evaluate(DICE))
    said = page.locator(f"#cup-{kind}").get_attribute("aria-label")
    if "spot" in said:
        page.keyboard.press(said[-1])
    else:
        page.locator(f"#cup-{kind}").focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        page.keyboard.press("Enter")
    wait_until(
        lambda: "Player 1 has the right cup" in page.inner_text("#dice"), lambda: page.inner_text("#say")
    )


def test_what_is_written_on_a_button_is_no_part_of_its_name(page: Any) -> None:
    assert page.locator("#button-one").get_attribute("aria-label").startswith("Button of")
    assert page.locator("#button-one text").count() == 0
    assert page.text_content(".home-words[data-seat=one]")


def test_how_to_play_stands_at_the_top_and_the_page_for_the_middle_opens_beside_this_one(
    guests: Guests,
) -> None:
    page = guests.opens()
    page.click("#help")
    page.wait_for_selector("#help-dialog .rule >> nth=5")
    assert page.locator(".rule .die").count() > 6
    page.click("#help-close")
    assert page.get_attribute("#to-middle", "target") == "_blank"


def test_a_swipe_beside_cups_moves_the_page_and_one_on_a_cup_takes_it(guests: Guests, page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.body.style.paddingBottom = '60rem'")
    finger = Fingertip(page)
    top, bottom = edges_of_the_scene(page)
    left = page.evaluate("document.querySelector('#scene svg').getBoundingClientRect().left")
    page.evaluate("scrollTo(0, 40)")
    finger.down((left + 3, (top + bottom) / 2))
    finger.slide((left + 3, (top + bottom) / 2 + 60))
    finger.up()
    wait_until(lambda: page.evaluate("scrollY < 40"), lambda: str(page.evaluate("scrollY")))
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("#cup-red-circle .cup-body").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.down((x, y))
    finger.slide((x, y - 70))
    finger.up()
    assert page.evaluate("scrollY") == 0
    page.evaluate("document.body.style.paddingBottom = ''")


def edges_of_the_scene(page: Any) -> tuple[float, float]:
    """Return top and bottom; the scene is drawn anew when something happens, and has neither in between."""
    edges = "(({top, bottom}) => [top, bottom])(document.querySelector('#scene svg').getBoundingClientRect())"
    top, bottom = page.evaluate(edges)
    return top, bottom


def test_nothing_is_cut_pale_or_without_a_name_in_any_size(page: Any) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_until(
            lambda: not page.evaluate(OVERFLOWS) and page.evaluate(CUT) == [],
            lambda: f"a page that fits; cut: {page.evaluate(CUT)}",
        )
        top, bottom = edges_of_the_scene(page)
        assert top >= 0
        assert bottom <= height
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(PALE) == []


def test_the_page_in_the_middle_of_the_table_shows_dice_twice_and_calls_players_by_name(
    page: Any, guests: Guests
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#names summary").click()
    page.fill("#name-one", "Ada")
    page.press("#name-one", "Enter")
    middle = guests.opens("king/middle.html")
    wait_until(lambda: guests.stage.seats.names, lambda: "a name")
    middle.wait_for_selector("body[data-phase=race]")
    shown = middle.evaluate("[...document.querySelectorAll('.half')].map((half) => half.innerText)")
    assert shown[0] == shown[1] != ""
    assert (
        middle.evaluate("getComputedStyle(document.querySelector('.half[data-turned]')).rotate") == "180deg"
    )
    assert middle.evaluate("document.querySelector('.faces .die').getBoundingClientRect().width") > 250
    wait_until(lambda: "Ada" in page.inner_text("#seat-one"), lambda: page.inner_text("#seats"))


def called(page: Any) -> list[str]:
    said: list[str] = page.locator(".seat-name").all_inner_texts()
    return said


def is_called(page: Any, *names: str) -> None:
    wait_until(lambda: called(page) == list(names), lambda: f"{names}, not {called(page)}")


def test_two_of_one_name_are_told_apart_and_nobody_writes_the_name_of_another(
    players: tuple[Any, Any],
) -> None:
    page, other = players
    for each, seat, name in ((page, "one", "Ada"), (other, "two", "ADA")):
        each.evaluate("document.querySelector('#names').open = true")
        each.fill(f"#name-{seat}", name)
        each.press(f"#name-{seat}", "Enter")
    for each in players:
        is_called(each, "Ada (1)", "ADA (2)")
    assert other.is_disabled("#name-one")
    assert other.input_value("#name-one") == "Ada"


def test_a_name_goes_with_the_person_and_who_sits_down_sees_the_table(players: tuple[Any, Any]) -> None:
    page, other = players
    other.set_viewport_size({"width": 390, "height": 844})
    other.fill("#name-two", "Bo")
    other.press("#name-two", "Enter")
    is_called(page, "Ada", "Bo")
    other.click("#seat-two .seat-own")
    for each in players:
        is_called(each, "Ada", "Player 2")
    assert other.evaluate("scrollY") > 0
    other.click("#seat-two .seat-own")
    is_called(page, "Ada", "Bo")
    assert other.evaluate("scrollY") == 0


def test_another_game_shows_its_table_to_all_who_play(players: tuple[Any, Any]) -> None:
    page, other = players
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 300)")
    other.click("#new-game summary")
    other.click("#begin")
    wait_until(lambda: page.evaluate("scrollY") == 0, lambda: str(page.evaluate("scrollY")))


def place_of(page: Any, kind: str) -> str:
    said: str = page.get_attribute(f"#cup-{kind}", "aria-label")
    return said.split(", ")[1]


def stands_on_a_spot(page: Any, kind: str) -> None:
    wait_until(lambda: "spot" in place_of(page, kind), lambda: place_of(page, kind))


def test_a_phone_that_is_turned_in_the_middle_of_a_drag_puts_the_cup_back(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    stands_on_a_spot(page, "red-circle")
    finger, cup = Fingertip(page), page.locator("#cup-red-circle .cup-body")
    cup.hover()  # it lies still
    box = cup.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.down((x, y))
    finger.slide((x + 40, y + 60))
    wait_until(lambda: "hand" in place_of(page, "red-circle"), lambda: place_of(page, "red-circle"))
    page.set_viewport_size({"width": 844, "height": 390})
    stands_on_a_spot(page, "red-circle")
    finger.up()
    page.set_viewport_size({"width": 390, "height": 844})


def test_the_button_that_puts_all_cups_up_is_in_view_and_counts_what_is_in_the_hand(page: Any) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.focus("#cup-blue-square")
    page.keyboard.press("Enter")
    page.wait_for_selector("#put-up:visible")
    box = page.locator("#put-up").bounding_box()
    assert box["y"] + box["height"] <= 844
    page.click("#put-up")
    stands_on_a_spot(page, "blue-square")
    page.wait_for_selector("#put-up", state="hidden")


def test_who_has_won_stands_in_view_on_a_phone_as_soon_as_it_is_known(browser: Any) -> None:
    evening = TableEvening(5, 2, factor=1.0)
    stage = TableStage(evening, is_only_watched=True)
    with ExitStack() as stack:
        guests = Guests(browser, stack.enter_context(serving(stage.app, port=0)), stage)
        stack.callback(lambda: [context.close() for context in guests.contexts])
        page = guests.opens(has_touch=True, is_mobile=True)
        page.set_viewport_size({"width": 390, "height": 844})
        while not evening.state()["game"]["isOver"]:
            stage.tick(0.5)
        page.wait_for_selector("#ending", state="visible")
        wait_until(lambda: page.evaluate(ENDING_SHOWS), lambda: page.evaluate(ENDING_LIES))
        assert guests.complaints == []
