"""Show the score by light: each side's row counts the beans of its pot in pixels, first tens, then ones."""

from collections.abc import Iterator, Mapping, Sequence

from cupsboard.referee.states import ShowingScore
from cupsboard.rules.places import Place, Side
from cupsboard.signs.scene import Meaning, Sign

DIGIT_SECONDS = 3.2
"""How long tens or ones show: two periods of a rhythm."""
MOST_A_PLACE = 3
"""Pixels that every place has; with them a row of two cups and a pot counts to nine."""


def score_signs(showing: ShowingScore, rows: Mapping[Side, Sequence[Place]], now: float) -> tuple[Sign, ...]:
    """Return the signs that show the score at the time `now`.

    Tens and ones take turns. Only ones are shown while both sides have fewer than ten beans.
    """
    is_tens_turn = int((now - showing.since) / DIGIT_SECONDS) % 2 == 0
    shows_tens = is_tens_turn and any(beans >= 10 for beans in showing.score.values())
    meaning = Meaning.TENS if shows_tens else Meaning.ONES
    digits = {side: beans // 10 if shows_tens else beans % 10 for side, beans in showing.score.items()}
    return tuple(sign for side, digit in digits.items() for sign in counted(digit, rows[side], meaning))


def counted(digit: int, row: Sequence[Place], meaning: Meaning) -> Iterator[Sign]:
    """Yield signs that show `digit` as lit pixels, from the left end of `row` on."""
    for place in row:
        if digit > 0:
            yield Sign(place, meaning, min(digit, MOST_A_PLACE))
        digit -= MOST_A_PLACE
