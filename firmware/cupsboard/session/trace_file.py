"""The trace of a session in a file; if it can't be written, the session goes on without it."""

import errno
import os
from collections import deque
from pathlib import Path
from types import TracebackType

from cupsboard.formats.private_files import private
from cupsboard.loop import Moment
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.replay import Tracer
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceError, TraceWriter
from cupsboard.signs.scene import Message
from cupsboard.storage.writer import Job, Writer, at_once

LONGEST_TRACE_BYTES = 50_000_000
"""Some hours; a board that is left on overnight does not fill its card."""
LEFT_FOR_GAMES_BYTES = 5_000_000
"""The space that a trace leaves on the disk: what a board remembers matters more."""
LOOK_BYTES = 20_000
"""After this many bytes the free space is checked: every ten seconds of an untouched table."""
MOST_WAITING = 1000
"""Lines that may wait for a slow disk: those of twelve seconds at 80 samples a second."""
CLOSING_SECONDS = 2.0
"""What the last lines may take."""


class TraceFile:
    """A listener of the loop that traces to a file; faults of the file are reported, and not raised.

    The file is not buffered: it holds all steps before a power cut or a fault, up to a torn last line.
    """

    def __init__(
        self,
        path: Path,
        start: Start,
        missing_parts: MissingParts,
        most_bytes: int = LONGEST_TRACE_BYTES,
        writer: Writer[None] = at_once,
    ) -> None:
        """Begin the file anew; `writer` carries the writes out."""
        self._writer = writer
        self._waiting: deque[bytes] = deque()
        """Lines that were not written yet; whatever is written next takes them all."""
        self._is_asked = False
        """Whether a write was handed over that has not taken the lines yet."""
        self._writes: deque[Job[None]] = deque()
        self._path = path
        self._lacks = missing_parts
        self._left = most_bytes
        self._unlooked = LOOK_BYTES
        self._file: int | None = None
        self._tracer: Tracer | None = None
        try:
            # Not to wait: a pipe that nobody reads is refused at once.
            how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_CLOEXEC
            self._file = private(str(path), how)
            self._tracer = Tracer(TraceWriter(self._write, start.header()))
        except (OSError, TraceError) as fault:
            self._give_up(fault)

    def __call__(self, moment: Moment) -> None:
        """Trace one moment."""
        if self._tracer is None:
            return
        try:
            self._tracer(moment)
        except (OSError, TraceError) as fault:
            self._give_up(fault)

    def __enter__(self) -> "TraceFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        self._left -= len(line)
        if self._left < 0:
            raise TraceError("it is as long as a trace may get")
        while self._writes and self._writes[0].done():
            self._writes.popleft().result()
        if len(self._waiting) >= MOST_WAITING:
            raise TraceError("the disk takes too long to write it")
        self._waiting.append(line)
        if self._is_asked:
            return
        self._is_asked = True
        file = self._file
        self._writes.append(self._writer(lambda: self._write_waiting(file)))
        if self._writes[-1].done():
            self._writes.pop().result()

    def _write_waiting(self, file: int) -> None:
        """Write the lines that wait, for the writer."""
        # A line that comes from here on is either taken below, or asks for a write of its own.
        self._is_asked = False
        lines = []
        while self._waiting:
            lines.append(self._waiting.popleft())
        rest = b"".join(lines)
        self._unlooked += len(rest)
        if self._unlooked >= LOOK_BYTES:
            self._unlooked = 0
            self._require_room(file)
        while rest:
            # Where only a part was taken, the rest says why.
            rest = rest[os.write(file, rest) :]

    def _require_room(self, file: int) -> None:
        disk = os.fstatvfs(file)
        if disk.f_blocks and disk.f_bavail * disk.f_frsize < LEFT_FOR_GAMES_BYTES:
            raise OSError(errno.ENOSPC, f"less than {LEFT_FOR_GAMES_BYTES // 1_000_000} MB left on the disk")

    def _give_up(self, fault: OSError | TraceError) -> None:
        self._tracer = None
        self._close()
        why = fault.strerror if isinstance(fault, OSError) else fault
        self._lacks.lost(Message("notes.no-trace", {"why": f"{self._path}: {why}"}))

    def _close(self) -> None:
        number, self._file = self._file, None
        if number is None:
            return
        # Behind all lines: another file may get the number of a closed one.
        closing = self._writer(lambda: os.close(number))
        if closing.wait(CLOSING_SECONDS):
            try:
                closing.result()
            except OSError as fault:
                # A network disk says so late that it is full.
                self._give_up(fault)
