"""A table where every other cup comes to stand half off its place: hands, scales and cups of its own.

Nothing here knows what the reader believes: masses, noise, how long a cup takes to come down, how a plate
swings and what fingers press are drawn from figures of its own. All that hands did is kept, and everything
that the reader tells is held against that.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.recognition.individuals.watch import Watch
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame

PERIOD_SECONDS = 1 / 80
COUNTS_PER_GRAM = 1000.0
MARKS = (0, 1, 5, 12, 25, 27, 35, 41, 44)
CUPS: tuple[Kind, ...] = tuple(f"cup-{number}" for number in range(1, 10))
SPOTS: tuple[Place, ...] = tuple(f"spot-{number}" for number in range(1, 10))
MOST_ON_A_TRAY = 3
LEAST_CARRY_SECONDS = 0.2
"""No hand goes 25 cm sooner (`strangers/people.py` names the source)."""
ALIKE_GRAMS = 0.6
ASIDE_SECONDS = 1.0
"""A landing may be told with a time so far from the true one."""


@dataclass
class Cell:
    """A plate on a cell: a sample is the mean of what pressed in the 50 ms before it."""

    noise_grams: float
    hertz: float
    rested_grams: float = 0.0
    changes: list[tuple[float, float, float]] = field(default_factory=list)
    """Each with when it began, its grams, and the seconds until all of them press."""
    swings: list[tuple[float, float]] = field(default_factory=list)

    def shown_grams(self, now: float, random: Random) -> float:
        """What a converter shows of it at a time."""
        rested = [each for each in self.changes if each[0] + each[2] < now - 0.06]
        if rested:
            self.rested_grams += sum(grams for _, grams, _ in rested)
            self.changes = [each for each in self.changes if each not in rested]
        self.swings = [each for each in self.swings if now - each[0] < 1.0]
        grams = self.rested_grams
        if self.changes or self.swings:
            grams += sum(self._moving_grams(now - (n + 0.5) * 0.01) for n in range(5)) / 5
        return grams + random.gauss(0.0, self.noise_grams)

    def _moving_grams(self, at: float) -> float:
        borne = sum(
            grams * min(1.0, (at - began) / seconds) for began, grams, seconds in self.changes if at > began
        )
        swung = sum(
            grams * math.exp(-9.0 * (at - began)) * math.sin(2 * math.pi * self.hertz * (at - began))
            for began, grams in self.swings
            if at > began
        )
        return borne + swung


@dataclass(slots=True)
class Put:
    """A cup came down on a place that bears this share of it, until it was taken up again."""

    time: float
    kind: Kind
    place: Place
    share: float
    left: float = math.inf


class Table:
    """Cups, cells and hands, and a reader that watches; time passes in `run`."""

    def __init__(self, seed: int, hands: int = 3, half_off: float = 0.5) -> None:
        """So many hands with a tray each; a cup stands half off with this chance."""
        random = self.random = Random(f"half off {seed}")
        self.now, self.half_off = 0.0, half_off
        self.trays: tuple[Place, ...] = tuple(f"tray-{number}" for number in range(1, hands + 1))
        lightest, step = random.uniform(36.0, 70.0), random.uniform(1.8, 2.2)
        marks = random.sample(MARKS, len(MARKS))
        self.grams: Mapping[Kind, float] = {
            kind: lightest + step * mark + random.uniform(-0.1, 0.1)
            for kind, mark in zip(CUPS, marks, strict=True)
        }
        self.cells = {
            place: Cell(random.uniform(0.02, 0.05), random.uniform(20.0, 60.0))
            for place in (*SPOTS, *self.trays)
        }
        self.home = dict(zip(CUPS, SPOTS, strict=True))
        self.lies: dict[Kind, Put] = {}
        self.held: set[Kind] = set()
        self._borne: dict[Kind, float] = {}
        self.puts: list[Put] = []
        for kind, spot in self.home.items():
            self._comes(kind, spot, 1.0, 0.03)
        self.watch = self._watch()
        self.told: list[tuple[float, Landed]] = []
        self._actors = [[1.0 + 0.3 * number, self._acts(place)] for number, place in enumerate(self.trays)]

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now += PERIOD_SECONDS
            for actor in self._actors:
                while actor[0] <= self.now:
                    actor[0] += next(actor[1])  # type: ignore[call-overload,operator]
            shown = (cell.shown_grams(self.now, self.random) for cell in self.cells.values())
            frame = Frame(self.now, tuple(round(COUNTS_PER_GRAM * grams) for grams in shown))
            happened = self.watch.step(frame)
            self.told += [(self.now, each) for each in happened if isinstance(each, Landed)]

    @property
    def half_offs(self) -> int:
        """How often a cup has come to stand half off."""
        return sum(put.share < 1.0 for put in self.puts)

    def untrue(self) -> list[str]:
        """What was told as landed on a place where that cup did not come to stand, without those alike."""
        return [
            f"{known_at:.2f} s: {told.kind} told as landed on {told.place} at {told.time:.2f} s"
            for known_at, told in self.told
            if not self._stood(known_at, told) and not self._is_alike(told)
        ]

    @property
    def alike(self) -> int:
        """How often a cup half off was told for another in the air whose very mass it pressed with.

        No scale tells these two apart.
        """
        return sum(not self._stood(at, told) and self._is_alike(told) for at, told in self.told)

    def _stood(self, known_at: float, told: Landed) -> bool:
        return any(
            (put.kind, put.place, put.share) == (told.kind, told.place, 1.0)
            and put.time <= known_at
            and put.left >= told.time - ASIDE_SECONDS
            for put in self.puts
        )

    def _is_alike(self, told: Landed) -> bool:
        stood = (put for put in self.puts if put.kind == told.kind and put.share == 1.0)
        is_in_air = not any(put.time < told.time < put.left for put in stood)
        return is_in_air and any(
            put.place == told.place
            and abs(put.time - told.time) <= ASIDE_SECONDS
            and abs(put.share * self.grams[put.kind] - self.grams[told.kind]) <= ALIKE_GRAMS
            for put in self.puts
        )

    # Hands

    def _acts(self, tray: Place) -> Iterator[float]:
        random = self.random
        while True:
            yield random.gammavariate(4.0, 0.2)
            kind = self._chosen(tray)
            if kind is None:
                continue
            here = [put for put in self.lies.values() if put.place == tray and put.share == 1.0]
            goes_home = self.lies[kind].place == tray or len(here) >= MOST_ON_A_TRAY
            if (yield from self._takes(kind)):
                yield from self._brings(kind, self.home[kind] if goes_home else tray)

    def _chosen(self, tray: Place) -> Kind | None:
        free = [kind for kind, put in self.lies.items() if kind not in self.held and put.share == 1.0]
        return self.random.choice(free) if free else None

    def _takes(self, kind: Kind) -> Iterator[float]:
        random, place = self.random, self.lies[kind].place
        yield random.gammavariate(6.0, 0.05)
        if kind in self.held or kind not in self.lies or self.lies[kind].place != place:
            return False
        self.held.add(kind)
        yield from self._presses(place)
        self._goes(kind, random.uniform(0.01, 0.08))
        return True

    def _brings(self, kind: Kind, place: Place) -> Iterator[float]:
        random = self.random
        while True:
            yield max(LEAST_CARRY_SECONDS, random.gammavariate(6.0, 0.08))
            share = random.uniform(0.1, 0.9) if random.random() < self.half_off else 1.0
            self._comes(kind, place, share, random.uniform(0.005, 0.06))
            yield from self._presses(place)
            self.held.discard(kind)
            if share == 1.0:
                return
            yield random.expovariate(1 / 2.5)
            self.held.add(kind)
            yield from self._presses(place)
            self._goes(kind, random.uniform(0.01, 0.08))

    def _presses(self, place: Place) -> Iterator[float]:
        random, cell = self.random, self.cells[place]
        pushes = [random.expovariate(1 / 8.0) for _ in range(random.randrange(4))]
        for grams in pushes:
            cell.changes.append((self.now, grams, 0.01))
            yield random.uniform(0.01, 0.05)
        cell.changes.append((self.now, -sum(pushes), 0.02))
        yield random.uniform(0.02, 0.1)

    def _comes(self, kind: Kind, place: Place, share: float, seconds: float) -> None:
        grams = share * self.grams[kind] * (1 + self.random.uniform(-1e-3, 1e-3))
        self.cells[place].changes.append((self.now, grams, seconds))
        self.cells[place].swings.append((self.now + seconds, self.random.expovariate(1 / 20.0)))
        self._borne[kind], self.lies[kind] = grams, Put(self.now, kind, place, share)
        self.puts.append(self.lies[kind])

    def _goes(self, kind: Kind, seconds: float) -> None:
        put = self.lies.pop(kind)
        place, put.left = put.place, self.now
        self.cells[place].changes.append((self.now, -self._borne.pop(kind), seconds))

    def _watch(self) -> Watch:
        places = {
            place: PlaceCalibration(0.0, COUNTS_PER_GRAM, 1e-4, 0.0, 0.0, cell.noise_grams)
            for place, cell in self.cells.items()
        }
        kinds = {
            kind: PieceCalibration(grams + self.random.gauss(0.0, 0.02), 0.02, 0.03, 5)
            for kind, grams in self.grams.items()
        }
        bean = PieceCalibration(0.5, 0.01, 0.05, 10)
        calibration = Calibration("2026-01-01T00:00:00", 1 / PERIOD_SECONDS, bean, places, kinds)
        return Watch(
            calibration, tuple(self.cells), from_calibration(calibration, {}, CUPS), CUPS, is_known=False
        )
