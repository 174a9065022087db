"""How far a long run has got, for a person who waits."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def watched(items: Iterable[T], total: int) -> Iterator[T]:
    """The same items, with a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description="games", total=total, console=Console(stderr=True), transient=True)
