"""A site for a browser tab on a plain web server, below another path, and what its tests read of a page."""

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cupsboard.rules import games
from cupsboard.rules.game import Plan
from cupsboard.rules.history import History
from cupsboard.rules.record import parse_record
from cupsim.page.tab.folder import write
from cupsim.page.tab.parts import found_in
from processes import wait_until
from sitting import comes_true

PARTS = "CUPSIM_SITE_PARTS"
"""The environment variable that names a folder as `cupsim site --parts` takes it."""
IS_CONNECTED = "document.documentElement.dataset.connection === 'open'"
IS_THERE = f"{IS_CONNECTED} && document.getElementById('tab-line').hidden"
RECORD = (
    "import('./carrier.js').then(({ request }) => request('/record.txt')).then((answer) => answer.text())"
)


def written(base: Path, **more: bytes) -> Path:
    """The folder `base`, whose part `there/board` is a site now; `more` files make it another version."""
    if PARTS not in os.environ:
        pytest.skip(f"no Pyodide here: see `cupsim site --help`, and name the folder of its parts by {PARTS}")
    parts = found_in(Path(os.environ[PARTS]))
    write(base / "there" / "board", replace(parts, compiled={**parts.compiled, **more}))
    return base


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def plainly_served(folder: Path) -> Iterator[str]:
    """The address of a site that `written` wrote, on a plain web server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/there/board/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def is_there(page: Any) -> Any:
    """Wait until Python plays on a page; the same page."""
    comes_true(page, IS_THERE)
    return page


def history_of(page: Any) -> History[Any]:
    """The game that lies on a page's board; a page that is being loaded again is asked once it is there."""
    record = wait_until(lambda: _record_of(page), lambda: page.inner_text("body"))
    return parse_record(record, games.named).history()


def _record_of(page: Any) -> Any:
    from playwright.sync_api import Error

    try:
        # Before that the page's requests would go to the server of its files, which has no record.
        return page.evaluate(f"{IS_CONNECTED} ? {RECORD} : null")
    except Error as fault:
        if "because of a navigation" not in fault.message:
            raise
        return None


def plans_of(history: History[Any]) -> tuple[Plan, ...]:
    """The moves of whoever is next."""
    mover = history.game.movers(history.position)[0]
    return tuple(history.game.plans(history.position, mover))


def has_entries(page: Any, count: int) -> None:
    """Wait until a game's record has so many entries."""
    wait_until(lambda: len(history_of(page).entries) >= count, lambda: page.inner_text("body"))


KEEP = "import('./carrier.js').then(({ request }) => request('/keep', { method: 'POST' })).then(() => 0)"


def begins(page: Any, game: str, size: str, **seats: str) -> None:
    """Begin another game by the form."""
    for side, who in seats.items():
        page.select_option(f"#seat-{side}", who)
    page.click("#new-game > summary")
    page.select_option("#new-played", game)
    page.select_option("#new-size", size)
    page.click("#begin")
    wait_until(lambda: str(history_of(page).game.name).startswith(f"{game.split()[0]} {size}"), game)


def drop_one(page: Any) -> None:
    page.wait_for_selector("#ask-hint:visible")
    page.keyboard.press("1")
    page.wait_for_selector("#say:has-text('drop 1')")
    page.keyboard.press("e")


def link_at(page: Any, move: int) -> str:
    """Look back at a move, and return the link to it, which then is the page's address."""
    page.click(f".moves li[value='{move}'] .move")
    page.wait_for_selector(f".review-label:has-text('Move {move},')")
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); 0")
    page.click("#review-copy-link")
    # `page.url` is what was last heard of the page, and nothing is heard between looks.
    return str(
        wait_until(lambda: next(iter(re.findall(".*#game=.*", page.evaluate("location.href"))), ""), "a link")
    )
