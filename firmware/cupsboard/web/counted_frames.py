"""A WebSocket whose frames are counted as they come: those that carry no whole message cost work as well.

uvicorn reads 256 KiB at once, in which 40,000 empty frames have room, and answers each ping, whether or not
its sender takes the answers. No browser sends more than a few such frames.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cupsboard.web.guard import POLICY_VIOLATION
from cupsboard.web.pace import Pace

READ_AT_ONCE = 4096
"""Bytes between two looks at the count."""
FRAMES_AT_ONCE = 100.0
FRAMES_A_SECOND = 10.0


class CountedFrames(WebSocketsSansIOProtocol):
    """A connection that ends where too many pings, pongs and parts of messages come."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._pace = Pace.begun(FRAMES_A_SECOND, FRAMES_AT_ONCE, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        for first in range(0, len(data), READ_AT_ONCE):
            if self._is_ending():
                return
            super().data_received(data[first : first + READ_AT_ONCE])

    def handle_cont(self, event: Frame) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_pong(event)

    def _is_within_its_pace(self) -> bool:
        """Count one frame, and return whether it may be taken in; end the connection with one too many."""
        if self._is_ending():
            return False
        now = self.loop.time()
        self._pace = self._pace.spent(1.0, now)
        if self._pace.debt_seconds(now) == 0.0:
            return True
        self.conn.fail(POLICY_VIOLATION, "too many frames without a message")
        self.handle_parser_exception()
        return False

    def _is_ending(self) -> bool:
        transport: asyncio.Transport = self.transport
        return transport.is_closing()
