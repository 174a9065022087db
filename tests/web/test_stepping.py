"""Games and evenings that are taken home, brought along and stepped through."""

import re
from pathlib import Path
from typing import Any

from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.record import parse_record
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsim.runs.game_world import Setting
from processes import wait_until
from sitting import NOBODY, Sit, Sitting, Visit

COUNTS = "[...document.querySelectorAll('.plate .count')].map((each) => Number(each.textContent))"


def finished(sit: Sit, visit: Visit) -> tuple[Sitting, Any]:
    table = sit(Setting(7, cups=2, stock_beans=2), NOBODY, factor=32.0)
    page = visit(table.address)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.wait_for_selector("#say[data-over]")
    page.select_option("#speed", "0")
    # A key ends the replay of the last move.
    page.wait_for_selector("#ending .score-graph:visible")
    page.keyboard.press("Shift")
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    return table, page


def saved(page: Any, link: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.click(link)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_finished_game_is_stepped_through_forth_and_back(sit: Sit, visit: Visit) -> None:
    table, page = finished(sit, visit)
    steps = len(table.evening.record.entries)
    at_the_end = page.evaluate(COUNTS)
    page.click("#look-back")
    page.wait_for_selector(f".review-label:has-text('Move {steps},')")
    page.click("[aria-label='To the beginning']")
    wait_until(
        lambda: page.evaluate(f"String({COUNTS}) === '0,0,0,0,0,0,2,2'"), lambda: page.inner_text(".play")
    )
    page.click("[aria-label='One step on']")
    page.wait_for_selector(".review-label:has-text('Move 1,')")
    assert page.locator(".moves li[data-side]").count() == steps
    assert page.locator(".moves li[aria-current]").get_attribute("value") == "1"
    page.click("[aria-label='One step back']")
    page.wait_for_selector(".review-label:has-text('the empty board')")
    page.click("[aria-label='To the end']")
    wait_until(
        lambda: page.evaluate(f"String({COUNTS}) === '{','.join(map(str, at_the_end))}'"),
        lambda: page.inner_text(".play"),
    )
    page.click("text=Back to the live board")
    assert page.locator("#review").is_hidden()


def test_record_and_trace_are_saved_and_step_through_again_with_their_weights(
    sit: Sit, visit: Visit, tmp_path: Path
) -> None:
    _, page = finished(sit, visit)
    record = saved(page, "#save-record", tmp_path)
    trace = saved(page, "#save-trace", tmp_path)
    history = parse_record(record.read_text(), Cups.named).history()
    assert history.is_over
    with trace.open("rb") as lines:
        assert replay(read_trace(lines)).difference is None
    page.set_input_files("#load", str(record))
    page.wait_for_selector(f".review-label:has-text('Move {len(history.entries)},')")
    page.click("text=Back to the live board")
    page.set_input_files("#load", str(trace))
    page.wait_for_selector(f".review-label:has-text('{trace.name}')")
    page.wait_for_selector(".log:has-text('The game is over')")
    weights = page.locator("td.column-weight").all_inner_texts()
    assert any(float(each.split()[0]) > 0.3 for each in weights), weights
    page.click("[aria-label='To the beginning']")
    wait_until(
        lambda: page.evaluate(f"({COUNTS}).slice(0, 6).every((count) => count === 0)"),
        lambda: page.inner_text(".play"),
    )


def test_a_file_of_another_kind_is_refused_with_a_reason(sit: Sit, visit: Visit, tmp_path: Path) -> None:
    table = sit(Setting(7, cups=2))
    visit.expects_refusals = True
    page = visit(table.address)
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    for name, content in (
        ("photo.trace", b"\x89PNG\xff\xfe"),
        ("torn.trace", b'{"format": "cupsboard-trace"}\n'),
    ):
        (tmp_path / name).write_bytes(content)
        page.set_input_files("#load", str(tmp_path / name))
        page.wait_for_selector(f'.file-said:has-text("{name} can\'t be shown")')
    assert page.locator("#review").is_hidden()


def test_moves_are_clicked_and_keys_step_and_leave(sit: Sit, visit: Visit) -> None:
    table, page = finished(sit, visit)
    steps = len(table.evening.record.entries)
    page.click(".moves li[value='3'] .move")
    page.wait_for_selector("#say:has-text('Looking back. Move 3, ')")
    for key, move in (("ArrowLeft", 2), ("End", steps), ("ArrowLeft", steps - 1), ("ArrowRight", steps)):
        page.keyboard.press(key)
        page.wait_for_selector(f"#say:has-text('Move {move}, ')")
    assert re.search(r"(wins \d+ to \d+|tie)", page.inner_text("#say"))
    page.keyboard.press("Home")
    page.wait_for_selector("#say:has-text('The empty board')")
    page.keyboard.press("Space")
    page.wait_for_selector("[aria-label='Pause']")
    page.wait_for_selector("#say:has-text('Move 1, ')")
    page.click(".review .score-graph", position={"x": 1, "y": 10})
    page.wait_for_selector("#say:has-text('The empty board')")
    assert page.locator(".review .score-graph").get_attribute("aria-valuetext") == (
        "The empty board; South 0, North 0"
    )
    page.keyboard.press("Escape")
    wait_until(lambda: page.locator("#review").is_hidden(), lambda: page.inner_text(".play"))
