"""What truly lies where, and what the scales say of it: cells with errors of their own."""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import Population
from cupsboard.rules.places import HAND, Kind, Place
from cupsboard.scales.readings import Settled, Weight

from studies.coins.pieces import Piece, drawn

CUP_GRAMS, CUPS_DIFFER_SHARE = 25.0, 0.02
"""Small cups of one make, with their foot."""
CUP_ERROR_GRAMS = 0.01
"""How well an empty cup is weighed before the game, with many samples."""
SAMPLE_NOISE_GRAMS = {500.0: 0.030, 1000.0: 0.042}
"""Of one sample at 80 a second, by the rating of the cell: 90 nV at the input of an HX711 (Avia's data sheet,
gain 128), twice that on boards as they are sold, on 0.7 and 1.0 mV/V at 4.3 V."""
TAIL_FREEDOM = 5.0
"""Single samples have Student's tails; means of many are as good as normal."""
BELIEVED_TIMES, UNSETTLED_GRAMS = 1.7, 0.004
"""The board's contract (firmware/SENSING.md, 4.3 and 8.1): it believes 1.7 times the noise that it measured,
and that samples that agree may still be off by seven thousandths of a bean."""
RATE_HERTZ = 80.0
OWNED = 20
"""Pieces of each kind in a set for two."""


@dataclass(frozen=True, slots=True)
class Physics:
    """How the scales err, and what the pieces are like."""

    noise_times: float = 1.0
    """Of every sample; what the board is told grows with it."""
    gain_share: float = 0.003
    hysteresis_share: float = 1e-3
    """Of each change of load."""
    drift_grams: float = 0.002
    """What each zero wanders from look to look."""
    placement_grams: float = 0.012
    """How far off a cup weighs that a hand has put back."""
    worn_times: float = 1.0
    copper_share: float = 0.0
    """How many of the cents are of copper and were not sorted out."""


class Table:
    """Places with their pieces; the hand and the stocks are on no scale."""

    def __init__(
        self,
        physics: Physics,
        weighed: Sequence[Place],
        stocks: Mapping[Place, Mapping[Kind, int]],
        random: Random,
    ) -> None:
        self._physics, self._random = physics, random
        self.inside: dict[Place, list[Piece]] = {place: [] for place in (*weighed, *stocks, HAND)}
        for place, kinds in stocks.items():
            for kind, count in kinds.items():
                self.inside[place] += [
                    drawn(kind, physics.worn_times, physics.copper_share, random) for _ in range(count)
                ]
        self.weighed = tuple(weighed)
        self.seconds = 0.0
        self.in_the_air: set[Place] = set()
        self._cups = {place: CUP_GRAMS * random.gauss(1.0, CUPS_DIFFER_SHARE) for place in weighed}
        self._gains = {place: random.gauss(1.0, physics.gain_share) for place in weighed}
        self._zeros = dict.fromkeys(weighed, 0.0)
        self._touches = dict.fromkeys(weighed, 0)
        self.noise_grams = {
            place: physics.noise_times * SAMPLE_NOISE_GRAMS[1000.0 if place.endswith("-pot") else 500.0]
            for place in weighed
        }
        """Of one sample of each place, as a calibration finds it."""

    def pieces(self) -> dict[Place, Counter[Kind]]:
        """How many pieces of each kind lie where."""
        return {place: Counter(each.kind for each in inside) for place, inside in self.inside.items()}

    def weighed_pieces(self) -> dict[Place, Counter[Kind]]:
        """The same of the places on scales."""
        return {place: Counter(each.kind for each in self.inside[place]) for place in self.weighed}

    def carry(self, source: Place, target: Place, kinds: Iterable[Kind]) -> None:
        """Carry any pieces of these kinds from one place to another."""
        there = self.inside[source]
        carried = []
        for kind in kinds:
            fitting = [each for each in there if each.kind == kind]
            piece = self._random.choice(fitting)
            there.remove(piece)
            carried.append(piece)
        self.inside[target] += carried
        grams = math.fsum(each.grams for each in carried)
        for place in (source, target):
            if place in self._zeros and grams:
                self._touches[place] += 1
                self._zeros[place] += self._random.gauss(0.0, self._physics.hysteresis_share * grams)

    def replace_cup(self, place: Place) -> None:
        """Put a cup back that was lifted, never on quite the same spot."""
        self._touches[place] += 1
        self._zeros[place] += self._random.gauss(0.0, self._physics.placement_grams)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds

    def weigh(self, samples: int) -> Settled:
        """What the scales say of a table at rest, as means of so many samples."""
        random, weights = self._random, {}
        for place in self.weighed:
            self._zeros[place] += random.gauss(0.0, self._physics.drift_grams)
            deviation = self.noise_grams[place] / math.sqrt(samples)
            believed = (BELIEVED_TIMES * deviation) ** 2 + UNSETTLED_GRAMS**2
            weights[place] = Weight(self._shown(place) + random.gauss(0.0, deviation), believed)
        return Settled(self.seconds, weights, tuple(self._touches.values()))

    def sample(self, place: Place) -> float:
        """One sample of a place."""
        random = self._random
        chi_squared = random.gammavariate(TAIL_FREEDOM / 2.0, 2.0)
        tail = random.gauss(0.0, 1.0) * math.sqrt((TAIL_FREEDOM - 2.0) / chi_squared)
        return self._shown(place) + self.noise_grams[place] * tail

    def knowledge(self) -> Knowledge:
        """What the board knows before the game: cups weighed empty, and each piece weighed once."""
        places = {}
        for place in self.weighed:
            tare = Weight(
                self._gains[place] * self._cups[place] + self._random.gauss(0.0, CUP_ERROR_GRAMS),
                CUP_ERROR_GRAMS**2,
            )
            cup = self._cups[place]
            places[place] = PlaceKnowledge({}, tare, tare, cup, self._physics.gain_share, tare.variance)
        return Knowledge(places, {kind: self._population(kind) for kind in self._kinds()})

    def _kinds(self) -> list[Kind]:
        return list(dict.fromkeys(each.kind for inside in self.inside.values() for each in inside))

    def _population(self, kind: Kind) -> Population:
        """What weighing each piece of a kind once tells, on one scale with its gain and noise."""
        gain = self._random.gauss(1.0, self._physics.gain_share)
        weighed = [each for inside in self.inside.values() for each in inside if each.kind == kind]
        # Who owns a set owns as many of each kind as any round takes, and has weighed them all.
        more = max(0, OWNED - len(weighed))
        physics, random = self._physics, self._random
        weighed += [drawn(kind, physics.worn_times, physics.copper_share, random) for _ in range(more)]
        found = [gain * each.grams + random.gauss(0.0, CUP_ERROR_GRAMS) for each in weighed]
        mean, spread = statistics.fmean(found), statistics.stdev(found)
        error = math.hypot(spread / math.sqrt(len(found)), physics.gain_share * mean)
        return Population(mean, error**2, spread**2, float(len(found)))

    def _shown(self, place: Place) -> float:
        """What a place would show without noise."""
        load = 0.0
        if place not in self.in_the_air:
            load = self._cups[place] + math.fsum(each.grams for each in self.inside[place])
        return self._gains[place] * load + self._zeros[place]
