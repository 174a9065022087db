"""A set of pieces of several kinds: laid out as a position says, and weighed once as its owner did."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from statistics import fmean, stdev

from cupsboard.rules.game import Pieces
from cupsboard.rules.places import BEAN, Kind, Place, is_cup
from cupsboard.scales.calibration import Calibration, PieceCalibration

from cupsim.table.beans import BeanKind
from cupsim.table.coins import coin_kind
from cupsim.table.load_cell import CellModel, noise_grams
from cupsim.table.pieces import Piece

WEIGHING_ERROR_GRAMS, GAIN_ERROR = 0.01, 0.003
"""How well each piece was weighed once, and by what share that scale may be off."""
FEWEST_WEIGHED = 20
"""Of a kind; whoever owns a set for two has no fewer."""

Lying = Mapping[Place, list[Piece]]


def laid(pieces: Pieces, beans: BeanKind, random: Random, worn_times: float = 1.0) -> Lying:
    """A piece of its own for each that belongs in a place."""
    return {
        place: [
            _drawn(kind, beans, worn_times, random) for kind, count in kinds.items() for _ in range(count)
        ]
        for place, kinds in pieces.items()
    }


def weighed(
    calibration: Calibration,
    kinds: Mapping[Kind, int],
    lying: Lying,
    beans: BeanKind,
    pot_cells: CellModel,
    random: Random,
    worn_times: float = 1.0,
) -> Calibration:
    """A calibration with what weighing each piece once told of the kinds, and these cells under pots."""
    noise = noise_grams(pot_cells, round(calibration.rate_sps))
    places = {
        place: values if is_cup(place) else replace(values, noise_grams=noise)
        for place, values in calibration.places.items()
    }
    known = {kind: _weighed(kind, lying, beans, worn_times, random) for kind in kinds if kind != BEAN}
    return replace(calibration, places=places, kinds=known)


def _drawn(kind: Kind, beans: BeanKind, worn_times: float, random: Random) -> Piece:
    return beans.draw(random) if kind == BEAN else coin_kind(kind).draw(random, worn_times)


def _weighed(
    kind: Kind, lying: Lying, beans: BeanKind, worn_times: float, random: Random
) -> PieceCalibration:
    """What weighing a set told of a kind; those of this game are among them."""
    owned = [piece for pieces in lying.values() for piece in pieces if piece.kind == kind]
    owned += [_drawn(kind, beans, worn_times, random) for _ in range(max(0, FEWEST_WEIGHED - len(owned)))]
    gain = random.gauss(1.0, GAIN_ERROR)
    found = [gain * piece.mass_grams + random.gauss(0.0, WEIGHING_ERROR_GRAMS) for piece in owned]
    mean, spread = fmean(found), stdev(found)
    error = math.hypot(spread / math.sqrt(len(found)), GAIN_ERROR * mean)
    return PieceCalibration(mean, error, spread, len(found))
