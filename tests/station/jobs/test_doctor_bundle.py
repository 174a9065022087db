"""What a real board's doctor puts into one file: all there is, and traces that can be replayed."""

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands.main import main
from cupsboard.drivers.files import Files
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.record import parse_record
from cupsboard.station.files.board_files import BoardFiles, files_in
from cupsboard.station.jobs.examination import bundled
from cupsboard.storage.correction_log import Correction
from cupsboard.storage.games import KeptGames
from cupsim.runs.rows_board import RowsBoard, RowsSetup
from examined import examined

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> BoardFiles:
    world = RowsBoard(RowsSetup(3, cups=2))
    report = examined(world, tmp_path).report
    assert report is not None
    at = files_in(tmp_path, world.profile)
    KeptGames(at.memory, lambda: "2026-11-21T18:30").begin(Cups(2), None)
    at.memory.keep((Correction(1, "south-1: empty cup"),))
    with zipfile.ZipFile(io.BytesIO(report())) as archive:
        at.state.replace("last.trace", archive.read("examination.trace"))
    return at


def test_all_there_is_to_know_of_a_board_goes_into_one_file(desk: BoardFiles, tmp_path: Path) -> None:
    examination = desk.state.read("last.trace") or b""
    content = bundled(desk, "all is well", examination, EVENING)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert set(archive.namelist()) == {
            *("diagnosis.txt", "versions.txt", "profile.toml", "calibration.toml", "game.txt"),
            *("last.trace", "examination.trace", "healing.log"),
        }
        assert archive.read("diagnosis.txt") == b"examined 2026-11-21T18:30:00+00:00\nall is well\n"
        assert archive.read("healing.log") == b"south-1: empty cup\n"
        assert parse_record(archive.read("game.txt").decode(), games.named).game == Cups(2)
        assert archive.read("calibration.toml") == desk.calibrations.read("calibration.toml")
        assert b"python 3" in archive.read("versions.txt")
        assert {info.date_time for info in archive.infolist()} == {(2026, 11, 21, 18, 30, 0)}
        archive.extractall(tmp_path)
    assert profile.load(str(tmp_path / "profile.toml")) == desk.profile
    for trace in ("last.trace", "examination.trace"):
        assert main(["lab", "replay", str(tmp_path / trace)]) == 0


def test_a_board_that_was_never_played_on_has_a_shorter_file(desk: BoardFiles, tmp_path: Path) -> None:
    fresh = BoardFiles(
        desk.profile,
        desk.calibrations,
        desk.calibration,
        desk.calibration_path,
        Files(tmp_path / "nothing"),
        tmp_path / "nothing",
    )
    with zipfile.ZipFile(io.BytesIO(bundled(fresh, "all is well", b"{}\n", EVENING))) as archive:
        assert set(archive.namelist()) == {
            *("diagnosis.txt", "versions.txt", "profile.toml", "calibration.toml", "examination.trace")
        }
