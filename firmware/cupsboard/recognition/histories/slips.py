"""Propose mishaps, one small act at a time, in addition to the acts that an explanation assumes.

A piece too many, too few, elsewhere or of another kind; a foreign thing; two cups exchanged. Each is proposed
only where the residuals show a trace of it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.masses import Fitted
from cupsboard.recognition.histories.sight import Sight
from cupsboard.recognition.histories.world import Lot, Lots, Move, Slip
from cupsboard.rules.places import OFF_BOARD, Kind, Place

_PRIORS, _COSTS, _LIMITS = PRIORS.mishaps, COSTS.proposals, COSTS.limits
_SIDE_BY_SIDE = math.log(_PRIORS.further_piece_share)


class Mishaps(NamedTuple):
    """The mishaps that an explanation assumes beside its acts, with their log prior."""

    slips: tuple[Slip, ...] = ()
    moves: tuple[Move, ...] = ()
    burdened: frozenset[Place] = frozenset()
    exchanged: tuple[Place, Place] | None = None
    log_prior: float = 0.0


NONE = Mishaps()


def one_more(
    before: Mishaps,
    fitted: Fitted,
    lots: Lots,
    sight: Sight,
    kinds: Sequence[Kind],
    *,
    lifted_together: frozenset[Place],
    vouched: frozenset[Place],
    still: frozenset[Place],
) -> Iterator[Mishaps]:
    """Yield `before` with one more mishap, for each mishap that the residuals in `fitted` suggest.

    `lots` are the contents that the explanation assumes. On `vouched` places only pieces lie, as players have
    said. At `still` places nothing has moved. Cups `lifted_together` may have been exchanged. Nothing is
    added to two exchanged cups.
    """
    if before.exchanged is not None:
        return
    residual = {place: grams for place, grams in fitted.residual_grams.items() if place not in still}
    lightest = min(each.mean_grams for each in sight.populations)
    suspects = [place for place, grams in residual.items() if abs(grams) > _COSTS.suspicious_beans * lightest]
    suspects.sort(key=lambda place: -abs(residual[place]) / fitted.deviation_grams[place])
    urgent = suspects[: _COSTS.many_suspects]
    yield from _exchanges(before, urgent, lifted_together, len(sight.weighed))
    for place in urgent:
        grams = residual[place]
        if place not in vouched and place not in before.burdened:
            yield _burdened(before, place, grams, len(sight.weighed))
        for number, kind in enumerate(kinds):
            mean = sight.populations[number].mean_grams
            for count in _amounts(abs(grams), mean):
                lot = _lot(kinds, number, count)
                if grams > 0:
                    is_second = place in fitted.touched
                    rate = _PRIORS.second if is_second else _PRIORS.extra
                    slip = Slip(MishapKind.TOO_MANY, (place,), kind, count)
                    yield _with(before, slip, [Move(OFF_BOARD, place, lot)], rate / len(kinds))
                elif count <= lots[place][number]:
                    slip = Slip(MishapKind.MISSING, (place,), kind, count)
                    yield _with(before, slip, [Move(place, OFF_BOARD, lot)], _PRIORS.missing)
                    for target in _gaining(residual, lightest):
                        slip = Slip(MishapKind.MISPLACED, (place, target), kind, count)
                        rate = _PRIORS.misplaced / len(sight.weighed)
                        yield _with(before, slip, [Move(place, target, lot)], rate)
        yield from _other_kinds(before, place, residual, lots, sight, kinds)


def _gaining(residual: Mapping[Place, float], lightest: float) -> list[Place]:
    return [place for place, grams in residual.items() if grams > _COSTS.suspicious_beans * lightest]


def _amounts(grams: float, mean: float) -> range:
    guess = grams / mean
    width = _COSTS.single_width_beans
    return range(max(1, math.ceil(guess - width)), math.floor(guess + width) + 1)


def _lot(kinds: Sequence[Kind], number: int, count: int) -> Lot:
    return tuple(count if each == number else 0 for each in range(len(kinds)))


def _with(before: Mishaps, slip: Slip, moves: Sequence[Move], rate: float) -> Mishaps:
    log_prior = before.log_prior + math.log(rate) + max(slip.pieces - 1, 0) * _SIDE_BY_SIDE
    return before._replace(slips=(*before.slips, slip), moves=(*before.moves, *moves), log_prior=log_prior)


def _burdened(before: Mishaps, place: Place, grams: float, places: int) -> Mishaps:
    rate = (_PRIORS.burden if grams > 0 else _PRIORS.held_up) / places
    slip = Slip(MishapKind.NOT_A_PIECE, (place,))
    return _with(before, slip, (), rate)._replace(burdened=before.burdened | {place})


def _exchanges(
    before: Mishaps, suspects: Sequence[Place], lifted_together: frozenset[Place], places: int
) -> Iterator[Mishaps]:
    """Yield two cups exchanged: pairs lifted together, and a pair whose weights suggest it."""
    pairs = dict.fromkeys(combinations(sorted(lifted_together), 2), _PRIORS.exchanged_if_lifted)
    if len(suspects) == 2 and not set(suspects) <= lifted_together:
        pairs[suspects[0], suspects[1]] = _PRIORS.exchanged_if_watched / (places * (places - 1) / 2)
    for pair, rate in pairs.items():
        yield _with(before, Slip(MishapKind.EXCHANGED, pair), (), rate)._replace(exchanged=pair)


def _other_kinds(
    before: Mishaps,
    place: Place,
    residual: Mapping[Place, float],
    lots: Lots,
    sight: Sight,
    kinds: Sequence[Kind],
) -> Iterator[Mishaps]:
    """Yield a piece of another kind in a place, exchanged with the bag or with another place."""
    means = [each.mean_grams for each in sight.populations]
    for number, kind in enumerate(kinds):
        if not lots[place][number]:
            continue
        for other in range(len(kinds)):
            apart = means[other] - means[number]
            if other == number or apart * residual[place] <= 0:
                continue
            out, back = _lot(kinds, number, 1), _lot(kinds, other, 1)
            slip = Slip(MishapKind.SWAPPED, (place,), kind, 1)
            moves = [Move(place, OFF_BOARD, out), Move(OFF_BOARD, place, back)]
            yield _with(before, slip, moves, _PRIORS.swapped / len(sight.weighed))
            for there, grams in residual.items():
                if there != place and apart * grams < 0 and lots[there][other]:
                    slip = Slip(MishapKind.TRADED, (place, there), kind, 1)
                    moves = [Move(place, there, out), Move(there, place, back)]
                    yield _with(before, slip, moves, _PRIORS.traded / len(sight.weighed))
