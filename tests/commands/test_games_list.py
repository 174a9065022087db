"""`cupsboard games` gives every game its line, also one that can't be gone on with, and finds any game."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.commands import main
from cupsboard.commands.games import SEATS
from cupsboard.drivers.folder_lock import locked
from cupsboard.referee.events import DiceFell, Ending, GameStarted, TurnEnded
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.places import Side
from cupsboard.storage.games import Game, KeptGames
from cupsboard.storage.judgements import Judged
from cupsboard.storage.memory import NAME, memory_in
from cupsboard.web.game_links import record_of_code
from played_games import played

MANY = 10_000
PAGE_BYTES = 4096


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four games of Anna and Ben; the last one is being played."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "cupsboard"
    games = KeptGames(memory_in(folder), lambda: "2026-11-21T20:15", players=lambda: ("Anna", "Ben"))
    for _ in range(4):
        games.begin(Cups(3), None)
        games.add([GameStarted(None), TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED)])
    return folder


def listed(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str]]:
    code = main.main(["games", *options])
    said = capsys.readouterr()
    return code, (said.out + said.err).splitlines()


@pytest.mark.usefixtures("folder")
def test_each_game_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = listed(capsys)
    assert code == 0
    assert lines[0] == ("   1  2026-11-21T20:15  cups 3, 1 entry, south 0, north 0  put aside  Anna and Ben")
    assert [line[4:] for line in lines[1:]] == [lines[0][4:]] * 2 + [
        lines[0][4:].replace("put aside", "being played")
    ]


def test_one_that_the_rules_refuse_has_its_line_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memory = memory_in(folder)
    (row,) = memory.find(Game, number=2)
    memory.keep((replace(row, entries="south hop"),))
    code, lines = listed(capsys)
    assert code == 1
    assert lines[1].startswith("   2  game 2: ")
    assert lines[1].endswith("begin another game")
    assert len(lines) == 4


def test_a_damaged_file_is_refused_with_its_name_and_the_next_step(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(content.replace(b"drop 2", b"drop 3"))
    code, (line,) = listed(capsys)
    assert code == 2
    assert "memory.sqlite: game 1: its check sum is wrong; `cupsboard play` begins another file" in line


@pytest.mark.parametrize("option", [(), ("--player", "Anna"), ("--how", "Anna")])
def test_a_file_in_which_a_game_is_missing_unnoticed_is_refused_as_well(
    folder: Path, capsys: pytest.CaptureFixture[str], option: tuple[str, ...]
) -> None:
    content = bytearray((folder / NAME).read_bytes())
    # How many rows the page of the games has, which is the second one.
    assert content[PAGE_BYTES + 4] == 4
    content[PAGE_BYTES + 4] = 3
    (folder / NAME).write_bytes(content)
    code, (line,) = listed(capsys, *option)
    assert code == 2
    assert "`cupsboard play` begins another file with what can be read of it" in line


def test_games_can_be_listed_while_they_are_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(folder):
        assert len(listed(capsys)[1]) == 4


@pytest.mark.usefixtures("folder")
def test_games_are_found_by_a_player_and_by_a_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, "--player", "Ben")[1][-1] == "4 games"
    assert listed(capsys, "--began", "2026-11-21", "--player", "Anna")[1][-1] == "4 games"
    assert listed(capsys, "--began", "2026-12")[1] == ["0 games"]


def test_a_game_is_taken_home_renamed_and_deleted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, "--rename", "2", "--south", "Zoë") == (0, [])
    assert listed(capsys, "--rename", "2") == (0, [])
    _, table = listed(capsys, "--find", "ZOË 2026-11", "--as", "csv")
    assert table[1] == '2,cups 3,2026-11-21T20:15,"south Zoë, north Ben","south 0, north 0",1,False'
    assert "South: Zoë" in listed(capsys, "--record", "2")[1]
    _, (link,) = listed(capsys, "--link", "2")
    code = link.removeprefix("#game=").removesuffix("&move=1")
    assert record_of_code(code).names == ("Zoë", "Ben")
    assert listed(capsys, "--delete", "2") == (0, [])
    for refused in ("--delete", "--record"):
        assert "there is no game 2" in listed(capsys, refused, "2")[1][0]
    assert "is being played" in listed(capsys, "--delete", "4")[1][0]
    with locked(folder):
        assert listed(capsys, "--delete", "1")[0] == 2


def test_a_game_round_a_table_is_renamed_by_its_seats(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = KeptGames(memory_in(folder), lambda: "2026-11-21", players=lambda: ("Anna", "", "Ben", ""))
    for _ in range(2):
        games.begin(KingOfTheCups(4), None)
        games.add([DiceFell(Seat.ONE, "first")])
    assert listed(capsys, "--rename", "5", "--two", "Cem", "--three", "", "--four", "Dan") == (0, [])
    assert memory_in(folder).find(Game, number=5)[0].called == {
        "one": "Anna", "two": "Cem", "three": "", "four": "Dan",
    }  # fmt: skip
    assert (
        "has no south; name one of one, two, three, four"
        in listed(capsys, "--rename", "5", "--south", "A")[1][0]
    )
    assert [each.value for each in (*Side, *Seat)] == list(SEATS)


def test_how_one_plays_is_told_in_words_by_games_that_are_judged_once_and_not_while_a_board_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "cupsboard"
    games = [played(number, ("Änna", "level 2")) for number in range(1, 7)]
    memory_in(folder).keep([*games, played(7, ("Ben", "")), played(8, ("", ""))])
    with locked(folder):
        code, lines = listed(capsys, "--how", "Änna")
    assert (code, lines[0]) == (0, "Änna: 6 finished games, 0 of them looked at move by move")
    assert lines[1].startswith("a board plays with them")
    lines = listed(capsys, "--how", "Änna")[1]
    assert lines[0] == "Änna: 6 finished games, 6 of them looked at move by move"
    points = [[int(each.split()[1]) for each in row.score.split(", ")] for row in games]
    ended = ", ".join(
        f"{sum(map(is_so, points))} {how}"
        for how, is_so in (
            ("won", lambda each: each[0] > each[1]),
            ("tied", lambda each: each[0] == each[1]),
            ("lost", lambda each: each[0] < each[1]),
        )
    )
    assert f"  against   level 2: {ended}" in lines
    assert f"  game      kalah 2: {ended}" in lines
    assert any(
        line.startswith("  strength  kalah: ") and "by 6 games against levels" in line for line in lines
    )
    assert any(line.startswith("  mistake   another turn not seen: ") for line in lines), lines
    assert len(memory_in(folder).find(Judged)) == 6
    assert listed(capsys, "--how", "Änna")[1] == lines
    assert listed(capsys, "--how", "Ben") == (0, ["Ben: 1 finished game", "after 5 this tells how Ben plays"])
    for nobody in ("änna", "level 2", ""):
        code, (line,) = listed(capsys, "--how", nobody)
        assert code == 2
        assert line.endswith("no person of this name has finished a game here; played lately: Ben, Änna")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("out of range", ("--delete", "0")),
        ("out of range", ("--record", "9" * 30)),
        ("no player's name", ("--rename", "1", "--south", "level 4")),
        ("no player's name", ("--rename", "1", "--south", "a\u200fb")),
        ("both sides", ("--rename", "1", "--south", "ben")),
    ],
)
def test_a_number_or_a_name_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], said: str, options: tuple[str, ...]
) -> None:
    try:
        code, lines = listed(capsys, *options)
    except SystemExit as ended:
        code, lines = int(ended.code or 0), capsys.readouterr().err.splitlines()
    assert code == 2
    assert said in "\n".join(lines)


def test_ten_thousand_games_are_opened_searched_and_counted_within_a_second(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = memory_in(folder)
    row = memory.find(Game)[0]
    days = [f"{2020 + each // 336}-{each // 28 % 12 + 1:02}-{each % 28 + 1:02}" for each in range(8 * 336)]
    text = "\n".join(["south drop 3", "north sow 2 capture 1"] * 30)
    over = replace(row, entries=text, is_over=True, is_playing=False)
    memory.keep(
        [replace(over, number=number, began=days[number % len(days)]) for number in range(5, MANY + 1)]
    )
    began = time.process_time()
    assert memory.mended() == ()
    assert listed(capsys, "--player", "Ben", "--began", "2026-11")[1][-1] == "88 games"
    assert len(KeptGames(memory, lambda: "").found(None, "")) == MANY
    assert KeptGames(memory, lambda: "").adjourned == (1, 2, 3)
    assert time.process_time() - began < 1.0
