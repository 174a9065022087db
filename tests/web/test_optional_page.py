"""The page beside a game: served again and again, never waited for, and what pages ask of a board."""

import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.sentences import say
from cupsboard.web import analysis
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.optional_page import OptionalPage, Running
from cupsboard.web.server import served, serving
from http_calls import host_and_port, post
from processes import PATIENCE_SECONDS, wait_until

SOON = 0.05


class Owner:
    """What somebody at the board hears and sees."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.addresses: list[str] = []
        self.shown = ""
        self.missing_parts = MissingParts(lambda message: self.heard.append(say(message)))
        self.missing_parts.show_by(self.see)

    def see(self, words: str) -> None:
        self.shown = words


@contextmanager
def kept(port: int, hub: Hub, owner: Owner) -> Iterator[OptionalPage]:
    app = application(hub, Hub())
    page = OptionalPage(
        lambda: served(app, "127.0.0.1", port), owner.missing_parts, owner.addresses.append, SOON
    )
    try:
        yield page
    finally:
        page.close()


def test_a_port_that_gets_free_is_taken() -> None:
    owner = Owner()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with kept(port, Hub(), owner):
            wait_until(lambda: owner.heard, "words about a page")
            time.sleep(5 * SOON)
            (heard,) = owner.heard
            assert heard.startswith(f"no page: 127.0.0.1 port {port}: Address already in use; ")
            assert owner.shown == heard
            other.close()
            wait_until(lambda: owner.addresses, "a page")
            assert owner.shown == ""
            assert urllib.request.urlopen(owner.addresses[0], timeout=PATIENCE_SECONDS).status == 200
    assert len(owner.heard) == 1


def test_a_page_that_breaks_is_missed_and_comes_back() -> None:
    owner, hub = Owner(), Hub()
    with kept(0, hub, owner):
        wait_until(lambda: owner.addresses, "a page")
        hub.join()
        hub.publish({"no JSON": object()})
        wait_until(lambda: len(owner.addresses) == 2, "another page")
        hub.publish({"time": 1})
        assert urllib.request.urlopen(owner.addresses[1], timeout=PATIENCE_SECONDS).status == 200
    (heard,) = owner.heard
    assert heard.startswith("no page: the web server ended (")


def test_a_page_is_closed_while_it_can_t_be_served() -> None:
    owner = Owner()

    @contextmanager
    def no_thread() -> Iterator[Running]:
        raise RuntimeError("can't start new thread")
        yield

    page = OptionalPage(no_thread, owner.missing_parts, owner.addresses.append, try_again_seconds=3600.0)
    wait_until(lambda: owner.heard, "words about a page")
    page.close()
    wait_until(lambda: "page" not in {thread.name for thread in threading.enumerate()}, "its thread's end")
    assert owner.heard[0].startswith("no page: can't start new thread; ")


HALF = b"POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nGame: cups 2\n"


def test_records_that_trickle_keep_nobody_from_an_analysis() -> None:
    record = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
    app = application(Hub(), Hub(), routes=analysis.routes())
    with serving(app, port=0) as address, ExitStack() as stack:
        for _ in range(20):
            slow = socket.create_connection(host_and_port(address), timeout=PATIENCE_SECONDS)
            stack.enter_context(slow).sendall(HALF)
        answer = post(f"{address}analysis", record)
        assert answer.status == 200
        assert json.loads(answer.text)["number"] == 1
