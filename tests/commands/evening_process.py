"""A board at play in a process of its own (`board_process.py`), seen from outside."""

import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from board_process import desk_in, entries

PROGRAM = Path(__file__).parent / "board_process.py"
PATIENCE_SECONDS = 60.0
PAGE = re.compile(r"^the board's page: (http\S+)$", re.MULTILINE)


class EveningProcess:
    """The process, and what it has said and kept."""

    def __init__(self, folder: Path, process: "subprocess.Popen[bytes]", out: Path, err: Path) -> None:
        self.folder = folder
        self.process = process
        self._out, self._err = out, err
        self._desk = desk_in(folder)

    @property
    def said(self) -> str:
        return self._out.read_text() if self._out.is_file() else ""

    @property
    def complaints(self) -> str:
        return self._err.read_text()

    def wait_for(self, is_so: Callable[[], Any], what: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.complaints}"
            assert time.monotonic() < end, f"in vain waited for {what}; said {self.said}{self.complaints}"
            time.sleep(0.05)

    def wait_for_moves(self, more: int) -> None:
        """Until so many more are kept."""
        there = entries(self._desk)
        self.wait_for(lambda: entries(self._desk) >= there + more, f"{more} moves")

    def address(self) -> str:
        self.wait_for(lambda: PAGE.search(self.said), "the page")
        found = PAGE.search(self.said)
        assert found is not None
        return found[1]

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


@contextmanager
def playing(
    folder: Path, *options: str, out: Path | None = None, limits: Sequence[tuple[int, int]] = ()
) -> Iterator[EveningProcess]:
    """A board at play; `limits` are resources and how much of them it has."""

    def limit() -> None:
        for what, much in limits:
            resource.setrlimit(what, (much, much))

    out, err = out or folder / "out", folder / "err"
    with out.open("wb") as output, err.open("wb") as complaints:
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(folder), *options],
            stdout=output,
            stderr=complaints,
            preexec_fn=limit,
        )
    try:
        yield EveningProcess(folder, process, out, err)
    finally:
        process.kill()
        process.wait(PATIENCE_SECONDS)
