"""How straight a cell is: what it read of known loads, against the straight line that the game reads it by.

That line goes through the empty cup and the cup with the reference. A calibration carries two more loads:
beans that are known by their number, and, where that was wished for, the reference on the bare platform.
"""

from dataclasses import dataclass
from math import hypot, sqrt

from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Message

SURE = 3.0
"""Standard deviations from which a residual is not chance."""
MOST_BEANS = 0.1
"""A cell that is off by more, in beans, is worth looking at: mostly its bar or platform touches something."""


@dataclass(frozen=True, slots=True)
class Residual:
    """What a place read too much of a known load, in grams, with its standard deviation.

    `load_grams` is all that stood on the platform then.
    """

    what: Message
    load_grams: float
    off_grams: float
    error_grams: float
    is_of_reference: bool
    """Whether the load was the reference; beans are known less well."""

    def is_odd(self, bean_grams: float) -> bool:
        """Whether the cell bends by more than chance and by more than anybody should accept."""
        return abs(self.off_grams) > max(SURE * self.error_grams, MOST_BEANS * bean_grams)


def residuals(place: Place, calibration: Calibration, notes: Notes) -> tuple[Residual, ...]:
    """The residuals of one place, the lightest load first; none where its readings are not at hand."""
    if place not in notes.places or not notes.places[place].loaded:
        return ()
    found = (*_beans(place, calibration, notes), *_on_platform(place, calibration, notes))
    return tuple(sorted(found, key=lambda residual: residual.load_grams))


def line_loads(place: Place, calibration: Calibration, notes: Notes) -> tuple[float, ...]:
    """The loads in grams that the straight line goes through; for a place that has residuals."""
    cup = calibration.places[place].cup_grams
    return (cup, cup + _reference_grams(place, calibration, notes))


def _reference_grams(place: Place, calibration: Calibration, notes: Notes) -> float:
    return notes.places[place].mass.mean / calibration.places[place].counts_per_gram


def _on_platform(place: Place, calibration: Calibration, notes: Notes) -> list[Residual]:
    known, scale = notes.places[place], calibration.places[place].counts_per_gram
    in_cup = known.mass
    grams = _reference_grams(place, calibration, notes)
    return [
        Residual(
            Message("sheet.on-platform"),
            grams,
            (on_platform.mean - in_cup.mean) / scale,
            sqrt(on_platform.variance + in_cup.variance) / scale,
            is_of_reference=True,
        )
        for on_platform in known.on_platform
    ]


def _beans(place: Place, calibration: Calibration, notes: Notes) -> list[Residual]:
    beans, values = calibration.beans, calibration.places[place]
    felt = [bean for bean in notes.beans if bean.place == place]
    if not felt:
        return []
    number = len(felt)
    grams = sum(bean.counts for bean in felt) / values.counts_per_gram
    noise = sqrt(sum(bean.variance for bean in felt)) / values.counts_per_gram
    # Beans of one bag differ; so many of them weigh so many means give or take that.
    chance = hypot(sqrt(number) * beans.spread_grams, number * beans.mean_error_grams)
    return [
        Residual(
            Message("sheet.beans-in-cup", {"beans": number}),
            values.cup_grams + grams,
            grams - number * beans.mean_grams,
            hypot(noise, chance),
            is_of_reference=False,
        )
    ]
