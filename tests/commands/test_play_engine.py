"""`cupsboard play --engine`: another program plays a side, and what players see and read of it."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.systemd.exit_codes import Ending
from evening_process import playing

sys.path.insert(0, str(Path(__file__).parents[1] / "session"))

from foreign_programs import blocks, command

(EXAMPLE,) = blocks("python")


@pytest.mark.long("a board at play in a process of its own, and two engines")
def test_an_engine_plays_the_side_that_a_level_would_and_the_trace_replays(tmp_path: Path) -> None:
    engine = command(EXAMPLE, tmp_path)
    with playing(tmp_path, "--no-page", "--starter", "south", "--engine", engine) as board:
        board.moves(1)
        trace = tmp_path / "state" / "last.trace"
        board.program.wait_until(lambda: b'"advice":[{"question":1,"move":"' in trace.read_bytes(), "advice")
        board.moves(2)
        assert board.program.end() == 0
        assert "engine stopped" not in board.program.said
    assert json.dumps(f"engine:{engine}").encode() in trace.read_bytes()
    assert main(["lab", "replay", str(trace)]) == 0


@pytest.mark.long("a board at play in a process of its own")
def test_an_engine_that_ends_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    engine = shlex.join((sys.executable, "-c", "raise SystemExit(7)"))
    with playing(tmp_path, "--no-page", "--starter", "south", "--engine", engine) as board:
        board.moves(1)
        board.program.until("gave no move: it stopped 2 times: it ended with 7. The board goes on without it")
        board.moves(2)
        assert board.program.end() == 0
    assert f"the engine {engine!r} stopped: it ended with 7; starting it again" in board.program.said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--engine", "nosuch -v"], "'nosuch -v': there is no program 'nosuch' that can be run"),
        (["--engine", ""], "'' is no command: write a program"),
        (["--engine", "play 'it"], "is no command (No closing quotation): close every quotation mark"),
        (["--engine", "true", "--computer", "4"], "not allowed with argument"),
        (["--engine", "true", "--engine-seconds", "0"], "give a number from 0.1 to 600"),
    ],
)
def test_what_is_no_engine_is_refused_with_what_to_say(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", *options])
    assert ended.value.code == Ending.REFUSED
    assert said in capsys.readouterr().err


def test_time_without_an_engine_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--profile", "2x4", "--engine-seconds", "3"])
    assert ended.value.code == Ending.REFUSED
    assert "--engine-seconds: belongs to --engine" in capsys.readouterr().err
