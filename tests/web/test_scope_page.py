"""The page of one cell in a real browser: what to do, the weight, the traces, the report, and the file."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from re import search
from typing import Any

import pytest
from audits import PALE, UNNAMED
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.scope.first_cup import FirstCup, FirstCupWish
from cupsboard.station.page.scope_page import scope_page
from cupsboard.station.terminal.scope_display import ShownScope
from cupsim.runs.scope_world import ScopeSetup, ScopeWorld
from cupsim.table import recorded_cell

SIZES = ((390, 844), (844, 390), (1280, 720))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page that has seen a whole first cup, with its recording."""
    path, said = tmp_path_factory.mktemp("scope") / "cell.csv", StringIO()
    world = ScopeWorld(ScopeSetup(2, 100.0))
    cup = FirstCup(FirstCupWish(reference("100 g"), "500g", record_seconds=30.0), world.nominal_sps)
    with redirect_stdout(said):
        serving = scope_page("127.0.0.1", 0, path)
        publish = serving.__enter__()
    with path.open("w", encoding="utf-8") as file:
        shown = ShownScope(cup, StringIO(), file, publish)
        shown.begin("simulated", "2026-11-21T18:30:00+00:00")
        world.run(shown, 400.0)
        shown.end()
    found = search(r"http://\S+", said.getvalue())
    assert found is not None
    yield found[0]
    serving.__exit__(None, None, None)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_it_shows_weight_traces_and_verdict_at_every_size(
    browser: Any, address: str, size: tuple[int, int], language: str
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("console", lambda said: said.type in ("error", "warning") and complaints.append(said.text))
    page.goto(address)
    page.wait_for_selector("#figures div")
    asked = (
        "Will this cell and these beans do?"
        if language == "en-GB"
        else "Taugen diese Zelle und diese Bohnen?"
    )
    assert asked in page.inner_text("#report")
    assert page.inner_text("#sentence") == ("Done." if language == "en-GB" else "Fertig.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(PALE) == []
    drawn = (
        "id => document.getElementById(id).getContext('2d').getImageData(0, 0, 300, 90).data.some(Boolean)"
    )
    assert page.evaluate(drawn, "short")
    assert page.evaluate(drawn, "long")
    assert complaints == []
    context.close()


def test_the_file_to_send_and_what_was_seen_can_be_saved(browser: Any, address: str, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#recording:not([hidden])")
    for button, seconds in (("#recording", 29), ("#save", 9)):
        with page.expect_download() as saving:
            page.click(button)
        path = tmp_path / f"{button[1:]}.csv"
        saving.value.save_as(path)
        assert recorded_cell.read(path).seconds > seconds
    context.close()
