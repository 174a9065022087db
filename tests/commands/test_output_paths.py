"""What can't be written is refused while a command's words are read, and reading them leaves no trace."""

import os
from argparse import ArgumentTypeError
from pathlib import Path

import pytest
from cupsboard.commands.argument_types import file_to_write, folder_to_write, write_text, written_twice


def test_a_new_file_and_one_that_is_there_can_be_written_and_neither_is_touched(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("kept")
    assert file_to_write(str(there)) == there
    assert file_to_write(str(tmp_path / "new")) == tmp_path / "new"
    assert there.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [there]


def test_behind_a_link_to_nothing_a_file_can_be_made_and_the_link_stays(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    assert file_to_write(str(link)) == link
    assert link.is_symlink()
    assert not link.exists()


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ArgumentTypeError, match="is a pipe, which may wait for its reader for ever"):
        file_to_write(str(pipe))


def test_a_pipe_that_the_shell_holds_open_is_written_to() -> None:
    reader, writer = os.pipe()
    try:
        path = file_to_write(f"/dev/fd/{writer}")
        write_text(path, "a record")
        assert os.read(reader, 100) == b"a record"
    finally:
        os.close(reader)
        os.close(writer)


def test_a_disk_that_gets_full_while_writing_is_told_with_the_file() -> None:
    with pytest.raises(OSError, match="No space left") as full:
        write_text(Path("/dev/full"), "a record")
    assert full.value.filename == "/dev/full"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Is a directory"),
        ("no/such", "No such file or directory"),
        ("file/below", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_what_can_not_be_written_is_told_with_its_name(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / name
    with pytest.raises(ArgumentTypeError, match=f"{path}: {why}; name a file that can be written"):
        file_to_write(str(path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ArgumentTypeError, match="Permission denied"):
        file_to_write(str(tmp_path / "new"))
    with pytest.raises(ArgumentTypeError, match="Permission denied"):
        folder_to_write(str(tmp_path / "new" / "below"))


def test_a_folder_may_still_have_to_be_made_but_not_below_a_file(tmp_path: Path) -> None:
    assert folder_to_write(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    for name in ("file", "file/below"):
        with pytest.raises(ArgumentTypeError, match="Not a directory; name a folder that can be written"):
            folder_to_write(str(tmp_path / name))


def test_one_file_under_two_names_is_found(tmp_path: Path) -> None:
    there, hard, soft = (tmp_path / name for name in ("there", "hard", "soft"))
    there.write_text("")
    hard.hardlink_to(there)
    soft.symlink_to(tmp_path / "new")
    for one, other in ((there, hard), (tmp_path / "new", soft), (tmp_path / "x", tmp_path / "." / "x")):
        said = written_twice({"--record": one, "--trace": other})
        assert said == f"--trace: {other} is written by --record already; name two files"


def test_different_files_and_devices_may_be_written(tmp_path: Path) -> None:
    assert written_twice({"--record": tmp_path / "x", "--trace": tmp_path / "y", "--third": None}) is None
    assert written_twice({"--record": Path("/dev/null"), "--trace": Path("/dev/null")}) is None
