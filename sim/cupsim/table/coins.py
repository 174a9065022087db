"""Coins as they are in use, with masses of their own: worn to the light side, odd ones left out.

Whoever owns a set has weighed each coin once when the board was set up, and plays without those that it
named.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from cupsboard.rules.places import Kind

from cupsim.errors import named
from cupsim.table.pieces import Piece

WEAR_SHARE, MINT_SHARE = 0.8, 0.6
"""Of a kind's spread: what wear takes (a gamma distribution of shape 2, to the light side only) and what the
mint leaves (normal). Their squares add up to 1."""
ODD_SPREADS = 4.0
"""A coin further from the mean of its kind is named odd at set-up."""


@dataclass(frozen=True, slots=True)
class CoinKind:
    """The coins of one kind that are in use: mean and standard deviation of their masses."""

    kind: Kind
    mean_grams: float
    spread_grams: float

    def draw(self, random: Random, worn_times: float = 1.0) -> Piece:
        """One coin out of a purse; `worn_times` says how much more wear than usual it has behind it."""
        scale = WEAR_SHARE * self.spread_grams / math.sqrt(2.0)
        unworn_grams = self.mean_grams + 2.0 * scale
        while True:
            fresh = random.gauss(unworn_grams, MINT_SHARE * self.spread_grams)
            grams = fresh - worn_times * random.gammavariate(2.0, scale)
            if abs(grams - self.mean_grams) <= ODD_SPREADS * self.spread_grams:
                return Piece(grams, self.kind)


# The United States Mint specifies 2.500, 5.000, 2.268 and 5.670 g (Coin Specifications, www.usmint.gov). In
# use they are lighter by half a per cent, and spread by a third of the mint's tolerances.
_COINS = (
    CoinKind(Kind("cent"), 2.495, 0.020),
    CoinKind(Kind("nickel"), 4.98, 0.05),
    CoinKind(Kind("dime"), 2.255, 0.025),
    CoinKind(Kind("quarter"), 5.62, 0.068),
)

COINS: Mapping[Kind, CoinKind] = {each.kind: each for each in _COINS}
"""Every coin by its kind."""


def coin_kind(kind: Kind) -> CoinKind:
    """The coins of a kind. Raises SimulatorError listing the known ones."""
    return named(COINS, kind, "coins")
