"""All places are off by one share as a supply sags, or along the rows as a table bends: that is no bean."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.common_errors import without_bend, without_common_errors, without_common_factor
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.rules.places import Place, Side, is_cup, side_of
from cupsboard.scales.readings import Settled, Weight
from studies.cups.study import Kind, Study
from studies.cups.turns import Turn, turns

PLATFORM_GRAMS = 15.0


def game(cups: int, seed: int) -> list[Turn]:
    """The first moves of a game."""
    found = turns(Study(Kind.COMPUTE, 1, cups=cups), seed, Random(seed))
    return [turn for _, turn in zip(range(8), found, strict=False)]


def sagged(settled: Settled, share: float) -> Settled:
    """The same weights, all off by a share of what presses on their cells."""
    weights = {
        place: Weight(weight.grams + share * (weight.grams + PLATFORM_GRAMS), weight.variance)
        for place, weight in settled.weights.items()
        if isinstance(weight, Weight)
    }
    return replace(settled, weights=weights)


def along(place: Place, cups: int) -> float:
    """How far a place is to the right of the middle as south sits, from -1 to 1."""
    number = int(place.split("-")[1]) if is_cup(place) else cups + 1
    off = (number - (cups + 1) / 2) / ((cups + 1) / 2)
    return off if side_of(place) is Side.SOUTH else -off


def bent(settled: Settled, cups: int, end_grams: float) -> Settled:
    """The same weights, with the right end of the board heavier by so much, the left end lighter."""
    weights = {
        place: Weight(weight.grams + end_grams * along(place, cups), weight.variance)
        for place, weight in settled.weights.items()
        if isinstance(weight, Weight)
    }
    return replace(settled, weights=weights)


@pytest.mark.parametrize("share", [-0.005, 0.005])
@pytest.mark.parametrize("cups", [3, 4])
def test_a_move_is_read_as_well_through_a_sagging_supply_as_without(cups: int, share: float) -> None:
    asked = 0
    for turn in game(cups, seed=cups):
        after = turn.before.copy()
        after.carry_out(turn.plan.open)
        seen = turn.tracker().look(turn.expected, sagged(turn.settled, share))
        if isinstance(seen.outcome, Complete | UnderWay | Unchanged):
            assert seen.found == {place: len(inside) for place, inside in after.beans.items()}
        else:
            asked += 1
    assert asked <= 2


@pytest.mark.parametrize("cups", [3, 4, 6])
def test_weights_of_honest_moves_are_left_as_they_are(cups: int) -> None:
    for turn in game(cups, seed=10 + cups):
        assert without_common_errors(turn.knowledge, turn.settled) is turn.settled


def test_a_bean_in_each_of_three_places_is_no_common_factor_though_a_supply_sags() -> None:
    """A bean is about the same share of each load, and hardly another place is as it was."""
    turn = game(3, seed=2)[3]
    table = turn.before.copy()
    places = list(table.beans)
    more_grams = dict(zip(places, (0.42, 0.42, 0.42, 0.0, -1.3, 1.6, -0.5, 0.9), strict=True))
    weighed = sagged(table.weigh(more_grams), -0.004)
    assert without_common_factor(turn.knowledge, weighed) is weighed


def test_a_bean_in_every_place_is_no_common_factor() -> None:
    turn = game(4, seed=2)[3]
    table = turn.before.copy()
    random = Random(1)
    everywhere = table.weigh({place: random.gauss(0.55, 0.08) for place in table.beans})
    assert without_common_factor(turn.knowledge, everywhere) is everywhere


@pytest.mark.parametrize("end_grams", [-0.5, -0.2, 0.2, 0.5])
@pytest.mark.parametrize("cups", [4, 6])
def test_a_move_is_read_on_a_bent_board(cups: int, end_grams: float) -> None:
    read = 0
    for turn in game(cups, seed=cups):
        after = turn.before.copy()
        after.carry_out(turn.plan.open)
        seen = turn.tracker().look(turn.expected, bent(turn.settled, cups, end_grams))
        if isinstance(seen.outcome, Complete | UnderWay | Unchanged):
            assert seen.found == {place: len(inside) for place, inside in after.beans.items()}
            read += 1
    assert read >= 4


def test_a_bean_in_each_of_many_places_is_no_bend() -> None:
    turn = game(4, seed=2)[3]
    weighed = turn.before.copy().weigh(dict.fromkeys(turn.before.beans, 0.5))
    assert without_bend(turn.knowledge, weighed) is weighed
