"""A table of strangers: cups that tip, slide, fall from a height and come to stand on one another."""

from collections.abc import Mapping
from math import cos, pi, sqrt
from random import Random

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Seat, seats, tray
from cupsboard.rules.places import Place

from cupsim.people.king_of_the_cups.strangers.scales import Scale
from cupsim.people.king_of_the_cups.strangers.tremor import Tremor
from cupsim.table.king_of_the_cups.deeds import Deed, Landed, Left

RUNGS = (0, 1, 5, 12, 25, 27, 35, 41, 44)
"""All differences of two differ: the ruler that the building guide names."""
LIGHTEST_GRAMS, RUNG_GRAMS = 38.0, 2.2
SPOT_NOISE_GRAMS, TRAY_NOISE_GRAMS = 0.035, 0.05
RIM_SHARE = 2e-3
"""What a cup at the rim of a tray weighs more or less, at the most."""
ON_SPOT = 0.1
"""How far out a cup stands on a spot, as a share of the way to the rim."""


class Table:
    """The truth: where every cup is, who holds it, and how much of it each scale bears."""

    def __init__(self, players: int, random: Random) -> None:
        self.seats = seats(players)
        self.deeds: list[Deed] = []
        self._random = random
        rungs = random.sample(RUNGS, len(RUNGS))
        self.masses_grams: Mapping[Cup, float] = {
            cup: LIGHTEST_GRAMS + RUNG_GRAMS * rung + random.uniform(-0.2, 0.2)
            for cup, rung in zip(CUPS, rungs, strict=True)
        }
        self.scales: Mapping[Place, Scale] = {
            **{spot: Scale(SPOT_NOISE_GRAMS, random) for spot in SPOTS},
            **{tray(seat): Scale(TRAY_NOISE_GRAMS, random) for seat in self.seats},
        }
        self._rim = {place: random.uniform(0.2, 1.0) * RIM_SHARE for place in self.scales}
        self.place_of: dict[Cup, Place] = {}
        """The place that bears a cup, wholly or in part."""
        self.beside: set[Cup] = set()
        """Cups that bear on their place in part only."""
        self.overturned: set[Cup] = set()
        self.holder: dict[Cup, Seat] = {}
        self._borne: dict[Cup, float] = {}
        for cup, spot in zip(random.sample(CUPS, len(CUPS)), SPOTS, strict=True):
            self._stand(0.0, cup, spot, 1.0)

    def standing(self, cup: Cup) -> Place | None:
        """Return the place on which a cup stands squarely; None in a hand or half beside a place."""
        return None if cup in self.beside else self.place_of.get(cup)

    def cups_on(self, place: Place) -> list[Cup]:
        """Return the cups on a place, the lowest first."""
        return [cup for cup, at in self.place_of.items() if at == place]

    def hold(self, cup: Cup, by: Seat) -> bool:
        """Close a hand round a cup; return False if another hand has it."""
        if cup in self.holder or cup not in self.place_of:
            return False
        self.holder[cup] = by
        return True

    def ease(self, time: float, cup: Cup, share: float) -> None:
        """Let a cup that is held press on its scale with only a `share` (0 to 1) of its load before."""
        place = self.place_of[cup]
        grams = self._borne[cup]
        self.press(time, place, (share - 1.0) * grams)
        self._borne[cup] = share * grams

    def take(self, time: float, cup: Cup) -> None:
        """Take a cup off its place."""
        place = self.place_of.pop(cup)
        self.press(time, place, -self._borne.pop(cup))
        was_beside = cup in self.beside
        self.beside.discard(cup)
        self.deeds.append(Left(time, cup, None if was_beside else place, self.holder[cup]))

    def put(self, time: float, cup: Cup, place: Place, *, share: float = 1.0, hits: float = 0.0) -> None:
        """Put a held cup down on a place; `hits` is how hard, in grams of the first swing."""
        by = self.holder.pop(cup)
        self._stand(time, cup, place, share)
        if share < 1.0:
            self.beside.add(cup)
        for other, scale in self.scales.items():
            reach = 1.0 if other == place else 0.02 * self._random.uniform(-1.0, 1.0)
            if hits:
                scale.swing(time, hits * reach)
        self.deeds.append(Landed(time, cup, None if share < 1.0 else place, by, place))

    def press(self, time: float, place: Place, grams: float) -> None:
        """Add a force of `grams` to a place; a negative one takes it away."""
        self.scales[place].change(time, grams)

    def tremble(self, time: float, place: Place, grams: float, seconds: float) -> None:
        """Let a hand that presses with `grams` on a place tremble for `seconds`."""
        self.scales[place].tremble(Tremor.of_hand(time, time + seconds, grams, self._random))

    def shake(self, time: float, grams: float) -> None:
        """Let all scales swing by `grams`, as when somebody knocks the table."""
        for scale in self.scales.values():
            scale.swing(time, grams * self._random.uniform(-1.0, 1.0))

    def _stand(self, time: float, cup: Cup, place: Place, share: float) -> None:
        out = ON_SPOT if place in SPOTS else sqrt(self._random.random())
        off = self._rim[place] * out * cos(self._random.uniform(0.0, 2 * pi))
        self._borne[cup] = self.masses_grams[cup] * share * (1 + off)
        self.place_of[cup] = place
        self.press(time, place, self._borne[cup])
