"""The score as lit pixels: tens and ones in turn, three to a place, from the left of each row."""

from cupsboard.referee.states import ShowingScore
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.interludes import DIGIT_SECONDS, score_signs
from cupsboard.signs.light_patterns import render
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ROWS = {side: (cup(side, 1), cup(side, 2), pot(side)) for side in Side}


def shown(south: int, north: int, seconds: float) -> tuple[Sign, ...]:
    showing = ShowingScore({SOUTH: south, NORTH: north}, since=100.0, until=120.0)
    return score_signs(showing, ROWS, 100.0 + seconds)


def test_tens_come_first_and_ones_after_them_and_again() -> None:
    tens = (Sign(cup(SOUTH, 1), Meaning.TENS, 2),)
    ones = (
        Sign(cup(SOUTH, 1), Meaning.ONES, 3),
        Sign(cup(SOUTH, 2), Meaning.ONES, 1),
        Sign(cup(NORTH, 1), Meaning.ONES, 3),
        Sign(cup(NORTH, 2), Meaning.ONES, 3),
        Sign(pot(NORTH), Meaning.ONES, 1),
    )
    assert shown(24, 7, 0.0) == shown(24, 7, DIGIT_SECONDS - 0.1) == tens
    assert shown(24, 7, DIGIT_SECONDS + 0.1) == shown(24, 7, 2 * DIGIT_SECONDS - 0.1) == ones
    assert shown(24, 7, 2 * DIGIT_SECONDS + 0.1) == tens


def test_without_ten_beans_anywhere_there_are_only_ones() -> None:
    only = (
        Sign(cup(SOUTH, 1), Meaning.ONES, 3),
        Sign(cup(SOUTH, 2), Meaning.ONES, 3),
        Sign(pot(SOUTH), Meaning.ONES, 3),
    )
    assert shown(9, 0, 0.1) == shown(9, 0, DIGIT_SECONDS + 0.1) == only
    assert shown(10, 0, 0.1) == (Sign(cup(SOUTH, 1), Meaning.TENS, 1),)


def test_a_whole_row_counts_to_nine() -> None:
    assert sum(sign.beans for sign in shown(99, 0, 0.1)) == 9


def test_only_the_score_and_a_light_that_is_tried_light_single_pixels() -> None:
    place = cup(SOUTH, 1)
    for meaning in Meaning:
        scene = Scene((Sign(place, meaning, 1),), None, Message("score"))
        lit = sum(map(any, render(scene, {place: range(4)}, 4, 0.0)))
        assert (lit == 1) is (meaning in (Meaning.TENS, Meaning.ONES, Meaning.TRIED))
