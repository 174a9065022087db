"""Collect signals that ask a program to end, until it can do so in good order."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C; a service's stop; a terminal or an ssh connection that is gone."""


@contextmanager
def caught_signals() -> Iterator[list[int]]:
    """Collect the signals that ask the program to end, instead of ending at once, while the block runs.

    Yield the list that collects their numbers. A signal that was ignored from the start stays ignored, as
    `nohup` wants.
    """
    caught: list[int] = []

    def catch(number: int, _: FrameType | None) -> None:
        caught.append(number)

    heeded = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, catch) for number in heeded}
    try:
        yield caught
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
