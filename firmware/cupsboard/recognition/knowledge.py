"""What the board knows of its places and beans at the last agreed table, with how sure it is of it.

Contents are known by conservation, not by counting: a place's content weight is its gross weight less its
tare, the tare is regained whenever the place is seen empty, and every bean that was accepted alone is one
more sample of what a bean weighs.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.game import Contents
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class PlaceKnowledge:
    """One place at the last agreed table.

    `gross` is what it weighed then, `tare` what it weighs empty (cup and platform); both in grams above
    the calibrated bare platform.
    """

    count: int
    gross: Weight
    tare: Weight
    cup_grams: float
    gain_error: float

    @property
    def content_grams(self) -> float:
        """The weight of the pieces in this place."""
        return self.gross.grams - self.tare.grams

    @property
    def content_variance(self) -> float:
        """How uncertain the content weight is."""
        return self.gross.variance + self.tare.variance


@dataclass(frozen=True, slots=True)
class Population:
    """What one kind of piece weighs: mean, how uncertain the mean is, and the variance between pieces.

    `sample` is how many pieces the variance is known from.
    """

    mean_grams: float
    mean_variance: float
    variance: float
    sample: float

    def with_sample(self, grams: float, measurement_variance: float) -> "Population":
        """The population after one more piece has been weighed alone.

        The mean takes a Kalman step, the variance becomes a running mean of the squared distances. Both
        stop growing surer at `largest_sample` pieces: the same beans come round again.
        """
        gain = self.mean_variance / (self.mean_variance + self.variance + measurement_variance)
        off = grams - self.mean_grams
        squared = max(0.0, off * off * self.sample / (self.sample + 1.0) - measurement_variance)
        variance = self.variance + (squared - self.variance) / (self.sample + 1.0)
        return Population(
            mean_grams=self.mean_grams + gain * off,
            mean_variance=max(self.mean_variance * (1.0 - gain), self.variance / _COSTS.largest_sample),
            variance=max(variance, (PHYSICS.least_spread_share * self.mean_grams) ** 2),
            sample=min(self.sample + 1.0, _COSTS.largest_sample),
        )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything the next recognition starts from."""

    places: Mapping[Place, PlaceKnowledge]
    pieces: Mapping[Kind, Population]

    @property
    def contents(self) -> dict[Place, int]:
        """The counts of the agreed table, weighed places only."""
        return {place: known.count for place, known in self.places.items()}


def from_calibration(calibration: Calibration, contents: Contents) -> Knowledge:
    """What is known before any table has been agreed: the calibration, and what should lie where.

    Zeros may have wandered since the calibration, so this begins unsure and is made sure by the first
    agreed table; nothing is ever tared without one.
    """
    beans = calibration.beans
    # Even coins differ a little; a spread of nothing would make one worn piece impossible.
    variance = max(beans.spread_grams, PHYSICS.least_spread_share * beans.mean_grams) ** 2
    places = {}
    for place, values in calibration.places.items():
        count = contents.get(place, 0)
        tare = Weight(values.cup_grams, values.cup_error_grams**2 + PHYSICS.stored_drift_grams**2)
        content = Weight(count * beans.mean_grams, count * variance + (count * beans.mean_error_grams) ** 2)
        places[place] = PlaceKnowledge(
            count=count,
            gross=Weight(tare.grams + content.grams, tare.variance + content.variance),
            tare=tare,
            cup_grams=values.cup_grams,
            gain_error=values.gain_error,
        )
    population = Population(
        mean_grams=beans.mean_grams,
        mean_variance=beans.mean_error_grams**2,
        variance=variance,
        sample=float(max(beans.sample, _COSTS.smallest_sample)),
    )
    return Knowledge(places, {BEAN: population})


