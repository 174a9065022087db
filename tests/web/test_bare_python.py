"""The simulated board on a Python that lacks the modules which only POSIX has, as one in a browser does.

The modules are hidden from the program and from its workers. What this can't show is another system: its
signals, its files and its processes are still those of this one.
"""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from http_calls import post
from test_restart import begin_a_move, board
from test_serve_command import line_with, started
from wire import wire_page

HIDDEN = ("fcntl", "grp", "pwd", "resource", "termios", "tty")
A = "a" * 32


@pytest.fixture(autouse=True)
def bare_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python that is started from here on lacks the modules."""
    folder = tmp_path / "bare"
    folder.mkdir()
    hiding = f"import sys\nsys.modules.update(dict.fromkeys({HIDDEN!r}))\n"
    (folder / "sitecustomize.py").write_text(hiding, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    ran = subprocess.run([sys.executable, "-c", "import resource"], capture_output=True, text=True)
    assert "ModuleNotFoundError" in ran.stderr


def test_a_game_is_played_to_its_end() -> None:
    command = [sys.executable, "-m", "cupsim", "game", "--seed", "7", "--cups", "3"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"agreed tables +all as they truly lay", ran.stdout.splitlines()[-1])


def test_the_page_is_played_on_and_gives_a_hint(tmp_path: Path) -> None:
    with board(tmp_path / "evening", "--cups", "2", "--seed", "3") as (_, address, _):
        hint = json.loads(post(f"{address}hint/south", b"").text)
        assert hint["side"] == "south"
        assert hint["move"]
        with wire_page(address, A) as page:
            begin_a_move(page)
            assert len(page.state["table"]["beans"]["south-1"]) == 1


def test_players_whose_moves_the_engine_chooses_are_watched() -> None:
    players = ("--south", "2", "--north", "2")
    with started("--watch-only", "--cups", "2", "--port", "0", "--no-browser", *players) as (_, output):
        line_with(output, r"1\. (South|North): ")
        line_with(output, r"2\. (South|North): ")


def test_a_terminal_board_is_refused_in_one_line() -> None:
    master, slave = pty.openpty()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "cupsim", "--terminal"],
            stdin=slave,
            stdout=slave,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TERM": "xterm"},
        )
    finally:
        os.close(slave)
        os.close(master)
    assert ran.returncode == 2
    refusal = "cupsim: error: --terminal: this Python has no module termios; say serve, or game"
    assert ran.stderr.splitlines()[-1].startswith(refusal)
