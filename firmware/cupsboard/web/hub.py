"""Hands the newest state of a board to everybody who looks: at once all of it, then what has changed.

The board's loop publishes from its own thread and never waits for a viewer. A viewer who can't keep up loses
the steps in between, not the state: what waits for them is thrown away and replaced by the newest whole.

While nothing happens nothing is sent but a heartbeat, by which a page knows that there still is a board. The
board's time alone is no news: pages have clocks, and get it with whatever else there is to say.
"""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that turns `before` into `after`; empty if they are equal."""
    patch: dict[str, Any] = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        old = before.get(key)
        if old is value or old == value:
            continue
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            patch[key] = difference(old, value)
        else:
            patch[key] = value
    return patch


def patched(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a patch makes of a state."""
    after = dict(before)
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, Mapping):
            old = after.get(key)
            after[key] = patched(old if isinstance(old, Mapping) else {}, value)
        else:
            after[key] = value
    return after


OUTBOX_MESSAGES = 32
"""So many messages may wait for a viewer: more than a second's worth."""
HEARTBEAT_SECONDS = 5.0
"""The longest silence. (`connection.js` gives up after more than twice as long.)"""
TIME = "time"

State = Mapping[str, Any]


class Viewer:
    """One page that looks; what it has yet to be sent waits in a bounded box."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._outbox: asyncio.Queue[str] = asyncio.Queue(OUTBOX_MESSAGES)

    @property
    def waiting(self) -> int:
        """How many messages it has yet to be sent."""
        return self._outbox.qsize()

    async def next(self) -> str:
        """The next message for this viewer; waits for one."""
        return await self._outbox.get()

    def offer(self, text: str) -> bool:
        """Put a message into the box; False if it is full."""
        if self._outbox.full():
            return False
        self._outbox.put_nowait(text)
        return True

    def start_over(self, text: str) -> None:
        """Throw away what waits, and put this in its place."""
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self._outbox.put_nowait(text)


class Hub:
    """The newest state and its viewers: `publish` is for any thread, all else for the server's."""

    def __init__(self, heartbeat_seconds: float = HEARTBEAT_SECONDS) -> None:
        self._heartbeat_seconds = heartbeat_seconds
        self._latest: State = {}
        self._told: State = {}
        self._viewers: set[Viewer] = set()
        self._joined = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    @property
    def viewers(self) -> int:
        """How many look; an unwatched board may publish more rarely."""
        return len(self._viewers)

    @property
    def latest(self) -> State:
        """The newest state."""
        return self._latest

    def publish(self, state: State) -> bool:
        """Let everybody see this state, which must not change afterwards; whether anything in it is news."""
        is_news = _is_news(self._latest, state)
        self._latest = state
        loop = self._loop
        if is_news and loop is not None:
            # The server may be closing in this very moment; then nobody looks any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._news.set)
        return is_news

    def tell(self, number: int, message: State) -> None:
        """Tell one viewer what is for nobody else, if they still look; for any thread.

        What was published before is told before.
        """
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._tell, number, _text(message))

    async def run(self) -> None:
        """Pass news on until cancelled."""
        loop = self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        next_beat = loop.time() + self._heartbeat_seconds
        try:
            self._pass_on()
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(next_beat):
                        await self._news.wait()
                self._news.clear()
                if self._told is self._latest and loop.time() < next_beat:
                    continue
                self._pass_on()
                next_beat = loop.time() + self._heartbeat_seconds
        finally:
            self._loop = None

    def join(self) -> Viewer:
        """One more viewer, who is told the whole state first."""
        self._joined += 1
        viewer = Viewer(self._joined)
        viewer.offer(self._whole({TIME: self._latest[TIME]} if TIME in self._told else {}))
        self._viewers.add(viewer)
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """One viewer less."""
        self._viewers.discard(viewer)

    def _pass_on(self) -> None:
        """Say what is new; where nothing is, this is the heartbeat."""
        before, self._told = self._told, self._latest
        if not self._viewers:
            return
        text = _text({"patch": difference(before, self._told)})
        whole: str | None = None
        for viewer in self._viewers:
            if not viewer.offer(text):
                whole = whole or self._whole()
                viewer.start_over(whole)

    def _tell(self, number: int, text: str) -> None:
        if self._news.is_set():
            self._pass_on()
        for viewer in self._viewers:
            if viewer.number == number and not viewer.offer(text):
                viewer.start_over(self._whole())
                viewer.offer(text)

    def _whole(self, newer: State | None = None) -> str:
        # A patch can't carry None, so a page knows what is unknown by its absence, in the whole as well.
        return _text({"state": patched({}, {**self._told, **(newer or {})})})


def _is_news(before: State, after: State) -> bool:
    """Whether more than the time is another."""
    return before.keys() != after.keys() or any(
        value is not before[key] and value != before[key] for key, value in after.items() if key != TIME
    )


def _text(content: State) -> str:
    return json.dumps(content, separators=(",", ":"), allow_nan=False)
