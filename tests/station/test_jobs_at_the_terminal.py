"""A job that is all that is wished of a board: followed at the terminal, and the board ends with it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Begin
from cupsboard.station.terminal.follower import Follower
from cupsboard.storage.correction_log import NAME as LOG
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script
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
    assert b"by hand" in (evening.at.state.read(LOG) or b"")
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
