"""Honest evenings with good scales in which a move was asked about for nothing."""

import pytest
from cupsim.campaign.honest_moves import try_honest_moves
from cupsim.campaign.study import Kind, Study


@pytest.mark.parametrize("seed", [76413340678570, 183685040595582])
def test_good_scales_are_not_taken_for_unsteady_though_zeros_seemed_to_jump_by_chance(seed: int) -> None:
    counts = try_honest_moves(Study(Kind.HONEST, 1, "kidney sorted"), seed).counts
    assert counts["accepted"] == counts["made"] > 20
