"""A table of a world: beans, cups and things on cells, and what its scales say at rest."""

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PlaceCalibration
from cupsboard.scales.readings import Settled, Weight

from studies.worlds.beans import Bean, drawn, told
from studies.worlds.cells import Cell, noise_grams, warmed_share
from studies.worlds.world import World

CUP_GRAMS, CUPS_DIFFER_SHARE = 25.0, 0.02
"""Small cups of one make, with their foot."""
CUP_ERROR_GRAMS = 0.02
"""How well an owner weighs an empty cup with the board."""
NOISE_BELIEVED_TIMES, UNSETTLED_BEANS, EARLY_UNSETTLED_BEANS, EARLY_SAMPLES = 1.7, 0.007, 0.055, 8
"""The board's contract (firmware/SENSING.md, 4.3 and 8.1): it believes 1.7 times the noise it measured, and
that samples that agree may still be off by these shares of a bean, the second before so many agree."""

Contents = dict[Place, int]


class Table:
    """Places in a world; every look and every touch moves its clock on."""

    def __init__(self, world: World, places: Sequence[Place], random: Random) -> None:
        self._world, self._random = world, random
        self.inside: dict[Place, list[Bean]] = {place: [] for place in places}
        self.things: dict[Place, float] = {}
        """Grams of what lies or presses on a place and is no bean."""
        self.in_the_air: set[Place] = set()
        """Places whose cup is in a hand."""
        self.exchanged: set[Place] = set()
        """Two places on which each other's cups stand."""
        self.cells = {place: Cell(world.cells, random) for place in places}
        self.cup_grams = {place: CUP_GRAMS * random.gauss(1.0, CUPS_DIFFER_SHARE) for place in places}
        self._touches = dict.fromkeys(places, 0)
        self.put_backs = dict.fromkeys(places, 0)
        """How often the cup of each place has been put back."""
        self.seconds, self.waits, self._wandered_degrees = 0.0, 0, 0.0
        for place, cell in self.cells.items():
            cell.wait(0.0, self.load_grams(place), 0.0)
        self.calibration = self._calibration()

    def contents(self) -> Contents:
        """How many beans truly lie in every place."""
        return {place: len(beans) for place, beans in self.inside.items()}

    def lying(self) -> dict[Place, frozenset[Bean]]:
        """The very beans that lie in every place."""
        return {place: frozenset(beans) for place, beans in self.inside.items()}

    def true_tare_grams(self, place: Place) -> float:
        """What the place would show without its beans now."""
        return self.cells[place].shown_grams(self.cup_grams[place])

    def draw(self) -> Bean:
        """A bean from the bag."""
        return drawn(self._world.beans, self._random)

    def put(self, place: Place, beans: Iterable[Bean]) -> None:
        """Let beans fall into a cup."""
        fallen = list(beans)
        self.inside[place] += fallen
        self._touch(place, math.fsum(bean.grams for bean in fallen))

    def take(self, place: Place, count: int) -> list[Bean]:
        """Take any so many beans out of a cup with two fingers."""
        beans = self.inside[place]
        taken = [beans.pop(self._random.randrange(len(beans))) for _ in range(count)]
        self._touch(place, math.fsum(bean.grams for bean in taken))
        return taken

    def carry(self, source: Place, target: Place, beans: Iterable[Bean]) -> None:
        """Carry these very beans from one cup to another."""
        carried = list(beans)
        self.inside[source] = [bean for bean in self.inside[source] if bean not in carried]
        self._touch(source, math.fsum(bean.grams for bean in carried))
        self.put(target, carried)

    def lay(self, place: Place, grams: float) -> None:
        """Lay something that is no bean on a place, or take it away (0 grams)."""
        before = self.things.pop(place, 0.0)
        if grams:
            self.things[place] = grams
        self._touch(place, grams - before)

    def lift(self, place: Place) -> None:
        """Take a cup up."""
        self.in_the_air.add(place)
        self._touches[place] += 1

    def put_back(self, place: Place) -> None:
        """Put a cup back, never on quite the same spot."""
        self.in_the_air.discard(place)
        load = self.load_grams(place)
        self._touch(place, 0.0)
        self.put_backs[place] += 1
        self.cells[place].zero_grams += self._random.gauss(0.0, self._world.hands.placement_share * load)

    def exchange_cups(self, one: Place, other: Place) -> None:
        """Let two lifted cups change places with all that lies in them."""
        inside, cups = self.inside, self.cup_grams
        inside[one], inside[other] = inside[other], inside[one]
        cups[one], cups[other] = cups[other], cups[one]
        self.exchanged ^= {one, other}

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        cells = self._world.cells
        self.seconds += seconds
        self.waits += 1
        self._wandered_degrees += self._random.gauss(0.0, cells.degrees_a_look)
        warming = cells.warming_degrees * warmed_share(self.waits)
        for place, cell in self.cells.items():
            cell.wait(seconds, self.load_grams(place), warming + self._wandered_degrees)

    def weigh(self, samples: int, fingers: Mapping[Place, float] | None = None) -> Settled:
        """What the scales say now of means of so many samples; `fingers` press on places meanwhile."""
        beans = self.calibration.beans
        unsettled = UNSETTLED_BEANS if samples >= EARLY_SAMPLES else EARLY_UNSETTLED_BEANS
        believed = (NOISE_BELIEVED_TIMES * noise_grams(self._world.cells)) ** 2 / samples
        variance = believed + (unsettled * beans.mean_grams) ** 2
        weights = {}
        for place, cell in self.cells.items():
            load = self.load_grams(place) + (fingers or {}).get(place, 0.0)
            weights[place] = Weight(cell.shown_grams(load) + cell.noise(samples), variance)
        return Settled(self.seconds, weights, tuple(self._touches.values()))

    def _touch(self, place: Place, change_grams: float) -> None:
        self._touches[place] += 1
        self.cells[place].touch(change_grams)

    def load_grams(self, place: Place) -> float:
        """What stands on a place's cell."""
        if place in self.in_the_air:
            return 0.0
        beans = math.fsum(bean.grams for bean in self.inside[place])
        return self.cup_grams[place] + beans + self.things.get(place, 0.0)

    def _calibration(self) -> Calibration:
        cells = self._world.cells
        return Calibration(
            made="2026-01-01T00:00:00+00:00",
            rate_sps=cells.sps,
            beans=told(self._world.beans, self._random),
            places={
                place: PlaceCalibration(
                    zero_counts=0.0,
                    counts_per_gram=1000.0,
                    gain_error=cells.told_gain_share,
                    cup_grams=self.true_tare_grams(place) + self._random.gauss(0.0, CUP_ERROR_GRAMS),
                    cup_error_grams=CUP_ERROR_GRAMS,
                    noise_grams=noise_grams(cells),
                    method="drawn with the table",
                )
                for place in self.inside
            },
        )
