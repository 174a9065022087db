"""What the ledger records of a place from which individuals are lifted."""

from random import Random

from cupsboard.recognition.individuals.happenings import Happening, Lifted, Loosened
from cupsboard.recognition.individuals.ledger import Ledger
from cupsboard.recognition.individuals.watch import Watch
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import population_of
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame, Weight

RED, BLUE = Kind("red"), Kind("blue")
SPOT = Place("spot-1")
PERIOD = 1 / 80
MASSES = {RED: PieceCalibration(95.0, 0.01, 0.03, 5), BLUE: PieceCalibration(105.0, 0.01, 0.03, 5)}


def a_ledger(*kinds: Kind) -> Ledger:
    """A board with one place, on which these individuals stand."""
    scale = PlaceCalibration(100.0, 1500.0, 1e-4, 0.0, 0.0, 0.03)
    beans = PieceCalibration(0.5, 0.01, 0.05, 24)
    gross = 25.0 + sum(MASSES[kind].mean_grams for kind in kinds)
    known = PlaceKnowledge(dict.fromkeys(kinds, 1), Weight(gross, 1e-4), Weight(25.0, 1e-4), 25.0, 0.0, 1e-5)
    calibration = Calibration("2026-01-01T00:00:00", 80.0, beans, {SPOT: scale}, MASSES)
    return Ledger(calibration, MASSES, {SPOT: known})


def show(ledger: Ledger, *stretches: tuple[int, float]) -> None:
    """Add samples of each weight, one stretch after the other."""
    course = ledger.courses[SPOT]
    weights = [grams for count, grams in stretches for _ in range(count)]
    for number, grams in enumerate(weights):
        course.add(number * PERIOD, grams)


def test_a_single_cup_that_is_lifted_is_in_the_air_and_the_place_begins_anew() -> None:
    ledger = a_ledger(RED)
    show(ledger, (20, 120.0), (4, 25.0))
    (lifted,) = ledger.falls(SPOT)
    assert isinstance(lifted, Lifted)
    assert (lifted.kind, lifted.place) == (RED, SPOT)
    assert ledger.in_air[RED] == lifted
    assert ledger.standing[SPOT] == frozenset()
    assert ledger.courses[SPOT].begun == 23 * PERIOD
    assert ledger.courses[SPOT].lightest_grams is None
    assert ledger.falls(SPOT) == []


def test_which_of_two_cups_was_lifted_is_open_until_the_place_lies_still() -> None:
    ledger = a_ledger(RED, BLUE)
    show(ledger, (20, 225.0), (4, 130.0))
    (loosened,) = ledger.falls(SPOT)
    assert isinstance(loosened, Loosened)
    assert loosened.kinds == frozenset({RED, BLUE})
    assert ledger.loosened == {SPOT: loosened.time}
    assert ledger.standing[SPOT] == frozenset({RED, BLUE})


def test_a_cup_that_may_have_been_away_under_a_hand_is_remembered_when_the_other_leaves() -> None:
    ledger = a_ledger(RED, BLUE)
    show(ledger, (10, 225.0), (10, 425.0), (10, 330.0), (10, 425.0), (10, 225.0), (20, 120.0))
    (lifted,) = ledger.leave(SPOT, frozenset({RED}), 60 * PERIOD, ())
    assert isinstance(lifted, Lifted)
    assert lifted.kind == BLUE
    assert (RED, SPOT) in {(each.kind, each.place) for each in ledger.perhaps_back}


def watched(*stretches: tuple[float, float]) -> list[Happening]:
    """What a watch tells of a place with both cups; each stretch is seconds and grams."""
    ledger = a_ledger(RED, BLUE)
    known, scale = ledger.known[SPOT], PlaceCalibration(100.0, 1500.0, 1e-4, 0.0, 0.0, 0.03)
    beans = PieceCalibration(0.5, 0.01, 0.05, 24)
    calibration = Calibration("2026-01-01T00:00:00", 80.0, beans, {SPOT: scale}, MASSES)
    knowledge = Knowledge(
        {SPOT: known}, {kind: population_of(each, is_grown=False) for kind, each in MASSES.items()}
    )
    watch = Watch(calibration, [SPOT], knowledge, MASSES, is_known=True)
    random, told, number = Random(1), list[Happening](), 0
    for seconds, grams in stretches:
        for _ in range(round(seconds / PERIOD)):
            counts = round(100.0 + (grams + random.gauss(0.0, 0.01)) * 1500.0)
            told += watch.step(Frame(number * PERIOD, (counts,)))
            number += 1
    return told


def test_a_cup_that_leaves_long_after_fingers_had_raised_it_left_when_it_left() -> None:
    told = watched((2.0, 225.0), (0.1, 135.0), (6.0, 225.0), (3.0, 120.0))
    (lifted,) = [each for each in told if isinstance(each, Lifted)]
    assert lifted.kind == BLUE
    assert abs(lifted.time - 8.1) < 0.2
