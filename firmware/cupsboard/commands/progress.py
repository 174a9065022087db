"""How far a long run has got, for a person who waits."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

CLEARED_LINE = "\r\x1b[K"
"""Takes a terminal's cursor to the beginning of its line, and all that stands there away."""


def watched(items: Iterable[T], total: int, what: str = "games") -> Iterator[T]:
    """Yield the same items; while one is awaited, a line on standard error says how many have come.

    The line is gone whenever an item is handed on, so that what is printed of it has a line of its own. There
    may be more items than `total`, which need only be about right.
    """
    began = monotonic()
    with line_shown() as show:
        show(f"{what}: 0 of {total}")
        for done, item in enumerate(items, start=1):
            show("")
            yield item
            show(f"{what}: {done} of {total}{_time_left(began, done / max(total, done))}")


def watched_shares(shares: Iterable[float], what: str) -> None:
    """Run through what yields how much of it is done, 0 to 1, with a line that says so."""
    began = monotonic()
    with line_shown() as show:
        for share in shares:
            show(f"{what}: {share:.0%}{_time_left(began, share)}")


def _time_left(began: float, share: float) -> str:
    """Return how long the rest takes if it goes on as it went; "" before anything is done and at the end."""
    if not 0 < share < 1:
        return ""
    minutes, seconds = divmod(round((monotonic() - began) * (1 - share) / share), 60)
    return f", about {minutes} min left" if minutes else f", about {seconds} s left"


@contextmanager
def line_shown() -> Iterator[Callable[[str], object]]:
    """Give a function that shows a text in place of the one before, on a line of standard error.

    The line is taken away at the end. The function shows nothing where standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    width = get_terminal_size().columns - 1

    def show(text: str) -> None:
        print(CLEARED_LINE + text[:width], end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        show("")
