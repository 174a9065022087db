"""The posterior is told what lay on the table before, what the scales said then, and what hands did since."""

import math
from collections.abc import Collection, Mapping

from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled, Weight

from studies.worlds.beans import Bean
from studies.worlds.contents import Content, followed
from studies.worlds.decidable import Flows, Situation, flows_of, scale_variance
from studies.worlds.table import Table
from studies.worlds.world import World

REST_SIGMAS = 4.0
"""A scale that has changed by more may show a cup put back, or a finger that has gone."""


class Remembered:
    """The table that was last agreed, and the scales when nothing had moved since for the last time."""

    def __init__(self, world: World, table: Table, settled: Settled) -> None:
        self._world, self._table = world, table
        self.contents = table.contents()
        self.lying: dict[Place, frozenset[Bean]] = table.lying()
        self._known = dict.fromkeys(self.lying, Content())
        """What a posterior told of this world knows of the beans in each place: none lie there yet."""
        self.rest(settled)

    @property
    def flows(self) -> Flows:
        """What the very beans have done since."""
        return flows_of(self.lying, self._table.lying())

    def start(self, settled: Settled, pressed: Collection[Place]) -> None:
        """Begin from the table as it lies; of `pressed` places the scales say nothing."""
        self._known = self._known_now(settled, pressed)
        self.contents, self.lying = self._table.contents(), self._table.lying()
        self.rest(settled)

    def shows_rest(self, settled: Settled) -> bool:
        """Whether each scale says what it would if nothing had moved: else nobody could know that."""
        now, waits = grams_of(settled), self._table.waits - self._waits
        changes = [now[place] - self._grams[place] for place in now.keys() & self._grams.keys()]
        variances = [scale_variance(self._world, each, waits, 0, 0, is_handled=False) for each in changes]
        return all(
            abs(change) < REST_SIGMAS * math.sqrt(variance)
            for change, variance in zip(changes, variances, strict=True)
        )

    def rest(self, settled: Settled) -> None:
        """Remember what the scales say: from here on they can drift and jump anew."""
        self._grams, self._waits = grams_of(settled), self._table.waits
        self._touches, self._put_backs = settled.stretches, dict(self._table.put_backs)

    def situation(
        self, settled: Settled, *, was_put_right: bool, thing: tuple[Place, float] | None
    ) -> Situation:
        """What the posterior is told of a look that showed this."""
        return Situation(
            world=self._world,
            before=self.contents,
            before_grams=self._grams,
            inside=self._known,
            now_grams=grams_of(settled),
            waits=self._table.waits - self._waits,
            touches=self._touches_until(settled),
            put_backs=self._put_backs_since(),
            was_put_right=was_put_right,
            thing=thing,
        )

    def _touches_until(self, settled: Settled) -> dict[Place, int]:
        both = zip(self.lying, settled.stretches, self._touches, strict=True)
        return {place: now - before for place, now, before in both}

    def _put_backs_since(self) -> dict[Place, int]:
        return {place: now - self._put_backs[place] for place, now in self._table.put_backs.items()}

    def _known_now(self, settled: Settled, pressed: Collection[Place]) -> dict[Place, Content]:
        """What the posterior knows of the beans that lie in each place now."""
        now, waits = grams_of(settled), self._table.waits - self._waits
        touches, put_backs = self._touches_until(settled), self._put_backs_since()
        changes = dict[int, tuple[float, float]]()
        for number, place in enumerate(self.lying):
            if place not in pressed:
                change = now[place] - self._grams[place]
                variance = scale_variance(
                    self._world, change, waits, touches[place], put_backs[place], is_handled=True
                )
                changes[number] = change, variance
        known = followed(self._world.beans, dict(enumerate(self._known.values())), self.flows, changes)
        return dict(zip(self.lying, known.values(), strict=True))


def grams_of(settled: Settled) -> Mapping[Place, float]:
    """The weights that can be read."""
    return {place: weight.grams for place, weight in settled.weights.items() if isinstance(weight, Weight)}
