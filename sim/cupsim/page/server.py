"""The simulated board on a page: the board's own live view, and with it hands for the table."""

import argparse
import os
import shutil
import socket
import webbrowser
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from cupsboard.rules.places import Side
from cupsboard.session.signals import caught_signals
from cupsboard.web import downloads
from cupsboard.web.app import Pages, application, page_folder
from cupsboard.web.hub import Hub
from cupsboard.web.server import PORT, serving
from starlette.applications import Starlette

from cupsim.page import uploads
from cupsim.page.evening import PERSON, PageEvening
from cupsim.page.requests import AnyOrder, NewGame, Power, read_order
from cupsim.runs.games import Pairing

WATCHED_TICK_SECONDS, UNWATCHED_TICK_SECONDS = 0.04, 0.2
MOST_ORDERS = 1000
"""Orders that may wait for a tick, from all pages together."""
WORK_A_TICK = 100
WORK: dict[type, int] = {NewGame: 50, Power: 25}
"""What orders cost, in ordinary ones: those two build a world, or a board. (12 ms, 6 ms and less than 0.1 ms
on one core of an x86-64 machine.) What is left waits for the next tick."""
HANDS_MODULE = "/hands/main.js"
SHOWN_FACTOR = 4.0
"""How fast an evening runs that nobody plays in."""


class Inbox:
    """Orders from the pages' connections on their way to the evening's thread."""

    def __init__(self) -> None:
        self._orders: deque[tuple[int, AnyOrder | None]] = deque()

    def heard(self, viewer: int, text: str) -> None:
        """Take a message in; when far too many wait, it is lost. Raises MalformedMessage."""
        order = read_order(text)
        if len(self._orders) < MOST_ORDERS:
            self._orders.append((viewer, order))

    def left(self, viewer: int) -> None:
        """Tell the evening that a page is gone."""
        self._orders.append((viewer, None))

    def hand_over(self, evening: PageEvening) -> None:
        """Let the evening do what was asked for, as much as fits into a tick; of new games only the last."""
        new_games = sum(isinstance(order, NewGame) for _, order in tuple(self._orders))
        work = 0
        while work < WORK_A_TICK and self._orders:
            viewer, order = self._orders.popleft()
            if isinstance(order, NewGame) and new_games > 1:
                new_games -= 1
                continue
            work += WORK.get(type(order), 1)
            if order is None:
                evening.left(viewer)
            else:
                evening.obey(viewer, order)


class Stage:
    """An evening, the hub that shows it, and, unless it is only watched, the inbox for its hands."""

    def __init__(self, evening: PageEvening, *, is_only_watched: bool, names: Sequence[str] = ()) -> None:
        self.evening = evening
        self.hub = Hub()
        self.inbox = Inbox()
        self._state = evening.live_state if is_only_watched else evening.state
        self.app = self._watching(names) if is_only_watched else self._playing(names)

    def tick(self, real_seconds: float) -> None:
        """Do what pages want, let time pass, and show what has become of it."""
        self.inbox.hand_over(self.evening)
        self.evening.advance(real_seconds)
        self.hub.publish(self._state())

    def run(self, is_done: Callable[[], bool] = lambda: False) -> None:
        """Tick in real time until it is done."""
        before = monotonic()
        while not is_done():
            now = monotonic()
            self.tick(now - before)
            before = now
            wanted = WATCHED_TICK_SECONDS if self.hub.viewers else UNWATCHED_TICK_SECONDS
            sleep(max(0.001, now + wanted - monotonic()))

    def _watching(self, names: Sequence[str]) -> Starlette:
        return application(self.hub, names=names, routes=downloads.routes(lambda: self.evening.record))

    def _playing(self, names: Sequence[str]) -> Starlette:
        page = files("cupsim").joinpath("page", "static")
        return application(
            self.hub,
            names=names,
            ear=self.inbox,
            pages=Pages([("", page_folder()), ("/hands", page)]),
            modules=[HANDS_MODULE],
            routes=[
                *downloads.routes(lambda: self.evening.record),
                *uploads.routes(lambda: self.evening.trace_path),
            ],
        )


def run(pairing: Pairing, asked: argparse.Namespace, say: Callable[[str], Any]) -> int:
    """Serve the page until the program is asked to end; the exit code."""
    seats = _seats(pairing, is_only_watched=asked.watch_only)
    factor = 1.0 if PERSON in seats.values() else SHOWN_FACTOR
    with ExitStack() as stack:
        caught = stack.enter_context(caught_signals())
        folder = stack.enter_context(TemporaryDirectory(prefix="cupsim-"))
        evening = PageEvening(pairing, seats, Path(folder) / "evening.trace", say, factor)
        stack.callback(evening.close)
        stage = Stage(evening, is_only_watched=asked.watch_only, names=asked.name)
        address = stack.enter_context(serving(stage.app, asked.listen, _free_port(asked)))
        say(f"The board is at {address} (end with Ctrl-C)")
        if not asked.no_browser:
            _open_browser(address)
        stage.run(lambda: bool(caught))
    return 128 + caught[0]


def _seats(pairing: Pairing, *, is_only_watched: bool) -> dict[Side, str]:
    """A person plays south, unless the page is only watched."""
    south = pairing.south if is_only_watched else PERSON
    return {Side.SOUTH: south, Side.NORTH: pairing.north}


def _free_port(asked: argparse.Namespace) -> int:
    """The port that was asked for, else the usual one, else (another board is served there) any."""
    if asked.port is not None:
        return int(asked.port)
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((asked.listen, PORT))
        except (OSError, UnicodeError):
            # A name that can't be one is refused where the server begins.
            return 0
    return PORT


def _open_browser(address: str) -> None:
    """Show the page where there is a desktop to show it on."""
    if shutil.which("xdg-open") is None and not os.environ.get("BROWSER") and os.name == "posix":
        return
    webbrowser.open(address)
