"""The printed page of gestures has words for every situation and for whatever fingers can do."""

from cupsboard.referee.gesture_overview import Fingers, Situation

from hardware.drawings.gesture_words import FINGERS, SITUATIONS


def test_every_situation_and_every_gesture_has_words_of_its_own() -> None:
    assert SITUATIONS.keys() == set(Situation)
    assert FINGERS.keys() == set(Fingers)
    words = [*SITUATIONS.values(), *FINGERS.values()]
    assert all(words)
    assert len(set(words)) == len(words)
