"""Signals that ask a program to end, kept until it can do so in good order."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def caught_signals() -> Iterator[list[int]]:
    """Collect the signals that ask the program to end, instead of ending wherever it is just now."""
    caught: list[int] = []

    def catch(number: int, _: FrameType | None) -> None:
        caught.append(number)

    before = {
        number: signal.signal(number, catch) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield caught
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
