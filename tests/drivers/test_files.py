from pathlib import Path

import pytest
from cupsboard.drivers.files import Files, StoreError


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
