"""Compute which pieces that are recognised by mass can be mistaken for one another, and how probably.

For games with one piece of each kind. A place's weight changes because a piece comes, goes, or is replaced.
Two such events are confused if their weight changes lie closer together than the error of a weight.

The error of a weight: a piece off the middle of its place weighs a share of itself more or less, and a cell
is wrong by a share of what it shows (both taken as normal). The rest is noise with the heavy tails of
Student's t with 3 degrees of freedom, because people knock the table.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration

MOST_CHANCE = 1e-4
"""An event that is mistaken more often is complained of: about one landing in a hundred games."""

_WIDEST_SIGMAS, _SIGMA_STEP = 8.0, 0.125
"""How far and how finely the normal part of an error is integrated: to 1 in 10¹⁵, and 1 % of the result."""
_SIGMA_GRID = 1.02
"""Errors are rounded up to a power of this, so that gaps need working out for few of them."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """The errors of a board's weights.

    `change_grams` is the standard deviation of a settled change; see `suitability.settled_change_grams`.
    """

    change_grams: float
    placement_share: float = 1e-3
    """Standard deviation, as a share of the piece's weight.

    A bar cell shows 0.05 to 0.2 % more or less for a load at the rim of its place; pieces put down anywhere
    within it scatter by half of that.
    """
    gain_share: float = 1e-4
    """Standard deviation as a share of the weight, against the cell that the masses were learnt with."""


class Happening(NamedTuple):
    """An event on one place: the piece that comes and the piece that goes, each None if no piece does."""

    comes: Kind | None = None
    goes: Kind | None = None

    def may_be(self, other: "Happening") -> bool:
        """Return whether this event and `other` are both possible on the same table.

        They are not if one of them brings the piece that the other takes away: the piece is either there or
        not.
        """
        return not ({self.comes, other.comes} - {None}) & {self.goes, other.goes}


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two events that weights may confuse, with the probability `chance` of that.

    The weight changes of the two events differ by `apart_grams`.
    """

    one: Happening
    other: Happening
    apart_grams: float
    chance: float

    @property
    def kinds(self) -> frozenset[Kind]:
        """Return the pieces that take part in the two events."""
        return frozenset(kind for kind in (*self.one, *self.other) if kind is not None)


class _Change(NamedTuple):
    grams: float
    sigma_grams: float
    happening: Happening


def confusions(
    masses: Mapping[Kind, PieceCalibration], weighing: Weighing, most_chance: float = MOST_CHANCE
) -> tuple[Confusion, ...]:
    """Return all pairs of events that weights confuse, the most probable first.

    Only pairs with a probability above `most_chance` count.
    """
    found = [
        Confusion(
            one.happening,
            other.happening,
            other.grams - one.grams,
            chance_of_more(
                (other.grams - one.grams) / 2, max(one.sigma_grams, other.sigma_grams), weighing.change_grams
            ),
        )
        for one, other in _too_close(masses, weighing, most_chance)
    ]
    likely = [each for each in found if each.chance > most_chance]
    return tuple(sorted(likely, key=lambda each: (-each.chance, each.apart_grams)))


def are_told_apart(
    masses: Mapping[Kind, PieceCalibration], weighing: Weighing, most_chance: float = MOST_CHANCE
) -> bool:
    """Return whether `confusions` would return nothing.

    This is faster. In doubt it returns False.
    """
    return next(_too_close(masses, weighing, most_chance), None) is None


def chance_of_more(grams: float, sigma_grams: float, change_grams: float) -> float:
    """Return the probability that a weight is off by more than `grams` to one side.

    Its error is normal (`sigma_grams`) plus noise with heavy tails (`change_grams`).
    """
    steps = round(_WIDEST_SIGMAS / _SIGMA_STEP)
    chance = total = 0.0
    for step in range(-steps, steps + 1):
        sigmas = step * _SIGMA_STEP
        weight = math.exp(-sigmas * sigmas / 2)
        total += weight
        chance += weight * _student_tail((grams - sigmas * sigma_grams) / change_grams)
    return chance / total


def _student_tail(x: float) -> float:
    """Return the probability that Student's t with 3 degrees of freedom exceeds `x`."""
    z = x / math.sqrt(3)
    if z > 100:
        # The difference below would lose its digits; the tail's first term is exact to 1 in 10⁴ here.
        return 2 / (3 * math.pi * z**3)
    return 0.5 - (math.atan(z) + z / (1 + z * z)) / math.pi


@lru_cache(maxsize=4096)
def _needed_gap(power: int, change_grams: float, most_chance: float) -> float:
    """Return how far apart (g) two weights must be for a normal error of `_SIGMA_GRID` ** `power` grams."""
    sigma_grams = _SIGMA_GRID**power
    low, high = 0.0, 1.0
    while chance_of_more(high, sigma_grams, change_grams) > most_chance:
        low, high = high, 2 * high
    while high - low > 1e-3 * high:
        middle = (low + high) / 2
        if chance_of_more(middle, sigma_grams, change_grams) > most_chance:
            low = middle
        else:
            high = middle
    return 2 * high


def _gap(sigma_grams: float, weighing: Weighing, most_chance: float) -> float:
    power = math.ceil(math.log(max(sigma_grams, 1e-6)) / math.log(_SIGMA_GRID))
    return _needed_gap(power, weighing.change_grams, most_chance)


def _too_close(
    masses: Mapping[Kind, PieceCalibration], weighing: Weighing, most_chance: float
) -> Iterator[tuple[_Change, _Change]]:
    changes = sorted(_changes(masses, weighing))
    widest = _gap(max(change.sigma_grams for change in changes), weighing, most_chance)
    for number, one in enumerate(changes):
        for other in changes[number + 1 :]:
            apart = other.grams - one.grams
            if apart >= widest:
                break
            gap = _gap(max(one.sigma_grams, other.sigma_grams), weighing, most_chance)
            if apart < gap and one.happening.may_be(other.happening):
                yield one, other


def _changes(masses: Mapping[Kind, PieceCalibration], weighing: Weighing) -> Iterator[_Change]:
    """Yield the weight change of each event.

    A piece that goes is the mirror image of one that comes, and each exchange has its mirror among the
    others.
    """
    happenings: Iterable[Happening] = (
        Happening(),
        *(Happening(kind) for kind in masses),
        *(Happening(comes, goes) for comes, goes in permutations(masses, 2)),
    )
    for happening in happenings:
        moved = [masses[kind] for kind in happening if kind is not None]
        grams = sum(
            sign * masses[kind].mean_grams for sign, kind in zip((1, -1), happening, strict=True) if kind
        )
        variance = sum(
            (weighing.placement_share * each.mean_grams) ** 2 + each.mean_error_grams**2 for each in moved
        )
        yield _Change(grams, math.hypot(math.sqrt(variance), weighing.gain_share * grams), happening)
