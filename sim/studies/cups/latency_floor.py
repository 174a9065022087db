"""The shortest time in which a landing can be weighed at all, after the sensing notes, section 5.

First touch until every later conversion is within a fifth of a bean of the end, and then one more sample to
tell no bean from one (kidney beans and gems on a 500 g cell need no second one).
"""

from math import log, pi, sqrt

from cupsim.table.filter_response import SETTLING_CONVERSIONS, Ring, impacts, step_response
from cupsim.table.load_cell import UNHEARD_GRAMS, CellModel

WITHIN_BEANS = 0.2
SAMPLES_FOR_THE_TEST = 1


def settled_seconds(
    cells: CellModel,
    *,
    bean_grams: float,
    moving_grams: float,
    fall_metres: float,
    restitution: float,
    sps: int,
    phase: float,
) -> float:
    """When the first conversion ends after which all stay within `WITHIN_BEANS`, in seconds after the touch.

    `phase` (0 to 1) says how far a conversion has got when the bean touches.
    """
    period = 1.0 / sps
    natural = 2 * pi * cells.natural_hertz(moving_grams)
    decay = cells.damping * natural
    swing = complex(-decay, natural * sqrt(1 - cells.damping**2))
    rings, rest = [], 0.0
    for delay, impulse in impacts(bean_grams, fall_metres, restitution):
        rest, amplitude = delay, impulse * natural
        fades = delay + log(max(amplitude / UNHEARD_GRAMS, 1.0)) / decay
        rings.append(Ring(delay, fades, amplitude, swing))
    quiet = max(ring.fades for ring in rings) + SETTLING_CONVERSIONS * period
    end, settled = (1.0 - phase) * period, None
    while end < quiet + period or settled is None:
        grams = bean_grams * step_response((end - rest) / period)
        grams += sum(ring.filtered(end, period) for ring in rings)
        if abs(grams - bean_grams) > WITHIN_BEANS * bean_grams:
            settled = None
        elif settled is None:
            settled = end
        end += period
    return settled


def floor_seconds(settled: float, sps: int) -> float:
    """The shortest time to a decision if the conversions have settled after `settled` seconds."""
    return settled + SAMPLES_FOR_THE_TEST / sps