def agreed(
    knowledge: Knowledge,
    contents: Contents,
    settled: Settled,
    arrived_alone: Mapping[Place, Weight],
    unexplained: Collection[Place] = (),
) -> Knowledge:
    """The knowledge after a table has been agreed to hold `contents` while it weighed `settled`.

    `arrived_alone` are the weights of fresh pieces that came alone to a place, as samples of the beans.
    Gross weights are taken from the scales; a place that is now empty regains its tare; a place that
    could not be read keeps what was known, moved by the pieces that should have come and gone. So does an
    `unexplained` place where a hand may rest; if it is off by less than a piece, which an odd piece may be
    too, its weight is believed with that much doubt, and the next look decides.
    """
    places = {}
    beans = knowledge.pieces[BEAN]
    for weight in arrived_alone.values():
        beans = beans.with_sample(weight.grams, weight.variance)
    for place, known in knowledge.places.items():
        count = contents[place]
        now = settled.weights[place]
        unseen = _unseen(known, count, beans)
        if isinstance(now, CellFault):
            places[place] = unseen
            continue
        if place in unexplained:
            off = now.grams - unseen.gross.grams
            doubtful = replace(unseen, gross=Weight(now.grams, now.variance + off * off))
            places[place] = doubtful if abs(off) < _COSTS.odd_piece_beans * beans.mean_grams else unseen
            continue
        tare = now if count == 0 else known.tare
        places[place] = replace(known, count=count, gross=now, tare=tare)
    return Knowledge(places, {**knowledge.pieces, BEAN: beans})


def still_unchanged(knowledge: Knowledge, settled: Settled) -> Knowledge:
    """The knowledge after another look at an unchanged table.

    A difference from the last look is partly that look's own error, which concerns the gross weight alone,
    and partly drift of the zero since then, which moves gross and tare alike; a Kalman step parts them by
    their variances. The zero follows within bounds only. What is no chance is neither: as many other pieces
    lie there, and they weigh what they weigh.
    """
    places = {}
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, CellFault):
            places[place] = known
            continue
        off = weight.grams - known.gross.grams
        before = known.gross.variance + PHYSICS.look_drift_grams**2
        total = before + weight.variance
        if known.count and abs(off) > COSTS.limits.chance_sigmas * math.sqrt(total):
            places[place] = replace(known, gross=weight)
            continue
        drift = PHYSICS.look_drift_grams**2 / total * off
        drift = max(-_COSTS.follow_grams, min(_COSTS.follow_grams, drift))
        # Looks at one still stretch share samples: they never make the mean surer than the stretch is long.
        variance = max(before * weight.variance / total, _COSTS.shared_samples_share * weight.variance)
        places[place] = replace(
            known,
            gross=Weight(known.gross.grams + before / total * off, variance),
            tare=Weight(known.tare.grams + drift, known.tare.variance),
        )
    return replace(knowledge, places=places)


def rested(knowledge: Knowledge) -> Knowledge:
    """The same knowledge after the board was off for nobody knows how long: zeros may have wandered."""

    def wandered(weight: Weight) -> Weight:
        return Weight(weight.grams, weight.variance + PHYSICS.stored_drift_grams**2)

    places = {
        place: replace(known, gross=wandered(known.gross), tare=wandered(known.tare))
        for place, known in knowledge.places.items()
    }
    return replace(knowledge, places=places)


def followed(knowledge: Knowledge, contents: Contents) -> Knowledge:
    """The same knowledge of a table that was agreed after it and has not been weighed since."""
    beans = knowledge.pieces[BEAN]
    places = {}
    for place, known in knowledge.places.items():
        unseen = _unseen(known, contents[place], beans)
        places[place] = unseen if contents[place] else replace(unseen, gross=known.tare)
    return replace(knowledge, places=places)


def filled_places(knowledge: Knowledge, settled: Settled) -> frozenset[Place]:
    """The places that weigh so much more than when empty that something must lie there."""
    lightest = min(population.mean_grams for population in knowledge.pieces.values())
    filled = []
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, Weight):
            doubt = math.sqrt(weight.variance + known.tare.variance)
            if weight.grams - known.tare.grams > max(
                COSTS.limits.piece_beans * lightest, COSTS.limits.chance_sigmas * doubt
            ):
                filled.append(place)
    return frozenset(filled)


def _unseen(known: PlaceKnowledge, count: int, population: Population) -> PlaceKnowledge:
    arrived = count - known.count
    gross = Weight(
        known.gross.grams + arrived * population.mean_grams,
        known.gross.variance + abs(arrived) * population.variance,
    )
    return replace(known, count=count, gross=gross)
