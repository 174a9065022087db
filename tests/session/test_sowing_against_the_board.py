"""Kalah and Oware against the board: lights dictate its moves, captures of what has just landed too."""

import pytest
from computer_sitting import EngineHere, Sitting
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.referee.states import Over
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting, World


@pytest.mark.long("a whole game by lights alone")
@pytest.mark.parametrize(("game", "seed"), [("kalah 3", 5), ("kalah 3", 6), ("oware 2", 5)])
def test_a_whole_game_is_played_by_lights_alone_and_lies_as_the_record_says(game: str, seed: int) -> None:
    computer = Computer(Side.NORTH, "4")
    options = Options(levels=("1", "4"), computer=computer, can_power_off=True)
    world = World(Setting(seed, cups=int(game[-1]), game=game, options=options), adviser=EngineHere())
    sitting = Sitting(world)
    world.loop.listen(sitting.moments.append)
    world.put_up()
    world.seat(Side.SOUTH, "random")
    sitting.until(lambda: isinstance(world.referee.state, Over), 1500.0)
    lying, written = world.table.contents(), world.game.contents(world.referee.position)
    assert {place: lying[place] for place in written} == written
