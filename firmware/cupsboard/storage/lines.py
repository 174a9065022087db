"""A text file that a writer fills, so that no loop waits for the card."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from cupsboard.storage.spool import LAST_SECONDS
from cupsboard.storage.writer import Job, Writer


class Lines:
    """Gathers text, and hands it to a writer when it is flushed."""

    def __init__(self, file: TextIO, writer: Writer[None]) -> None:
        self._file = file
        self._writer = writer
        self._text: list[str] = []
        self._job: Job[None] | None = None

    def write(self, text: str) -> None:
        """Take text for the end of the file."""
        self._text.append(text)

    def flush(self) -> None:
        """Hand over what was taken, unless the writer is still at what it got before.

        Raises OSError if what it got before could not be written.
        """
        if self._job is not None:
            if not self._job.is_done:
                return
            self._job.result()
        text = "".join(self._text)
        self._text.clear()
        self._job = self._writer(lambda: self._put(text))

    def close(self) -> None:
        """Hand over all, and wait a few seconds for its end. Raises OSError if it is not written then."""
        self._finish()
        self.flush()
        self._finish()

    def _finish(self) -> None:
        if self._job is None:
            return
        if not self._job.wait(LAST_SECONDS):
            raise OSError(
                f"{self._file.name}: its end is missing: the disk took no line for {LAST_SECONDS:.0f} s; "
                "it may be wearing out"
            )
        self._job.result()

    def _put(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()


@contextmanager
def lines_beside(path: Path | None, writer: Writer[None]) -> Iterator[Lines | None]:
    """Write a file anew through a writer; no path, no file. Raises OSError, at its end too."""
    if path is None:
        yield None
        return
    file = path.open("w", encoding="utf-8")
    lines = Lines(file, writer)
    try:
        yield lines
    finally:
        lines.close()
        file.close()
