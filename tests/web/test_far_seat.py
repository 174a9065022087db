"""A seat without a board: two browsers play a whole game on the page of a server, whose sockets are cut."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cupsboard.distance.link import take_seat
from cupsboard.distance.shared_game import ALONE_SECONDS, SharedGame
from cupsboard.distance.wire import VERSION, Clock, Follow, Hello, Invite, written
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving, serving_records
from hands_of_a_tester import Fingertip, Mouse
from playwright.sync_api import Browser, Page, Route, expect
from processes import wait_until
from websockets.sync.client import connect

MOST_LOOKS = 1000
"""A game of 2 x 3 takes some 60 moves, and a look at both pages hardly ever finds a move on its way."""
FINGER = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        yield club.address


def seated(browser: Browser, address: str, name: str, **looks: object) -> Page:
    context = browser.new_context(locale="en-GB", **looks)  # type: ignore[arg-type]
    # The page's sockets are within reach, to be cut.
    context.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real"
        " { constructor(...a) { super(...a); window.sockets.push(this); } };"
    )
    page = context.new_page()
    page.goto(address)
    page.fill("#name", name)
    return page


def at_a_table(browser: Browser, address: str, game: str, clock: str = "0") -> tuple[Page, Page]:
    """Two pages at one game: Anna's with a mouse, and Ben's on a phone."""
    anna = seated(browser, address, "Anna")
    anna.select_option("#game", game)
    anna.select_option("#clock", clock)
    anna.click("#sit")
    expect(anna.locator("#far")).to_contain_text("/g/")
    ben = seated(browser, anna.url, "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#board .live")).to_be_visible()
    wait_until(lambda: is_to_move(anna) or is_to_move(ben), "a turn")
    return anna, ben


def is_to_move(page: Page) -> bool:
    return page.locator("#moves button").count() > 0


def moves_of(page: Page) -> list[dict[str, Any]]:
    """The moves that the server tells, with where pieces are dragged from and to."""
    address = page.evaluate("location.pathname").replace("/g/", "/games/") + "/table"
    return list(page.evaluate("async (address) => (await (await fetch(address)).json()).moves", address))


def test_a_phone_plays_a_whole_game_by_dragging_while_its_socket_is_cut_ten_times(
    browser: Browser, club: str, tmp_path: Path
) -> None:
    anna, ben = at_a_table(browser, club, "cups 3")
    finger, aim = Fingertip(ben), Mouse(ben)
    cuts = dragged = 0
    for _ in range(MOST_LOOKS):
        over = anna.locator("#sentence").inner_text().startswith("The game is over")
        if over:
            break
        if is_to_move(anna):
            anna.evaluate("() => document.querySelector('#moves button:not([aria-disabled])')?.click()")
        if is_to_move(ben):
            # The page may be an answer behind the record, whose turn may be Anna's by then.
            move = next((each for each in moves_of(ben) if each["from"].startswith(mine(ben))), None)
            if move is not None:
                ways = aim.at(move["from"]), aim.at(move["to"][-1])
                finger.down(ways[0])
                finger.slide(ways[1])
                finger.up()
                dragged += 1
                if cuts < 10:
                    ben.evaluate("() => window.sockets.at(-1).close()")
                    cuts += 1
        anna.wait_for_timeout(20)
    assert over, f"no end after {MOST_LOOKS} looks: {[each.inner_text('body') for each in (anna, ben)]}"
    assert cuts == 10
    assert dragged >= 10
    expect(ben.locator("#sentence")).to_contain_text("The game is over")
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        shared = SharedGame.of(records.entries(records.codes()[0], 0))
    assert shared.end is not None
    assert shared.end.why == "played"


def mine(page: Page) -> str:
    return str(page.locator("#player-own").get_attribute("data-side"))


@pytest.mark.parametrize("has_finger", [True, False])
def test_a_bean_is_dragged_where_a_move_brings_it_and_goes_back_from_anywhere_else(
    browser: Browser, club: str, has_finger: bool
) -> None:
    anna, ben = at_a_table(browser, club, "cups 4", clock="1")
    page, other = (ben, anna) if has_finger else (anna, ben)
    if is_to_move(other):
        other.locator("#moves button").first.click()
    expect(page.locator("#moves button").first).to_be_visible()
    own, far, aim = mine(page), mine(other), Mouse(page)
    for target, is_played in ((f"{far}-2", False), (f"{own}-2", True)):
        source, there = aim.at(f"{own}-stock"), aim.at(target)
        if has_finger:
            finger = Fingertip(page)
            finger.down(source)
            finger.slide(there)
            assert page.locator("#carried .bean").count() == 1
            finger.up()
        else:
            page.mouse.move(*source)
            page.mouse.down()
            page.mouse.move(*there, steps=4)
            assert page.locator("#carried .bean").count() == 1
            page.mouse.up()
        assert page.locator("#carried .bean").count() == 0
        assert page.evaluate("scrollY") == 0
        if not is_played:
            assert is_to_move(page)
    expect(other.locator("#moves button").first).to_be_visible()
    expect(page.locator("#moves button")).to_have_count(0)
    moved = other.locator(f".plate[data-place='{own}-2'] .count")
    expect(moved).not_to_have_text("0")
    for each in (page, other):
        expect(each.locator("#player-own .clock")).to_have_text(re.compile(r"\d+:\d\d"))


def test_a_move_is_made_by_tapping_a_cup_taken_back_by_agreement_and_a_phrase_is_heard(
    browser: Browser, club: str
) -> None:
    anna = seated(browser, club, "Anna")
    anna.click("#sit")
    expect(anna.locator("#far")).to_contain_text("/g/")
    ben = seated(browser, anna.url, "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#board")).to_be_visible()
    first = wait_until(
        lambda: next((p for p in (anna, ben) if p.locator(".target[data-legal]").count()), None), "a turn"
    )
    second = ben if first is anna else anna
    expect(first.locator("#enter")).to_be_hidden()
    first.locator(".target[data-legal][id$='-2'] .target-shape").click()
    expect(second.locator(".target[data-legal]").first).to_be_visible()
    first.get_by_role("button", name="Take back").click()
    second.get_by_role("button", name="Yes", exact=True).click()
    expect(first.locator(".target[data-legal]").first).to_be_visible()
    second.get_by_role("button", name="Well played!").click()
    expect(first.locator("#heard")).to_contain_text("Well played!")
    for page in (anna, ben):
        small = page.evaluate(
            "() => [...document.querySelectorAll('.target[data-legal] .target-shape, button')].filter(e =>"
            " e.checkVisibility() && e.getBoundingClientRect().height < 43.5).length"
        )
        assert small == 0


def test_a_tap_on_a_question_that_has_just_come_says_nothing_and_calling_off_takes_two(
    browser: Browser, club: str
) -> None:
    anna, ben = at_a_table(browser, club, "cups 3")
    anna.get_by_role("button", name="Call it off").click()
    yes = ben.get_by_role("button", name="Yes", exact=True)
    expect(yes).to_be_visible()
    # A finger that was on its way already.
    yes.click(force=True, no_wait_after=True)
    ben.get_by_role("button", name="No", exact=True).click()
    expect(anna.locator("#sentence")).to_have_text("Ben says no. Ask again after a move, if you like.")
    expect(anna.get_by_role("button", name="Call it off")).to_have_count(0)
    ben.get_by_role("button", name="Call it off").click()
    anna.get_by_role("button", name="Yes", exact=True).dblclick()
    sure = anna.get_by_role("button", name="Call the game off? Tap again.")
    expect(sure).to_be_visible()
    expect(ben.locator("#sentence")).not_to_contain_text("over")
    sure.click()
    expect(ben.locator("#sentence")).to_contain_text("The game is over: called off")


def test_a_cup_of_kalah_is_dragged_to_where_its_last_bean_goes(browser: Browser, club: str) -> None:
    anna, ben = at_a_table(browser, club, "kalah 6")
    page = anna if is_to_move(anna) else ben
    aim, own = Mouse(page), mine(page)
    expect(page.locator("#moves button").first).to_be_visible()
    page.mouse.move(*aim.at(f"{own}-1"))
    page.mouse.down()
    # The board may have found another size since: it is looked for where it stands now.
    page.mouse.move(*aim.at(f"{own}-5"), steps=4)
    expect(page.locator("#carried .bean")).to_have_count(4)
    expect(page.locator(f"#place-{own}-5[data-over]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f".plate[data-place='{own}-1'] .count")).to_have_text("0")
    expect(page.locator(f".plate[data-place='{own}-5'] .count")).to_have_text("5")


def test_a_finger_scrolls_beside_the_places_and_moves_upon_them(browser: Browser, club: str) -> None:
    anna, ben = at_a_table(browser, club, "cups 4")
    if is_to_move(anna):
        anna.locator("#moves button").first.click()
    expect(ben.locator("#moves button").first).to_be_visible()
    ben.set_viewport_size({"width": 390, "height": 500})
    finger, aim, own = Fingertip(ben), Mouse(ben), mine(ben)
    finger.down(aim.at(f"{own}-stock"))
    finger.slide((195, 60))
    finger.up()
    assert ben.evaluate("scrollY") == 0
    # A finger that goes down on a name, or between the places, is a swipe.
    name = ben.locator("#player-own").bounding_box()
    assert name is not None
    finger.down((195, name["y"] + name["height"] / 2))
    finger.slide((195, 20))
    finger.up()
    wait_until(
        lambda: ben.evaluate("scrollY") > 0, "the page to scroll", pause=lambda _: ben.wait_for_timeout(20)
    )
    assert is_to_move(ben)


def test_time_that_is_over_is_claimed_on_the_page(browser: Browser, club: str) -> None:
    wish = Invite("1" * 32, "cups 3", "Anna", "south", "south", Clock(1.0))
    code = take_seat(club, "a" * 64, wish).game
    ben = seated(browser, f"{club}g/{code}", "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#sentence")).to_contain_text("Anna is to move. The clocks stand until both sides are")
    with connect(f"{club.replace('http', 'ws')}v1") as anna:
        for said in (Hello(VERSION, "a" * 64), Follow(code)):
            anna.send(written(said))
        ben.get_by_role("button", name="Their time is over: end the game").click()
    ben.get_by_role("button", name="End the game and win by time? Tap again.").click()
    expect(ben.locator("#sentence")).to_contain_text("The game is over: Ben wins")


def test_who_owes_a_move_for_a_week_can_be_left_and_the_page_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    leapt = [0.0]
    with (
        closing(SqliteRecords(tmp_path / "club.sqlite")) as records,
        serving_records(
            records,
            lambda: closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)),
            *("127.0.0.1", 0),
            clock=lambda: time.monotonic() + leapt[0],
        ) as club,
    ):
        code = take_seat(club.address, "a" * 64, Invite("1" * 32, "cups 3", "Anna", "south", "south")).game
        ben = seated(browser, f"{club.address}g/{code}", "Ben")
        ben.click("#sit")
        expect(ben.locator("#sentence")).to_contain_text("If no move comes for 7 more days, you can call")
        leapt[0] = ALONE_SECONDS
        ben.reload()
        expect(ben.locator("#sentence")).to_contain_text("has not moved for a week: you can call")
        ben.get_by_role("button", name="Call it off").click()
        ben.get_by_role("button", name="Call the game off? Tap again.").click()
        expect(ben.locator("#sentence")).to_contain_text("The game is over: called off")


def test_an_address_that_is_no_code_is_answered(browser: Browser, club: str) -> None:
    page = seated(browser, f"{club}g/%E0%A4%A", "Eve")
    page.click("#sit")
    expect(page.locator("#link")).to_contain_text("There is no game with this code")


def test_the_page_speaks_german_and_says_why_a_seat_is_refused(browser: Browser, club: str) -> None:
    page = browser.new_context(locale="de-DE").new_page()
    page.goto(f"{club}g/NOSUCH23")
    expect(page.locator("#name-label")).to_have_text("Dein Name")
    page.fill("#name", "Änne")
    page.get_by_role("button", name="Platz nehmen").click()
    expect(page.locator("#link")).to_contain_text("Zu diesem Code gibt es kein Spiel")


def test_a_name_that_is_typed_before_the_page_is_whole_stays_and_no_tap_is_lost(
    browser: Browser, club: str
) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    held = list[Route]()
    page.route("**/seat.js", lambda route: held.append(route))
    page.goto(club, wait_until="commit")
    page.fill("#name", "Anna")
    expect(page.locator("#sit")).to_be_disabled()
    wait_until(lambda: held, "the program to be asked for", pause=lambda _: page.wait_for_timeout(20))
    held[0].continue_()
    page.click("#sit")
    expect(page.locator("#far")).to_contain_text("/g/")
    expect(page.locator("#player-own .name")).to_have_text("Anna")
