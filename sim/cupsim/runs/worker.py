"""What every process does that works for another one."""

import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import TypeVar

C = TypeVar("C")
F = TypeVar("F")


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that came to its end."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_wait_for, args=(parent.sentinel,), daemon=True).start()


def _wait_for(parent: int) -> None:
    connection.wait([parent])
    os._exit(1)


def side_by_side(play: Callable[[C], F], cases: Sequence[C], jobs: int) -> Iterator[F]:
    """Play cases in `jobs` processes; yield each result as soon as it may come in the order of the cases."""
    if jobs == 1 or len(cases) == 1:
        yield from map(play, cases)
        return
    with get_context("spawn").Pool(min(jobs, len(cases)), end_with_parent) as pool:
        yield from pool.imap(play, cases)
