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
