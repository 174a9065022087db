import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.ports import StoreError
from processes import Program, started


def test_what_was_never_written_is_none(tmp_path: Path) -> None:
    assert Files(tmp_path / "new").read("journal") is None


def test_appended_data_follow_each_other(tmp_path: Path) -> None:
    store = Files(tmp_path / "new" / "deeper")
    store.append("journal", b"one\n")
    store.append("journal", b"two\n")
    assert store.read("journal") == b"one\ntwo\n"


def test_replaced_data_are_the_new_ones_alone(tmp_path: Path) -> None:
    store = Files(tmp_path)
    store.replace("calibration.toml", b"a long old one")
    store.replace("calibration.toml", b"new")
    assert store.read("calibration.toml") == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["calibration.toml"]


def test_the_old_data_stay_when_the_new_cannot_be_written(tmp_path: Path) -> None:
    store = Files(tmp_path)
    store.replace("calibration.toml", b"old")
    (tmp_path / "calibration.toml.new").mkdir()
    with pytest.raises(StoreError, match=r"calibration\.toml can't be written"):
        store.replace("calibration.toml", b"new")
    assert store.read("calibration.toml") == b"old"


def test_a_file_half_written_before_a_power_cut_is_no_hindrance(tmp_path: Path) -> None:
    store = Files(tmp_path)
    store.replace("calibration.toml", b"old")
    (tmp_path / "calibration.toml.new").write_bytes(b"ha")
    assert store.read("calibration.toml") == b"old"
    store.replace("calibration.toml", b"new")
    assert store.read("calibration.toml") == b"new"


def test_a_directory_in_a_file_s_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    with pytest.raises(StoreError, match="journal can't be read"):
        Files(tmp_path).read("journal")


@pytest.mark.parametrize("name", ["../secrets", "a/b", "", ".", ".."])
def test_names_do_not_lead_out_of_the_directory(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match="is no plain file name"):
        Files(tmp_path).append(name, b"x")


def test_a_replacement_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    with pytest.raises(StoreError, match="journal can't be written"):
        Files(tmp_path).replace("journal", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["journal"]


OPENED = """
import sys
sys.addaudithook(lambda event, about: event in ("os.mkdir", "open") and print(event, about[0], flush=True))
from pathlib import Path
from cupsboard.drivers.files import Files
Files(Path(sys.argv[1])).append("journal", b"one")
"""
"""No event says that a folder is synced, but it must be opened for that, and nobody else opens one."""


def test_each_new_folder_is_synced_into_the_one_above_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENED, str(tmp_path / "a" / "b")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    about = [
        line.replace(str(tmp_path), "TMP")
        for line in said
        if line.partition(" ")[2].startswith(str(tmp_path))
    ]
    # A file with an opener is told twice.
    assert [*dict.fromkeys(about)] == [
        *("os.mkdir TMP/a", "open TMP"),
        *("os.mkdir TMP/a/b", "open TMP/a"),
        *("open TMP/a/b/journal", "open TMP/a/b"),
    ]


def test_what_is_set_aside_keeps_its_content_and_leaves_its_name_free(tmp_path: Path) -> None:
    files = Files(tmp_path)
    for content in (b"first", b"second"):
        files.replace("games.json", content)
        files.set_aside("games.json")
        assert files.read("games.json") is None
    (tmp_path / "games.json").mkdir()
    assert files.set_aside("games.json") == "games.json.aside-3"
    assert files.read("games.json.aside-1") == b"first"
    assert files.read("games.json.aside-2") == b"second"
    with pytest.raises(StoreError, match="can't be set aside"):
        files.set_aside("games.json")


def test_files_are_private_whatever_the_account_allows(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Files(tmp_path).append("owners.log", b"x")
        Files(tmp_path).replace("distance.json", b"x")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


HOLDER = """
import sys, time
from pathlib import Path
from cupsboard.drivers.folder_lock import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(1000)
"""


@contextmanager
def holding(folder: Path) -> Iterator[Program]:
    """Another program that has the lock."""
    with started(sys.executable, "-c", HOLDER, folder) as holder:
        holder.until("locked")
        yield holder


def test_a_second_one_is_refused_with_the_folder_and_the_process(tmp_path: Path) -> None:
    folder = tmp_path / "deeper" / "state"
    with (
        holding(folder) as holder,
        pytest.raises(
            FolderInUseError,
            match=rf"^{folder}: process {holder.id} has the board of this folder at work; end it first",
        ),
        locked(folder),
    ):
        pytest.fail("two at once")


def test_who_only_reads_needs_no_lock(tmp_path: Path) -> None:
    Files(tmp_path).replace("games.json", b"{}")
    with locked(tmp_path):
        assert Files(tmp_path).read("games.json") == b"{}"


def test_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    with holding(tmp_path) as holder:
        assert holder.end(signal.SIGKILL) == -signal.SIGKILL
    with locked(tmp_path):
        pass


def test_it_is_free_again_afterwards(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path):
            pass


def test_a_program_whose_number_is_not_to_be_found_out_is_refused_all_the_same(tmp_path: Path) -> None:
    with (
        locked(tmp_path),
        pytest.raises(FolderInUseError, match="another program has the board of this folder at work"),
        locked(tmp_path, tmp_path / "no locks here"),
    ):
        pytest.fail("two at once")


def test_a_folder_that_cannot_be_made_keeps_nobody_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with locked(tmp_path / "file" / "state"):
        pass
