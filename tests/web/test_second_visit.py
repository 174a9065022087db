"""Who comes to a page again asks for the page alone, and for its connection."""

from collections.abc import Iterator
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsboard.web.app import application
from cupsboard.web.guard import Guard
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from cupsboard.web.static_files import ROUND_A_TABLE, Pages, page_folders
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from processes import PATIENCE_SECONDS, wait_until
from sitting import Sit


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
