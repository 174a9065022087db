"""A program that is spoken to in lines over its standard input and output, without waiting for it."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress

CHUNK_BYTES = 65_536
"""The most bytes that are read at once."""
LAST_WORDS_SECONDS = 0.1


class PipedWorker:
    """A worker in a process of its own, reached by pipes; implements `engine_process.Worker`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program, in its own group of processes. Raises OSError."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""

    @property
    def process_id(self) -> int | None:
        """Return the id of the worker's process, or None while there is none."""
        return self._process.pid

    def write(self, line: str) -> None:
        """Send the part of the line that fits into the pipe; the rest is sent with the next `read`."""
        self._unsent += f"{line}\n".encode()
        self._flush()

    def read(self) -> bytes | None:
        """Return new output of the process; None if there is none, b"" after its end."""
        self._flush()
        assert self._process.stdout is not None
        data = self._process.stdout.read(CHUNK_BYTES)
        if data == b"":
            # Its output ends a little before it does, and how it ended is known only then.
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS_SECONDS)
        return data

    @property
    def end(self) -> str | None:
        """Return how the process ended; None while it runs."""
        code = self._process.poll()
        return None if code is None else f"it ended with {code}"

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self, farewell: str, seconds: float) -> None:
        """Send `farewell` and let the process end within `seconds`; then kill it and what it started."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{farewell}\n".encode())
            process.stdin.close()
        except OSError:
            pass  # It is gone, or doesn't read: it is killed below.
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()

    def _flush(self) -> None:
        if not self._unsent:
            return
        assert self._process.stdin is not None
        try:
            sent = self._process.stdin.write(self._unsent)
        except OSError:
            return  # It is gone, which the next reading shows.
        self._unsent = self._unsent[sent or 0 :]
