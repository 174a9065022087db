"""What a place should weigh with certain individuals on it, and which of them its weight may be."""

import pytest
from cupsboard.recognition.individuals import explaining
from cupsboard.recognition.individuals.explaining import Look, explained, predicted
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.readings import Weight

RED, BLUE, GREEN = Kind("red"), Kind("blue"), Kind("green")
SPOT = Place("spot-1")
MASSES = {
    kind: PieceCalibration(grams, 0.01, 0.0, 1) for kind, grams in ((RED, 20.0), (BLUE, 23.0), (GREEN, 26.0))
}


def known(*kinds: Kind, tare_variance: float = 1e-4) -> PlaceKnowledge:
    grams = 25.0 + sum(MASSES[kind].mean_grams for kind in kinds)
    return PlaceKnowledge(
        dict.fromkeys(kinds, 1), Weight(grams, 1e-4), Weight(25.0, tare_variance), 25.0, 0.0, 1e-5
    )


def test_a_place_with_other_individuals_is_predicted_from_its_empty_weight() -> None:
    place = known(RED, tare_variance=1.0)
    assert predicted(place, MASSES, frozenset({RED})) == place.gross
    assert predicted(place, MASSES, frozenset()) == place.tare
    other = predicted(place, MASSES, frozenset({BLUE}))
    assert other.grams == pytest.approx(48.0)
    assert other.variance > 1.0


def test_where_some_stay_the_surer_of_both_weights_is_the_beginning() -> None:
    both = frozenset({RED, BLUE})
    vague_tare = predicted(known(RED, tare_variance=1.0), MASSES, both)
    assert vague_tare.grams == pytest.approx(68.0)
    assert vague_tare.variance < 1.0


def test_the_likeliest_content_of_a_place_comes_first() -> None:
    look = Look(SPOT, known(), Weight(48.0, 1e-4), dict.fromkeys(MASSES, 23.0))
    odds = [content.log_odds for content in explaining._contents(look, MASSES, frozenset(MASSES))]
    assert odds == sorted(odds, reverse=True)
    (first, *_) = explained([look], MASSES, MASSES)
    assert first.standing == {SPOT: frozenset({BLUE})}
