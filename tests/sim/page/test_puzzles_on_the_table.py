"""A puzzle at the simulated board: hands put it up as the lights ask, and the board says how it ends."""

from pathlib import Path

import pytest
from cupsboard.commands.game_to_go_on import game_to_go_on
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Kind
from cupsboard.rules.places import Side
from cupsim.page.evening import PageEvening
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

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
    assert any("That is not the way. It was: " in each for each in said), (done, said)
