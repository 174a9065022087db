"""A job that a command begins while the board plays: the board does it, and the terminal follows."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.storage.owners import Owners
from cupsboard.systemd.exit_codes import Ending
from evening_process import EveningProcess, playing
from processes import on_terminal, ran

CUPSBOARD = Path(sys.executable).with_name("cupsboard")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[EveningProcess]:
    (tmp_path / "xdg").mkdir()
    (tmp_path / "xdg" / "cupsboard").symlink_to(tmp_path / "state")
    with playing(tmp_path) as board:
        board.moves(1)
        yield board


def shell(board: EveningProcess) -> Mapping[str, str]:
    return {"XDG_STATE_HOME": str(board.folder / "xdg"), "XDG_CONFIG_HOME": str(board.folder / "xdg")}


def port(board: EveningProcess) -> str:
    found = re.search(r":(\d+)/", board.address())
    assert found is not None
    return found[1]


def owners(board: EveningProcess) -> Owners:
    return Owners(Files(board.folder / "state"), lambda: "", lambda: 0.0, lambda _: None)


def test_enter_is_the_press_and_the_game_goes_on_when_what_came_of_the_job_was_told(
    board: EveningProcess,
) -> None:
    asked = (CUPSBOARD, "calibrate", "zero", "south-2", "--port", port(board))
    with on_terminal(*asked, env=shell(board)) as terminal:
        terminal.until("South's cup 2")
        terminal.type("\n")
        terminal.until("zeroed: south-2")
        assert terminal.ended() == Ending.WELL
    board.program.until("game 1 of")
    board.moves(1)
    assert owners(board).listed() == ()
    assert board.program.end() == Ending.WELL


@pytest.mark.long("a board and a terminal of its own")
@pytest.mark.parametrize("is_gone", [False, True], ids=["Ctrl-C", "a terminal that is gone"])
def test_who_breaks_a_job_off_gives_the_board_back_to_its_game(board: EveningProcess, is_gone: bool) -> None:
    with on_terminal(CUPSBOARD, "calibrate", "--port", port(board), env=shell(board)) as terminal:
        terminal.until("Take the cups off")
        terminal.hang_up() if is_gone else terminal.type("\x03")
        assert terminal.ended() == Ending.INTERRUPTED
    board.moves(1)
    assert owners(board).listed() == ()


@pytest.mark.long("a board and two terminals of its own")
def test_another_job_breaks_none_off_and_the_same_one_goes_on_at_a_new_terminal(
    board: EveningProcess,
) -> None:
    calibrating = (CUPSBOARD, "calibrate", "--port", port(board))
    with on_terminal(*calibrating, env=shell(board)) as terminal:
        terminal.until("Take the cups off")
        done = ran(CUPSBOARD, "doctor", "--port", port(board), env={**shell(board), "PATH": ""})
        assert done.code == Ending.REFUSED
        assert "the board is at another job (calibrate)" in done.complaints
        with on_terminal(*calibrating, env=shell(board)) as another:
            another.until("Take the cups off")
            another.type("\x03")
            assert another.ended() == Ending.INTERRUPTED
    board.moves(1)


@pytest.mark.long("a board and a terminal of its own")
def test_what_the_board_refuses_is_said_in_a_line(board: EveningProcess) -> None:
    env = {**shell(board), "PATH": os.environ["PATH"]}
    done = ran(CUPSBOARD, "calibrate", "zero", "south-9", "--port", port(board), env=env)
    assert done.code == Ending.REFUSED
    assert "south-9 is not on this board" in done.complaints
    done = ran(CUPSBOARD, "doctor", "--port", "9", env=env)
    assert done.code == Ending.REFUSED
    assert "another program has this board at work, and serves no page there" in done.complaints
