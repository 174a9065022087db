"""Good scales are taken for good: evenings in which a move was asked about for nothing, and small beans."""

from random import Random

import pytest
from cupsboard.recognition.trust import trust_in
from studies.cups.honest_moves import try_honest_moves
from studies.cups.study import Kind, Study
from studies.cups.turns import turns


@pytest.mark.parametrize("seed", [76413340678570, 183685040595582])
def test_good_scales_are_not_taken_for_unsteady_though_zeros_seemed_to_jump_by_chance(seed: int) -> None:
    counts = try_honest_moves(Study(Kind.HONEST, 1, "kidney sorted"), seed).counts
    assert counts["accepted"] == counts["made"] > 20


@pytest.mark.parametrize("rate_sps", [10, 80])
def test_good_scales_are_not_taken_for_noisy_though_beans_are_small(rate_sps: int) -> None:
    evening = turns(Study(Kind.HONEST, 1, "navy", sps=rate_sps), 1, Random(1))
    noisy = [trust_in(turn.knowledge).is_noisy for turn in evening]
    assert len(noisy) > 20
    assert not any(noisy)
