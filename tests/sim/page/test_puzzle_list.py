"""What a page is told of the puzzles, and what a simulated evening keeps of them."""

from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Kind
from cupsboard.ports import StoreError
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.new_games import NewGameRefused
from cupsim.page.new_games import begun as game_begun
from cupsim.page.puzzle_list import puzzle_list
from cupsim.page.stage import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory

PUZZLES = engines.puzzles()
TACTIC = next(puzzle for puzzle in PUZZLES if puzzle.kind is Kind.TACTIC)


def test_the_list_tells_what_is_solved_alone_and_what_with_a_hint() -> None:
    store = Memory()
    SolvedPuzzles(store).add(PUZZLES[2].name, Became.SOLVED, "2026-11-27")
    SolvedPuzzles(store).add(PUZZLES[4].name, Became.HELPED, "2026-11-27")
    SolvedPuzzles(store).add(PUZZLES[4].name, Became.SOLVED, "2026-11-27")

    def with_(name: str, day: str) -> list[int]:
        listed = puzzle_list(lambda: SolvedPuzzles(store), lambda: day)["puzzles"]
        assert len(listed) == len(PUZZLES)
        return [number for number, each in enumerate(listed) if each[name]]

    assert with_("isSolved", "2026-11-27") == [2]
    assert with_("isSolvedWithHelp", "2026-11-28") == [4]
    assert with_("isHelped", "2026-11-27") == [4]
    assert with_("isHelped", "2026-11-28") == []


def test_what_can_t_be_read_is_told_and_the_puzzles_are_listed_all_the_same() -> None:
    def broken() -> SolvedPuzzles:
        raise StoreError("puzzles.json: says nonsense")

    listed = puzzle_list(broken)
    assert listed["fault"] == "puzzles.json: says nonsense"
    assert len(listed["puzzles"]) == len(PUZZLES)


def test_a_number_beyond_the_last_is_refused() -> None:
    order = requests.BeginPuzzle(puzzle=len(PUZZLES) + 1)
    now = Pairing(Setting(7))
    with pytest.raises(NewGameRefused, match=f"choose 1 to {len(PUZZLES)}"):
        game_begun(order, now, History(games.of_board(3), Side.SOUTH))


@pytest.mark.parametrize(("who", "times"), [(PERSON, 1), ("greedy", 0)])
def test_what_a_simulated_player_makes_of_a_puzzle_is_not_kept(who: str, times: int, tmp_path: Path) -> None:
    store = Memory()
    seats = {Side.SOUTH: who, Side.NORTH: "random"}
    evening = PageEvening(Pairing(Setting(7)), seats, tmp_path / "evening.trace")
    try:
        Stage(evening, is_only_watched=False, solved=lambda: SolvedPuzzles(store))
        evening.keep_puzzle(TACTIC, Became.SOLVED)
    finally:
        evening.close()
    assert SolvedPuzzles(store).of(TACTIC.name).times == times
