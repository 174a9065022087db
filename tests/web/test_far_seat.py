"""A seat without a board: two browsers play a whole game on the page of a server, whose sockets are cut."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cupsboard.distance.shared_game import SharedGame
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving
from playwright.sync_api import Browser, Page, expect
from processes import wait_until

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


def test_two_browsers_play_a_whole_game_while_their_sockets_are_cut(
    browser: Browser, club: str, tmp_path: Path
) -> None:
    anna = seated(browser, club, "Anna")
    anna.select_option("#game", "cups 3")
    anna.click("#sit")
    expect(anna.locator("#far")).to_contain_text("/g/")
    ben = seated(browser, anna.url, "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#board")).to_be_visible()
    cuts = moves = 0
    while not (over := anna.locator("#sentence").inner_text().startswith("The game is over")):
        for page in (anna, ben):
            lit = page.locator("#moves button")
            if lit.count():
                page.evaluate("() => document.querySelector('#moves button').click()")
                moves += 1
                if moves % 4 == 0 and cuts < 10:
                    page.evaluate("() => window.sockets.at(-1).close()")
                    cuts += 1
        anna.wait_for_timeout(20)
    assert over
    assert cuts == 10
    expect(ben.locator("#sentence")).to_contain_text("The game is over")
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        shared = SharedGame.of(records.entries(records.codes()[0], 0))
    assert shared.end is not None
    assert shared.end.why == "played"


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
        lambda: next((p for p in (anna, ben) if p.locator(".place.lit").count()), None), "a turn"
    )
    second = ben if first is anna else anna
    expect(first.locator("#enter")).to_be_hidden()
    first.locator(".place.lit").nth(1).click()
    expect(second.locator(".place.lit").first).to_be_visible()
    first.get_by_role("button", name="Take back").click()
    second.get_by_role("button", name="Yes", exact=True).click()
    expect(first.locator(".place.lit").first).to_be_visible()
    second.get_by_role("button", name="Well played!").click()
    expect(first.locator("#heard")).to_contain_text("Well played!")
    for page in (anna, ben):
        small = page.evaluate(
            "() => [...document.querySelectorAll('.place, button')].filter(e => e.offsetParent"
            " && e.getBoundingClientRect().height < 43.5).length"
        )
        assert small == 0
