"""A job that a command begins, alone or while the board plays: the terminal follows the board."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Begin
from cupsboard.station.terminal.follower import Follower
from cupsboard.storage.correction_log import lines
from cupsboard.storage.owners import Owners
from cupsboard.systemd.exit_codes import Ending
from evening_process import EveningProcess, playing
from ordered_evening import Evening, Script
from processes import on_terminal, ran
from quick_evening import furnish


def wished(home: Path, job: Begin) -> Evening:
    furnish(home)
    evening = Evening(home)
    evening.wishes = replace(evening.wishes, job=job)
    return evening


def test_a_zero_is_taken_by_a_press_and_the_board_ends_without_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(evening: Evening) -> Script:
        yield lambda: evening.says == "calibrate-zero"
        yield from evening.press()
        yield lambda: False

    evening = wished(tmp_path, Begin("zero", {"place": "south-2"}))
    assert evening.run(script) == Ending.WELL
    assert capsys.readouterr().out.rstrip().rpartition("\n")[2].startswith("zeroed: south-2")
    assert "by hand" in lines(evening.at.memory)[-1]
    assert evening.game() == (0, 0)


def test_lights_end_with_the_code_of_a_button_that_was_not_felt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(_: Evening) -> Script:
        yield lambda: False

    evening = wished(tmp_path, Begin("lights"))
    assert evening.run(script) == Ending.FAULTY
    assert "lights" in capsys.readouterr().out
    assert evening.game() == (0, 0)


def test_a_job_that_nobody_can_read_any_more_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w") as output:
        monkeypatch.setattr("sys.stdout", output)
        evening = wished(tmp_path, Begin("zero", {"place": "south-2"}))
        evening.wishes = replace(evening.wishes, follower=Follower(has_keys=False))

        def script(evening: Evening) -> Script:
            yield lambda: evening.says == "calibrate-zero"
            os.close(read)
            yield lambda: False

        assert evening.run(script) == Ending.UNHEARD
        monkeypatch.undo()


def test_what_can_t_be_written_is_refused_as_every_command_s_fault_is(tmp_path: Path) -> None:
    def script(evening: Evening) -> Script:
        yield lambda: evening.says == "kinds-each"
        while True:
            yield from evening.press()

    with pytest.raises(SensingError, match="dime: 0 weighed, and 8 are needed at least"):
        wished(tmp_path, Begin("kinds-weigh", {"kind": "dime"})).run(script)


def test_a_place_that_is_not_there_is_refused_before_the_board_is_touched(tmp_path: Path) -> None:
    evening = wished(tmp_path, Begin("zero", {"place": "south-9"}))
    with pytest.raises(SensingError, match="zero: south-9 is not on this board"):
        evening.run(lambda _: iter(()))


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
    return Owners(board.folder / "state", lambda: "", lambda: 0.0, lambda _: None)


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
