"""A finger that rests and is never quite quiet: what it presses with trembles fast and wanders slowly."""

from collections.abc import Callable, Iterator
from math import pi, sin, sqrt
from random import Random

from cupsboard.rules.places import Place

from cupsim.table.table import Table

TREMOR_HERTZ = 9.0
"""A finger trembles at 6 to 12 hertz (M. Lakie and others, Journal of Physiology 593, 2015)."""
STEP_SECONDS = 1 / 72
WANDER_SECONDS = 0.7
"""What it presses with is another after so long, by about as much as it trembles."""


def trembling(
    table: Table, place: Place, rest: tuple[float, float, float], now: Callable[[], float], random: Random
) -> Iterator[float]:
    """Rest on a place with so many grams, for so many seconds, of which such a share trembles."""
    grams, seconds, share = rest
    pressed, wandered, passed = 0.0, 0.0, 0.0
    forgotten = STEP_SECONDS / WANDER_SECONDS
    while passed < seconds:
        wandered += random.gauss(0.0, share * sqrt(2 * forgotten)) - forgotten * wandered
        presses = max(0.0, grams * (1 + share * sin(2 * pi * TREMOR_HERTZ * passed) + wandered))
        table.push(place, presses - pressed, now())
        pressed = presses
        yield STEP_SECONDS
        passed += STEP_SECONDS
    table.push(place, -pressed, now())
