"""One board at a time in a folder, and a killed one leaves no lock."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from processes import Program, started

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
