"""How often a bank that waits for its chips looks at their lines."""

import pytest
from cupsim.electronics.host_timing import HostSpeed
from hx711_rig import Rig


@pytest.mark.parametrize(("sps", "most"), [(10, 6.0), (80, 6.5)])
def test_a_bank_of_eight_looks_a_few_times_for_each_frame(sps, most):
    rig = Rig(cells=8, sps=sps, speed=HostSpeed.ideal())
    rig.run(10)
    steps = rig.steps
    frames = rig.run(200 / sps)
    assert rig.wrong() == []
    assert (rig.steps - steps) / len(frames) < most
