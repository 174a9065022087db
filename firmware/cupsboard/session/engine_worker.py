"""The engine as a program of its own: `python -m cupsboard.session.engine_worker`.

It speaks `engine.protocol` over its standard input and output, has lower priority than everything else on the
machine, and its memory is limited.
"""

import os
import select
import signal
import sys
import time
from collections import deque

from cupsboard.engine.protocol import QUIT, Failure, format_answer, serve
from cupsboard.session.process_limits import MOST_BYTES, stay_behind
from cupsboard.storage.tables import tables_of_this_user

CHUNK_BYTES = 65_536


class Lines:
    """Reads lines from a file descriptor, with or without waiting for them."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor
        self._lines: deque[str] = deque()
        self._rest = b""
        self._has_ended = False
        self._last_word: str | None = QUIT

    def receive(self, wait: bool) -> str | None:
        """Return the next line, as `protocol.Receive` says.

        The end of the file is "quit", also without waiting.
        """
        while not self._lines:
            if self._has_ended:
                return None if wait else self._farewell()
            if not wait and not select.select([self._descriptor], [], [], 0)[0]:
                return None
            self._read()
        return self._lines.popleft()

    def _farewell(self) -> str | None:
        """Return the last word once, to end a search: its answer would not be read any more."""
        word, self._last_word = self._last_word, None
        return word

    def _read(self) -> None:
        data = os.read(self._descriptor, CHUNK_BYTES)
        self._has_ended = not data
        *whole, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(line.decode("utf-8", "replace") for line in whole)


def _send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Answer the requests on the standard input until it ends. Return the exit code."""
    # Ctrl-C and a closed terminal are for the program that asks; when it is gone the input ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tables = tables_of_this_user()
    stay_behind(tables.mapped_bytes)
    try:
        serve(Lines(sys.stdin.fileno()).receive, _send, time.monotonic, tables.known)
    except BrokenPipeError:
        return 1
    except MemoryError:
        _send(format_answer(Failure(f"more than {MOST_BYTES // 1024**2} MB of memory were needed")))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
