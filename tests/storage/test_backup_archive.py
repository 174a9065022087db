"""The archive of a backup: what goes into it, and which archives are refused with a reason."""

import io
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from cupsboard.storage import backup
from cupsboard.storage.backup import LIST, BackupError
from cupsboard.storage.memory import NAME, memory_in
from cupsboard.storage.paths import Homes
from cupsboard.storage.solved_puzzles import Tried
from hypothesis import given
from hypothesis import strategies as st

KEPT = {
    "settings/profile.toml": b"the profile",
    "state/copies/%2Fhome%2Fprofile.toml": b"an older profile",
    "state/last.trace": b"moments\n",
    "state/owners.sqlite": b"{}",
}
LEFT_OUT = {"state/owners.sqlite.new": b"half", "state/tables/2x3.table": b"large"}


def board_in(folder: Path) -> Homes:
    for name, content in (KEPT | LEFT_OUT).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Homes(folder / "settings", folder / "state")


@pytest.fixture
def at(tmp_path: Path) -> Homes:
    return board_in(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return written(board_in(tmp_path_factory.mktemp("board")))


def written(at: Homes) -> bytes:
    to = io.BytesIO()
    assert backup.write(to, at, "2026-11-28T21:04") == len(KEPT)
    return to.getvalue()


def contents(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def archive_of(files: Mapping[str, bytes]) -> bytes:
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return to.getvalue()


def read(archive: bytes) -> backup.Backup:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return backup.read(opened)


def listed(files: int = 0, kind: str = "cupsboard-backup 1", made: str = "2026-11-28T21:04") -> bytes:
    return f"{kind}\nmade {made}\nfiles {files}\n".encode()


def test_a_backup_holds_all_files_but_those_half_written_and_the_tables(at: Homes) -> None:
    files = contents(written(at))
    assert {name: content for name, content in files.items() if name != LIST} == KEPT


def test_what_a_board_remembers_is_whole_in_a_backup_that_is_made_while_it_is_written(at: Homes) -> None:
    memory_in(at.state).keep((Tried("one"),))
    with closing(sqlite3.connect(at.state / NAME, isolation_level=None)) as writer:
        writer.execute("begin immediate")
        writer.execute("delete from tried")
        to = io.BytesIO()
        assert backup.write(to, at, "2026-11-28T21:04") == len(KEPT) + 1
        writer.execute("commit")
    (at.state / "elsewhere").mkdir()
    (at.state / "elsewhere" / NAME).write_bytes(contents(to.getvalue())[f"state/{NAME}"])
    assert memory_in(at.state / "elsewhere").find(Tried) == (Tried("one"),)
    assert memory_in(at.state).find(Tried) == ()


def test_a_backup_is_read_with_its_date_and_its_files(at: Homes) -> None:
    found = read(written(at))
    assert found.made == "2026-11-28T21:04"
    assert set(found.prints) == set(KEPT)
    assert found.size_bytes > sum(map(len, KEPT.values()))
    assert [backup.target(name, at).read_bytes() for name in found.prints] == [
        KEPT[name] for name in found.prints
    ]


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_file_that_was_changed_is_refused_by_its_name(at: Homes, name: str) -> None:
    files = contents(written(at))
    stored = archive_of(files)
    with pytest.raises(BackupError, match=f"^{name}: Bad CRC-32"):
        read(stored.replace(files[name], files[name].swapcase().replace(b"{}", b"[]")))


@given(position=st.integers(0, 1_000_000), mask=st.integers(1, 255))
def test_a_damaged_byte_anywhere_is_said_or_means_nothing(whole: bytes, position: int, mask: int) -> None:
    damaged = bytearray(whole)
    damaged[position % len(whole)] ^= mask
    try:
        with zipfile.ZipFile(io.BytesIO(bytes(damaged))) as archive:
            backup.read(archive)
            found = {name: archive.read(name) for name in archive.namelist()}
    except (BackupError, zipfile.BadZipFile, NotImplementedError, ValueError):
        return
    assert found == contents(whole)


@pytest.mark.parametrize("bytes_left", range(0, 100, 7))
def test_an_archive_that_was_torn_off_is_refused(whole: bytes, tmp_path: Path, bytes_left: int) -> None:
    (tmp_path / "torn.zip").write_bytes(whole[: len(whole) * bytes_left // 100])
    with pytest.raises(BackupError, match="this is no backup, or it is torn"):
        backup.opened(tmp_path / "torn.zip")


def test_a_file_larger_than_any_of_a_board_is_not_even_unpacked(
    at: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = written(at)
    monkeypatch.setattr(backup, "LARGEST_BYTES", len(KEPT["settings/profile.toml"]) - 1)
    with pytest.raises(BackupError, match="larger than any file of a board"):
        read(archive)


@pytest.mark.parametrize(
    "name",
    [
        *("../x", "etc/passwd", "state/..", "state/a/b", "settings/", "state/copies/..", "state/tables"),
        *("state/\x1b[2J", "state/a\nb", "state/\u202ex", "state/" + "x" * 256),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BackupError, match=r"no name of a board's file"):
        read(archive_of({name: b"", LIST: listed(1)}))


def test_a_compressed_file_that_breaks_off_is_refused_by_its_name(at: Homes) -> None:
    archive = bytearray(written(at))
    with zipfile.ZipFile(io.BytesIO(bytes(archive))) as opened:
        at_byte = (
            opened.getinfo("settings/profile.toml").header_offset + 30 + len("settings/profile.toml") + 20
        )
    archive[at_byte : at_byte + 4] = b"\xff" * 4
    with pytest.raises(BackupError, match=r"^settings/profile\.toml: "):
        read(bytes(archive))


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "it has no list that can be read"),
        ({LIST: b"\xff"}, "it has no list that can be read"),
        ({LIST: b"[]"}, "this is no cupsboard-backup"),
        ({LIST: listed(kind="another 1")}, "this is no cupsboard-backup"),
        ({LIST: listed(kind="cupsboard-backup 2")}, "version '2' is not 1; use the release that made it"),
        ({LIST: listed(made="\x1b]0;owned\x07")}, "is no date"),
        ({LIST: listed() + b"state/x\n"}, "this is no cupsboard-backup"),
        ({LIST: listed(1)}, "it has 0 files, and 1 were written"),
        ({LIST: listed(), "state/x": b""}, "it has 1 files, and 0 were written"),
    ],
)
def test_an_archive_without_a_list_that_fits_is_refused(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(BackupError, match=message):
        read(archive_of(files))


def test_sizes_are_summed_before_anything_is_unpacked(at: Homes, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = bytearray(written(at))
    monkeypatch.setattr(backup, "MOST_BYTES", sum(map(len, KEPT.values())))
    # What is packed is damaged, too, which would be said first if it were looked at.
    archive[60:70] = b"\xff" * 10
    with pytest.raises(BackupError, match="its files take 0 MB"):
        read(bytes(archive))


def test_no_text_of_a_fault_can_move_a_cursor() -> None:
    assert str(BackupError("a\x1b[2Jb\nc\u202e")) == "a�[2Jb�c�"


FORGED = """
import io, sys, tracemalloc, zipfile
from pathlib import Path
from cupsboard.storage import backup
how, path = sys.argv[1], Path(sys.argv[2])
with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA if how == "lzma" else zipfile.ZIP_DEFLATED) as archive:
    if how == "list":
        with archive.open(backup.LIST, "w", force_zip64=True) as to:
            to.write(b"cupsboard-backup 1\\nmade 2026-11-28T21:04\\n")
            for _ in range(60):
                to.write(b" " * 1_000_000)
    elif how == "names":
        for number in range(60_000):
            archive.writestr(f"state/{number}", b"")
        archive.writestr(backup.LIST, b"")
    elif how == "most":
        for number in range(backup.MOST_FILES):
            archive.writestr(f"state/game-{number:05}.journal", b"x")
        archive.writestr(backup.LIST, "cupsboard-backup 1\\nmade 2026-11-28T21:04\\nfiles 1\\n")
    elif how == "large":
        with archive.open("state/x", "w") as to:
            for _ in range(60):
                to.write(b" " * 1_000_000)
        archive.writestr(backup.LIST, "cupsboard-backup 1\\nmade 2026-11-28T21:04\\nfiles 2\\n")
    else:
        archive.writestr(backup.LIST, b" " * 1_000_000)
tracemalloc.start()
try:
    with backup.opened(path) as archive:
        backup.read(archive)
except backup.BackupError as fault:
    print(tracemalloc.get_traced_memory()[1], fault)
"""


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("list", "this is no cupsboard-backup"),
        ("lzma", "packed as no backup is"),
        pytest.param("names", "more files than", marks=pytest.mark.long("sixty thousand files")),
        pytest.param(
            "most", "20000 files, and 1 were", marks=pytest.mark.long("as many files as a backup takes")
        ),
        ("large", "1 files, and 2 were"),
    ],
)
def test_reading_a_forged_backup_takes_little_memory(how: str, why: str, tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", FORGED, how, str(tmp_path / "forged.zip")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    peak_bytes, _, fault = said.partition(" ")
    assert re.search(why, fault)
    assert int(peak_bytes) < 50_000_000
