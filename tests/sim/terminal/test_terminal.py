"""The program on a terminal of its own, as a person starts it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from time import monotonic

import pytest

PATIENCE_SECONDS = 30.0
SURROUNDINGS = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
"""Without a size that somebody set for another terminal."""


class Terminal:
    """A pseudo-terminal of 80 by 24 with the program on it."""

    def __init__(self, command: list[str]) -> None:
        self._master, self._slave = pty.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(self._slave)
        self.program = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**SURROUNDINGS, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.shown = ""

    @property
    def settings(self) -> list[object]:
        return termios.tcgetattr(self._slave)

    def resize(self, columns: int, lines: int) -> None:
        self.shown = ""
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str) -> None:
        self.shown = ""
        os.write(self._master, keys.encode())

    def read_until(self, words: str) -> None:
        """Read what is drawn until the words are among it."""
        end = monotonic() + PATIENCE_SECONDS
        while words not in self.shown:
            assert monotonic() < end, f"{words!r} never came; the last was {self.shown[-2000:]!r}"
            self._read()

    def end(self) -> int:
        """Read on until the program has ended; its exit code."""
        end = monotonic() + PATIENCE_SECONDS
        while self.program.poll() is None:
            assert monotonic() < end, "the program doesn't end"
            self._read()
        while self._read():
            pass
        return self.program.returncode

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self._master)
        os.close(self._slave)

    def _read(self) -> bool:
        """Read what is there; whether there was anything."""
        is_ready = bool(select.select([self._master], [], [], 0.1)[0])
        if is_ready:
            self.shown += os.read(self._master, 65536).decode(errors="ignore")
        return is_ready


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """Two simulated players."""
    players = ("--south", "random", "--north", "greedy")
    terminal = Terminal([sys.executable, "-m", "cupsim", "--terminal", "--seed", "7", *players])
    terminal.read_until("NORTH (greedy, simulated)")
    yield terminal
    terminal.close()


def is_as_before(terminal: Terminal) -> bool:
    """Whether keys echo again, and the cursor and the screen below are back."""
    leaves_picture, shows_cursor = "\x1b[?1049l", "\x1b[?25h"
    return (
        terminal.settings == terminal.before
        and leaves_picture in terminal.shown
        and shows_cursor in terminal.shown
    )


def test_a_person_watches_asks_for_help_takes_over_and_quits(terminal: Terminal) -> None:
    assert terminal.settings != terminal.before, "keys must come one by one and unechoed"
    terminal.type("?")
    terminal.read_until("A key for a hand")
    terminal.type(" ")
    terminal.read_until("at 8 x")
    terminal.type("1")
    terminal.read_until("SOUTH (you)")
    terminal.read_until("at 1 x")
    terminal.type("q")
    assert terminal.end() == 0
    assert is_as_before(terminal)


def test_a_terminal_made_too_small_says_what_it_needs_and_shows_the_board_when_it_grows(
    terminal: Terminal,
) -> None:
    terminal.resize(80, 12)
    terminal.read_until("needs 42 columns and 19 lines")
    terminal.resize(80, 30)
    terminal.read_until("SOUTH (")
    terminal.read_until("NORTH (")


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.type("\x03")
    assert terminal.end() == 130
    assert is_as_before(terminal)
    assert "Traceback" not in terminal.shown


def test_being_told_to_end_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.shown = ""
    terminal.program.send_signal(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert is_as_before(terminal)


def test_rows_of_many_games_stay_in_their_file_while_a_bar_runs_on_the_terminal(tmp_path) -> None:
    rows = tmp_path / "rows"
    command = f"'{sys.executable}' -m cupsim game --games 2 --jobs 1 --cups 2 --stock 2 >'{rows}'"
    terminal = Terminal(["bash", "-c", command])
    try:
        assert terminal.end() == 0
        assert "games" in terminal.shown
        assert "seed" not in terminal.shown
        assert "2: 2 finished" in rows.read_text()
    finally:
        terminal.close()
