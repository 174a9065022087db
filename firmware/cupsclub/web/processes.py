"""Several processes that serve the same records behind one port, and what looks after them.

No process owns a game: each judges what its clients say by what stands in the records, and the keys there
let the first one win. So a process may end at any moment: its clients come again at the same port, where
another one takes them at once, and it is begun anew. One that hangs is killed, and then the same.
"""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from time import monotonic, sleep

from cupsboard.session.signals import caught_signals
from cupsboard.web.server import WAITING_AT_THE_DOOR, Served, ServerError, listening_at

from cupsclub.store.port import RecordsError
from cupsclub.web.app import Together
from cupsclub.web.neighbours import BEGUN, Inbox, Neighbours

LOOK_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""Between two beginnings of a process."""
START_SECONDS, END_SECONDS = 20, 15
"""How long all have to begin, and to end before they are killed."""
MOST_SILENT_LOOKS = 300
"""How many looks in turn may find no sign of a process: a minute, and longer where this computer is busy or
stands still, which then keeps from looking, too."""
TRY_AGAIN = 75
"""How a process ends that met a trouble."""


class Processes:
    """Begins processes, looks after them and ends them; call it where no other thread runs."""

    def __init__(
        self,
        count: int,
        address: tuple[str, int],
        serve: Callable[[Together, socket.socket], AbstractContextManager[Served]],
        now: Callable[[], float],
        complain: Callable[[str], object],
    ) -> None:
        """`serve` is what a process does, at the host and port of `address`. Raises ServerError."""
        self.door = listening_at(*address)
        self.door.listen(WAITING_AT_THE_DOOR)
        self._serve, self._now, self._began, self._complain = serve, now, now(), complain
        self._fork, self._parent = get_context("fork"), os.getpid()
        self._inboxes = [Inbox() for _ in range(count)]
        self._are_ready = [self._fork.Event() for _ in range(count)]
        self._running: dict[int, ForkProcess] = {}
        self._begun_at: dict[int, float] = {}
        self._signs = self._fork.RawArray("Q", count)
        """Each process counts up in its place."""
        self._last_signs, self._silent_looks = [0] * count, [0] * count

    def __enter__(self) -> "Processes":
        """Begin all, and wait until they serve. Raises ServerError."""
        for number in range(len(self._inboxes)):
            self._begin(number)
        end = monotonic() + START_SECONDS
        while not all(each.is_set() for each in self._are_ready):
            if monotonic() > end or not all(each.is_alive() for each in self._running.values()):
                self._end()
                raise ServerError("a process of the server does not begin; look at the log above")
            sleep(LOOK_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        """End all, each in good order if it can."""
        self._end()

    def begun_anew(self) -> Iterator[str]:
        """Kill those that hang, and begin those anew that have ended; yield what is done.

        Call it every `LOOK_SECONDS`.
        """
        for number, process in list(self._running.items()):
            if self._hangs(number) and process.is_alive():
                process.kill()
                yield f"process {number} gives no sign of life and is killed"
            elif not process.is_alive() and monotonic() - self._begun_at[number] >= AGAIN_SECONDS:
                # What it has written last the others may not have heard.
                Neighbours(number, self._inboxes).tell(BEGUN, None)
                self._begin(number)
                yield f"process {number} has ended ({process.exitcode}) and is begun anew"

    def _hangs(self, number: int) -> bool:
        """Look at a process, and return whether too many looks have found no sign of it."""
        is_silent = self._signs[number] == self._last_signs[number]
        self._last_signs[number] = self._signs[number]
        self._silent_looks[number] = self._silent_looks[number] + 1 if is_silent else 0
        return self._silent_looks[number] > MOST_SILENT_LOOKS

    def _begin(self, number: int) -> None:
        self._begun_at[number], self._silent_looks[number] = monotonic(), 0
        self._running[number] = self._fork.Process(target=self._run, args=(number,))
        self._running[number].start()

    def _end(self) -> None:
        for _ in range(END_SECONDS):
            running = [each for each in self._running.values() if each.is_alive()]
            for each in running:
                each.terminate()
            for each in running:
                each.join(1.0 / len(running))
        for each in self._running.values():
            each.kill()
            each.join()
        self.door.close()

    def _run(self, number: int) -> None:
        """Be a process: serve until it is asked to end, or until the one that began it is gone."""

        def give_sign() -> None:
            self._signs[number] += 1

        together = Together(Neighbours(number, self._inboxes), self._now, self._began, give_sign)
        try:
            with caught_signals() as caught, self._serve(together, self.door) as running:
                self._are_ready[number].set()
                while not caught and running.fault is None and os.getppid() == self._parent:
                    sleep(LOOK_SECONDS)
                if running.fault is not None:
                    raise ServerError(running.fault)
        except (RecordsError, ServerError) as fault:
            self._complain(f"process {number}: {fault}")
            sys.exit(TRY_AGAIN)
