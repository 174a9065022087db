"""What a place is calibrated with: a weight, some coins, or no known mass at all."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from cupsboard.formats.strict_data import PlainDataError, from_plain, read_document
from cupsboard.scales.errors import SensingError

WEIGHT_TOLERANCE = 1e-3
"""Relative error of a calibration weight: class M3 is within 1e-3 for 10 to 500 g (OIML R 111)."""

USUAL = "100 g"
"""What is meant where nothing else is said."""

LIGHTEST_GRAMS, HEAVIEST_GRAMS = 0.1, 10_000.0
"""What can be a reference at all: less is no weight to lift, more breaks any cell of a board."""

_MASS = re.compile(r"(\d{1,9}(?:[.,]\d+)?) ?(g|grams?|kg|oz|ounces?|lbs?|pounds?)")
_GRAMS_IN = {"g": 1.0, "k": 1000.0, "o": 28.349523125, "l": 453.59237, "p": 453.59237}
"""By the first letter of the unit: the international ounce and pound."""
_COINS = re.compile(r"(?:(\d{1,9}) )?([a-z][a-z-]*?)s?")
_UNKNOWN_ERROR = 0.15


@dataclass(frozen=True, slots=True)
class Reference:
    """A mass that goes on every place in turn; `error_grams` is its standard deviation.

    It is the same on all places, so its error makes all gains wrong alike: no count depends on it. Without a
    known mass `is_known` is False and `mass_grams` is 0.
    """

    name: str
    mass_grams: float
    error_grams: float
    is_known: bool = True


UNKNOWN = Reference("a handful of beans of unknown weight", 0.0, 0.0, is_known=False)


@dataclass(frozen=True, slots=True)
class Coin:
    """A kind of coin; `deviation_grams` is from coin to coin."""

    what: str
    mass_grams: float
    deviation_grams: float


@dataclass(frozen=True, slots=True)
class _Coins:
    coins: Mapping[str, Coin]


def known_coins(content: bytes | None = None) -> Mapping[str, Coin]:
    """The coins of a TOML table (the one that comes with the package if None). Raises SensingError."""
    if content is None:
        content = files("cupsboard.procedures").joinpath("coins.toml").read_bytes()
    try:
        coins = from_plain(_Coins, read_document(content, "cupsboard-coins", 1)).coins
    except PlainDataError as fault:
        raise SensingError(f"coins: {fault}") from None
    for name, coin in coins.items():
        if not (0 < coin.mass_grams < 1000 and 0 < coin.deviation_grams < coin.mass_grams):
            raise SensingError(
                f"coins.{name}: {coin.mass_grams} g +-{coin.deviation_grams} g is no coin; give both in grams"
            )
    return coins


def reference(text: str, coins: Mapping[str, Coin] | None = None) -> Reference:
    """Return what "100 g", "3,5 oz", "2 nickels" or "none" means. Raises SensingError."""
    words = text.strip().lower()
    if words == "none":
        return UNKNOWN
    if (found := _MASS.fullmatch(words)) is not None and (number := float(found[1].replace(",", "."))) > 0:
        mass = _liftable(number * _GRAMS_IN[found[2][0]], words)
        return Reference(f"a weight of {mass:g} g", mass, WEIGHT_TOLERANCE * mass)
    at_hand = known_coins() if coins is None else coins
    if (counted := _COINS.fullmatch(words)) is not None and counted[2] in at_hand and counted[1] != "0":
        many, coin = int(counted[1] or 1), at_hand[counted[2]]
        name = f"{many} x {coin.what}"
        return Reference(
            name, _liftable(many * coin.mass_grams, words), math.sqrt(many) * coin.deviation_grams
        )
    raise SensingError(
        f'reference: {text!r} is not known; give grams ("100 g"), coins ("2 nickels") or "none". '
        f"Coins: {', '.join(at_hand)}"
    )


def _liftable(mass_grams: float, words: str) -> float:
    if not LIGHTEST_GRAMS <= mass_grams <= HEAVIEST_GRAMS:
        raise SensingError(
            f"reference: {words!r}: {mass_grams:g} g is not between {LIGHTEST_GRAMS:g} and "
            f"{HEAVIEST_GRAMS:g} g; take another weight, or another number of coins"
        )
    return mass_grams


def nominal(counts: float, counts_per_gram: float) -> Reference:
    """A handful of unknown mass, after it has been felt as so many counts on nominal cells."""
    mass = counts / counts_per_gram
    return Reference(UNKNOWN.name, mass, _UNKNOWN_ERROR * mass, is_known=False)
