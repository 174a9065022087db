"""A browser that keeps nothing, or is full: the page plays, says so, and remembers while its tab lasts."""

import re
from pathlib import Path

import cupsboard
import cupsclub
import cupsim
import pytest
from playwright.sync_api import Browser, expect
from sitting import NOBODY, TWO_PERSONS, Sit, Visit

BLOCKED = """\
for (const area of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, area, { get() { throw new DOMException('denied', 'SecurityError'); } });
"""
FULL = """\
Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };
"""
OF_THE_BROWSER = re.compile(r"\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b")
MAY_ASK = {"memory.js"}


@pytest.mark.parametrize("refuses", [BLOCKED, FULL], ids=["blocked", "full"])
def test_the_page_plays_says_so_once_and_keeps_the_language_while_its_tab_lasts(
    sit: Sit, browser: Browser, refuses: str
) -> None:
    address = sit(None, TWO_PERSONS).address
    context = browser.new_context(locale="en-GB")
    context.add_init_script(refuses)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#forgetful")).to_contain_text("This browser keeps nothing for this page")
    expect(page.locator("#place-south-1")).to_be_visible()
    page.get_by_role("button", name="All right").click()
    expect(page.locator("#forgetful")).to_have_count(0)
    page.get_by_role("button", name="No, thanks").click()
    page.select_option("#language", "de")
    expect(page.locator("#forgetful")).to_contain_text("merkt sich für diese Seite nichts")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    # Who said no to the guide is not asked again, and who sat down sits there still.
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-seated", "yes")
    context.close()


def test_a_browser_that_keeps_says_nothing(sit: Sit, visit: Visit) -> None:
    page = visit(sit(None, NOBODY).address)
    page.wait_for_selector("#place-south-1")
    assert page.locator("#forgetful").count() == 0


def test_one_module_alone_asks_the_browser_to_keep_something() -> None:
    folders = [Path(package.__file__ or "").parent for package in (cupsboard, cupsclub, cupsim)]
    pages = [each for folder in folders for end in ("js", "html") for each in folder.rglob(f"*.{end}")]
    assert any(each.name in MAY_ASK for each in pages)
    asking = {each.name for each in pages if OF_THE_BROWSER.search(each.read_text())}
    assert asking == MAY_ASK
