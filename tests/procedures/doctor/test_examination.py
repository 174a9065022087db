from collections.abc import Callable, Mapping
from math import sin
from random import Random

import pytest
from cupsboard.drivers.hx711.cell_health import CellHealth, Refusal
from cupsboard.procedures.doctor.examination import READING_SECONDS, Examining
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame

HERE = cup(Side.SOUTH, 1)
NO_PLACES = Calibration("2026-11-21T18:30:00+00:00", 10.0, PieceCalibration(1.2, 0.01, 0.02, 24), {})


def test_a_press_that_comes_with_the_question_counts() -> None:
    examining = Examining(NO_PLACES, [], dict)
    examining.step(0.0, None, [])
    examining.step(READING_SECONDS, None, [Edge("south", True, READING_SECONDS)])
    examining.step(READING_SECONDS + 0.1, None, [Edge("north", True, READING_SECONDS + 0.1)])
    assert examining.is_finished
    assert examining.findings.buttons == ("south", "north")


def rejects_of(doubtful: int, frames: int = 3000) -> Mapping[str, int]:
    """What is said to be refused of a place with so many doubtful words among so many."""
    values = PlaceCalibration(0.0, 3000.0, 0.003, 25.0, 0.02, 0.03)
    calibration = Calibration("2026-11-21T18:30:00+00:00", 80.0, NO_PLACES.beans, {HERE: values})
    # A bank that has run for long before the examination.
    frames_before, random = 100_000, Random(3)
    refused = {Refusal.DOUBTFUL: 300, Refusal.NOT_READY: 40}

    def health() -> Mapping[str, CellHealth]:
        return {HERE: CellHealth(HERE, None, frames_before, dict(refused), 80, 0.0125, 0.0)}

    examining = Examining(calibration, [HERE], health)
    for sample in range(100):
        counts = round(3000.0 * (25.0 + random.gauss(0.0, 0.03)))
        examining.step(sample / 80.0, Frame(sample / 80.0, (counts,)), [])
    frames_before += frames
    refused[Refusal.DOUBTFUL] += doubtful
    (found,) = examining.findings.places
    return found.rejects


def test_words_that_a_sound_cell_happens_to_end_in_ones_are_not_held_against_it() -> None:
    assert rejects_of(16) == {}
    assert rejects_of(300) == {"DOUBTFUL": 300}


def drift_of(grams: Callable[[float], float]) -> float:
    """What is found of a place at rest that shows this at each time."""
    values = PlaceCalibration(0.0, 3000.0, 0.003, 25.0, 0.02, 0.017)
    calibration = Calibration("2026-11-21T18:30:00+00:00", 10.0, NO_PLACES.beans, {HERE: values})
    examining, random = Examining(calibration, [HERE], dict), Random(3)
    for sample in range(round(10 * READING_SECONDS)):
        time = sample / 10.0
        counts = round(3000.0 * (25.0 + grams(time) + random.gauss(0.0, 0.017)))
        examining.step(time, Frame(time, (counts,)), [])
    (found,) = examining.findings.places
    return found.drift_grams


@pytest.mark.parametrize("grams_a_minute", [-1.1, 0.3, 33.0])
def test_a_place_that_goes_on_and_on_is_found_with_its_slope(grams_a_minute: float) -> None:
    assert drift_of(lambda time: time * grams_a_minute / 60.0) == pytest.approx(grams_a_minute, rel=0.15)


@pytest.mark.parametrize("grams", [lambda _: 0.0, lambda time: 0.6 * (time > 9.0), lambda time: sin(time)])
def test_what_lies_still_comes_once_or_swings_does_not_drift(grams: Callable[[float], float]) -> None:
    assert abs(drift_of(grams)) < 0.05
