"""After a game the page says where beans were lost: a line of values, marks on the moves, and reasons."""

import json
import os
import re
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from audits import CUT, PALE
from cupsboard.rules.record import format_record
from cupsim.runs.game_world import Setting
from http_calls import host_and_port, post
from processes import PATIENCE_SECONDS, wait_until
from sitting import NOBODY, Sit, Sitting, Visit, comes_true

SHORT = Setting(7, cups=2, stock_beans=3)
LONG = Setting(11, cups=4)


def over(sit: Sit, visit: Visit, setting: Setting = SHORT, **how: Any) -> tuple[Sitting, Any]:
    table = sit(setting, NOBODY, factor=64.0)
    page = visit(table.address, **how)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.select_option("#speed", "0")
    page.wait_for_selector("#ending:not([hidden])")
    return table, page


def analysed(page: Any, entries: int) -> None:
    """Have the game judged from the card at its end."""
    page.click("#ending-analyse")
    wait_until(lambda: page.inner_text(".ending-turned"), lambda: page.inner_text("#ending"))
    page.wait_for_selector(f".ending .score-graph[aria-valuemax='{entries}'] .score-value", state="attached")


def test_a_click_on_a_marked_move_says_what_it_lost_why_and_what_was_better(sit: Sit, visit: Visit) -> None:
    table, page = over(sit, visit)
    analysed(page, len(table.evening.record.entries))
    assert page.is_hidden("#review"), "the end stays in view"
    assert "Beans lost a turn: South" in page.inner_text(".ending-turned")
    marked = page.locator(".moves li[data-mark]")
    assert marked.count() > 0
    number = marked.first.get_attribute("value")
    page.click(f".moves li[value='{number}'] .move")
    page.wait_for_selector(".analysis-loss:has-text('loses')")
    assert page.locator(".analysis-reason").count() > 0
    assert page.inner_text(".analysis-better").startswith("Better: ")
    assert "(proved)" in page.inner_text(".analysis-value")
    assert "ahead at the end" in page.locator(".review .score-graph").get_attribute("aria-valuetext")
    page.click(".review-end")
    page.wait_for_selector("#ending:not([hidden])")


def test_an_analysis_can_be_stopped_and_what_is_done_stays(sit: Sit, visit: Visit) -> None:
    _, page = over(sit, visit, LONG)
    page.click("#ending-analyse")
    wait_until(
        lambda: page.evaluate("document.querySelector('.ending progress').value >= 2"),
        lambda: page.inner_text("#ending"),
    )
    page.click(".ending .analysis-stop")
    page.wait_for_selector("#ending-analyse:visible")
    page.wait_for_selector(".ending .analysis-fault:has-text('Stopped')")
    assert page.locator(".ending .score-value").count() == 1
    assert page.inner_text(".ending-turned") == "", "half an analysis knows no turning point"


def test_the_better_move_at_the_turning_point_is_played_out_with_arrows(sit: Sit, visit: Visit) -> None:
    table, page = over(sit, visit)
    analysed(page, len(table.evening.record.entries))
    said = page.inner_text(".ending-turned")
    assert re.match(r"The (turning point|dearest move): ", said)
    page.reload()
    wait_until(lambda: page.inner_text(".ending-turned") == said, lambda: "the same, once it is loaded again")
    page.click("#ending-better")
    page.wait_for_selector(".layer-arrows .arrow")
    page.wait_for_selector("#say:has-text('Better, ')")
    move = re.search("Better, (South|North): (drop|sow) ([0-9])", page.inner_text("#say"))
    assert move
    side, verb, count = move.groups()
    if verb == "drop":
        stock = page.locator(f".arrow[data-from='{side.lower()}-stock']")
        assert stock.count() == int(count)
    number = page.locator(".moves li[aria-current]").get_attribute("value")
    assert f"{number}," in page.inner_text(".review-label")
    page.wait_for_selector("#say:has-text('Then ')")
    page.keyboard.press("Shift")
    page.wait_for_selector(".layer-arrows .arrow", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("#ending:visible")
    comes_true(page, "document.querySelectorAll('.arrow').length === 0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_nothing_is_cut_or_pale_in_german_either(
    sit: Sit, visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    table, page = over(
        sit, visit, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="de-DE"
    )
    cut_before = set(page.evaluate(CUT))
    analysed(page, len(table.evening.record.entries))
    assert set(page.evaluate(CUT)) <= cut_before
    page.locator(".moves li[data-mark] .move").first.click()
    page.wait_for_selector(".analysis-loss:has-text('verliert')")
    page.mouse.move(1, 1)
    assert set(page.evaluate(CUT)) <= cut_before
    comes_true(page, f"({PALE})().length === 0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("CUPS_LOOKS"):
        page.locator("#analysis").scroll_into_view_if_needed()
        page.screenshot(path=str(Path(folder) / f"analysis-{size[0]}-{scheme}.png"))


def test_the_analysis_comes_line_by_line_and_refuses_what_is_no_record(sit: Sit) -> None:
    table = sit(SHORT, NOBODY, factor=64.0)
    wait_until(lambda: table.is_over, lambda: "the game's end")
    record = table.evening.record
    answer = post(f"{table.address}analysis", format_record(record).encode())
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["number"] for line in lines] == list(range(1, len(record.entries) + 1))
    assert post(f"{table.address}analysis", b"no record").status == 422
    assert post(f"{table.address}analysis", b"\xff\xfe").status == 422
    assert post(f"{table.address}analysis", b"x" * 300_000).status == 413


def asked_to_analyse(address: str, record: bytes) -> tuple[HTTPConnection, HTTPResponse]:
    """A connection on which an analysis was asked for, and the answer, of which nothing is read yet."""
    connection = HTTPConnection(*host_and_port(address), timeout=PATIENCE_SECONDS)
    connection.request("POST", "/analysis", record)
    return connection, connection.getresponse()


@pytest.mark.long("an analysis of many seconds")
def test_who_leaves_ends_the_work_and_the_next_is_served(sit: Sit) -> None:
    table = sit(LONG, NOBODY, factor=64.0)
    wait_until(lambda: len(table.evening.record.entries) > 25, lambda: "some moves")
    record = format_record(table.evening.record).encode()
    leaving, answer = asked_to_analyse(table.address, record)
    assert answer.status == 200
    assert answer.readline()
    assert post(f"{table.address}analysis", record).status == 429
    leaving.close()
    answer.close()

    def is_served() -> bool:
        following, answer = asked_to_analyse(table.address, record)
        with closing(following), closing(answer):
            return answer.status == 200 and bool(answer.readline())

    wait_until(is_served, "an end of the work of one who left")
