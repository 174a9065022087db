"""In a whole game on a warming board the corrections are told, and the calibration stays as it was."""

from cupsboard import calibration_file
from cupsboard.healing_log import NAME, HealingLog
from cupsboard.rules.places import Side
from cupsboard.sensing.healing import ZeroMoved
from cupsim.memory import Memory
from cupsim.world import Setting, World

CALIBRATION = "calibration.toml"


def test_a_game_on_a_warming_board_is_logged_and_leaves_the_calibration_alone() -> None:
    world = World(Setting(seed=4, cups=3))
    store, said = Memory(), list[str]()
    calibration_file.save(store, CALIBRATION, world.calibration)
    before = store.read(CALIBRATION)
    for side in Side:
        world.seat(side, "random")
    world.table.room.heat(0.0, 6.0, 900.0)
    log = HealingLog(store, lambda: world.core.knowledge, world.now, said.append)
    world.loop.listen(log)
    world.run_until(240.0)
    assert any(isinstance(each, ZeroMoved) for each in log.healed)
    lines = (store.read(NAME) or b"").decode().splitlines()
    assert len(lines) == len(log.healed)
    assert any("empty cup" in line for line in lines)
    assert store.read(CALIBRATION) == before
