"""Compute before a game how well a board tells its kinds of pieces apart, one piece at a time.

A piece that is dropped shows as a change of one weight. It is taken for the kind that is most probable at
this weight. That is blurred by the scale's noise, hysteresis and gain, by how much the pieces of a kind
differ, and by how well their mean is known. A cup's content can't be read off its sum, so a kind that is
mistaken once stays mistaken.

The tails of worn coins and of a scale's errors are unknown. Each share is therefore an upper estimate: errors
have Student's distribution with three degrees of freedom, and all lie on the other kind's side, because wear
takes mass away and never adds any.
"""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import NormalDist

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.suitability import Complaint, settled_change_grams
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError

_COSTS = COSTS.suitability
_LARGEST_NOISE_GRAMS = 10.0
_BISECTIONS = 30
_ENOUGH = 24
"""This many weighed pieces tell a spread well enough; more would hardly change a board's answer."""
_TENTH_PERCENTILE = NormalDist().inv_cdf(0.1)


@dataclass(frozen=True, slots=True)
class Mistaken:
    """How often a board takes a piece of `kind` for one of `other`, at its worst place for the two."""

    kind: Kind
    other: Kind
    place: Place
    change_grams: float
    """The standard deviation of a settled change there."""
    share: float


def mistaken(calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]) -> tuple[Mistaken, ...]:
    """Return how often each kind is taken for each other, at the place that separates the two worst."""
    return tuple(
        max((_at(calibration, pieces, kind, other, place) for place in calibration.places), key=_share)
        for kind, other in permutations(pieces, 2)
    )


def left_out(found: Collection[Mistaken]) -> tuple[Kind, ...]:
    """Return the smallest set of kinds to play without, so that the board tells all others apart.

    Of several sets of that size, return the one with the smallest share of mistakes.
    """
    kinds = tuple(dict.fromkeys(each.kind for each in found))
    for number in range(len(kinds)):
        ways = []
        for out in combinations(kinds, number):
            worst = max((each.share for each in found if not {each.kind, each.other} & {*out}), default=0.0)
            ways.append((worst, out))
        worst, out = min(ways, key=lambda way: way[0])
        if worst <= _COSTS.most_mistaken_share:
            return out
    return kinds[1:]


def kinds_complaints(
    calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]
) -> tuple[Complaint, ...]:
    """Return the reasons against playing with these kinds on this board; () if there are none."""
    found = mistaken(calibration, pieces)
    out = left_out(found)
    if not out:
        return ()
    pairs: dict[frozenset[Kind], Mistaken] = {}
    for each in sorted(found, key=_share):
        if each.share > _COSTS.most_mistaken_share:
            pairs[frozenset((each.kind, each.other))] = each
    leave = f"leave out {' and '.join(f'the {kind}' for kind in out)}"
    return tuple(
        Complaint(_said(each), ", or ".join((leave, *_other_help(calibration, pieces, each))))
        for each in sorted(pairs.values(), key=_share, reverse=True)
    )


def require_apart(calibration: Calibration, kinds: Collection[Kind]) -> None:
    """Raise SensingError if the board does not know these kinds or can't tell them apart."""
    known = calibration.pieces
    if missing := [kind for kind in kinds if kind not in known]:
        raise SensingError(
            f"kinds: this board was not taught {', '.join(missing)}; weigh some of each (cupsboard "
            "calibrate kinds weigh), or take a set's figures (cupsboard calibrate kinds take)"
        )
    if found := kinds_complaints(calibration, {kind: known[kind] for kind in kinds}):
        raise SensingError(f"kinds: {'. '.join(map(str, found))}")


def one_in(share: float) -> str:
    """Return a share in words: "1 in 50"."""
    return f"1 in {max(1, round(1 / share)):,}" if share > 1e-9 else "fewer than 1 in a billion"


def _share(each: Mistaken) -> float:
    return each.share


def _said(each: Mistaken) -> str:
    return (
        f"{each.kind} and {each.other}: up to {one_in(each.share)} is taken for the other at {each.place} "
        f"(a change there is off by {1000 * each.change_grams:.0f} mg), and at most "
        f"{one_in(_COSTS.most_mistaken_share)} may be"
    )


