"""The page beside a game: served again and again, said once, never waited for."""

import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.sentences import say
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.optional_page import OptionalPage, Running
from cupsboard.web.server import served

SOON = 0.05
PATIENCE_SECONDS = 20.0


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


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


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
            wait_until(lambda: owner.heard)
            time.sleep(5 * SOON)
            (heard,) = owner.heard
            assert heard.startswith(f"no page: 127.0.0.1 port {port}: Address already in use; ")
            assert owner.shown == heard
            other.close()
            wait_until(lambda: owner.addresses)
            assert owner.shown == ""
            assert urllib.request.urlopen(owner.addresses[0], timeout=10).status == 200
    assert len(owner.heard) == 1


def test_a_page_that_breaks_is_missed_and_comes_back() -> None:
    owner, hub = Owner(), Hub()
    with kept(0, hub, owner):
        wait_until(lambda: owner.addresses)
        hub.join()
        hub.publish({"no JSON": object()})
        wait_until(lambda: len(owner.addresses) == 2)
        hub.publish({"time": 1})
        assert urllib.request.urlopen(owner.addresses[1], timeout=10).status == 200
    (heard,) = owner.heard
    assert heard.startswith("no page: the web server ended (")


def test_a_page_is_closed_while_it_can_t_be_served() -> None:
    owner = Owner()

    @contextmanager
    def no_thread() -> Iterator[Running]:
        raise RuntimeError("can't start new thread")
        yield

    page = OptionalPage(no_thread, owner.missing_parts, owner.addresses.append)
    wait_until(lambda: owner.heard)
    began = time.monotonic()
    page.close()
    assert time.monotonic() - began < 5.0
    assert owner.heard[0].startswith("no page: can't start new thread; ")
