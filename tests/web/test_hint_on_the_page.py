"""A hint on the page: marked on the board, with its reason in words, for who is to move alone."""

import json
from typing import Any

import pytest
from audits import CUT, FAINT, PALE, UNNAMED
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.rules.record import RecordOf
from cupsboard.web import hint
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from http_calls import post
from processes import wait_until
from sitting import NOBODY, Sit, Visit, comes_true

SMALL = Setting(7, cups=3, stock_beans=6)
AGAINST_A_PLAYER = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
ASK = "#ask-hint:visible"


def asked(page: Any) -> str:
    page.click(ASK)
    page.wait_for_selector("#hint:not([hidden])")
    return str(page.inner_text("#hint"))


def drop_one(page: Any) -> None:
    page.keyboard.press("1")
    page.wait_for_selector("#say:has-text('drop 1')")
    page.keyboard.press("e")


def test_a_hint_says_where_to_play_and_why_and_marks_it_until_the_move_is_made(
    sit: Sit, visit: Visit
) -> None:
    table = sit(SMALL, AGAINST_A_PLAYER, factor=8.0)
    page = visit(table.address)
    assert asked(page).startswith("Hint for South: drop ")
    assert (
        page.locator(".target[data-hinted]#place-south-stock, .target[data-hinted]#place-south-1").count()
        == 2
    )
    assert page.locator("#hints").is_hidden()
    page.click("#ask-hint:has-text('Hide hint')")
    page.wait_for_selector("#hint", state="hidden")
    assert page.locator("[data-hinted]").count() == 0
    asked(page)
    drop_one(page)
    page.wait_for_selector("#hint", state="hidden")
    wait_until(lambda: len(table.evening.record.entries) == 2, lambda: page.inner_text("#say"))
    page.wait_for_selector(ASK)


def test_only_who_is_to_move_gets_one(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL)
    south = visit(table.address)
    south.select_option("#seat-north", "free")
    north = visit(table.address)
    north.click("#seat-wish-north:visible")
    north.wait_for_selector("body[data-seated]")
    onlooker = visit(table.address)
    drop_one(south)
    wait_until(lambda: len(table.evening.record.entries) == 1, lambda: south.inner_text("#say"))
    assert asked(north).startswith("Hint for North: ")
    south.wait_for_selector("#ask-hint", state="hidden")
    onlooker.wait_for_selector("#ask-hint", state="hidden")


def test_a_viewer_of_a_board_may_look_where_to_play(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, NOBODY, is_only_watched=True, factor=0.0)
    assert asked(visit(table.address)).startswith("Hint for South: ")


@pytest.mark.long("at life's pace")
def test_a_hint_that_can_not_be_had_says_why(sit: Sit) -> None:
    table = sit(SMALL, AGAINST_A_PLAYER, factor=0.0)
    hint = json.loads(post(f"{table.address}hint/south", b"").text)
    assert hint["side"] == "south"
    assert hint["said"][0]["text"] == f"Hint for South: {hint['move']}."
    assert post(f"{table.address}hint/east", b"").status == 404
    watched = sit(Setting(7, cups=2, stock_beans=2), NOBODY, factor=64.0)
    wait_until(lambda: watched.is_over, lambda: "the game's end")
    answer = post(f"{watched.address}hint/south", b"")
    assert answer.status == 409
    assert "not south's turn" in answer.text


@pytest.mark.parametrize("cups", [4, 10])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_nothing_is_cut_or_pale_in_german_either(
    sit: Sit, visit: Visit, size: tuple[int, int], cups: int
) -> None:
    table = sit(Setting(7, cups=cups), AGAINST_A_PLAYER, factor=8.0)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.wait_for_selector(ASK)
    cut_before = set(page.evaluate(CUT))
    assert asked(page).startswith("Tipp für Süd: ")
    wait_until(lambda: set(page.evaluate(CUT)) <= cut_before, lambda: str(page.evaluate(CUT)))
    comes_true(page, f"({PALE})().length === 0")
    comes_true(page, f"({FAINT})().length === 0")
    assert page.evaluate(UNNAMED) == []
    assert page.locator("#say").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_shared_game_is_played_without_hints() -> None:
    given: list[None] = []
    routes = hint.routes(
        lambda: RecordOf(Cups(2), Side.SOUTH, ()), lambda: given.append(None), is_shared=lambda: True
    )
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        answer = post(f"{address}hint/south", b"")
    assert (answer.status, answer.text) == (
        409,
        "A game shared with another board, or of the club, is played without hints.\n",
    )
    assert given == []
