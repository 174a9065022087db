import os
import subprocess
import sys
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.procedures.cups.tables import open_table


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "cupsboard" / "tables"


def test_a_table_is_built_after_its_size_was_said_and_then_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "tables", "build", "2"]) == 0
    said, found = capsys.readouterr().out.splitlines()
    assert said.startswith("2x2, the whole game: 0.12 GB of memory, 3.1 MB on the disk")
    assert found.endswith("2x2.table: with 20 beans each, who moves first gains -1")
    assert main(["lab", "tables", "list"]) == 0
    assert capsys.readouterr().out == f"2x2  the whole game, 3.1 MB: {folder / '2x2.table'}\n"


def test_a_board_too_large_for_the_whole_game_gets_as_many_beans_as_fit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "tables", "build", "4", "--memory", "0.121"]) == 0
    table = open_table(folder, 4)
    assert table is not None
    assert table.beans == 7
    assert "up to 7 beans a side" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["3", "--memory", "0.3"],
            "2.27 GB of memory are needed, and 0.30 GB may be taken: --beans 21 would fit",
        ),
        (["4", "--beans", "40"], "of memory are needed"),
        (["2", "--beans", "21"], "a player of 2x2 has 20"),
        (["2", "--memory", "0.001"], "may be taken: give it more"),
    ],
)
def test_what_cannot_be_built_is_refused_and_leaves_nothing(
    words: list[str], reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "tables", "build", *words]) == 2
    assert reason in capsys.readouterr().err
    assert not folder.exists()


def test_without_any_table_the_list_says_how_to_build_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "tables", "list"]) == 0
    assert "no tables in" in capsys.readouterr().out


def test_without_numpy_the_command_says_how_to_get_it(folder: Path) -> None:
    """In a process of its own, where numpy can't be found."""
    hidden = "import sys; sys.modules['numpy'] = None; from cupsboard.commands.main import main; exit(main())"
    run = subprocess.run(
        [sys.executable, "-c", hidden, "lab", "tables", "build", "2"],
        capture_output=True,
        text=True,
        env=os.environ,
    )
    assert run.returncode == 2
    assert "pip install 'cupsboard[tables]'" in run.stderr
    assert not folder.exists()


def test_a_table_under_the_name_of_another_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "tables", "build", "2", "--beans", "3"]) == 0
    (folder / "2x2.table").rename(folder / "2x3.table")
    assert main(["lab", "tables", "list"]) == 2
    assert "2x3.table: a table of 2 cups; call it 2x2.table" in capsys.readouterr().err


@pytest.mark.parametrize(("content", "reason"), [(b"", "not a table"), (b"x" * 500, "not a table")])
def test_a_file_that_is_no_table_is_refused_with_its_path(
    content: bytes, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir(parents=True)
    (folder / "2x2.table").write_bytes(content)
    assert main(["lab", "tables", "list"]) == 2
    said = capsys.readouterr().err
    assert str(folder / "2x2.table") in said
    assert reason in said
