"""The page's files come packed, only to browsers that lack them; who comes again asks for the page alone."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsboard.web.app import application
from cupsboard.web.guard import Guard
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from cupsboard.web.static_files import ROUND_A_TABLE, SETTING_UP, Pages, page_folders
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from own_loops import run_in_own_loop
from processes import PATIENCE_SECONDS, wait_until
from sitting import Sit
from starlette.requests import Request
from starlette.responses import Response


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages(page_folders())


def asked(pages: Pages, path: str, **headers: str) -> Response:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, "query_string": b""}
    return run_in_own_loop(pages.serve(Request({**scope, "server": ("board", 80), "scheme": "http"})))


def test_a_browser_that_unpacks_gets_less_to_load(pages: Pages) -> None:
    plain, packed = asked(pages, "/board.js"), asked(pages, "/board.js", accept_encoding="br, gzip;q=1")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    assert packed.headers["content-length"] == str(len(packed.body))
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_a_browser_that_has_the_file_is_not_sent_it_again(pages: Pages) -> None:
    tag = asked(pages, "/words/de.json").headers["etag"]
    again = asked(pages, "/words/de.json", if_none_match=f'"other", {tag}')
    assert (again.status_code, again.body, again.headers["etag"]) == (304, b"", tag)
    assert asked(pages, "/words/en.json", if_none_match=tag).status_code == 200


def test_another_content_has_another_tag_and_what_can_not_be_packed_goes_as_it_is(tmp_path: Path) -> None:
    tags = set()
    for content in (b"short", b"other"):
        (tmp_path / "index.html").write_bytes(content)
        answer = asked(Pages([("", tmp_path)]), "/", accept_encoding="gzip")
        assert answer.body == content
        assert "content-encoding" not in answer.headers
        tags.add(answer.headers["etag"])
    assert len(tags) == 2


def test_nothing_else_is_found(pages: Pages) -> None:
    for path in ("/words", "/../app.py", "/words/../board.js", ""):
        assert asked(pages, path).status_code == 404


def test_all_but_the_page_itself_is_for_ever_what_it_is(pages: Pages) -> None:
    assert "cache-control" not in asked(pages, "/").headers
    script = re.search(rb'<script type="module" src="([^"]+)"', asked(pages, "/").body)
    assert script is not None
    assert script[1].decode() == pages.address("/main.js")
    assert "immutable" in asked(pages, script[1].decode()).headers["cache-control"]
    assert "cache-control" not in asked(pages, "/main.js").headers
    assert asked(pages, f"/{'0' * 20}/main.js").status_code == 404


def test_every_file_calls_the_others_by_the_names_that_stay(pages: Pages, tmp_path: Path) -> None:
    assert f'url("{pages.address("/fonts/text.woff2")}")'.encode() in asked(pages, "/style.css").body
    (tmp_path / "index.html").write_bytes(b'<script src="/a.js"></script> <a href="/">home</a>')
    (tmp_path / "a.js").write_bytes(b'import "/a.js"; fetch("/state.json");')
    found = Pages([("", tmp_path)])
    script = found.address("/a.js")
    assert asked(found, "/").body == f'<script src="{script}"></script> <a href="/">home</a>'.encode()
    assert asked(found, "/a.js").body == f'import "{script}"; fetch("/state.json");'.encode()


def test_where_one_file_is_another_all_names_are(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"page")
    versions = set()
    for content in (b"short", b"other", b"short"):
        (tmp_path / "a.js").write_bytes(content)
        versions.add(Pages([("", tmp_path)]).version)
    assert len(versions) == 2


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of all requests that come to a server from now on."""
    come: list[str] = []
    guarding = Guard.__call__

    async def counting(guard: Guard, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            come.append(scope["path"])
        await guarding(guard, scope, receive, send)

    monkeypatch.setattr(Guard, "__call__", counting)
    return come


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    yield context.new_page()
    context.close()


def visited(page: Any, address: str, requests: list[str]) -> list[str]:
    """What a visit asks for, until the page has all that it shows at first."""
    requests.clear()
    page.goto(address)
    wait_until(lambda: "/live" in requests, lambda: f"a connection: {requests}")
    page.wait_for_selector("html[data-connection=open]")
    page.wait_for_load_state("networkidle")
    return sorted(requests)


def test_a_second_visit_of_a_simulated_board_asks_for_its_page_alone(
    sit: Sit, page: Any, requests: list[str]
) -> None:
    seats = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
    table = sit(Setting(7, cups=2, stock_beans=2), seats, has_set_up=True)
    assert len(visited(page, table.address, requests)) > 30
    page.wait_for_selector("#place-south-1")
    assert visited(page, table.address, requests) == ["/", "/live"]
    page.wait_for_selector("#place-south-1")


@pytest.mark.parametrize("path", ["", "king/index.html", "king/middle.html"])
def test_a_second_visit_of_a_real_board_asks_for_its_page_alone(
    page: Any, requests: list[str], path: str
) -> None:
    hub = Hub()
    hub.publish({"time": 0})
    pages = Pages(page_folders(), ROUND_A_TABLE if path else "/index.html")
    with serving(application(hub, Hub(), pages=pages), port=0) as address:
        assert len(visited(page, address + path, requests)) > 10
        assert visited(page, address + path, requests) == [f"/{path}", "/live"]
        page.close()


@pytest.mark.parametrize(
    ("front", "page"), [("/index.html", "/kiosk.html"), (ROUND_A_TABLE, "/king/middle.html")]
)
def test_a_screen_at_a_board_has_one_address_whatever_is_played(front: str, page: str) -> None:
    pages = Pages(page_folders(), front)
    assert asked(pages, "/kiosk").body == asked(pages, page).body
    assert asked(pages, "/kiosk").headers["content-type"].startswith("text/html")


def test_a_single_cell_has_no_board_to_show_on_a_screen() -> None:
    assert asked(Pages(page_folders(), SETTING_UP), "/kiosk").status_code == 404
