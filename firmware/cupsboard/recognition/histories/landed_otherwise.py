"""Propose other pieces than a way's acts would have moved, where the landings show other steps of mass.

Two cents in the place of a nickel leave no trace in the settled weights. But each step of mass identifies the
piece that made it.
"""

import math
from collections.abc import Mapping, Sequence

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.kinds import Way
from cupsboard.recognition.histories.landings import log_likelihood
from cupsboard.recognition.histories.sight import Sight
from cupsboard.recognition.histories.slips import Mishaps
from cupsboard.recognition.histories.world import Lot, Move, Slip, moved
from cupsboard.rules.places import OFF_BOARD, Kind, Place

_PRIORS = PRIORS.mishaps
_LOG_UNLIKELY = math.log(PRIORS.histories.landed_together) * 2
"""Steps less probable than two pairs that fell together need another explanation."""


def landed_otherwise(
    way: Way,
    sight: Sight,
    landings: Mapping[Place, Sequence[float]],
    noise_grams: Mapping[Place, float],
    kinds: Sequence[Kind],
) -> list[tuple[Way, Mishaps]]:
    """Return other explanations of a look: the acts of `way`, but with the pieces that its landings suggest.

    `way` is one choice of kinds for the acts. `landings` are the steps of mass (g) at each place since the
    last look, `noise_grams` the standard deviation of one sample there. Each explanation differs at one
    place, and assumes as a mishap that one or more further pieces landed on it. Return [] if the steps agree
    with `way`, or identify no further piece.
    """
    found = []
    opened = {move.source for move in way.moves}
    for place, seen in landings.items():
        arrived = [number for number, move in enumerate(way.moves) if move.target == place]
        lots = [way.moves[number].lot for number in arrived]
        if place in opened or any(sum(lot) != 1 for lot in lots):
            continue
        if log_likelihood(seen, lots, sight.populations, noise_grams[place]) > _LOG_UNLIKELY:
            continue
        stepped = [
            number for grams in seen if (number := _nearest(grams, sight, noise_grams[place])) is not None
        ]
        further = stepped[len(arrived) :]
        if not further or len(stepped) < len(seen):
            continue
        moves = list(way.moves)
        for number, kind in zip(arrived, stepped, strict=False):
            moves[number] = moves[number]._replace(lot=_one(kind, len(kinds)))
        after = moved(sight.lots, moves)
        if any(min(lot) < 0 for lot in after.values()):
            continue
        slip = Slip(MishapKind.TOO_MANY, (place,), kinds[further[-1]], len(further))
        log_prior = math.log(_PRIORS.second if arrived else _PRIORS.extra)
        log_prior += (len(further) - 1) * math.log(_PRIORS.further_piece_share)
        extra = tuple(Move(OFF_BOARD, place, _one(kind, len(kinds))) for kind in further)
        found.append((Way(tuple(moves), after), Mishaps((slip,), extra, log_prior=log_prior)))
    return found


def _nearest(grams: float, sight: Sight, noise_grams: float) -> int | None:
    """Return the index of the kind of which one piece would make such a step; None if there is none."""
    number = min(range(len(sight.populations)), key=lambda k: abs(grams - sight.populations[k].mean_grams))
    each = sight.populations[number]
    within = COSTS.limits.chance_sigmas * math.sqrt(each.variance + each.mean_variance + 2 * noise_grams**2)
    return number if abs(grams - each.mean_grams) <= within else None


def _one(number: int, kinds: int) -> Lot:
    return tuple(int(each == number) for each in range(kinds))
