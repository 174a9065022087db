"""A board whose calibration is damaged says so with all its lights instead of playing wrongly."""

from random import Random

from cupsboard.loop import Loop
from cupsboard.procedures.uncalibrated import Unusable
from cupsboard.profile import generated
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from cupsim.people.light_reader import LightReader
from cupsim.runs.simulated_board import build
from cupsim.table.table import Table


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
