"""Load cells: what a bridge feeds its HX711 while beans land, lie, creep and drift.

The converter is modelled as four averages of one conversion period in a row: it settles in four
conversions, as its data sheet says, and rejects multiples of its rate. Everything that lasts (loads,
creep, drift) and everything that fades (ringing) is answered in closed form for the instant a conversion
ends, so a conversion at a quiet place costs a few additions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from random import Random
from typing import Protocol

from cupsim.errors import named
from cupsim.table.filter_response import SETTLING_CONVERSIONS, Ring, impacts, step_response
from cupsim.table.kept_table import KeptCell, KeptHeater
from cupsim.table.noise import NOISE_GROWTH, Noise

EXCITATION_VOLTS = 4.3
GAIN = 128
COUNT_VOLTS = EXCITATION_VOLTS / GAIN / 2**24
NOISE_VOLTS_AT_10_SPS = 2 * 50e-9
"""Twice the data sheet's 50 nV: what published logs of real boards come to."""
GRAVITY = 9.81
CREEP_SECONDS = 300.0
UNHEARD_GRAMS = 1e-4
"""Ringing below this is over."""
PLATFORM_GRAMS = 15.0
"""What moves with the bar before anything stands on it."""
PLAY_GRAMS = (1.0, 10.0, 100.0)


class Ailment(Protocol):
    """One thing that is wrong with a cell."""

    def bear(self, time: float, load_grams: float) -> None:
        """From `time` on so much presses there."""

    def grams_at(self, time: float) -> float:
        """What it adds at a time; these go forward."""


@dataclass(frozen=True, slots=True)
class CellModel:
    """A sort of load cell as its data sheet describes it; the single cell differs within the spreads."""

    name: str
    full_scale_grams: float
    rated_output_mv_per_v: float
    deflection_mm: float
    """At full load; with the moving mass it sets how fast the cell rings."""
    zero_grams_per_degree: float
    """Standard deviation of the zero's drift with temperature, cell to cell."""
    gain_spread: float = 0.05
    zero_spread_mv_per_v: float = 0.05
    hysteresis: float = 1e-3
    creep: float = 5e-4
    """Share of a load that is added over some minutes."""
    damping: float = 0.03
    non_linearity: float = 0.0
    """Standard deviation of how far a cell is off its straight line at half load, as a share of full load.

    Data sheets promise 5e-4; no count depends on it.
    """

    @property
    def counts_per_gram(self) -> float:
        """Counts of the converter for one gram on the nominal cell."""
        return self.rated_output_mv_per_v * 1e-3 * EXCITATION_VOLTS / self.full_scale_grams / COUNT_VOLTS

    def natural_hertz(self, moving_grams: float) -> float:
        """How fast the bar rings when platform, cup and contents together weigh `moving_grams`."""
        newtons_per_metre = self.full_scale_grams * GRAVITY / self.deflection_mm
        return sqrt(newtons_per_metre / (moving_grams / 1000)) / (2 * pi)


STOP_SHARE, BEYOND_STOP = 1.2, 0.3
"""In shares of full load, where the stop under a bar meets it, and what the bar then feels of a further load,
upside down: hardware/parts/overload.py, of the usual cell."""

_MODELS = (
    CellModel("100g", 100.0, 0.6, 0.5, 0.003),
    CellModel("500g", 500.0, 0.7, 0.5, 0.015),
    CellModel("1kg", 1000.0, 1.0, 0.4, 0.030),
    CellModel("5kg", 5000.0, 1.0, 0.5, 0.150),
)

MODELS: Mapping[str, CellModel] = {model.name: model for model in _MODELS}
"""Every sort of cell by its name."""


def cell_model(name: str) -> CellModel:
    """The cell of that name. Raises SimulatorError listing the known ones."""
    return named(MODELS, name, "load cell")


