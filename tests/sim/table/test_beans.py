"""Beans drawn from a bag have the bag's mean and spread, and never an absurd mass."""

from random import Random
from statistics import fmean, pstdev

import pytest
from cupsim.errors import SimulatorError
from cupsim.table.beans import KINDS, bean_kind

DRAWS = 6000


def masses(name: str, seed: int = 1) -> list[float]:
    random = Random(seed)
    return [bean_kind(name).draw(random).mass_grams for _ in range(DRAWS)]


@pytest.mark.parametrize("name", KINDS)
def test_a_bag_has_the_mean_and_spread_it_states(name: str) -> None:
    kind, drawn = KINDS[name], masses(name)
    assert fmean(drawn) == pytest.approx(kind.mean_grams, rel=5 * kind.spread / DRAWS**0.5 + 0.005)
    assert pstdev(drawn) / fmean(drawn) == pytest.approx(kind.spread, rel=0.06)


@pytest.mark.parametrize("name", ["kidney sorted", "mixed sorted"])
def test_in_a_sorted_bag_the_heaviest_bean_is_lighter_than_the_lightest_pair(name: str) -> None:
    drawn = masses(name)
    assert max(drawn) < 2 * min(drawn)


def test_no_bean_weighs_nothing() -> None:
    assert all(min(masses(name)) > 0.05 for name in KINDS)


def test_the_same_seed_gives_the_same_beans() -> None:
    assert masses("kidney", seed=7) == masses("kidney", seed=7)
    assert masses("kidney", seed=7) != masses("kidney", seed=8)


def test_an_unknown_bean_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SimulatorError, match=r"'lima'.*kidney sorted"):
        bean_kind("lima")
