"""`cupsboard games` gives every game its line, also one that can't be gone on with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cupsboard.commands import main
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import locked
from cupsboard.referee.events import Ending, GameStarted, TurnEnded
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.storage.games import KeptGames


def several_games(folder: Path) -> Path:
    games = KeptGames(Files(folder), lambda: "2026-11-21T20:15")
    for _ in range(4):
        games.begin(Cups(3), None)
        games.add([GameStarted(None), TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED)])
    return folder


def listed(home: Path) -> tuple[int, list[str]]:
    """The exit code of the command in a process of its own, and its lines."""
    command = [
        sys.executable,
        "-c",
        "from cupsboard.commands.main import main; raise SystemExit(main(['games']))",
    ]
    environment = {**os.environ, "XDG_STATE_HOME": str(home)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, (ran.stdout + ran.stderr).splitlines()


def test_each_game_has_its_line(tmp_path: Path) -> None:
    several_games(tmp_path / "cupsboard")
    code, lines = listed(tmp_path)
    assert code == 0
    assert lines[0] == "   1  2026-11-21T20:15  cups 3, 1 entries, south 0, north 0  put aside"
    assert [line[25:] for line in lines[1:]] == [lines[0][25:]] * 2 + [
        lines[0][25:].replace("put aside", "being played")
    ]


def test_a_damaged_a_missing_and_a_torn_one_have_theirs_too(tmp_path: Path) -> None:
    folder = several_games(tmp_path / "cupsboard")
    damaged = folder / "game-0001.journal"
    damaged.write_bytes(damaged.read_bytes().replace(b"set up", b"set uq"))
    (folder / "game-0002.journal").unlink()
    with (folder / "game-0003.journal").open("ab") as file:
        file.write(b"0badc0de north dr")
    code, lines = listed(tmp_path)
    assert code == 1
    assert lines[0].startswith(
        "   1  game-0001.journal: line 2: its check sum is wrong, and good lines follow it; "
    )
    assert lines[0].endswith("use a copy of it, or begin another game")
    assert (
        lines[1] == "   2  game-0002.journal: there is no such file; use a copy of it, or begin another game"
    )
    assert lines[2].endswith("put aside; its last line is torn or damaged and left out")
    assert lines[3].endswith("being played")


def test_a_number_that_no_game_can_have_is_refused_by_its_name(tmp_path: Path) -> None:
    folder = several_games(tmp_path / "cupsboard")
    index = folder / "games.json"
    index.write_text(index.read_text().replace('"adjourned": [1', '"adjourned": [-5'))
    code, lines = listed(tmp_path)
    assert code == 2
    assert lines == [
        "cupsboard: games.json: games.adjourned[0]: -5 is below 1; it is damaged, and `cupsboard "
        "play` sets it aside; `cupsboard games` then lists the journals, and `cupsboard play --go-on "
        "N` goes on with one"
    ]


def test_games_can_be_listed_while_they_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = several_games(tmp_path / "cupsboard")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with locked(folder):
        assert main.main(["games"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_games_are_listed_and_taken_up_again_when_the_list_itself_is_lost(tmp_path: Path) -> None:
    folder = several_games(tmp_path / "cupsboard")
    (folder / "games.json").unlink()
    code, lines = listed(tmp_path)
    assert code == 0
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    games = KeptGames(Files(folder), lambda: "2026-11-22T10:00")
    assert len(games.take_up(2).history.steps) == 1
    assert games.number == 2


def test_a_list_of_a_newer_release_is_not_called_damaged(tmp_path: Path) -> None:
    folder = several_games(tmp_path / "cupsboard")
    (folder / "games.json").write_text('{"format": "cupsboard-games", "version": 9, "games": {}}')
    code, lines = listed(tmp_path)
    assert code == 2
    assert "games.json: version 9 is not 1; use the release it is of" in lines[-1]
