"""A board without a calibration can be examined, and one whose calibration is damaged says so."""

from random import Random

from cupsboard import profile
from cupsboard.loop import Loop
from cupsboard.procedures.doctor.diagnosis import diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.uncalibrated import COUNTS_PER_GRAM, Unusable, assumed
from cupsboard.profile import generated
from cupsboard.rules.places import Side
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from cupsim.people.light_reader import LightReader
from cupsim.runs.simulated_board import build
from cupsim.table.table import Table


def verdicts(*, knows_weights: bool) -> dict[str, str]:
    """Of a board with one cup wired, which nobody touches."""
    board = profile.load("2x3")
    rng = Random(5)
    examining = Examining(assumed(board), board.places, dict, knows_weights=knows_weights)
    for number in range(4000):
        counts = round(-250_000 + rng.gauss(0.0, 0.01 * COUNTS_PER_GRAM))
        readings: list[Reading] = [counts, *[CellFault.SILENT] * (len(board.places) - 1)]
        examining.step(0.1 * number, Frame(0.1 * number, tuple(readings)), ())
        if examining.is_finished:
            break
    assert examining.is_finished
    return {str(line).split()[0]: str(line) for line in diagnose(examining.findings, board)}


def test_the_one_cup_that_is_wired_is_read_and_its_weight_is_not_judged() -> None:
    found = verdicts(knows_weights=False)
    assert "noise" in found["south-1"]
    assert "calibrat" not in found["south-1"]
    assert "dead" in found["south-2"]


def test_a_calibrated_place_is_held_to_what_it_weighed() -> None:
    assert "off its calibration" in verdicts(knows_weights=True)["south-1"]


def test_every_light_says_that_nothing_can_be_weighed_until_a_button_is_pressed() -> None:
    profile = generated(2)
    bench = build(profile, Table(2, Random(1)), Random(2), sps=10)
    procedure = Unusable(profile.places, "calibration.toml: line 7: zero_counts: missing")
    loop = Loop(bench.board, procedure)
    reader = LightReader(bench.strip, profile.strip.pixels)
    clock = bench.board.clock

    def pass_time(seconds: float) -> None:
        ends = clock.now() + seconds
        while clock.now() < ends:
            wake = loop.step()
            reader.watch(clock.now())
            clock.sleep_until(min(wake, ends))

    pass_time(4.0)
    assert dict(reader.meanings) == dict.fromkeys(profile.places, Meaning.DEAD)
    assert loop.scene is not None
    assert say(loop.scene.message) == (
        "This board can't play: calibration.toml: line 7: zero_counts: missing"
    )
    assert not procedure.is_finished
    bench.set_button(Side.SOUTH, True, clock.now())
    pass_time(0.2)
    bench.set_button(Side.SOUTH, False, clock.now())
    pass_time(0.2)
    assert procedure.is_finished