class Room:
    """The temperature all cells share: a random walk that doesn't depend on who looks when."""

    def __init__(self, random: Random, degrees_per_root_minute: float = 0.1) -> None:
        self._random = random
        self._step = degrees_per_root_minute / sqrt(60)
        self._by_second = [0.0, 0.0]
        self._heaters: list[tuple[float, float, float]] = []

    def heat(self, time: float, degrees: float, seconds: float) -> None:
        """Let it become so many degrees warmer from `time` on, evenly over some seconds, and stay so."""
        self._heaters.append((time, degrees, seconds))

    def warming(self, time: float) -> float:
        """Degrees above the temperature at time 0."""
        return self.walked(time) + sum(
            degrees * min(max(0.0, time - start) / seconds, 1.0) for start, degrees, seconds in self._heaters
        )

    def walked(self, time: float) -> float:
        """The degrees of these that came by themselves."""
        second = int(time) if time > 0 else 0
        by_second = self._by_second
        while second + 1 >= len(by_second):
            by_second.append(by_second[-1] + self._random.gauss(0.0, self._step))
        before = by_second[second]
        return before + (by_second[second + 1] - before) * (time - second)

    def kept_heaters(self, time: float) -> tuple[KeptHeater, ...]:
        """What has heated it, as seen at a time."""
        return tuple(KeptHeater(time - start, degrees, seconds) for start, degrees, seconds in self._heaters)

    def resume(self, walked_degrees: float, heaters: Iterable[KeptHeater]) -> None:
        """Be at time 0 as warm as a room that was kept."""
        self._by_second = [walked_degrees, walked_degrees]
        self._heaters = [(-each.began_seconds, each.degrees, each.lasts_seconds) for each in heaters]


class Hysteresis:
    """The bar's memory of where its load came from.

    Three plays of 1, 10 and 100 g follow the load with slack; what they lag behind is the error. So a
    change after a turn of direction is short by `strength` of itself, and a full unloading wipes the
    memory of what was before, as in metal.
    """

    def __init__(self, strength: float) -> None:
        self.weight = strength / len(PLAY_GRAMS)
        self.lagging = [0.0] * len(PLAY_GRAMS)

    def error_at(self, load_grams: float) -> float:
        """Grams to add to the load, now that it has become `load_grams`."""
        self.lagging = [
            min(max(lagging, load_grams - play), load_grams + play)
            for lagging, play in zip(self.lagging, PLAY_GRAMS, strict=True)
        ]
        return self.weight * sum(lagging - load_grams for lagging in self.lagging)


