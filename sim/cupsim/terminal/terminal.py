"""The thin shell around a session: a real terminal, its keys, and real time."""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic

from cupsboard.session.signals import caught_signals
from rich.console import Console
from rich.live import Live
from rich.text import Text

from cupsim.runs.games import Pairing
from cupsim.runs.thinking_aside import ThinkersAside
from cupsim.terminal.keys import keys_in
from cupsim.terminal.session import Session
from cupsim.terminal.text_board import help_page, picture

TICK_SECONDS = 0.05
BYTES_AT_ONCE = 1024

ReadKeys = Callable[[float], list[str]]
"""Waits at most so many seconds, and returns the keys that have come."""


def run(pairing: Pairing) -> int:
    """Show the board until the person quits; the exit code. The terminal is as before afterwards."""
    console = Console()
    said: list[str] = []
    with (
        caught_signals() as caught,
        closing(ThinkersAside(said.append)) as thinkers,
        _keys(sys.stdin.fileno()) as read_keys,
        Live(console=console, screen=True, auto_refresh=False) as live,
    ):
        session = Session(pairing, thinkers)
        before = monotonic()
        while not session.has_quit and not caught:
            live.update(_drawn(session, console), refresh=True)
            for key in read_keys(before + TICK_SECONDS - monotonic()):
                session.press(key)
            now = monotonic()
            session.advance(now - before)
            while said:
                session.note(said.pop(0))
            before = now
    return 128 + caught[0] if caught else 0


def _drawn(session: Session, console: Console) -> Text:
    columns, lines = console.size
    return help_page(columns, lines) if session.shows_help else picture(session.view(), columns, lines)


@contextmanager
def _keys(terminal: int) -> Iterator[ReadKeys]:
    """Keys one by one, unechoed; Ctrl-C is still a signal."""
    before = termios.tcgetattr(terminal)

    def read(seconds: float) -> list[str]:
        ready, _, _ = select.select([terminal], [], [], max(0.0, seconds))
        if not ready:
            return []
        # The end of the input is a terminal that was closed.
        sent = os.read(terminal, BYTES_AT_ONCE)
        return keys_in(sent.decode(errors="ignore")) if sent else ["quit"]

    try:
        tty.setcbreak(terminal)
        yield read
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
