"""A file takes another's place whole, or nothing of it is left."""

import errno
from pathlib import Path

import pytest
from cupsboard.formats.private_files import replacing


def test_a_disk_that_gets_full_leaves_the_old_file_and_names_it(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"ne")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: '.*games.txt'"):
        write_half()
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("games.txt", b"old")]


def test_a_link_that_lies_where_the_new_file_is_written_leads_nowhere(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "games.txt", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"mine")
    path.with_name("games.txt.new").symlink_to(elsewhere)
    with replacing(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), elsewhere.read_bytes()) == (b"new", b"mine")
    assert path.stat().st_mode & 0o077 == 0
