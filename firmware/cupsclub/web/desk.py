"""The thread in which the writer works, and the queues that lead to it and back to the connections."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from cupsboard.distance.wire import Bye, Entries, FromServer, written

from cupsclub.clients.audience import Told
from cupsclub.clients.requests import Request
from cupsclub.writer import Writer

MOST_AT_ONCE = 100
"""Requests of one transaction: a commit costs the same for all."""
MOST_WAITING = 600
"""Messages that wait for a client; one that takes none is cut off, and follows again from where it was."""
MOST_WAITING_CHARACTERS = 4_000_000
"""The longest game, told from its beginning, is half of it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it is sent. `is_last` tells whether the connection ends with it."""

    text: str
    is_last: bool
    said_at: float | None = None
    """When the first request of its batch came, by monotonic time, where it tells what was said."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request, and what hears that it was handled; None where nothing waits for that.

    One without a request only waits for the writer's next turn.
    """

    request: Request | None
    handled: asyncio.Future[None] | None
    at: float


class Desk:
    """Takes requests from the connections, and puts what comes of them into their mailboxes.

    Requests are taken from one event loop, the one that `opened` is called in.
    """

    def __init__(self, writer: Writer, on_fault: Callable[[BaseException], object]) -> None:
        """`on_fault` hears of what ends the thread; nothing is written after it."""
        self._writer = writer
        self._on_fault = on_fault
        self._requests: SimpleQueue[_Asked | None] = SimpleQueue()
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

    def put(self, request: Request) -> None:
        """Have the writer take in a request."""
        self._requests.put(_Asked(request, None, monotonic()))

    async def ask(self, request: Request | None) -> None:
        """Have the writer take in a request, and wait until its answers are in the mailboxes.

        Without a request, wait until the writer has taken up all that was asked before.
        """
        handled = asyncio.get_running_loop().create_future()
        self._requests.put(_Asked(request, handled, monotonic()))
        await handled

    def _work(self) -> None:
        try:
            while (batch := self._batch()) is not None:
                # Whether the writer goes on is known before it waits for the database.
                self._tell([], [each.handled for each in batch if each.request is None])
                began = batch[0].at if batch else monotonic()
                asked = [each.request for each in batch if each.request is not None]
                letters = _letters(self._writer.handle(asked), began)
                self._tell(letters, [each.handled for each in batch if each.request is not None])
        except BaseException as fault:
            self._on_fault(fault)

    def _tell(
        self, letters: Sequence[tuple[int, Letter]], handled: Sequence[asyncio.Future[None] | None]
    ) -> None:
        """Have the event loop deliver letters, and go on with what has waited."""
        waiting = [each for each in handled if each is not None]
        if self._loop is not None and (letters or waiting):
            self._loop.call_soon_threadsafe(self._deliver, letters, waiting)

    def _batch(self) -> list[_Asked] | None:
        """Wait for a request, and return it with those that wait behind it.

        [] where none comes before the writer has something to do of its own, and None at the end.
        """
        try:
            first = self._requests.get(timeout=self._writer.rest_seconds)
        except Empty:
            return []
        if first is None:
            return None
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

    def _deliver(
        self, letters: Sequence[tuple[int, Letter]], handled: Sequence[asyncio.Future[None]]
    ) -> None:
        for client, letter in letters:
            box = self._mailboxes.get(client)
            if box is not None:
                box.put(letter)
        for each in handled:
            if not each.done():
                each.set_result(None)


def letter(message: FromServer, at: float | None = None) -> Letter:
    """Return a message as it is sent; `at` is when what it tells was said."""
    is_news = isinstance(message, Entries) and message.since is None
    return Letter(written(message), isinstance(message, Bye), at if is_news else None)


def _letters(told: Sequence[Told], at: float) -> list[tuple[int, Letter]]:
    """Return what is told as it is sent; what many are told is written once.

    `at` is when the first of the requests came.
    """
    written_once: dict[int, Letter] = {}
    for _, message in told:
        if id(message) not in written_once:
            written_once[id(message)] = letter(message, at)
    return [(client, written_once[id(message)]) for client, message in told]


class Mailbox:
    """What a client is to be told, until its connection has sent it."""

    def __init__(self) -> None:
        self._letters = asyncio.Queue[Letter]()
        self._characters = 0
        self._is_full = False

    def put(self, letter: Letter) -> None:
        """Add a message; one too many ends the mailbox."""
        self._characters += len(letter.text)
        if self._letters.qsize() >= MOST_WAITING or self._characters > MOST_WAITING_CHARACTERS:
            self._is_full = True
        else:
            self._letters.put_nowait(letter)

    async def next(self) -> Letter | None:
        """Wait for the next message; None if there were too many. Call `sent` for each."""
        return None if self._is_full else await self._letters.get()

    def sent(self, letter: Letter) -> None:
        """Note that the client has taken a message."""
        self._characters -= len(letter.text)
        self._letters.task_done()

    async def emptied(self) -> None:
        """Wait until the client has taken all that it was to be told."""
        await self._letters.join()
