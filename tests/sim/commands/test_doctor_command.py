import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsim.commands.main import main
from cupsim.runs.build_faults import Mistake
from cupsim.runs.rows_board import RowsBoard, RowsSetup
from examined import examined

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


@pytest.mark.long("at the other rate", but=["10"])
@pytest.mark.parametrize("sps", [10, 80])
def test_a_sound_board_is_well(sps: int, tmp_path: Path) -> None:
    result = examined(RowsBoard(RowsSetup(1, cups=2, sps=sps)), tmp_path)
    assert result.code == 0, result.lines
    # What a cell gives before its first weight is no fault of it.
    assert "refused" not in "".join(result.lines)
    assert len(result.lines) == 8


@pytest.mark.long("an examination for each mistake", but=["joined-lines-felt"])
@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("dead-cell", "dead: no conversions"),
        ("saturated-cell", "above the range"),
        ("crossed-cables", "the cables are crossed"),
        ("joined-lines", "felt"),
        ("swapped-wires", "the signal wires A+ and A- are swapped"),
        ("weak-cell", "g off its calibration"),
        ("mixed-rates", "converts at 80 SPS, the others at 10"),
        ("rattling-table", "times as noisy as when calibrated"),
    ],
)
def test_what_is_wrong_is_said_of_the_place_where_it_is(mistake: str, words: str, tmp_path: Path) -> None:
    world = RowsBoard(RowsSetup(3, Mistake[mistake.replace("-", "_").upper()], cups=3))
    result = examined(world, tmp_path)
    assert {each.name for each in result.verdicts if not each.is_good} <= set(world.concerned)
    bad = {line.partition(" ")[0]: line for line in result.lines}
    assert any(words in bad[place] for place in world.concerned), result.lines


@pytest.mark.long("an examination and its replay")
def test_the_bundle_holds_all_and_its_trace_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.zip"
    assert main(["doctor", "--cups", "2", "--mistake", "dead-cell", "--bundle", str(path)]) == 1
    with zipfile.ZipFile(path) as archive:
        assert {
            "diagnosis.txt",
            "versions.txt",
            "profile.toml",
            "calibration.toml",
            "examination.trace",
        } == set(archive.namelist())
        head, _, diagnosis = archive.read("diagnosis.txt").decode().partition("\n")
        assert diagnosis.strip() in capsys.readouterr().out
        assert head.startswith("examined 20")
        replayed = replay(read_trace(io.BytesIO(archive.read("examination.trace"))))
    assert replayed.difference is None
    assert replayed.steps > 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--mistake", "fire"), "--mistake: invalid choice: 'fire'"),
        (("--seed", "-1"), "--seed: -1 is out of range"),
        (("--cups", "13"), "--cups: 13 is out of range: give a whole number from 2 to 12"),
        (("--bundle", "/no/such/folder/x.zip"), "/no/such/folder/x.zip: No such file or directory"),
        (("--bundle", "/tmp"), "--bundle: /tmp: Is a directory"),
    ],
)
def test_wrong_usage_ends_with_code_two_before_anything_is_examined(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", *arguments])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


@pytest.mark.long("another process")
def test_a_disk_that_is_full_is_told_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--cups", "2", "--bundle", "/dev/full"]) == 2
    assert "/dev/full: No space left" in capsys.readouterr().err
