"""`cupsboard games analyse` says of a recorded game where beans were lost, and draws it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from cupsboard.commands import analyse, main
from cupsboard.commands.analyse import rows
from cupsboard.engine.analysis import JudgedMove, Reason
from cupsboard.rules import games
from cupsboard.rules.history import History, Passed
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import Record, format_record
from cupsboard.session.analysis_worker import plain
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.sentences import say


@pytest.fixture
def game(tmp_path: Path) -> Path:
    history = History(games.of_board(4), Side.SOUTH)
    for side, move in (
        (Side.SOUTH, "drop 4"),
        (Side.NORTH, "drop 1"),
        (Side.SOUTH, "drop 3"),
        (Side.NORTH, "drop 1"),
        # It throws a bean on cup 3, which waits to be sown.
        (Side.SOUTH, "drop 3"),
    ):
        history = history.play(side, move)
    path = tmp_path / "game.txt"
    path.write_text(format_record(Record.of(history)), encoding="utf-8")
    return path


def test_every_move_has_a_line_and_a_mistake_its_reason(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["games", "analyse", str(game), "--nodes", "3000"]) == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    numbered = [line for line in lines if line.strip()[:1].isdigit()]
    assert len(numbered) == 5
    assert "?" in numbered[-1]
    assert "blocks South's cup 3 with 30 beans still to drop" in said
    assert "better: " in said
    assert any(line.startswith("south  lost") for line in lines)


def test_the_picture_is_an_svg_with_three_lines(game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    assert main.main(["games", "analyse", str(game), "--nodes", "500", "--svg", str(picture)]) == 0
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall(".//{http://www.w3.org/2000/svg}polyline")) == 3
    assert any((text.text or "").startswith("5?") for text in drawn.iter("{http://www.w3.org/2000/svg}text"))


def test_an_interruption_shows_what_is_done_so_far(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = analyse.analyse

    def interrupted(*asked: object, **how: object) -> object:
        for number, move in enumerate(whole(*asked, **how)):  # type: ignore[arg-type]
            if number == 3:
                raise KeyboardInterrupt
            yield move

    monkeypatch.setattr(analyse, "analyse", interrupted)
    assert main.main(["games", "analyse", str(game), "--nodes", "500"]) == 130
    said = capsys.readouterr().out
    assert "stopped after 3 of 5 entries" in said
    assert "3. south drop 3" in said


def test_a_little_less_than_nothing_is_nothing() -> None:
    passed = JudgedMove(1, Passed(Side.SOUTH), Side.SOUTH, -0.04, 0.0)
    assert " +0.0 to  +0.0" in next(rows([passed]))
    assert str(plain(passed, History(games.of_board(2), Side.SOUTH))["before"]) == "0.0"


def test_a_game_without_a_move_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text(format_record(Record.of(History(games.of_board(2), Side.SOUTH))), encoding="utf-8")
    assert main.main(["games", "analyse", str(empty)]) == 2
    assert "holds no move to look at" in capsys.readouterr().err


def test_reasons_say_places_and_beans() -> None:
    phrases = reason_phrases(
        [
            Reason("blocks", Side.SOUTH, Place("south-3"), 22, "", 8.8),
            Reason("misses-capture", Side.SOUTH, Place("north-2"), 1, "drop 3", 1.0),
            Reason("frees", Side.SOUTH, Place("north-1"), 3, "", 1.2),
            Reason("later", Side.SOUTH),
        ]
    )
    assert [say(phrase) for phrase in phrases] == [
        "blocks South's cup 3 with 22 beans still to drop",
        "drop 3 would have captured 1 bean of North's cup 2",
        "empties North's cup 1, which was blocked with 3 beans still to drop",
        "nothing is lost at once; the loss comes further on",
    ]
