"""The program on a terminal of its own, as a person starts it."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import OnTerminal, on_terminal

COLOURS = {"TERM": "xterm-256color"}


@pytest.fixture
def terminal() -> Iterator[OnTerminal]:
    """Two simulated players."""
    players = ("--south", "random", "--north", "greedy")
    command = (sys.executable, "-m", "cupsim", "--terminal", "--seed", "7", *players)
    with on_terminal(*command, env=COLOURS) as terminal:
        terminal.until("NORTH (greedy, simulated)")
        yield terminal


def is_as_before(terminal: OnTerminal) -> bool:
    """Whether keys echo again, and the cursor and the screen below are back."""
    leaves_picture, shows_cursor = "\x1b[?1049l", "\x1b[?25h"
    return (
        terminal.settings == terminal.before
        and leaves_picture in terminal.fresh
        and shows_cursor in terminal.fresh
    )


def test_a_person_watches_asks_for_help_takes_over_and_quits(terminal: OnTerminal) -> None:
    assert terminal.settings != terminal.before, "keys must come one by one and unechoed"
    terminal.type("?")
    terminal.until("A key for a hand")
    terminal.type(" ")
    terminal.until("at 8 x")
    terminal.type("1")
    terminal.until("SOUTH (you)")
    terminal.until("at 1 x")
    terminal.type("q")
    assert terminal.ended() == 0
    assert is_as_before(terminal)


@pytest.mark.long("a process at a terminal")
def test_a_terminal_made_too_small_says_what_it_needs_and_shows_the_board_when_it_grows(
    terminal: OnTerminal,
) -> None:
    terminal.resize(80, 12)
    terminal.until("needs 42 columns and 19 lines")
    terminal.resize(80, 30)
    terminal.until("SOUTH (")
    terminal.until("NORTH (")


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: OnTerminal) -> None:
    terminal.type("\x03")
    assert terminal.ended() == 130
    assert is_as_before(terminal)
    assert "Traceback" not in terminal.fresh


@pytest.mark.long("another way to end")
def test_being_told_to_end_leaves_the_terminal_as_it_was(terminal: OnTerminal) -> None:
    assert terminal.end(signal.SIGTERM) == 128 + signal.SIGTERM
    assert is_as_before(terminal)


@pytest.mark.long("many games")
def test_rows_of_many_games_stay_in_their_file_while_a_bar_runs_on_the_terminal(tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    command = f"'{sys.executable}' -m cupsim game --games 2 --jobs 1 --cups 2 --stock 2 >'{rows}'"
    with on_terminal("bash", "-c", command, env=COLOURS) as terminal:
        assert terminal.ended() == 0
    assert "games" in terminal.said
    assert "seed" not in terminal.said
    assert "2: 2 finished" in rows.read_text()
