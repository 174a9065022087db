"""One board at a time in a folder, and a killed one leaves no lock."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked

HOLDER = """
import sys, time
from pathlib import Path
from cupsboard.drivers.folder_lock import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(60)
"""


def holding(folder: Path) -> subprocess.Popen[str]:
    """Another program that has the lock."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, folder], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "locked\n"
    return holder


def test_a_second_one_is_refused_with_the_folder_and_the_process(tmp_path: Path) -> None:
    folder = tmp_path / "deeper" / "state"
    holder = holding(folder)
    try:
        with (
            pytest.raises(FolderInUseError, match=rf"^{folder}: process {holder.pid} plays .*; end it first"),
            locked(folder),
        ):
            pytest.fail("two at once")
    finally:
        holder.kill()
        holder.communicate()


def test_who_only_reads_needs_no_lock(tmp_path: Path) -> None:
    Files(tmp_path).replace("games.json", b"{}")
    with locked(tmp_path):
        assert Files(tmp_path).read("games.json") == b"{}"


def test_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    holder = holding(tmp_path)
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    with locked(tmp_path):
        pass


def test_it_is_free_again_afterwards(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path):
            pass


def test_a_program_whose_number_is_not_to_be_found_out_is_refused_all_the_same(tmp_path: Path) -> None:
    with (
        locked(tmp_path),
        pytest.raises(FolderInUseError, match="another program plays"),
        locked(tmp_path, tmp_path / "no locks here"),
    ):
        pytest.fail("two at once")


def test_a_folder_that_cannot_be_made_keeps_nobody_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with locked(tmp_path / "file" / "state"):
        pass
