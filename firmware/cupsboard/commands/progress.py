"""How far a long run has got, for a person who waits."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


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