def _other_help(
    calibration: Calibration, pieces: Mapping[Kind, PieceCalibration], each: Mistaken
) -> Iterator[str]:
    """Yield advice beside leaving kinds out: weigh own pieces, sort them, or use other load cells."""
    fewest = min(pieces[kind].sample for kind in (each.kind, each.other))
    if fewest == 1:
        yield "weigh your own instead of taking a set's figures"
    elif fewest < _ENOUGH:
        yield f"weigh {_ENOUGH} of each instead of {fewest}"
    gain = max(place.gain_error for place in calibration.places.values())

    def worst(noise_grams: float) -> float:
        one, other = (
            (pieces[kind].mean_grams, _deviation(pieces[kind], noise_grams, gain))
            for kind in (each.kind, each.other)
        )
        return max(_beyond(one, other), _beyond(other, one))

    if worst(0.0) > _COSTS.most_mistaken_share:
        yield "sort out the odd ones: as they are known, no scale could tell them"
        return
    low, high = 0.0, _LARGEST_NOISE_GRAMS
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if worst(middle) <= _COSTS.most_mistaken_share else (low, middle)
    yield f"use smaller load cells, whose changes are off by {1000 * low:.0f} mg at most"


def _at(
    calibration: Calibration, pieces: Mapping[Kind, PieceCalibration], kind: Kind, other: Kind, place: Place
) -> Mistaken:
    scale = calibration.places[place]
    change = settled_change_grams(scale.noise_grams, calibration.rate_sps)
    one, two = (
        (pieces[each].mean_grams, _deviation(pieces[each], change, scale.gain_error))
        for each in (kind, other)
    )
    return Mistaken(kind, other, place, change, _beyond(one, two))


def _deviation(pieces: PieceCalibration, change_grams: float, gain_error: float) -> float:
    """Return the standard deviation of one dropped piece's weight about its believed mean."""
    least = PHYSICS.least_spread_share * pieces.mean_grams
    spread = max(pieces.spread_grams * _spread_doubt(pieces.sample), least)
    scale = math.hypot(PHYSICS.hysteresis_share, gain_error) * pieces.mean_grams
    return math.hypot(spread, pieces.mean_error_grams, scale, change_grams)


def _spread_doubt(sample: int) -> float:
    """Return how many times larger the true spread may be than the sample's, in nine of ten cases.

    The square root of n - 1 over the chi-square's tenth percentile, by Wilson and Hilferty's approximation. 1
    for figures that come without a sample.
    """
    freedom = sample - 1
    if freedom < 1:
        return 1.0
    part = 2 / (9 * freedom)
    return math.pow(1 - part + _TENTH_PERCENTILE * math.sqrt(part), -1.5)


def _beyond(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the share of one kind (mean, deviation) that lies where the other kind is more probable."""
    mean, deviation = one
    return _outside(abs(_border(one, other) - mean) / deviation)


def _border(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the weight between two means at which both kinds are equally probable."""
    (mean, deviation), (far, far_deviation) = one, other

    def excess(grams: float) -> float:
        return (
            ((grams - mean) / deviation) ** 2
            - ((grams - far) / far_deviation) ** 2
            + 2 * math.log(deviation / far_deviation)
        )

    if excess(mean) >= 0 or excess(far) <= 0:
        # One kind is so much wider that it is the likelier one even at the other's mean.
        return mean if excess(mean) >= 0 else far
    near, beyond = mean, far
    for _ in range(_BISECTIONS):
        middle = (near + beyond) / 2
        near, beyond = (middle, beyond) if excess(middle) < 0 else (near, middle)
    return near


def _outside(deviations: float) -> float:
    """Return how often Student's t with 3 degrees of freedom is further off, on either side."""
    t = deviations * math.sqrt(3.0)
    angle = math.atan(t / math.sqrt(3.0))
    return 1 - 2 / math.pi * (angle + math.sin(angle) * math.cos(angle))
