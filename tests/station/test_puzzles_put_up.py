"""A puzzle that an owner puts up at the board: one that ships, or one of their own."""

from pathlib import Path
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.session.orders import PutUp, ShowWay
from cupsboard.storage.own_puzzles import OwnPuzzle, delete, keep, own_puzzles
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles
from ordered_evening import Evening, Script, said_of
from quick_evening import furnish

MINE = OwnPuzzle(0, "cups 3", "0 0 1 pot 0 stock 2 / 0 2 0 pot 0 stock 2 / south", "sow 3", is_proved=True)
ANOTHER_SIZE = next(number for number, each in enumerate(engines.puzzles(), 1) if each.game == "cups 4")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


def shown(evening: Evening) -> Any:
    """What a page shows of the puzzle on the table; None in any other game."""
    section: Any = None if evening.station._occupation is None else state(evening)
    return section and section.get("puzzle")


def state(evening: Evening) -> Any:
    occupation: Any = evening.station._occupation
    return {**occupation.view.state(), **occupation.playing.puzzle.section()}


def test_a_puzzle_of_one_s_own_is_put_up_gives_nothing_away_and_is_solved(home: Path) -> None:
    def script(evening: Evening) -> Script:
        puzzle = keep(evening.at.memory, MINE)
        number = engines.number_of(puzzle)
        yield evening.waited(5.0)
        answer = evening.order(PutUp(number))
        yield answer.done
        assert answer.exception(0) is None
        yield lambda: shown(evening) is not None
        evening.table.beans |= {"south-3": 1, "north-2": 2}
        yield lambda: evening.says.startswith("your-turn")
        assert "may" not in state(evening)["game"]
        assert shown(evening) == {"number": number, "progress": "going on", "isHelped": False, "way": []}
        evening.table.beans |= {"south-3": 0, "south-pot": 1}
        yield evening.waited(3.0)
        yield from evening.press()
        yield lambda: shown(evening)["progress"] == "solved"
        assert shown(evening)["way"] == ["sow 3"]
        yield lambda: SolvedPuzzles(evening.at.memory).of(puzzle.name).is_solved
        assert delete(evening.at.memory, number)
        assert own_puzzles(evening.at.memory) == ()
        assert not SolvedPuzzles(evening.at.memory).of(puzzle.name).is_solved

    assert Evening(home).run(script) == 0


def test_a_puzzle_of_another_size_and_one_that_is_gone_are_refused_and_the_game_goes_on(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield evening.waited(5.0)
        for number, why in ((ANOTHER_SIZE, "needs a board of another size"), (9999, "there is none")):
            refused = evening.order(PutUp(number))
            yield refused.done
            assert why in said_of(refused)
        assert shown(evening) is None

    assert Evening(home).run(script) == 0


def test_the_way_is_shown_by_order_and_is_help(home: Path) -> None:
    shipped = next(each for each in engines.puzzles() if each.game == "cups 3")

    def script(evening: Evening) -> Script:
        yield evening.waited(5.0)
        for order in (PutUp(engines.number_of(shipped)), ShowWay()):
            answer = evening.order(order)
            yield answer.done
            yield lambda: shown(evening) is not None
        yield lambda: shown(evening)["isHelped"]
        assert shown(evening)["way"] == list(shipped.solution)
        yield lambda: SolvedPuzzles(evening.at.memory).of(shipped.name).helped_on != ""

    assert Evening(home).run(script) == 0


def test_a_puzzle_keeps_its_number_where_another_goes_and_is_kept_once(home: Path) -> None:
    memory = Evening(home).at.memory
    first, second = keep(memory, MINE), keep(memory, OwnPuzzle(0, "cups 2", "x", "drop 1", is_proved=False))
    SolvedPuzzles(memory).add(first.name, Became.SOLVED, "2026-11-29")
    assert keep(memory, MINE) == first
    assert delete(memory, engines.number_of(first))
    assert not delete(memory, 1), "one that ships stays"
    assert own_puzzles(memory) == (second,)
    assert engines.number_of(second) == len(engines.puzzles()) + 2
