"""How a stage goes on: by ticks in real time."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Protocol

from cupsboard.web.hub import Hub

from cupsim.page.inbox import Inbox

QUICK_TICK_SECONDS, SLOW_TICK_SECONDS = 0.04, 0.2
LIVELY_SECONDS = 2.0
"""Ticks are quick for so long after something happened that a page shows."""


class Ticking(Protocol):
    """What is shown on pages and goes on by ticks."""

    hub: Hub
    inbox: Inbox[Any]

    def tick(self, real_seconds: float) -> bool:
        """Do what pages want, let time pass, and show what came of it; whether there is anything new."""


def keep_ticking(stage: Ticking, is_done: Callable[[], bool]) -> None:
    """Tick in real time until it is done; slowly while nothing happens and nobody wants anything."""
    before = lively_until = monotonic()
    while not is_done():
        now = monotonic()
        if stage.tick(now - before):
            lively_until = now + LIVELY_SECONDS
        before = now
        sleep(max(0.001, now + QUICK_TICK_SECONDS - monotonic()))
        if now > lively_until or not stage.hub.viewers:
            stage.inbox.has_mail.wait(SLOW_TICK_SECONDS - QUICK_TICK_SECONDS)
