"""The printed page of gestures has words for every situation and for whatever fingers can do."""

from cupsboard.referee.as_landed.gesture_overview import Situation as LapSituation
from cupsboard.referee.gesture_overview import Fingers, Situation

from hardware.drawings.gesture_words import FINGERS, LAP_SITUATIONS, SITUATIONS


def test_every_situation_and_every_gesture_has_words_of_its_own() -> None:
    assert SITUATIONS.keys() == set(Situation)
    assert FINGERS.keys() == set(Fingers)
    words = [*SITUATIONS.values(), *FINGERS.values()]
    assert all(words)
    assert len(set(words)) == len(words)


def test_every_situation_of_acts_that_count_as_they_land_has_words_of_its_own() -> None:
    assert LAP_SITUATIONS.keys() == set(LapSituation)
    assert len(set(LAP_SITUATIONS.values())) == len(LapSituation)
