"""Estimate how many pieces each place gained or lost, step by step over the looks since the agreed table.

Pieces that go in and out leave their differences behind: after a few, the weight alone no longer tells one
piece from the accumulated difference. Each step by itself is as plain as the first. So every look moves a
distribution over the number of pieces on: by a step of k pieces with the density of k pieces' mass, and
rarely by pieces that were exchanged between two looks. A cup that was in the air is followed anew from the
first look at which it stands again.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.likelihood import log_sum
from cupsboard.recognition.population import Population, foreign_log_density
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled, Weight

_COSTS, _PRIORS = COSTS.steps, PRIORS.steps

_LOG_FURTHER_PIECE = math.log(_PRIORS.further_piece_share)


@dataclass(frozen=True, slots=True)
class _Count:
    """One place's last weight, its number of steps, and the log probability of each change of number.

    `log_pieces` is the log likelihood ratio of pieces against a foreign thing.
    """

    weight: Weight
    steps: int = 0
    log_probability: Mapping[int, float] = field(default_factory=lambda: {0: 0.0})
    log_pieces: float = 0.0
    laid_grams: float | None = 0.0
    """What has come since the agreed table; None if anything has gone, or its cup was in the air."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The estimated change in the number of pieces at each place since the agreed table, look by look.

    A place that could not be followed is left out.
    """

    population: Population
    counts: Mapping[Place, _Count]

    def seeing(self, settled: Settled, burdened: Collection[Place] = ()) -> "Steps":
        """Return these estimates after one more look.

        Those of `burdened` places, on which a foreign thing lies, stay unchanged.
        """
        counts = dict(self.counts)
        for place, count in self.counts.items():
            weight = settled.weights[place]
            if isinstance(weight, Weight) and place not in burdened:
                counts[place] = self._after(count, weight)
        return replace(self, counts=counts)

    def without(self, places: Collection[Place]) -> "Steps":
        """Return these steps without `places`, which can't be followed on: their cups were lifted."""
        return replace(self, counts={place: one for place, one in self.counts.items() if place not in places})

    def put_back(self, settled: Settled, changes: Mapping[Place, Collection[int]]) -> "Steps":
        """Return these estimates with the lifted cups that came back, followed from this look on.

        `changes` are the numbers of pieces that each such place may have gained or lost. The weight of the
        cup itself says little, because it stands elsewhere on its platform. So the next step already counts
        as telling.
        """
        counts = dict(self.counts)
        for place, possible in changes.items():
            weight = settled.weights[place]
            if place not in counts and isinstance(weight, Weight):
                known = dict.fromkeys(possible, 0.0)
                counts[place] = _Count(weight, _COSTS.telling_steps - 1, known, laid_grams=None)
        return replace(self, counts=counts)

    def told(self, changes: Mapping[Place, Collection[int]]) -> "Steps":
        """Return these estimates limited to `changes`, which a look at the whole table allows.

        A heavy piece that went and a light one that came look like one light piece that went. Only the other
        places tell the two apart.
        """
        counts = dict(self.counts)
        for place, possible in changes.items():
            if place in counts and possible:
                before = counts[place].log_probability
                logs = {change: before.get(change, _COSTS.least_nats) for change in possible}
                best = max(logs.values())
                likely = {change: log - best for change, log in logs.items()}
                counts[place] = replace(counts[place], log_probability=likely)
        return replace(self, counts=counts)

    def are_telling(self, place: Place) -> bool:
        """Return whether the steps of weight at `place` say more together than its weight alone.

        They do from a certain number of steps on.
        """
        count = self.counts.get(place)
        return count is not None and count.steps >= _COSTS.telling_steps

    def log_probability(self, place: Place, change: int) -> float:
        """Return the log probability, relative to the best, of `change` more pieces than at the agreed table.

        Return 0 if the place was not followed through enough steps. Where nothing has gone, the sum of the
        steps is left out: that is the weight of the place, which is judged by itself.
        """
        if not self.are_telling(place):
            return 0.0
        count = self.counts[place]
        logs = count.log_probability
        if count.laid_grams is not None:
            by_sum = self._densities(count.laid_grams, count.weight.variance)
            logs = {number: log - by_sum[number] for number, log in logs.items() if number in by_sum}
        relative = logs.get(change, -math.inf) - max(logs.values(), default=0.0)
        return max(relative, _COSTS.least_nats)

    def log_burdened(self, place: Place) -> float:
        """Return the log likelihood of a foreign thing on the place relative to pieces, at most 0.

        Return 0 if the place was not followed through enough steps.
        """
        if not self.are_telling(place):
            return 0.0
        return max(min(-self.counts[place].log_pieces, 0.0), _COSTS.least_nats)

    def _after(self, count: _Count, weight: Weight) -> _Count:
        grams = weight.grams - count.weight.grams
        if abs(grams) < COSTS.limits.no_piece_beans * self.population.mean_grams:
            return replace(count, weight=weight)
        variance = weight.variance + count.weight.variance
        after: dict[int, float] = {}
        pieces = -math.inf
        for step, log_step in self._densities(grams, variance).items():
            pieces = log_sum(pieces, log_step)
            for before, log_before in count.log_probability.items():
                there = before + step
                after[there] = log_sum(after.get(there, -math.inf), log_before + log_step)
        best = max(after.values())
        likely = {change: log - best for change, log in after.items() if log - best > _COSTS.least_nats}
        pieces -= foreign_log_density(grams, math.sqrt(variance)) + 0.5 * math.log(2 * math.pi)
        laid_grams = None if count.laid_grams is None or grams < 0.0 else count.laid_grams + grams
        return _Count(weight, count.steps + 1, likely, count.log_pieces + pieces, laid_grams)

    def _densities(self, grams: float, measured: float) -> dict[int, float]:
        """Return the log density of a step of `grams`, for each number of pieces that it may be."""
        mean, each = self.population.mean_grams, self.population.variance
        guess = grams / mean
        width = 1.0 + _COSTS.reach_sigmas * math.sqrt(max(abs(guess), 1.0) * each) / mean
        densities = {}
        for step in range(math.floor(guess - width), math.ceil(guess + width) + 1):
            plain = measured + abs(step) * each + step * step * self.population.mean_variance
            off = grams - step * mean
            log = math.log(1.0 - _PRIORS.unseen_exchange) + _log_normal(off, plain)
            log = log_sum(log, math.log(_PRIORS.unseen_exchange) + _log_normal(off, plain + 2 * each))
            densities[step] = log + abs(step) * _LOG_FURTHER_PIECE
        return densities


def from_agreed(knowledge: Knowledge) -> Steps | None:
    """Return `Steps` that begin at the agreed table of `knowledge`.

    None if there are several kinds of pieces, because a change of weight then gives no number.
    """
    if len(knowledge.pieces) > 1:
        return None
    (population,) = knowledge.pieces.values()
    return Steps(population, {place: _Count(known.gross) for place, known in knowledge.places.items()})


def _log_normal(off: float, variance: float) -> float:
    return -0.5 * (off * off / variance + math.log(variance))
