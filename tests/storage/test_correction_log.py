"""In a whole game on a warming board the corrections are told, and the calibration stays as it was."""

from dataclasses import replace

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.recognition.corrections import ZeroMoved
from cupsboard.rules.places import Side
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage import calibration_file
from cupsboard.storage.correction_log import LONGEST_BYTES, NAME, Corrected, HealingLog
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory

CALIBRATION = "calibration.toml"


def corrected(store: Memory, said: list[str]) -> list[Corrected]:
    """What a board writes down whose first cup weighs a little more every second."""
    world = World(Setting(seed=4, cups=2))
    known = [world.core.knowledge]
    log = HealingLog(store, lambda: known[0], 0.0, lambda message: said.append(say(message)))
    for second in range(1, 4):
        (place, one), *rest = known[0].places.items()
        moved = replace(one, tare=Weight(one.tare.grams + 0.1, one.tare.variance))
        known[0] = replace(known[0], places={place: moved, **dict(rest)})
        log(Moment(second, None, (), Decided((), Scene((), None, Message("your-turn")), None)))
    return log.corrected


def test_a_log_that_has_grown_long_keeps_its_newer_half_in_whole_lines() -> None:
    store = Memory()
    lines = [b"line %07d\n" % number for number in range(LONGEST_BYTES // 13 + 1)]
    store.replace(NAME, b"".join(lines))
    fresh = len(corrected(store, []))
    kept = (store.read(NAME) or b"").splitlines(keepends=True)
    assert kept[:-fresh] == lines[-(len(kept) - fresh) :]
    assert 0.45 * LONGEST_BYTES < sum(map(len, kept)) < 0.55 * LONGEST_BYTES


class Unreadable(Memory):
    """A disk that can't be read, but would be written."""

    def read(self, name: str) -> bytes | None:
        raise StoreError(f"{name} can't be read: Input/output error; check the disk")


def test_a_log_that_cannot_be_read_is_left_as_it_is_and_said_once() -> None:
    said = list[str]()
    assert len(corrected(Unreadable(), said)) > 1
    assert said == [
        "the log of corrections can't be read: healing.log can't be read: Input/output error; check the "
        "disk. Play goes on without it"
    ]


@pytest.mark.long("a whole game")
def test_a_game_on_a_warming_board_is_logged_and_leaves_the_calibration_alone() -> None:
    world = World(Setting(seed=4, cups=3))
    store, said = Memory(), list[str]()
    calibration_file.save(store, CALIBRATION, world.calibration)
    before = store.read(CALIBRATION)
    for side in Side:
        world.seat(side, "random")
    world.table.room.heat(0.0, 6.0, 900.0)
    log = HealingLog(
        store, lambda: world.core.knowledge, world.now, lambda message: said.append(say(message))
    )
    world.loop.listen(log)
    world.run_until(240.0)
    assert any(isinstance(each, ZeroMoved) for each in log.corrected)
    lines = (store.read(NAME) or b"").decode().splitlines()
    assert len(lines) == len(log.corrected)
    assert any("empty cup" in line for line in lines)
    assert store.read(CALIBRATION) == before
