"""The report of a calibration in a browser: on a desk and on a phone, by day and by night."""

import re
from pathlib import Path
from typing import Any

import pytest
from audits import PALE, UNNAMED
from cupsim.commands.main import main


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("calibration")
    bent = ("--linearity", "--bend", "1", "--serial", "south-1=A17")
    assert main(["calibrate", "--cups", "2", *bent, "--directory", str(directory)]) == 0
    return directory / "calibration.html"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_readable_everywhere_and_asks_nobody(
    browser: Any, report: Path, width: int, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page, asked, complaints = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(report.with_name("calibration.de.html").as_uri())
    assert page.evaluate(PALE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="English").click()
    page.wait_for_url(report.as_uri())
    assert asked == [report.with_name("calibration.de.html").as_uri(), report.as_uri()]
    assert complaints == []
    assert page.evaluate(PALE) == []
    assert page.evaluate(UNNAMED) == []
    scrolls = "[...document.querySelectorAll('.wide')].every((each) => each.tabIndex === 0 && each.ariaLabel)"
    assert page.evaluate(scrolls), "what scrolls can be reached and moved by keys"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(251, 250, 247)" if scheme == "light" else "rgb(21, 24, 27)"
    )
    said = page.inner_text("main")
    for words in ("Will my beans do?", "Places", "A17", "How straight the cells are", "on the bare platform"):
        assert words in said
    assert page.locator("tr.odd circle.odd").count() >= 1
    assert page.locator("svg").count() == 2 * 6 + 2
    assert re.search(r"spread \d+%", said)
    context.close()
