"""The archive of a backup: what goes into it, and which archives are refused with a reason."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from cupsboard.storage import backup
from cupsboard.storage.backup import LIST, BackupError
from cupsboard.storage.paths import Homes

KEPT = {
    "settings/profile.toml": b"the profile",
    "state/copies/%2Fhome%2Fprofile.toml": b"an older profile",
    "state/game-0001.journal": b"set up\n",
    "state/games.json": b"{}",
}
LEFT_OUT = {"state/games.json.new": b"half", "state/tables/2x3.table": b"large"}


@pytest.fixture
def at(tmp_path: Path) -> Homes:
    homes = Homes(tmp_path / "settings", tmp_path / "state")
    for name, content in (KEPT | LEFT_OUT).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return homes


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


def listed(**changed: object) -> bytes:
    known = {"format": "cupsboard-backup", "version": 1, "made": "today", "files": {}}
    return json.dumps(known | changed).encode()


def test_a_backup_holds_all_files_but_those_half_written_and_the_tables(at: Homes) -> None:
    files = contents(written(at))
    assert {name: content for name, content in files.items() if name != LIST} == KEPT
    assert next(iter(files)) == "state/games.json"


def test_a_backup_is_read_with_its_date_and_the_index_of_games_goes_back_last(at: Homes) -> None:
    found = read(written(at))
    assert found.made == "2026-11-28T21:04"
    assert set(found.names) == set(KEPT)
    assert found.names[-1] == "state/games.json"
    assert [backup.target(name, at).read_bytes() for name in found.names] == [
        KEPT[name] for name in found.names
    ]


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_file_that_was_changed_is_refused_by_its_name(at: Homes, name: str) -> None:
    files = contents(written(at))
    with pytest.raises(BackupError, match=f"^{name}: its check sum is wrong"):
        read(archive_of(files | {name: files[name] + b"x"}))


def test_a_file_larger_than_any_of_a_board_is_not_even_unpacked(
    at: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = written(at)
    monkeypatch.setattr(backup, "LARGEST_BYTES", len(KEPT["settings/profile.toml"]) - 1)
    with pytest.raises(BackupError, match="larger than any file of a board"):
        read(archive)


@pytest.mark.parametrize(
    "name", ["../x", "etc/passwd", "state/..", "state/a/b", "settings/", "state/copies/.."]
)
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BackupError, match=r"no name of a board's file"):
        read(archive_of({name: b"", LIST: listed(files={name: ""})}))


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
        ({}, "it has no list of its files"),
        ({LIST: b"{"}, "it has no list of its files"),
        ({LIST: b"[]"}, "this is no cupsboard-backup"),
        ({LIST: listed(format="another")}, "this is no cupsboard-backup"),
        ({LIST: listed(version=2)}, "version 2 is not 1; use the release that made it"),
        ({LIST: listed(files={"state/x": 1})}, "its list is none of ours"),
        ({LIST: listed(files={"state/x": ""})}, "its files are not those of its list"),
        ({LIST: listed(), "state/x": b""}, "its files are not those of its list"),
    ],
)
def test_an_archive_without_a_list_that_fits_is_refused(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(BackupError, match=message):
        read(archive_of(files))
