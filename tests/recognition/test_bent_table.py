"""An elbow on the table's edge bends the board, one end up and the other down: that is no bean."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.bent_table import without_bend
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.rules.places import Place, Side, is_cup, side_of
from cupsboard.scales.readings import Settled, Weight
from studies.cups.study import Kind, Study
from studies.cups.turns import Turn, turns


def game(cups: int, seed: int) -> list[Turn]:
    """The first moves of a game."""
    found = turns(Study(Kind.COMPUTE, 1, cups=cups), seed, Random(seed))
    return [turn for _, turn in zip(range(8), found, strict=False)]


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


@pytest.mark.parametrize("cups", [3, 4, 6])
def test_weights_of_honest_moves_are_left_as_they_are(cups: int) -> None:
    for turn in game(cups, seed=10 + cups):
        assert without_bend(turn.knowledge, turn.settled) is turn.settled


def test_a_bean_in_each_of_many_places_is_no_bend() -> None:
    turn = game(4, seed=2)[3]
    weighed = turn.before.copy().weigh(dict.fromkeys(turn.before.beans, 0.5))
    assert without_bend(turn.knowledge, weighed) is weighed
