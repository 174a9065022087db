"""How far a long run has got, for a person who waits."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TypeVar

T = TypeVar("T")

CLEARED_LINE = "\r\x1b[K"
"""Takes a terminal's cursor to the beginning of its line, and all that stands there away."""


def watched(items: Iterable[T], total: int, what: str = "games") -> Iterator[T]:
    """The same items, with a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    # What is printed meanwhile goes above the bar, but never into it when it is meant for a file.
    is_beside_bar = sys.stdout.isatty()
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=is_beside_bar) as progress:
        yield from progress.track(items, total=total, description=what)


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


def watched_shares(shares: Iterable[float], what: str) -> None:
    """Run through what yields how much of it is done, 0 to 1, with such a bar."""
    if not sys.stderr.isatty():
        for _ in shares:
            pass
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=1.0)
        for share in shares:
            progress.update(task, completed=share)
