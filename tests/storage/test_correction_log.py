"""In a whole game on a warming board the corrections are told, and the calibration stays as it was."""

from dataclasses import replace

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.recognition.corrections import ZeroMoved
from cupsboard.rules.places import Side
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage import calibration_file, correction_log
from cupsboard.storage.ledger import Ledger
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory

CALIBRATION = "calibration.toml"


def corrected(store: Memory) -> list[correction_log.Corrected]:
    """What a board writes down whose first cup weighs a little more every second."""
    world, ledger = World(Setting(seed=4, cups=2)), Ledger(store)
    known = [world.core.knowledge]
    log = correction_log.HealingLog(ledger, lambda: known[0], 0.0, print)
    for second in range(1, 4):
        (place, one), *rest = known[0].places.items()
        moved = replace(one, tare=Weight(one.tare.grams + 0.1, one.tare.variance))
        known[0] = replace(known[0], places={place: moved, **dict(rest)})
        log(Moment(second, None, (), Decided((), Scene((), None, Message("your-turn")), None)))
    ledger.step(4.0)
    return log.corrected


def test_corrections_of_several_evenings_are_lines_in_their_order() -> None:
    store = Memory()
    first, second = corrected(store), corrected(store)
    store.keep(correction_log.by_hand(store, "2026-11-27T21:04", "beans put back"))
    expected = [*map(correction_log.describe, (*first, *second)), "2026-11-27T21:04  by hand: beans put back"]
    assert list(correction_log.lines(store)) == expected


def test_of_very_many_corrections_the_newest_are_kept() -> None:
    store = Memory()
    for number in range(3, correction_log.MOST_KEPT + 3):
        store.keep((correction_log.Correction(number, f"line {number}"),))
    fresh = len(corrected(store))
    kept = correction_log.lines(store)
    assert len(kept) == correction_log.MOST_KEPT
    assert kept[-fresh - 1] == f"line {correction_log.MOST_KEPT + 2}"
    assert kept[0] == f"line {3 + fresh}"


@pytest.mark.long("a whole game")
def test_a_game_on_a_warming_board_is_logged_and_leaves_the_calibration_alone() -> None:
    world = World(Setting(seed=4, cups=3))
    store, said = Memory(), list[str]()
    calibration_file.save(store, CALIBRATION, world.calibration)
    before = store.read(CALIBRATION)
    for side in Side:
        world.seat(side, "random")
    world.table.room.heat(0.0, 6.0, 900.0)
    ledger = Ledger(store)
    log = correction_log.HealingLog(
        ledger, lambda: world.core.knowledge, world.now, lambda message: said.append(say(message))
    )
    world.loop.listen(log)
    world.loop.listen(lambda moment: ledger.step(moment.time))
    world.run_until(240.0)
    assert any(isinstance(each, ZeroMoved) for each in log.corrected)
    assert len(correction_log.lines(store)) == len(log.corrected)
    assert any("empty cup" in line for line in correction_log.lines(store))
    assert store.read(CALIBRATION) == before
