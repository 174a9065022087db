"""Settled weights without chips: the physics that is left when everything lies still.

Campaigns of millions of moves need no bit-level converter: what reaches the recogniser from a still table
is each place's gross weight with its gain error, zero drift, placement error and averaged noise. The
numbers are those of the sensing notes, section 1; the full chain below the drivers is
`cupsim.runs.simulated_board`.
"""

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.game import Transfer
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Settled, Weight

from cupsim.table.beans import BeanKind
from cupsim.table.load_cell import CellModel, noise_grams
from cupsim.table.pieces import Piece

CUP_GRAMS = 25.0
GAIN_ERROR = 0.003
PLACEMENT = 5e-4
HYSTERESIS = 1e-3
DEGREES_PER_TURN = 0.06
"""A random walk of 0.1 degC per root minute over a turn of 20 s."""


class SettledTable:
    """Places with beans of their own masses, and what their scales say at rest."""

    def __init__(
        self,
        places: Sequence[Place],
        beans: BeanKind,
        cells: CellModel,
        random: Random,
        *,
        rate_sps: float = 80.0,
        samples: int = 16,
        gain_error: float = GAIN_ERROR,
        calibration_beans: int = 10,
        gains: Mapping[Place, float] | None = None,
    ) -> None:
        """`gains` is what each scale says of a gram; drawn with `gain_error` if not given."""
        self.beans: dict[Place, list[Piece]] = {place: [] for place in places}
        """What truly lies where."""
        self._kind, self._model, self._random = beans, cells, random
        self.noise_grams = noise_grams(cells, rate_sps)
        self._samples = samples
        self._gain = gains or {place: random.gauss(1.0, gain_error) for place in places}
        self._cup_grams = {place: CUP_GRAMS * random.gauss(1.0, 0.02) for place in places}
        self._zero = dict.fromkeys(places, 0.0)
        self._per_degree = {place: random.gauss(0.0, cells.zero_grams_per_degree) for place in places}
        sample = [beans.draw(random).mass_grams for _ in range(calibration_beans)]
        spread = beans.mean_grams * beans.spread
        self.calibration = Calibration(
            made="2026-01-01T00:00:00+00:00",
            rate_sps=rate_sps,
            beans=PieceCalibration(
                mean_grams=sum(sample) / len(sample),
                mean_error_grams=spread / math.sqrt(len(sample)),
                spread_grams=spread,
                sample=len(sample),
            ),
            places={
                place: PlaceCalibration(
                    zero_counts=0.0,
                    counts_per_gram=cells.counts_per_gram,
                    gain_error=gain_error,
                    cup_grams=self._gain[place] * self._cup_grams[place],
                    cup_error_grams=0.02,
                    noise_grams=self.noise_grams,
                    method="drawn with the table",
                )
                for place in places
            },
        )

    def contents(self) -> dict[Place, int]:
        """How many beans truly lie in every place."""
        return {place: len(inside) for place, inside in self.beans.items()}

    def copy(self) -> "SettledTable":
        """The same table once more, to be spoiled without harm; both draw from the same chance."""
        other = copy.copy(self)
        other.beans = {place: list(inside) for place, inside in self.beans.items()}
        other._cup_grams, other._zero = dict(self._cup_grams), dict(self._zero)
        return other

    def carry_out(self, transfers: Iterable[Transfer]) -> None:
        """Move beans; from a place that isn't weighed they are drawn from the bag."""
        for transfer in transfers:
            for _ in range(transfer.count):
                bean = self._taken_from(transfer.source)
                if transfer.target in self.beans:
                    self.beans[transfer.target].append(bean)
                    self._zero[transfer.target] += bean.mass_grams * self._random.gauss(0.0, HYSTERESIS)
            if transfer.source in self.beans:
                gross = self._cup_grams[transfer.source] + self._content_grams(transfer.source)
                self._zero[transfer.source] += self._random.gauss(0.0, PLACEMENT * gross)

    def exchange_cups(self, one: Place, other: Place) -> None:
        """Let two cups change places with all that lies in them."""
        beans, cups = self.beans, self._cup_grams
        beans[one], beans[other] = beans[other], beans[one]
        cups[one], cups[other] = cups[other], cups[one]
        for place in (one, other):
            gross = cups[place] + self._content_grams(place)
            self._zero[place] += self._random.gauss(0.0, PLACEMENT * gross)

    def weigh(self, extra_grams: Mapping[Place, float] | None = None) -> Settled:
        """What the scales say now, with some drift since the last time; `extra_grams` push on places."""
        degrees = self._random.gauss(0.0, DEGREES_PER_TURN)
        deviation = self.noise_grams / math.sqrt(self._samples)
        settling_grams = PHYSICS.settling_beans * self._kind.mean_grams
        variance = (
            COSTS.settling.noise_believed_times * self.noise_grams
        ) ** 2 / self._samples + settling_grams**2
        weights = {}
        for place in self.beans:
            self._zero[place] += degrees * self._per_degree[place]
            load = self._cup_grams[place] + self._content_grams(place) + (extra_grams or {}).get(place, 0.0)
            grams = self._gain[place] * load + self._zero[place] + self._random.gauss(0.0, deviation)
            weights[place] = Weight(grams, variance)
        return Settled(0.0, weights)

    def _taken_from(self, place: Place) -> Piece:
        inside = self.beans.get(place)
        if inside is None:
            return self._kind.draw(self._random)
        return inside.pop(self._random.randrange(len(inside)))

    def _content_grams(self, place: Place) -> float:
        return math.fsum(bean.mass_grams for bean in self.beans[place])
