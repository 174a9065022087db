"""The simulated board on a Python that lacks the modules which only POSIX has, as one in a browser does.

The modules are hidden from the program and from its workers. What this can't show is another system: its
signals, its files and its processes are still those of this one.
"""

import json
import re
import sys
from pathlib import Path

import pytest
from http_calls import post
from processes import ran
from test_restart import begin_a_move, board
from test_serve_command import cupsim
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
    assert "ModuleNotFoundError" in ran(sys.executable, "-c", "import resource").complaints


@pytest.mark.long("a whole game")
def test_a_game_is_played_to_its_end() -> None:
    played = ran(sys.executable, "-m", "cupsim", "game", "--seed", "7", "--cups", "3")
    assert (played.code, played.complaints) == (0, "")
    assert re.fullmatch(r"agreed tables +all as they truly lay", played.said.splitlines()[-1])


@pytest.mark.long("a program at life's pace")
def test_the_page_is_played_on_and_gives_a_hint(tmp_path: Path) -> None:
    with board(tmp_path / "evening", "--cups", "2", "--seed", "3") as (_, address, _):
        hint = json.loads(post(f"{address}hint/south", b"").text)
        assert hint["side"] == "south"
        assert hint["move"]
        with wire_page(address, A) as page:
            begin_a_move(page)
            assert len(page.state["table"]["beans"]["south-1"]) == 1


@pytest.mark.long("a program at life's pace")
def test_players_whose_moves_the_engine_chooses_are_watched() -> None:
    players = ("--south", "2", "--north", "2")
    with cupsim("--watch-only", "--cups", "2", "--port", "0", "--no-browser", *players) as program:
        program.until(re.compile(r"1\. (South|North): "))
        program.until(re.compile(r"2\. (South|North): "))
