"""`cupsboard puzzle` shows puzzles, writes them down to be set up, and judges games that went on from one."""

from pathlib import Path
from typing import Any

import pytest
from cupsboard.commands import main
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Place, Side
from cupsboard.rules.puzzle import Kind
from cupsboard.rules.record import Record, RecordError, format_record
from cupsboard.station.game.wished_game import game_to_go_on
from cupsboard.storage import record_file

TACTIC = next(number for number, each in enumerate(engines.puzzles(), 1) if each.kind is Kind.TACTIC)
PUZZLE = engines.puzzles()[TACTIC - 1]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def played(path: Path, number: int, *moves: str) -> str:
    history: History[Any] = game_to_go_on(f"puzzle:{number}", None)
    for move in moves:
        history = history.play(Side.SOUTH, move)
        if history.game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
    path.write_text(format_record(Record.of(history)), encoding="utf-8")
    return str(path)


def test_the_list_says_what_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = played(tmp_path / "right.txt", TACTIC, *PUZZLE.solution)
    assert main.main(["puzzle", str(TACTIC), "--check", right]) == 0
    assert "solved, in 1 move" in capsys.readouterr().out
    assert main.main(["puzzle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[TACTIC - 1].endswith("solved")
    assert lines[-1] == f"1 of {len(engines.puzzles())} solved"


def test_a_wrong_move_is_told_with_what_it_loses_and_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.named(PUZZLE.game)
    labels = [plan.label for plan in game.plans(game.parse_position(PUZZLE.position), Side.SOUTH)]
    other = next(label for label in labels if label != PUZZLE.solution[0])
    wrong = played(tmp_path / "wrong.txt", TACTIC, other)
    assert main.main(["puzzle", str(TACTIC), "--check", wrong]) == 1
    said = capsys.readouterr().out
    assert f"not solved: {other}, your move 1, loses" in said
    assert f"the way: {PUZZLE.solution[0]}" in said
    main.main(["puzzle"])
    assert capsys.readouterr().out.splitlines()[TACTIC - 1].endswith("tried 1")


def test_a_transfer_is_solved_by_all_its_moves_and_not_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = next(number for number, each in enumerate(engines.puzzles(), 1) if each.kind is Kind.TRANSFER)
    solution = engines.puzzles()[number - 1].solution
    half = played(tmp_path / "half.txt", number, *solution[:2])
    assert main.main(["puzzle", str(number), "--check", half]) == 1
    assert "not solved yet: 2 moves are right so far" in capsys.readouterr().out
    whole = played(tmp_path / "whole.txt", number, *solution)
    assert main.main(["puzzle", str(number), "--check", whole]) == 0


def test_its_beginning_is_a_record_that_one_can_go_on_from(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    assert main.main(["puzzle", str(TACTIC), "--record", str(path)]) == 0
    assert record_file.load(str(path)).history().position == game_to_go_on(f"puzzle:{TACTIC}", None).position


def test_a_puzzle_of_a_game_without_stocks_is_shown_with_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    number, puzzle = next(
        (number, each) for number, each in enumerate(engines.puzzles(), 1) if each.game == "kalah 4"
    )
    assert main.main(["puzzle", str(number), "--solution"]) == 0
    said = capsys.readouterr().out
    assert f"puzzle {number}: tactic, kalah 4, difficulty *" in said
    assert "stocks" not in said
    assert f"solution: {puzzle.solution[0]}" in said


@pytest.mark.parametrize("number", ["0", "9999", "x", "-1"])
def test_a_puzzle_that_is_not_there_is_refused(number: str) -> None:
    with pytest.raises(RecordError, match="there is none; choose 1 to"):
        game_to_go_on(f"puzzle:{number}", None)


def test_a_record_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.txt"
    path.write_text(
        format_record(Record.of(History(games.of_board(4), Side.SOUTH).play(Side.SOUTH, "drop 1")))
    )
    assert main.main(["puzzle", str(TACTIC), "--check", str(path)]) == 2
    assert "doesn't begin with puzzle" in capsys.readouterr().err


def saved(path: Path, name: str, mover: Side, lying: dict[str, int], stocks: dict[Side, int]) -> str:
    """A record that begins with a table that was laid out by hand."""
    game = games.named(name)
    contents = dict.fromkeys(game.places, 0) | {Place(place): count for place, count in lying.items()}
    path.write_text(format_record(Record.of(laid(game, mover, contents, stocks))), encoding="utf-8")
    return str(path)


LYING = {"south-1": 2, "north-2": 1, "north-1": 2}
"""Who is to move on 2x2 with a bean in the stock: South sows both beans, or is captured."""


@pytest.mark.parametrize("mover", list(Side))
def test_a_position_of_one_s_own_becomes_a_puzzle_of_the_list_and_is_solved_like_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mover: Side
) -> None:
    across = {"south": mover.value, "north": mover.other.value}
    lying = {f"{across[place[:5]]}{place[5:]}": count for place, count in LYING.items()}
    record = saved(tmp_path / "mine.txt", "cups 2", mover, lying, {mover: 1, mover.other: 1})
    assert main.main(["puzzle", "--keep", record]) == 0
    number = len(engines.puzzles()) + 1
    said = capsys.readouterr().out
    assert f"puzzle {number}: own, cups 2" in said
    assert "of your own: proved" in said
    # Kept once more it is the same one.
    assert main.main(["puzzle", "--keep", record]) == 0
    assert f"puzzle {number}: own" in capsys.readouterr().out
    assert main.main(["puzzle", str(number), "--solution"]) == 0
    solution = capsys.readouterr().out.splitlines()[-1].removeprefix("solution: ").split(", ")
    history: History[Any] = game_to_go_on(f"puzzle:{number}", None, 2)
    assert history.game.movers(history.position) == (Side.SOUTH,)
    labels = [plan.label for plan in history.game.plans(history.position, Side.SOUTH)]
    assert set(solution) < set(labels)
    right = played(tmp_path / "right.txt", number, solution[0])
    assert main.main(["puzzle", str(number), "--check", right]) == 0
    wrong = next(label for label in labels if label not in solution)
    assert main.main(["puzzle", str(number), "--check", played(tmp_path / "wrong.txt", number, wrong)]) == 1
    capsys.readouterr()
    assert main.main(["puzzle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].split() == [str(number), "own", "cups", "2", ".....", "solved"]
    assert lines[-1] == f"1 of {number} solved"


@pytest.mark.parametrize(
    ("name", "lying", "stocks", "why"),
    [
        ("cups 2", {"south-1": 1}, {Side.SOUTH: 0, Side.NORTH: 5}, "no player is to move"),
        ("cups 2", {"south-2": 1}, {Side.SOUTH: 0, Side.NORTH: 0}, "every move is as good as the others"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    lying: dict[str, int],
    stocks: dict[Side, int],
    why: str,
) -> None:
    record = saved(tmp_path / "mine.txt", name, Side.SOUTH, lying, stocks)
    assert main.main(["puzzle", "--keep", record]) == 2
    assert why in capsys.readouterr().err
