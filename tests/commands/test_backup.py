"""A backup of a board: one file, which comes back whole or not at all, and overwrites nothing unasked."""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cupsboard.commands.main import main
from cupsboard.drivers.folder_lock import locked
from cupsboard.station.files.restoration import restore_pending
from cupsboard.storage.backup import pending_for
from cupsboard.storage.paths import Homes

pytestmark = pytest.mark.usefixtures("no_service")
KEPT = {
    "settings/profile.toml": b"the profile",
    "settings/calibration.toml": b"the calibration",
    "state/seat.json": b"{}",
    "state/last.trace": b"moments\n",
    "state/memory.sqlite.aside-1": bytes(range(256)),
    "state/copies/%2Fhome%2Fprofile.toml": b"the profile",
}
ALSO_THERE = {"state/tables/2x3.table": b"large", "state/seat.json.new": b"half"}


@pytest.fixture
def no_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without a service, whoever runs these tests."""
    for module in ("board_user", "backup"):
        monkeypatch.setattr(f"cupsboard.commands.{module}.UNIT_FILE", tmp_path / "no.service")


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Homes]:
    def at(name: str) -> Homes:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / name / "config"))
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / name / "state"))
        return Homes(tmp_path / name / "config/cupsboard", tmp_path / name / "state/cupsboard")

    return at


def fill(at: Homes, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        kind, _, rest = name.partition("/")
        path = getattr(at, kind) / rest
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def kept_by(at: Homes) -> dict[str, bytes]:
    return {
        f"{kind}/{path.relative_to(getattr(at, kind))}": path.read_bytes()
        for kind in ("settings", "state")
        for path in getattr(at, kind).rglob("*")
        if path.is_file()
    }


@pytest.fixture
def backup(at_home: Callable[[str], Homes], tmp_path: Path) -> Path:
    fill(at_home("old"), KEPT | ALSO_THERE)
    assert main(["backup", "write", str(tmp_path / "board.zip")]) == 0
    return tmp_path / "board.zip"


def test_on_a_new_card_all_is_as_it_was(backup: Path, at_home: Callable[[str], Homes]) -> None:
    new = at_home("new")
    assert main(["backup", "restore", str(backup)]) == 0
    assert kept_by(new) == KEPT
    assert main(["backup", "restore", str(backup)]) == 0


def test_what_is_there_is_not_overwritten_unasked(
    backup: Path, at_home: Callable[[str], Homes], capsys: pytest.CaptureFixture[str]
) -> None:
    new = at_home("new")
    fill(new, {"settings/profile.toml": b"another", **ALSO_THERE})
    before = kept_by(new)
    assert main(["backup", "restore", str(backup)]) == 2
    assert "profile.toml: not as in the backup" in capsys.readouterr().err
    assert kept_by(new) == before
    assert main(["backup", "restore", "--replace", str(backup)]) == 0
    assert kept_by(new) == KEPT | {"state/tables/2x3.table": b"large"}
    (aside,) = new.settings.parent.glob("cupsboard.aside-*")
    assert (aside / "profile.toml").read_bytes() == b"another"


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_torn_backup_is_refused_and_nothing_is_written(
    share: float, backup: Path, at_home: Callable[[str], Homes], capsys: pytest.CaptureFixture[str]
) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * share)])
    new = at_home("new")
    assert main(["backup", "restore", str(backup)]) == 2
    assert "another copy" in capsys.readouterr().err
    assert kept_by(new) == {}


def test_a_backup_with_any_byte_changed_is_refused_or_gives_the_same(
    backup: Path, at_home: Callable[[str], Homes], tmp_path: Path
) -> None:
    content = backup.read_bytes()
    listed = content.index(b"PK\x01\x02")
    for at in (*range(0, len(content), 7), *range(listed, listed + 46)):
        damaged = bytearray(content)
        damaged[at] ^= 0x55
        backup.write_bytes(damaged)
        new = at_home(f"new-{at}")
        code = main(["backup", "restore", str(backup)])
        assert (code, kept_by(new)) in ((2, {}), (0, KEPT)), at


@pytest.mark.parametrize("name", ["state/../../x", "/etc/passwd", "state/sub/x", "other/x", "state/.."])
def test_a_backup_writes_nowhere_but_into_the_board_s_folders(
    name: str, backup: Path, at_home: Callable[[str], Homes]
) -> None:
    with zipfile.ZipFile(backup) as archive:
        listed = archive.read("backup.txt").decode().replace("state/seat.json", name)
        files = {each: archive.read(each) for each in archive.namelist()}
    files[name] = files.pop("state/seat.json")
    with zipfile.ZipFile(backup, "w") as archive:
        for each, content in {**files, "backup.txt": listed.encode()}.items():
            archive.writestr(each, content)
    new = at_home("new")
    assert main(["backup", "restore", str(backup)]) == 2
    assert kept_by(new) == {}


def test_a_board_that_plays_is_not_restored(
    backup: Path, at_home: Callable[[str], Homes], capsys: pytest.CaptureFixture[str]
) -> None:
    new = at_home("new")
    with locked(new.state):
        assert main(["backup", "restore", str(backup)]) == 2
    assert "end it first" in capsys.readouterr().err


def test_a_backup_is_never_written_over_another_file(
    backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["backup", "write", str(backup)])
    assert "there is such a file already" in capsys.readouterr().err


def test_what_a_killed_backup_has_left_is_gone_after_the_next(
    at_home: Callable[[str], Homes], tmp_path: Path
) -> None:
    fill(at_home("old"), KEPT)
    (tmp_path / "board.zip.new").write_bytes(b"half")
    assert main(["backup", "write", str(tmp_path / "board.zip")]) == 0
    assert [path.name for path in tmp_path.glob("board*")] == ["board.zip"]


def test_a_board_that_keeps_nothing_has_no_backup(at_home: Callable[[str], Homes], tmp_path: Path) -> None:
    at_home("empty")
    assert main(["backup", "write", str(tmp_path / "b.zip")]) == 2
    assert not (tmp_path / "b.zip").exists()


def test_a_backup_that_waits_is_put_in_place_at_the_next_start_and_the_owners_stay(
    backup: Path, at_home: Callable[[str], Homes]
) -> None:
    new = at_home("new")
    fill(
        new, {"settings/profile.toml": b"another", "state/owners.sqlite": b"mine\n", "state/seat.json": b"[]"}
    )
    backup.rename(pending_for(new))
    restore_pending(new)
    assert kept_by(new) == KEPT | {"state/owners.sqlite": b"mine\n"}
    assert not pending_for(new).exists()
    (aside,) = new.state.parent.glob("cupsboard.aside-*")
    assert (aside / "seat.json").read_bytes() == b"[]"
    restore_pending(new)
    assert kept_by(new) == KEPT | {"state/owners.sqlite": b"mine\n"}


def test_a_backup_that_waits_and_is_torn_changes_nothing_and_is_told_of(
    backup: Path, at_home: Callable[[str], Homes], capsys: pytest.CaptureFixture[str]
) -> None:
    new = at_home("new")
    fill(new, KEPT)
    pending_for(new).write_bytes(backup.read_bytes()[:-30])
    restore_pending(new)
    assert kept_by(new) == KEPT
    assert "the backup was not put in place: " in capsys.readouterr().out
    assert pending_for(new).with_suffix(".refused").exists()


def test_whatever_the_board_is_asked_to_play_it_first_puts_in_place_what_waits(
    backup: Path, at_home: Callable[[str], Homes]
) -> None:
    new = at_home("new")
    new.state.mkdir(parents=True)
    backup.rename(pending_for(new))
    # The profile of that backup is none, which is said after the files are in place.
    assert main(["play"]) == 2
    assert kept_by(new).items() >= KEPT.items()


OLD = {
    "settings/profile.toml": b"another",
    "settings/mine.txt": b"note",
    "state/owners.sqlite": b"mine\n",
    "state/seat.json": b"[]",
    "state/tables/2x3.table": b"large",
}
NEW = KEPT | {name: OLD[name] for name in ("state/owners.sqlite", "state/tables/2x3.table")}
WRITES = ("rename", "replace", "unlink", "mkdir", "fsync")
TAKE_NO_ROOM = ("rename", "replace", "unlink")


class PowerCut(BaseException):
    """What nothing in a program catches."""


class Disk:
    """Counts the writes of this process, and refuses, or does no more than, some of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self.fails, self.fault = 0, lambda number, name: False, OSError(5, "Input/output error")
        for name in WRITES:
            monkeypatch.setattr(os, name, self._watched(name, getattr(os, name)))
        monkeypatch.setattr(os, "open", self._watched_open(os.open))

    def _watched(self, name: str, write: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*how: Any, **more: Any) -> Any:
            self._write(name)
            return write(*how, **more)

        return watched

    def _watched_open(self, opened: Callable[..., int]) -> Callable[..., int]:
        def watched(path: Any, flags: int, *how: Any, **more: Any) -> int:
            if flags & os.O_CREAT:
                self._write("open")
            return opened(path, flags, *how, **more)

        return watched

    def _write(self, name: str) -> None:
        self.count += 1
        if self.fails(self.count, name):
            raise self.fault

    def begin(self, fails: Callable[[int, str], bool], fault: BaseException | None = None) -> None:
        self.count, self.fails = 0, fails
        self.fault = fault or OSError(5, "Input/output error")

    def mend(self) -> None:
        self.fails = lambda number, name: False


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def waiting(backup: Path, at: Homes) -> Homes:
    fill(at, OLD)
    shutil.copy(backup, pending_for(at))
    return at


