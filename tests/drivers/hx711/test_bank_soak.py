"""Random preemptions, all three mid-frame behaviours, both rates: no wrong value, ever.

Short; the long campaign is tests/benchmarks/reader_campaign.py.
"""

import pytest
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.bank import Bank
from cupsim.electronics.host_timing import HostSpeed
from cupsim.electronics.hx711_chip import MidFrame
from hx711_rig import Rig, tally

ROUGH = HostSpeed(preemptions_per_second=20.0, preemption_seconds=1e-3)


@pytest.mark.long("more frames of every chip", every=3)
@pytest.mark.parametrize("mid_frame", list(MidFrame))
@pytest.mark.parametrize(("sps", "cells", "seconds"), [(10, 10, 20), (80, 10, 4), (80, 22, 2)])
@pytest.mark.parametrize("speed", [HostSpeed(), ROUGH], ids=["usual", "rough"])
def test_no_wrong_value_and_nearly_every_conversion_of_the_slowest(mid_frame, sps, cells, seconds, speed):
    rig = Rig(cells=cells, sps=sps, seed=11, mid_frame=mid_frame, speed=speed)
    rig.run(1.2)
    frames = rig.run(seconds)
    assert rig.wrong() == []
    slowest = 1 / max(chip.period for chip in rig.chips)
    if speed is not ROUGH:
        assert tally(frames)["COUNTS"] > 0.9 * slowest * seconds * cells


@pytest.mark.parametrize("error", [-0.17, 0.17])
def test_chips_far_off_their_nominal_rate_are_read_right(error):
    rig = Rig(cells=4, oscillator_errors=[error, -error, error / 2, 0.0])
    frames = rig.run(6)
    assert rig.wrong() == []
    assert tally(frames)["COUNTS"] > 4 * 5 * 8


def test_the_same_seed_gives_the_same_evening():
    frames = [Rig(cells=5, seed=8, speed=ROUGH).run(5) for _ in range(2)]
    assert frames[0] == frames[1]


def test_step_never_asks_to_be_called_in_the_past():
    rig = Rig(cells=3, speed=ROUGH)
    wake_at = 0.0
    for _ in range(3000):
        rig.lines.advance_to(wake_at)
        _, wake_at = rig.bank.step()
        assert wake_at >= rig.now


def test_health_tells_rate_frames_and_refusals_of_each_cell():
    rig = Rig(cells=2, oscillator_errors=[0.03, -0.03])
    rig.run(10)
    health = rig.bank.health()["cell-0"]
    assert health.fault is None
    assert health.frames > 80
    assert health.period_seconds == pytest.approx(0.103, rel=1e-3)
    assert health.value_time is not None
    assert sum(health.refusals.values()) < 10


@pytest.mark.parametrize("cells", [[], ["a"] * 2, [str(n) for n in range(65)]])
def test_a_bank_that_cannot_be_is_refused_with_a_reason(cells):
    with pytest.raises(DriverError, match=r"give|name"):
        Bank(Rig(cells=1).lines, cells)


def test_an_unknown_cell_is_named_with_those_that_exist():
    with pytest.raises(DriverError, match=r"north-9.*cell-0"):
        Rig(cells=1).bank.latest("north-9")
