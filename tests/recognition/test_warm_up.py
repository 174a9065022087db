"""Warm-up is told of all places together: noise alone, moves and touches never say it."""

from random import Random

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration, still
from cupsboard.recognition.warm_up import Warmed, Warming
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Settled, Weight

PLACES = board_places(3)
CALIBRATION = Calibration(
    made="2026-11-21T18:30:00",
    rate_sps=10.0,
    beans=PieceCalibration(0.55, 0.02, 0.08, 10),
    places=dict.fromkeys(PLACES, PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012)),
)
NOISE_GRAMS = 0.006
LOOK_SECONDS, MOVE_SECONDS, EVENING_SECONDS = 2.0, 16.0, 900.0


def told(drift_grams_per_minute: float, seed: int, *, are_moves_made: bool = True) -> list[Warmed]:
    """What is said in an evening on which each cell drifts in its own way."""
    random = Random(seed)
    drifts = {place: random.gauss(0.0, drift_grams_per_minute / 60) for place in PLACES}
    beans = dict.fromkeys(PLACES, 0)

    def look(time: float) -> Settled:
        weights = {
            place: Weight(
                25.0 + 0.55 * beans[place] + drifts[place] * time + random.gauss(0.0, NOISE_GRAMS),
                NOISE_GRAMS**2,
            )
            for place in PLACES
        }
        return Settled(time, weights)

    knowledge: Knowledge = agreed(from_calibration(CALIBRATION, {}), of_beans(beans), look(0.0))
    warming, found = Warming(0.0, knowledge), []
    for number in range(1, round(EVENING_SECONDS / LOOK_SECONDS)):
        time = LOOK_SECONDS * number
        if are_moves_made and time % MOVE_SECONDS == 0.0:
            for place in random.sample(PLACES, 3):
                beans[place] += 1
            knowledge = agreed(knowledge, of_beans(beans), look(time))
        else:
            knowledge = still(knowledge, look(time), PLACES)
        found += [each for each in (warming.step(time, knowledge),) if each is not None]
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("are_moves_made", [True, False])
def test_a_board_that_warms_says_so_once(seed: int, are_moves_made: bool) -> None:
    (warmed,) = told(0.02, seed, are_moves_made=are_moves_made)
    assert 240.0 <= warmed.time <= EVENING_SECONDS
    assert 0.05 < warmed.typical_grams < 0.6


@pytest.mark.long("more seeds", every=4)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("are_moves_made", [True, False])
def test_a_board_in_a_steady_room_says_nothing(seed: int, are_moves_made: bool) -> None:
    assert told(0.0005, seed, are_moves_made=are_moves_made) == []
