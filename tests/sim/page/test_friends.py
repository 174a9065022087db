"""A server for a friend, opened by a click at a simulated board's page, and closed when nobody uses it."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from cupsboard.web import server
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import Served, ServerError
from cupsclub.web.server import serving
from cupsim.page.friends import UNUSED_SECONDS, Friends
from http_calls import delete, get, post
from processes import wait_until


class Table:
    """What a page may ask for, whose time the test tells."""

    def __init__(self, folder: Path) -> None:
        self.now, self.said, self.folder = 0.0, list[str](), folder
        self.friends = Friends(self.club, self.said.append, lambda: self.now)

    @contextmanager
    def club(self) -> Iterator[Served]:
        with serving(self.folder / "friends.sqlite", "127.0.0.1", 0) as served:
            yield served

    @contextmanager
    def page(self) -> Iterator[str]:
        with server.serving(application(Hub(), Hub(), routes=self.friends.routes()), port=0) as address:
            yield f"{address}friend"


def told(text: str) -> Any:
    return json.loads(text)


def is_reached(served: Served) -> bool:
    host = urlsplit(served.address)
    try:
        create_connection((host.hostname, host.port), 5).close()
    except OSError:
        return False
    return True


def test_a_click_opens_the_computer_to_the_network_and_another_closes_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.page() as page:
        assert told(get(page).text) == {"address": None}
        address = told(post(page, b"").text)["address"]
        served = table.friends.open()
        assert served.address == address
        assert is_reached(served)
        assert told(delete(page).text) == {"address": None}
    assert not is_reached(served)
    assert [line.partition(" at ")[0] for line in table.said] == [
        "Friends: the network reaches this computer",
        "Friends: closed; the network reaches this computer no more",
    ]


def test_it_stays_open_while_a_page_of_it_is_and_is_closed_two_minutes_after_the_last(tmp_path: Path) -> None:
    table = Table(tmp_path)
    served = table.friends.open()
    host = urlsplit(served.address)
    with closing(create_connection((host.hostname, host.port), 5)):
        wait_until(lambda: served.callers, "a page")
        table.now += 10 * UNUSED_SECONDS
        table.friends.look()
        assert table.friends.open() is served
    wait_until(lambda: not served.callers, "the page to close")
    table.now += UNUSED_SECONDS - 1.0
    table.friends.look()
    assert table.friends.open() is served
    table.now += 2.0
    table.friends.look()
    assert not is_reached(served)


def test_two_clicks_at_once_open_one_server(tmp_path: Path) -> None:
    table, found = Table(tmp_path), list[Served]()
    clicks = [Thread(target=lambda: found.append(table.friends.open())) for _ in range(2)]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert found[0] is found[1]
    table.friends.close()


def test_why_no_server_begins_is_told(tmp_path: Path) -> None:
    @contextmanager
    def refused() -> Iterator[Served]:
        raise ServerError("0.0.0.0 port 2878: no such network")
        yield

    table = Table(tmp_path)
    table.friends = Friends(refused, table.said.append)
    with table.page() as page:
        answer = post(page, b"")
    assert (answer.status, answer.text) == (503, "0.0.0.0 port 2878: no such network\n")
