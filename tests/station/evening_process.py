"""A board at play in a process of its own (`board_process.py`), seen from outside."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from board_process import MAY_MOVE, desk_in, entries
from processes import PATIENCE_SECONDS, Program, started

PLAYING = (sys.executable, Path(__file__).parent / "board_process.py")
QUICK = 10.0
"""Times as fast as the system's time."""
PAGE = re.compile(r"^the board's page: (http\S+)$", re.MULTILINE)


class EveningProcess:
    """The program, and what it has kept."""

    def __init__(self, folder: Path, program: Program) -> None:
        self.folder = folder
        self.program = program
        self._desk = desk_in(folder)

    def may_move(self, more: int) -> None:
        """Let the hands make so many more moves."""
        with (self.folder / MAY_MOVE).open("ab") as file:
            file.write(b"." * more)

    def moves(self, more: int) -> None:
        """Let the hands make so many more moves, and wait until these are kept."""
        there = entries(self._desk)
        self.may_move(more)
        self.program.wait_until(lambda: entries(self._desk) >= there + more, f"{more} moves")

    def address(self) -> str:
        found = self.program.hears(lambda: PAGE.search(self.program.said), "the page")
        assert found is not None
        return found[1]

    def shown(self) -> Any:
        """What a viewer of the page is sent first."""
        from websockets.sync.client import connect

        address = self.address()
        live = address.replace("http", "ws") + "live"
        with connect(live, origin=address.rstrip("/")) as viewer:  # type: ignore[arg-type]
            viewer.recv(timeout=PATIENCE_SECONDS)
            return json.loads(viewer.recv(timeout=PATIENCE_SECONDS))["state"]


@contextmanager
def playing(folder: Path, *options: str, speed: float = QUICK, **how: Any) -> Iterator[EveningProcess]:
    """A board at play, whose complaints are heard apart; `how` is that of `started`."""
    with started(*PLAYING, folder, str(speed), *options, apart=True, **how) as program:
        yield EveningProcess(folder, program)