def test_whichever_write_is_refused_the_board_has_the_old_or_the_new_whole_and_says_so(
    backup: Path, at_home: Callable[[str], Homes], disk: Disk
) -> None:
    for refused in range(1, 1000):
        at = waiting(backup, at_home(f"refused-{refused}"))
        disk.begin(lambda number, name, nth=refused: number == nth)
        said = restore_pending(at).told
        disk.mend()
        assert kept_by(at) == (NEW if said is None else OLD), refused
        if disk.count < refused:
            assert refused > 20
            return
        if said is not None:
            assert said.key == "notes.not-restored"
            assert pending_for(at).with_suffix(".refused").exists()
            assert restore_pending(at).told is None
            assert kept_by(at) == OLD
    raise AssertionError("it never ends")


def test_on_a_disk_that_is_full_from_some_write_on_the_board_plays_on_with_what_it_had(
    backup: Path, at_home: Callable[[str], Homes], disk: Disk
) -> None:
    for first in range(1, 1000):
        at = waiting(backup, at_home(f"full-{first}"))
        disk.begin(
            lambda number, name, first=first: number >= first and name not in TAKE_NO_ROOM,
            OSError(28, "No space left on device"),
        )
        said = restore_pending(at).told
        is_through = disk.count < first
        disk.mend()
        assert kept_by(at) == (NEW if said is None else OLD), first
        if is_through:
            return