class LoadCell:
    """One load cell with a gain, a zero and habits of its own.

    Loads are grams; `signal` is what an HX711 model asks at the end of a conversion. Asking must go
    forward in time; loads may be announced a little ahead.
    """

    def __init__(self, model: CellModel, room: Room, random: Random) -> None:
        self.counts_per_gram = model.counts_per_gram * random.gauss(1.0, model.gain_spread)
        self.zero_counts = random.gauss(
            0.0, model.zero_spread_mv_per_v * 1e-3 * EXCITATION_VOLTS / COUNT_VOLTS
        )
        self.load_grams = 0.0
        """What lies and pushes on the cell, as a perfect scale would show it."""
        self.ailments: list[Ailment] = []
        """What is wrong with it just now."""
        self.stop_share = STOP_SHARE
        """At which share of full load its stop meets the bar; infinity where no stop is set."""
        self._model = model
        self._room = room
        self._gauss = random.gauss
        self._grams_per_degree = random.gauss(0.0, model.zero_grams_per_degree)
        self._hysteresis = Hysteresis(random.gauss(0.0, model.hysteresis))
        self._bow = random.gauss(0.0, model.non_linearity) if model.non_linearity else 0.0
        self._felt_grams = 0.0
        self._creep_grams = 0.0
        self._creep_time = 0.0
        self._settled_grams = 0.0
        self._steps: list[tuple[float, float]] = []
        self._rings: list[Ring] = []
        self._period = 0.0
        self._noise_counts = 0.0
        self._played: Iterator[float] | None = None

    def change(self, time: float, grams: float) -> None:
        """Put `grams` on (or take them off, if negative) at `time`."""
        self._creep_grams = self._creep_at(time)
        self._creep_time = time
        self.load_grams += grams
        for ailment in self.ailments:
            ailment.bear(time, self.load_grams)
        before = self._felt_grams
        self._felt_grams = self._felt(self.load_grams)
        self._steps.append((time, self._felt_grams - before))

    def follow(self, noise: Noise) -> None:
        """From now on be off by that noise, as of a real cell, in place of white noise of its own."""
        self._played = noise.played()

    def kept(self, time: float) -> KeptCell:
        """What it is like at a time; what rings or lies on it is left out."""
        return KeptCell(
            self.counts_per_gram,
            self.zero_counts,
            self._grams_per_degree,
            self._hysteresis.weight,
            tuple(self._hysteresis.lagging),
            self._bow,
            self._creep_at(time),
        )

    def resume(self, kept: KeptCell, load_grams: float) -> None:
        """Be at time 0 the cell that was kept, under a load that has lain there."""
        self.counts_per_gram, self.zero_counts = kept.counts_per_gram, kept.zero_counts
        self._grams_per_degree, self._bow = kept.grams_per_degree, kept.bow
        self._hysteresis.weight, self._hysteresis.lagging = kept.hysteresis_weight, list(kept.lagging_grams)
        self._creep_grams, self._creep_time = kept.creep_grams, 0.0
        self.load_grams = load_grams
        self._felt_grams = self._settled_grams = self._felt(load_grams)
        self._steps, self._rings = [], []

    def counts_per_gram_at(self, load_grams: float) -> float:
        """What one gram more comes to where so much presses already, the platform included."""
        return self.counts_per_gram * (1 + 4 * self._bow * (1 - 2 * self._share(load_grams)))

    def _borne_grams(self, load_grams: float) -> float:
        """What the bar bears of a load; its stop bears the rest."""
        beyond = max(0.0, load_grams - self.stop_share * self._model.full_scale_grams)
        return load_grams - beyond * (1 + BEYOND_STOP)

    def _felt(self, load_grams: float) -> float:
        """What the bar shows of a load, with its errors."""
        borne = self._borne_grams(load_grams)
        return borne + self._hysteresis.error_at(borne) + self._bowed_grams(borne)

    def _bowed_grams(self, load_grams: float) -> float:
        """How far a load is off the straight line through nothing and full load: a bow."""
        share = self._share(load_grams)
        return 4 * self._bow * share * (1 - share) * self._model.full_scale_grams

    def _share(self, load_grams: float) -> float:
        return load_grams / self._model.full_scale_grams

    def land(self, time: float, grams: float, fall_metres: float, restitution: float) -> None:
        """Let something fall that touches first at `time`, bounces and comes to rest."""
        rest = time
        for delay, impulse in impacts(grams, fall_metres, restitution):
            rest = time + delay
            self.knock(rest, impulse)
        self.change(rest, grams)

    def knock(self, time: float, gram_seconds: float) -> None:
        """Hit the cell with an impulse; it rings with what it carries."""
        natural = 2 * pi * self._model.natural_hertz(max(self.load_grams, PLATFORM_GRAMS))
        decay = self._model.damping * natural
        amplitude = abs(gram_seconds) * natural
        if amplitude > UNHEARD_GRAMS:
            fades = time + log(amplitude / UNHEARD_GRAMS) / decay
            swing = complex(-decay, natural * sqrt(1 - self._model.damping**2))
            self._rings.append(Ring(time, fades, gram_seconds * natural, swing))

    def signal(self, end: float, period: float) -> int:
        """Counts, not clamped, of a conversion that ends at `end` on a chip of that period in seconds."""
        if period != self._period:
            self._period = period
            self._noise_counts = NOISE_VOLTS_AT_10_SPS / COUNT_VOLTS * (0.1 / period) ** NOISE_GROWTH
        grams = self._filtered(end, period) if self._steps or self._rings else self._settled_grams
        grams += self._creep_at(end) + self._grams_per_degree * self._room.warming(end)
        if self.ailments:
            grams += sum(ailment.grams_at(end) for ailment in self.ailments)
        noise = self._gauss(0.0, 1.0) if self._played is None else next(self._played)
        return round(self.zero_counts + self.counts_per_gram * grams + self._noise_counts * noise)

    def _creep_at(self, time: float) -> float:
        target = self._model.creep * self._borne_grams(self.load_grams)
        return target + (self._creep_grams - target) * exp(min(0.0, self._creep_time - time) / CREEP_SECONDS)

    def _filtered(self, end: float, period: float) -> float:
        """The load as the converter averages it; what is settled or faded leaves the lists."""
        window = SETTLING_CONVERSIONS * period
        unsettled = []
        for step in self._steps:
            if step[0] + window <= end:
                self._settled_grams += step[1]
            else:
                unsettled.append(step)
        self._steps = unsettled
        self._rings = [ring for ring in self._rings if ring.fades + window > end]
        return (
            self._settled_grams
            + sum(grams * step_response((end - time) / period) for time, grams in unsettled)
            + sum(ring.filtered(end, period) for ring in self._rings)
        )


def noise_grams(model: CellModel, sps: float) -> float:
    """The standard deviation of one conversion at a nominal cell of that sort."""
    return NOISE_VOLTS_AT_10_SPS * float((sps / 10) ** NOISE_GROWTH) / COUNT_VOLTS / model.counts_per_gram
