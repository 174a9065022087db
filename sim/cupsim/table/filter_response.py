"""How steps and ringing come through the HX711's filter, and how a falling bean bounces.

Four averages of one period in a row weigh the past with a cubic B-spline of four periods' length. Its
response to a step and to a damped oscillation has a closed form, by integrating four times and taking
the fourth difference.
"""

import cmath
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

SETTLING_CONVERSIONS = 4
_BINOMIALS = (1, -4, 6, -4)
_GRAVITY = 9.81
_LEAST_FLIGHT_SECONDS = 0.004


def step_response(periods: float) -> float:
    """The share of a step that shows `periods` conversion periods after it: 0 to 1."""
    if periods <= 0:
        return 0.0
    if periods >= SETTLING_CONVERSIONS:
        return 1.0
    return (
        sum(factor * (periods - late) ** 4 for late, factor in enumerate(_BINOMIALS) if periods > late) / 24
    )


@dataclass(frozen=True, slots=True)
class Ring:
    """A damped oscillation from `start` on: `grams` times the imaginary part of exp(swing * age)."""

    start: float
    fades: float
    grams: float
    swing: complex

    def filtered(self, end: float, period: float) -> float:
        """What is left of it, in grams, in a conversion that ends at `end`."""
        age = end - self.start
        if age <= 0:
            return 0.0
        turn = self.swing * period
        if age >= SETTLING_CONVERSIONS * period:
            damped = cmath.exp(self.swing * age) * ((1 - cmath.exp(-turn)) / turn) ** 4
            return self.grams * damped.imag
        total = sum(
            factor * _fourth_integral(self.swing * (age - late * period))
            for late, factor in enumerate(_BINOMIALS)
            if age > late * period
        )
        return self.grams * (total / turn**4).imag


def _fourth_integral(angle: complex) -> complex:
    """The oscillation integrated four times from its start, in units of the swing."""
    return cmath.exp(angle) - 1 - angle * (1 + angle / 2 * (1 + angle / 3))


def impacts(grams: float, fall_metres: float, restitution: float) -> Iterator[tuple[float, float]]:
    """Each touch of a falling body: seconds after the first, and impulse in gram-seconds of weight.

    `restitution` is the share of its speed a bounce leaves; the last touch leaves none.
    """
    speed, delay = sqrt(2 * _GRAVITY * fall_metres), 0.0
    while (flight := 2 * speed * restitution / _GRAVITY) > _LEAST_FLIGHT_SECONDS:
        yield delay, grams * speed * (1 + restitution) / _GRAVITY
        speed *= restitution
        delay += flight
    yield delay, grams * speed / _GRAVITY
