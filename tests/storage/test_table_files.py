"""Files of tables of small games."""

from pathlib import Path

import pytest
from cupsboard.storage import tables
from cupsboard.storage.tables import open_content, path_of, write_table

VALUES = memoryview(bytes(range(100)))


def test_a_table_that_was_written_opens(tmp_path: Path) -> None:
    *_, share = write_table(tmp_path / "tables", "2x2", b"head", VALUES)
    assert share == 1
    content = open_content(tmp_path / "tables", "2x2")
    assert content is not None
    assert bytes(content) == b"head" + bytes(VALUES)


def test_there_is_no_table_where_none_was_built(tmp_path: Path) -> None:
    assert open_content(tmp_path, "2x2") is None


def test_a_file_without_content_opens_and_is_empty(tmp_path: Path) -> None:
    path_of(tmp_path, "2x2").touch()
    assert open_content(tmp_path, "2x2") == b""


def test_a_table_that_is_not_finished_leaves_the_older_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(write_table(tmp_path, "2x2", b"older", VALUES))
    before = path_of(tmp_path, "2x2").read_bytes()
    monkeypatch.setattr(tables, "PIECE_BYTES", 10)
    writing = write_table(tmp_path, "2x2", b"newer", VALUES)
    next(writing)
    writing.close()
    assert [path.name for path in tmp_path.iterdir()] == ["2x2.table"]
    assert path_of(tmp_path, "2x2").read_bytes() == before


def test_a_table_is_on_the_disk_before_it_takes_the_place_of_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []

    def fsync(_file: int) -> None:
        assert not path_of(tmp_path, "2x2").exists()
        synced.append((tmp_path / "2x2.table.new").read_bytes())

    monkeypatch.setattr("os.fsync", fsync)
    list(write_table(tmp_path, "2x2", b"head", VALUES))
    assert synced == [b"head" + bytes(VALUES)]
