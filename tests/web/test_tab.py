"""The board in a browser tab: a site on a plain web server, below another path, played as on a phone."""

import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cupsboard.rules import games
from cupsboard.rules.game import Plan
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from cupsim.page.evening import PageEvening
from cupsim.page.keeper import Keeper
from cupsim.page.stage import Stage
from cupsim.page.tab.folder import write
from cupsim.page.tab.parts import found_in
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from hands_of_a_tester import Fingertip, Mouse
from processes import PATIENCE_SECONDS, wait_until
from sitting import comes_true

PARTS = "CUPSIM_SITE_PARTS"
"""The environment variable that names a folder as `cupsim site --parts` takes it."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IS_THERE = (
    "document.documentElement.dataset.connection === 'open' && document.getElementById('tab-line').hidden"
)
RECORD = (
    "import('./carrier.js').then(({ request }) => request('/record.txt')).then((answer) => answer.text())"
)
KEEPS_WORKERS = """
const Plain = Worker;
globalThis.workers = [];
globalThis.Worker = class extends Plain {
  constructor(...what) { super(...what); globalThis.workers.push(this); }
};
"""
REFUSES_STORAGE = """\
IDBFactory.prototype.open = () => { throw new DOMException("no storage", "SecurityError"); };
"""

pytestmark = pytest.mark.long("a browser that begins Python several times: a minute each on a busy computer")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose part `there/board` is the site."""
    if PARTS not in os.environ:
        pytest.skip(f"no Pyodide here: see `cupsim site --help`, and name the folder of its parts by {PARTS}")
    base = tmp_path_factory.mktemp("web")
    write(base / "there" / "board", found_in(Path(os.environ[PARTS])))
    return base


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The site on a plain web server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/there/board/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A small game of two persons as a tab saves what it keeps, made by this Python."""
    pairing = Pairing(Setting(7, cups=2, stock_beans=2), PERSON, PERSON)
    evening = PageEvening(pairing, dict.fromkeys(Side, PERSON), tmp_path / "trace", factor=4.0)
    keeper = Keeper(tmp_path / "kept", lambda _line: None)
    stage = Stage(evening, is_only_watched=False, keeper=keeper)
    for _ in range(50):
        stage.tick(0.1)
    stage.keep()
    evening.close()
    with ZipFile(path := tmp_path / "cups-kept.zip", "w") as archive:
        archive.write(tmp_path / "kept" / "evening.json", "evening.json")
    return path


def history_of(page: Any) -> History[Any]:
    return parse_record(page.evaluate(RECORD), games.named).history()


def plan_of(history: History[Any]) -> Plan:
    """A move of whoever is next."""
    movers = history.game.movers(history.position)
    return history.game.plans(history.position, movers[0])[-1]


def plays(page: Any, plan: Plan) -> None:
    """Carry a move out with a finger that drags every bean, and press the button."""
    finger, mouse = Fingertip(page), Mouse(page)
    for each in plan.open:
        for _ in range(each.count):
            finger.down(mouse.at(each.source))
            finger.slide(mouse.at(each.target))
            finger.up()
    assert plan.side is not None
    page.locator(f"#button-{plan.side.value}").tap()


def move_by_move(page: Any) -> int:
    """Play the game that lies there to its end; how many entries its record has."""
    history = history_of(page)
    while not history.is_over:
        before = len(history.entries)
        plays(page, plan_of(history))
        wait_until(lambda b=before: len(history_of(page).entries) > b, lambda: page.inner_text("#say"))
        history = history_of(page)
    return len(history.entries)


def test_a_game_that_was_kept_elsewhere_is_played_with_fingers_and_is_there_without_a_network(
    visit: Callable[..., Any], address: str, kept: Path
) -> None:
    page = visit(address, **PHONE)
    comes_true(page, IS_THERE)
    page.evaluate("document.getElementById('tab-panel').open = true")
    page.set_input_files("#take-in", kept)
    page.wait_for_event("load", timeout=1000 * PATIENCE_SECONDS)
    comes_true(page, IS_THERE)
    assert history_of(page).game.name.startswith("cups 2")
    entries = move_by_move(page)
    comes_true(page, "navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.reload()
    comes_true(page, IS_THERE)
    assert len(history_of(page).entries) == entries
    assert history_of(page).is_over


def test_a_second_tab_waits_until_the_first_is_closed(visit: Callable[..., Any], address: str) -> None:
    page = visit(address)
    comes_true(page, IS_THERE)
    second = page.context.new_page()
    second.goto(address)
    second.wait_for_selector("#tab-line:has-text('another tab')")
    page.close()
    comes_true(second, IS_THERE)


def test_a_worker_that_is_gone_is_told_of_and_another_takes_its_place_with_what_was_kept(
    visit: Callable[..., Any], browser: Any, address: str
) -> None:
    page = visit(address)
    page.context.add_init_script(KEEPS_WORKERS)
    page.reload()
    comes_true(page, IS_THERE)
    seed = page.evaluate(RECORD).partition("seed = ")[2].split()[0]
    page.evaluate("globalThis.workers[0].terminate()")
    comes_true(page, "document.documentElement.dataset.connection === 'lost'")
    comes_true(page, IS_THERE)
    assert f"seed = {seed}\n" in page.evaluate(RECORD)


def test_where_the_browser_keeps_nothing_the_page_says_so_and_plays(browser: Any, address: str) -> None:
    def refuse(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=REFUSES_STORAGE + answer.text())

    # A script that a service worker gives out can't be changed here.
    context = browser.new_context(service_workers="block")
    try:
        context.route("**/board_worker.js", refuse)
        page = context.new_page()
        page.goto(address)
        wait_until(lambda: page.evaluate(IS_THERE), lambda: page.inner_text("body"))
        assert "Nothing is kept here" in page.text_content("#tab-kept")
        assert page.evaluate(RECORD).startswith("Game: cups 4")
    finally:
        context.close()


def test_hints_analyses_and_links_come_from_the_second_worker(
    visit: Callable[..., Any], address: str
) -> None:
    page = visit(address, locale="de-DE")
    comes_true(page, IS_THERE)
    assert page.evaluate("document.documentElement.lang") == "de"
    hint = page.evaluate(
        "import('./carrier.js').then(({ request }) => request('/hint/south', { method: 'POST' }))"
        ".then((answer) => answer.json())"
    )
    assert hint["side"] == "south"


def test_king_of_the_cups_is_a_page_of_the_site_too(visit: Callable[..., Any], address: str) -> None:
    page = visit(address)
    king = page.context.new_page()
    page.close()
    king.goto(f"{address}king.html")
    wait_until(lambda: king.evaluate(IS_THERE), lambda: king.inner_text("body"))
