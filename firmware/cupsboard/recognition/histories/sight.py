"""One look as a world sees it: the change of every weighed place, and its pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cupsboard.numbers import COSTS
from cupsboard.recognition.evidence import weighed_since
from cupsboard.recognition.histories.world import Lot, Lots, World
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.likelihood import Weighed
from cupsboard.recognition.population import Population
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight


@dataclass(frozen=True, slots=True)
class Sight:
    """The settled weights of one look, compared with what one world expects."""

    populations: Sequence[Population]
    """The masses of the kinds, in the order that every lot counts them."""
    weighed: Mapping[Place, Weighed]
    """Every weighed place; one that can't be read, or whose cup is in the air, is not trusted."""
    lots: Lots
    hand: Weight
    lifted: frozenset[Place]

    @property
    def told(self) -> tuple[Place, ...]:
        """Return the places whose weight can be used."""
        return tuple(place for place, each in self.weighed.items() if each.is_trusted)

    def mean_grams(self, lot: Lot) -> float:
        """Return the mean mass of the pieces in `lot`."""
        return sum(n * each.mean_grams for n, each in zip(lot, self.populations, strict=True) if n)

    def variance(self, lot: Lot) -> float:
        """Return the variance (g²) of the mass of the pieces in `lot` about its mean."""
        return sum(n * each.variance for n, each in zip(lot, self.populations, strict=True) if n)


def sight_of(
    world: World[Any],
    pieces: Mapping[Kind, Population],
    jump_variance: float,
    settled: Settled,
    lifted: frozenset[Place],
) -> Sight:
    """Return the settled weights compared with what `world` expects.

    Places in `lifted` count as unreadable: their cups are in the air. `jump_variance` (g²) is how far a zero
    may jump when hands touch its cup.
    """
    known = Knowledge(world.knowledge, pieces, jump_variance)
    pooled = COSTS.learning.pooled_wander_share * known.mean_wander_variance
    weighed = {}
    for place, each in world.knowledge.items():
        weight = CellFault.MISSED if place in lifted else settled.weights[place]
        inside = dict(zip(pieces, world.lots[place], strict=True))
        found = weighed_since(each, weight, inside, known, pooled)
        # No surer of a sum than of its pieces: what is bounded by them (`screen`) then bounds it too.
        spread = found.spread_variance
        weighed[place] = replace(found, content_variance=min(found.content_variance, spread))
    return Sight(tuple(pieces.values()), weighed, world.lots, world.hand, lifted)
