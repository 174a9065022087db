"""A puzzle at the simulated board: hands put it up as the lights ask, and the board says how it ends."""

from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Kind
from cupsboard.rules.places import Side
from cupsboard.station.game.wished_game import game_to_go_on
from cupsboard.storage.solved_puzzles import Became
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

SURE_LATE = (40, 47, 55)
"""With the first beans the board is not sure of these, or takes them for ready a bean too early."""
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
@pytest.mark.parametrize("number", [1, *TACTICS, *SURE_LATE])
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
