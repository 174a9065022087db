"""Coins and beans as they are in use: masses drawn one by one, worn to the light side."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from cupsboard.rules.places import Kind

WEAR_SHARE, MINT_SHARE = 0.8, 0.6
"""Of a kind's spread: what wear takes (a gamma distribution of shape 2, to the light side only) and what the
mint leaves (normal). Their squares add up to 1."""


@dataclass(frozen=True, slots=True)
class Make:
    """What the pieces of a kind weigh: mean and standard deviation of those in use."""

    mean_grams: float
    spread_grams: float
    is_worn: bool = True
    """Whether wear skews them; a bean is as likely to be heavier as to be lighter."""

    def drawn(self, worn_times: float, random: Random) -> float:
        """The mass of a piece; `worn_times` says how much more wear than usual it has behind it."""
        if not self.is_worn:
            return max(0.2 * self.mean_grams, random.gauss(self.mean_grams, self.spread_grams))
        scale = WEAR_SHARE * self.spread_grams / math.sqrt(2.0)
        fresh = self.mean_grams + 2.0 * scale + random.gauss(0.0, MINT_SHARE * self.spread_grams)
        return fresh - worn_times * random.gammavariate(2.0, scale)


MAKES: Mapping[Kind, Make] = {
    # Specified by the United States Mint (Coin Specifications): 2.500, 5.000, 2.268 and 5.670 g. In use they
    # are lighter by half a per cent and spread by a third of the mint's tolerances.
    Kind("cent"): Make(2.495, 0.020),
    Kind("nickel"): Make(4.98, 0.05),
    Kind("dime"): Make(2.255, 0.025),
    Kind("quarter"): Make(5.62, 0.068),
    # Kidney beans: 800 to 1000 seeds a pound (Dry Beans and Pulses, table 3.2), unsorted.
    Kind("bean"): Make(0.55, 0.15 * 0.55, is_worn=False),
}
COPPER_CENT = Make(3.10, 0.03)
"""Cents until 1982 are of bronze, 3.11 g (United States Mint)."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One piece, which stays the same wherever it goes."""

    kind: Kind
    grams: float


ODD_SPREADS = 4.0
"""A coin further from its kind's mean is named odd at set-up, where each is weighed once, and is left out."""


def drawn(kind: Kind, worn_times: float, copper_share: float, random: Random) -> Piece:
    """A piece for the game; a copper cent is one that was overlooked at set-up."""
    if kind == "cent" and random.random() < copper_share:
        return Piece(kind, COPPER_CENT.drawn(worn_times, random))
    make = MAKES[kind]
    while True:
        grams = make.drawn(worn_times, random)
        if not make.is_worn or abs(grams - make.mean_grams) <= ODD_SPREADS * make.spread_grams:
            return Piece(kind, grams)