@pytest.mark.long("a restore for each write, twice", but=["True"])
@pytest.mark.parametrize("is_cut", [True, False])
def test_after_a_power_cut_or_a_dead_disk_at_any_write_the_next_start_has_one_of_them_whole(
    is_cut: bool, backup: Path, at_home: Callable[[str], Homes], disk: Disk
) -> None:
    met = set[bool]()
    for last in range(1, 1000):
        at = waiting(backup, at_home(f"cut-{last}"))
        disk.begin(lambda number, name, last=last: number >= last, PowerCut() if is_cut else None)
        with suppress(PowerCut):
            # A board on a disk that refuses all from here on starts, with the one or the other whole.
            pending = restore_pending(at)
            played = kept_by(pending.at)
            assert played == OLD or KEPT.items() <= played.items() <= NEW.items(), last
            assert pending.told is not None or played == NEW
            assert pending.at == at or (pending.told and pending.told.key == "notes.half-restored")
        is_through = disk.count < last
        disk.mend()
        restore_pending(at)
        assert kept_by(at) in (OLD, NEW), last
        met.add(kept_by(at) == NEW)
        if is_through:
            break
    assert True in met


@pytest.mark.parametrize("name", ["state/" + "\u00fc" * 255, "state/copies"])
def test_a_backup_whose_names_no_disk_takes_is_kept_beside_and_the_board_plays_on(
    name: str, backup: Path, at_home: Callable[[str], Homes]
) -> None:
    with zipfile.ZipFile(backup) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    listed = files.pop("backup.txt") + f"{hashlib.sha256(b'x').hexdigest()}  {name}\n".encode()
    with zipfile.ZipFile(backup, "w") as archive:
        for each, content in {**files, name: b"x", "backup.txt": listed}.items():
            archive.writestr(each, content)
    at = waiting(backup, at_home("named"))
    said = restore_pending(at).told
    assert said is not None
    assert kept_by(at) == OLD
    assert pending_for(at).with_suffix(".refused").exists()


def test_a_backup_for_which_there_is_no_room_is_refused_before_anything_is_written(
    backup: Path, at_home: Callable[[str], Homes], monkeypatch: pytest.MonkeyPatch, disk: Disk
) -> None:
    at = waiting(backup, at_home("small"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
    said = restore_pending(at).told
    assert said is not None
    assert "make room first" in str(said.values["why"])
    assert kept_by(at) == OLD
