"""A browser for all tests of a worker, and pages in it that may neither complain nor call anybody else."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from processes import PATIENCE_SECONDS
from sitting import Sit, Sitting, sitting
from tab_site import plainly_served, written

FLAGS = [
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
]
SEATED_OR_WATCHING = (
    "body:not([data-hands]), body[data-seated], body[data-review], body[data-hands] #watching:not([hidden])"
)
"""What a page without a seat is asked to do it does not do."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not program:
        pytest.skip("no Chromium here: as root apt-get install chromium, or set CHROMIUM")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE_SECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


SAID_NO = """try {
  for (const guide of ['cups-guide', 'coin-duel-guide']) localStorage.setItem(guide, 'no');
} catch {}"""


class Visits:
    """Opens pages, and hears every complaint and every request of theirs."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.expects_losses = False
        self.expects_refusals = False

    def __call__(self, address: str, *, is_first: bool = False, **how: Any) -> Any:
        """Open a page; only a first visit is offered a guide, later ones have said no to it."""
        options = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", **how}
        context = self._browser.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        self._contexts.append(context)
        if not is_first:
            # A browser's own page about a lost server has no storage.
            context.add_init_script(SAID_NO)
        page = context.new_page()
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("console", self._heard)
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.goto(address)
        page.wait_for_selector("#place-south-1")
        page.wait_for_selector(SEATED_OR_WATCHING, state="attached")
        return page

    def _heard(self, message: Any) -> None:
        is_expected = (self.expects_losses and "WebSocket connection" in message.text) or (
            self.expects_refusals and "status of 422" in message.text
        )
        if message.type in ("error", "warning") and not is_expected:
            self.complaints.append(message.text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Serves evenings until the test is over."""
    with ExitStack() as stack:
        yield lambda *what, **how: stack.enter_context(sitting(tmp_path, *what, **how))


# Pages close before their servers do: nobody is to be alarmed about a lost connection.
@pytest.fixture
def visit(browser: Any, sit: Sit) -> Iterator[Callable[..., Any]]:
    visits = Visits(browser)
    yield visits
    visits.close()
    assert visits.complaints == []
    assert len(visits.hosts) <= 1, f"the page called others: {visits.hosts}"


@pytest.fixture(scope="session")
def tab_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose part `there/board` is the site for a browser tab."""
    return written(tmp_path_factory.mktemp("web"))


@pytest.fixture
def tab_address(tab_folder: Path) -> Iterator[str]:
    with plainly_served(tab_folder) as address:
        yield address
