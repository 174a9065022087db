"""Pieces with masses of their own on scales with errors of their own: an independent table for a reader.

Its errors are drawn here and by nobody's model: gains and zeros of each scale, hysteresis, a cup that never
stands quite where it stood, drift, and noise.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import Population
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Place
from cupsboard.rules.turns import Act
from cupsboard.scales.readings import Settled, Weight

CUP_GRAMS, GAIN_SHARE, NOISE_GRAMS, JUMP_GRAMS, DRIFT_GRAMS = 25.0, 0.003, 0.008, 0.004, 0.002
HYSTERESIS_SHARE, PLACEMENT_SHARE = 1e-3, 5e-4


@dataclass(frozen=True)
class Sort:
    """A kind of piece: what one weighs, and how much that differs."""

    mean_grams: float
    spread_grams: float

    @property
    def population(self) -> Population:
        return Population(self.mean_grams, (self.spread_grams / 10) ** 2, self.spread_grams**2, 100.0)


class CoinTable:
    """What truly lies where, and what the scales say of it."""

    def __init__(
        self,
        weighed: Sequence[Place],
        stocks: Mapping[Place, Mapping[Kind, int]],
        sorts: Mapping[Kind, Sort],
        random: Random,
    ) -> None:
        self._random, self.sorts = random, sorts
        self.inside: dict[Place, list[tuple[Kind, float]]] = {
            place: [] for place in (*weighed, *stocks, HAND)
        }
        for place, pieces in stocks.items():
            for kind, count in pieces.items():
                self.inside[place] += [self.piece(kind) for _ in range(count)]
        self.lifted: set[Place] = set()
        self._cups = {place: CUP_GRAMS * random.gauss(1.0, 0.02) for place in weighed}
        self._gain = {place: random.gauss(1.0, GAIN_SHARE) for place in weighed}
        self._zero = dict.fromkeys(weighed, 0.0)
        self._touches = dict.fromkeys(weighed, 0)
        self._pressing: Mapping[Place, float] = {}
        self.looks = 0

    def piece(self, kind: Kind) -> tuple[Kind, float]:
        """A piece of its kind, with a mass of its own."""
        sort = self.sorts[kind]
        return kind, self._random.gauss(sort.mean_grams, sort.spread_grams)

    def pieces(self) -> dict[Place, dict[Kind, int]]:
        """What lies where."""
        return {
            place: {kind: n for kind in self.sorts if (n := sum(each == kind for each, _ in inside))}
            for place, inside in self.inside.items()
        }

    def counts(self) -> dict[Place, int]:
        return {place: len(inside) for place, inside in self.inside.items()}

    def knowledge(self) -> Knowledge:
        """What a calibration and a table agreed at once would have come to."""
        places = {}
        for place, cup in self._cups.items():
            tare = Weight(self._gain[place] * cup + self._random.gauss(0.0, NOISE_GRAMS), NOISE_GRAMS**2)
            places[place] = PlaceKnowledge({}, tare, tare, cup, GAIN_SHARE, tare.variance)
        return Knowledge(places, {kind: sort.population for kind, sort in self.sorts.items()})

    def do(self, act: Act) -> Act:
        """Carry an act out, with any pieces of that kind; the act as it was done."""
        there = self.inside[act.source]
        fitting = [each for each in there if act.kind in (ANY_KIND, each[0])]
        taken = self._random.sample(fitting, act.pieces)
        for each in taken:
            there.remove(each)
        self.inside[act.target] += taken
        grams = math.fsum(each for _, each in taken)
        for place in (act.source, act.target):
            self._touched(place, grams)
        if act.target == HAND and act.source in self._cups:
            gross = self._cups[act.source] + math.fsum(each for _, each in there)
            self._zero[act.source] += self._random.gauss(0.0, PLACEMENT_SHARE * gross)
        kinds = {kind for kind, _ in taken}
        return act._replace(kind=kinds.pop()) if len(kinds) == 1 else act

    def _touched(self, place: Place, grams: float) -> None:
        if place in self._cups:
            self._touches[place] += 1
            self._zero[place] += self._random.gauss(0.0, HYSTERESIS_SHARE * grams)
            self._zero[place] += self._random.gauss(0.0, JUMP_GRAMS)

    def weigh(
        self, extra_grams: Mapping[Place, float] | None = None, lifted: Iterable[Place] = ()
    ) -> Settled:
        """What the scales say at rest."""
        self.looks += 1
        pressing = extra_grams or {}
        for place in self._cups:
            self._touches[place] += pressing.get(place) != self._pressing.get(place)
        self._pressing = pressing
        weights = {}
        in_the_air = {*lifted, *self.lifted}
        for place, cup in self._cups.items():
            self._zero[place] += self._random.gauss(0.0, DRIFT_GRAMS)
            grams = cup + math.fsum(each for _, each in self.inside[place]) + pressing.get(place, 0.0)
            shown = self._gain[place] * (0.0 if place in in_the_air else grams) + self._zero[place]
            weights[place] = Weight(shown + self._random.gauss(0.0, NOISE_GRAMS), (1.7 * NOISE_GRAMS) ** 2)
        return Settled(float(self.looks), weights, tuple(self._touches.values()))
