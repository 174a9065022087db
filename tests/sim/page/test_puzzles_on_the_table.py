"""Puzzles at the simulated board: the list of them, hands that put one up, and how it ends."""

from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.ports import StoreError
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind
from cupsboard.station.game.wished_game import game_to_go_on
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles
from cupsboard.web.puzzles import PuzzlesPage
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.new_games import NewGameRefused
from cupsim.page.new_games import begun as game_begun
from cupsim.page.stage import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory

SURE_LATE = (40, 47, 55)
"""With the first beans the board is not sure of these, or takes them for ready a bean too early."""
OF_SOWING = [
    next(number for number, each in enumerate(engines.puzzles(), 1) if each.game.startswith(f"{word} "))
    for word in ("kalah", "voleur")
]
TACTICS = [number for number, each in enumerate(engines.puzzles(), 1) if each.kind is Kind.TACTIC][:2]


@pytest.mark.parametrize("number", TACTICS)
def test_the_board_says_how_a_puzzle_ended(number: int, tmp_path: Path) -> None:
    said: list[str] = []
    setting = Setting(7).going_on(game_to_go_on(f"puzzle:{number}", None))
    seats = {Side.SOUTH: "greedy", Side.NORTH: "random"}
    evening = PageEvening(Pairing(setting, "greedy", "random"), seats, tmp_path / "e.trace", said.append)
    try:
        done = evening.world.run_until(
            evening.world.now + 300.0, lambda: any("That is not the way" in each for each in said)
        )
    finally:
        evening.close()
    # The greedy player misses every tactic: the best move takes less at once.
    assert any("That is not the way" in each for each in said), (done, said)


@pytest.mark.long("other puzzles", every=3)
@pytest.mark.parametrize("number", [1, OF_SOWING[0], *TACTICS, OF_SOWING[1], *SURE_LATE])
def test_a_puzzle_lies_ready_at_once_where_a_person_plays_and_gives_nothing_away(
    number: int, tmp_path: Path
) -> None:
    puzzle = engines.puzzles()[number - 1]
    seats = {Side.SOUTH: PERSON, Side.NORTH: "1"}
    evening = PageEvening(Pairing(Setting(7)), seats, tmp_path / "e.trace")
    try:
        evening.obey(1, requests.BeginPuzzle(puzzle=number))
        state, world = evening.state(), evening.world
        position = world.game.parse_position(puzzle.position)
        lying = world.table.contents()
        assert all(lying[place] == count for place, count in world.game.contents(position).items())
        assert state["game"]["message"]["key"] == "your-turn"
        assert "may" not in state["game"]
        assert not state["evening"]["wantsTable"]
        assert state["puzzle"] == {"number": number, "progress": "going on", "isHelped": False, "way": []}
        world.run_until(world.now + 30.0)
        assert evening.state()["game"]["message"]["key"] == "your-turn", (
            "the board is sure of what lies there"
        )
    finally:
        evening.close()


def test_the_way_is_told_to_who_asks_for_it_and_costs_the_solved(tmp_path: Path) -> None:
    puzzle = engines.puzzles()[TACTICS[0] - 1]
    became: list[Became] = []
    evening = PageEvening(Pairing(Setting(7)), {Side.SOUTH: PERSON, Side.NORTH: "1"}, tmp_path / "e.trace")
    evening.keep_puzzle = lambda _, how: became.append(how)
    try:
        evening.obey(1, requests.BeginPuzzle(puzzle=TACTICS[0]))
        evening.obey(1, requests.ShowWay())
        evening.advance(0.5)
        shown = evening.state()["puzzle"]
    finally:
        evening.close()
    assert (shown["way"], shown["isHelped"], became) == (list(puzzle.solution), True, [Became.HELPED])


PUZZLES = engines.puzzles()
TACTIC = next(puzzle for puzzle in PUZZLES if puzzle.kind is Kind.TACTIC)


def test_the_list_tells_what_is_solved_alone_and_what_with_a_hint() -> None:
    store = Memory()
    SolvedPuzzles(store).add(PUZZLES[2].name, Became.SOLVED, "2026-11-27")
    SolvedPuzzles(store).add(PUZZLES[4].name, Became.HELPED, "2026-11-27")
    SolvedPuzzles(store).add(PUZZLES[4].name, Became.SOLVED, "2026-11-27")

    def with_(name: str, day: str) -> list[int]:
        listed = PuzzlesPage(lambda: store, day=lambda: day).list()["puzzles"]
        assert len(listed) == len(PUZZLES)
        return [number for number, each in enumerate(listed) if each[name]]

    assert with_("isSolved", "2026-11-27") == [2]
    assert with_("isSolvedWithHelp", "2026-11-28") == [4]
    assert with_("isHelped", "2026-11-27") == [4]
    assert with_("isHelped", "2026-11-28") == []


def test_what_can_t_be_read_is_told_and_the_puzzles_are_listed_all_the_same() -> None:
    def broken() -> Memory:
        raise StoreError("puzzles.json: says nonsense")

    listed = PuzzlesPage(broken).list()
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
        Stage(evening, is_only_watched=False, puzzles=lambda: store)
        evening.keep_puzzle(TACTIC, Became.SOLVED)
    finally:
        evening.close()
    assert SolvedPuzzles(store).of(TACTIC.name).times == times
