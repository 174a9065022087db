"""The thread in which the writer works, and the queues that lead to it and back to the connections."""

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from cupsboard.distance.wire import FromServer

from cupsclub.writer import Request, Told, Writer

MOST_AT_ONCE = 100
"""Requests of one transaction: a commit costs the same for all."""
MOST_WAITING = 600
"""Messages that wait for a client; one that takes none is cut off, and follows again from where it was."""


class Desk:
    """Takes requests from the connections, and puts what comes of them into their mailboxes.

    Requests are taken from one event loop, the one that `opened` is called in.
    """

    def __init__(self, writer: Writer, on_fault: Callable[[BaseException], object]) -> None:
        """`on_fault` hears of what ends the thread; nothing is written after it."""
        self._writer = writer
        self._on_fault = on_fault
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._mailboxes: dict[int, Mailbox] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._work, name="writer", daemon=True)

    def opened(self) -> None:
        """Begin to work for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Finish what was asked for, and end the thread."""
        self._requests.put(None)
        self._thread.join(10.0)

    def mailbox(self, client: int) -> "Mailbox":
        """Return the mailbox of a new client."""
        box = self._mailboxes[client] = Mailbox()
        return box

    def forget(self, client: int) -> None:
        """Take a client's mailbox away."""
        self._mailboxes.pop(client, None)

    def ask(self, request: Request) -> None:
        """Have the writer take in a request."""
        self._requests.put(request)

    def _work(self) -> None:
        try:
            while batch := self._batch():
                told = self._writer.handle(batch)
                if told and self._loop is not None:
                    self._loop.call_soon_threadsafe(self._deliver, told)
        except BaseException as fault:
            self._on_fault(fault)

    def _batch(self) -> list[Request]:
        """Wait for a request, and return it with those that wait behind it; none at the end."""
        first = self._requests.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < MOST_AT_ONCE:
            try:
                following = self._requests.get_nowait()
            except Empty:
                break
            if following is None:
                self._requests.put(None)
                break
            batch.append(following)
        return batch

    def _deliver(self, told: Sequence[Told]) -> None:
        for client, message in told:
            box = self._mailboxes.get(client)
            if box is not None:
                box.put(message)


class Mailbox:
    """What a client is to be told, until its connection has sent it."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[FromServer] = asyncio.Queue(MOST_WAITING)
        self._is_full = False

    def put(self, message: FromServer) -> None:
        """Add a message; one too many ends the mailbox."""
        try:
            self._messages.put_nowait(message)
        except asyncio.QueueFull:
            self._is_full = True

    async def next(self) -> FromServer | None:
        """Wait for the next message; None if there were too many."""
        return None if self._is_full else await self._messages.get()
