"""What a page is told of the puzzles, and what a simulated evening keeps of them."""

from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Kind, begun
from cupsboard.ports import StoreError
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.storage.solved_puzzles import SolvedPuzzles
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.new_games import NewGameRefused
from cupsim.page.new_games import begun as game_begun
from cupsim.page.puzzle_list import puzzle_list
from cupsim.page.server import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory

PUZZLES = engines.puzzles()
TACTIC = next(puzzle for puzzle in PUZZLES if puzzle.kind is Kind.TACTIC)


def test_the_list_tells_what_is_solved_and_how_far_the_one_on_the_table_is() -> None:
    store = Memory()
    SolvedPuzzles(store).add(PUZZLES[2].name, is_solved=True)
    history = begun(TACTIC, games.named(TACTIC.game))
    listed = puzzle_list(history, lambda: SolvedPuzzles(store))
    assert len(listed["puzzles"]) == len(PUZZLES)
    assert [number for number, each in enumerate(listed["puzzles"]) if each["isSolved"]] == [2]
    assert listed["current"] == {"number": PUZZLES.index(TACTIC) + 1, "progress": "going on", "way": []}
    solved = puzzle_list(history.play(Side.SOUTH, TACTIC.solution[0]), lambda: SolvedPuzzles(store))
    assert solved["current"]["progress"] == "solved"
    assert solved["current"]["way"] == list(TACTIC.solution)


def test_what_can_t_be_read_is_told_and_the_puzzles_are_listed_all_the_same() -> None:
    def broken() -> SolvedPuzzles:
        raise StoreError("puzzles.json: says nonsense")

    listed = puzzle_list(History(games.of_board(3), Side.SOUTH), broken)
    assert listed["fault"] == "puzzles.json: says nonsense"
    assert len(listed["puzzles"]) == len(PUZZLES)
    assert listed["current"] is None


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
        evening.keep_puzzle(TACTIC, True)
    finally:
        evening.close()
    assert SolvedPuzzles(store).of(TACTIC.name).times == times
