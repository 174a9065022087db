"""How often a bank that waits for its chips looks at their lines."""

import pytest
from cupsim.electronics.host_timing import HostSpeed
from hx711_rig import Rig


def looks_a_frame(sps: int, speed: HostSpeed) -> float:
    rig = Rig(cells=8, sps=sps, speed=speed)
    rig.run(10)
    steps = rig.steps
    frames = rig.run(200 / sps)
    assert rig.wrong() == []
    return (rig.steps - steps) / len(frames)


@pytest.mark.parametrize(("sps", "most"), [(10, 5.5), (80, 4.0)])
def test_a_bank_of_eight_looks_a_few_times_for_each_frame(sps, most):
    assert looks_a_frame(sps, HostSpeed.ideal()) < most


def test_where_frames_are_slow_it_looks_more_often_for_their_gap():
    slow = HostSpeed(15e-6, 0.0, 0.0, 0.0, 0.0)
    assert looks_a_frame(80, slow) > 1.2 * looks_a_frame(80, HostSpeed.ideal())
