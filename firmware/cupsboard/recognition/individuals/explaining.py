"""Explain the settled weights of places by the individuals that stand on them.

Every explanation gives each individual at most one place. A weight is predicted from the place's earlier
weight and what came and went, or from its empty weight, whichever is more certain. A place may also hold a
foreign thing; then no individual is taken to have come or gone there.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.individuals.masses import Masses, together
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.readings import Weight

_COSTS = COSTS.individuals
_PRIORS = PRIORS.individuals

Standing = frozenset[Kind]
"""The individuals on one place."""


_MOVED_NATS = math.log(_PRIORS.moved)
"""Log prior for each individual that came or went: hands seldom move two in one moment."""
_ODD_NATS = _MOVED_NATS + math.log(_PRIORS.foreign) - math.log(_PRIORS.foreign_grams)
"""Log prior of a foreign thing: one landing in a thousand, of any weight up to some hundred grams."""
_HALF_OFF_NATS = _MOVED_NATS + math.log(_PRIORS.half_off)
"""Log prior of a cup that stands half off its place: one of twenty, bearing any share of its mass up to
0.9."""
_STEADY_NATS = math.log(_PRIORS.steady)
"""Log prior of a hand or thing that stays as heavy as it was while an individual comes or goes."""
_UNSEEN_NATS = math.log(_PRIORS.unseen)
"""Log prior of an individual that came or went without a step of most of its mass: another moved the other
way in the same sample."""


@dataclass(frozen=True, slots=True)
class Look:
    """One place whose weight is to be explained: the earlier knowledge of the place, and its weight now."""

    place: Place
    known: PlaceKnowledge
    weight: Weight
    risen_grams: Mapping[Kind, float] = field(default_factory=dict)
    """The largest rise of the weight since each individual may have come; unknown for those missing here."""
    fallen_grams: float = math.inf
    """The largest fall of the weight since the place was last explained."""
    carried: Standing = frozenset()
    """Individuals that were seen to be lifted, and may stand half off this place."""
    unfallen: Standing = frozenset()
    """Individuals that stood here and whose lift was not seen: even if a foreign thing lies here, they are on
    no other place."""
    burden_grams: float | None = None
    """The odd weight that the place bore when it was last explained; None if it had none."""

    @property
    def before(self) -> Standing:
        """Return the individuals that stood on the place when it was last explained."""
        return frozenset(self.known.pieces)


@dataclass(frozen=True, slots=True)
class Explanation:
    """One possible explanation of the weights: the individuals on each place, and its probability.

    `standing` has None for a place on which a foreign thing lies.
    """

    standing: Mapping[Place, Standing | None]
    probability: float
    burdened: frozenset[Place] = frozenset()
    """Places that still bear their steady burden, beside the individuals."""
    half_off: frozenset[Place] = frozenset()
    """Places on which an individual lifted elsewhere stands half off; `standing` has None there."""


@dataclass(frozen=True, slots=True)
class _Content:
    kinds: Standing | None
    log_odds: float
    is_burdened: bool = False
    held: Standing = frozenset()
    """Individuals that can't be elsewhere then."""
    is_half_off: bool = False


def explained(looks: Sequence[Look], masses: Masses, free: Collection[Kind]) -> tuple[Explanation, ...]:
    """Return the possible explanations of the weights in `looks`, the most probable first.

    An explanation far less probable than the first is left out. `free` are the individuals in the air, which
    may have landed.
    """
    pool = frozenset(free) | frozenset(chain.from_iterable(look.before for look in looks))
    choices = [_contents(look, masses, pool) for look in looks]
    best_rest = [0.0]
    for contents in reversed(choices):
        best_rest.append(best_rest[-1] + contents[0].log_odds)
    best_rest.reverse()
    found: list[tuple[float, tuple[_Content, ...]]] = []
    bound = [-math.inf]
    every = _together(choices, best_rest, 0, (), 0.0, frozenset(), bound)
    for log_odds, chosen in islice(every, _COSTS.most_together):
        found.append((log_odds, chosen))
    found.sort(key=lambda each: -each[0])
    top = found[0][0]
    total = sum(math.exp(log_odds - top) for log_odds, _ in found)
    if len(found) == _COSTS.most_together:
        total /= _COSTS.most_if_cut_short
    return tuple(
        Explanation(
            {look.place: content.kinds for look, content in zip(looks, contents, strict=True)},
            math.exp(log_odds - top) / total,
            frozenset(
                look.place for look, content in zip(looks, contents, strict=True) if content.is_burdened
            ),
            frozenset(
                look.place for look, content in zip(looks, contents, strict=True) if content.is_half_off
            ),
        )
        for log_odds, contents in found
        if log_odds >= top - _COSTS.behind_nats
    )


def predicted(known: PlaceKnowledge, masses: Masses, kinds: Standing) -> Weight:
    """Return the predicted weight of a place with the individuals `kinds` on it.

    It starts from the place's last known weight, or from its empty weight, whichever gives the smaller
    variance.
    """
    before = frozenset(known.pieces)
    if kinds == before:
        return known.gross
    whole = together(masses, kinds, known.gain_error)
    from_empty = Weight(known.tare.grams + whole.grams, known.tare.variance + whole.variance)
    if not kinds or not before & kinds:
        return from_empty
    came, went = (together(masses, those, known.gain_error) for those in (kinds - before, before - kinds))
    grams = known.gross.grams + came.grams - went.grams
    from_before = Weight(grams, known.gross.variance + came.variance + went.variance)
    return min(from_before, from_empty, key=lambda weight: weight.variance)


def _contents(look: Look, masses: Masses, pool: Standing) -> list[_Content]:
    """Return the possible contents of one place, the most probable first; a foreign thing is among them."""
    found = [_Content(None, _ODD_NATS, held=look.unfallen), *_half_off(look, masses)]
    for kinds, moved in _conceivable(look, masses, pool):
        weight = predicted(look.known, masses, kinds)
        variance = weight.variance + look.weight.variance
        more_grams = look.weight.grams - weight.grams
        log_prior = moved * _MOVED_NATS + _has_unseen(look, masses, kinds) * _UNSEEN_NATS
        found += _content(kinds, more_grams, variance, log_prior, is_burdened=False)
        if look.burden_grams is not None and moved:
            more_grams, variance = more_grams - look.burden_grams, variance + _COSTS.steady_grams**2
            found += _content(kinds, more_grams, variance, log_prior + _STEADY_NATS, is_burdened=True)
    return sorted(found, key=lambda content: -content.log_odds)[: _COSTS.most_of_a_place]


def _half_off(look: Look, masses: Masses) -> Iterator[_Content]:
    """Yield the contents in which an individual lifted elsewhere stands half off here."""
    more_grams = look.weight.grams - look.known.gross.grams
    for kind in look.carried:
        most_grams = _PRIORS.half_off_share * masses[kind].mean_grams
        if 0 < more_grams <= most_grams:
            log_odds = _HALF_OFF_NATS - math.log(most_grams)
            yield _Content(None, log_odds, held=look.before | {kind}, is_half_off=True)


def _content(
    kinds: Standing, more_grams: float, variance: float, log_prior: float, *, is_burdened: bool
) -> tuple[_Content, ...]:
    """Return the content with these individuals, as a 1-tuple; () if the weight is too far off."""
    sigma = math.sqrt(variance)
    off = more_grams / sigma
    if abs(off) > _COSTS.reach_sigmas:
        return ()
    return (_Content(kinds, _log_density(off, sigma) + log_prior, is_burdened, kinds),)


def _has_unseen(look: Look, masses: Masses, kinds: Standing) -> bool:
    """Return whether an individual would have come or gone without showing its step."""
    has_unfallen = any(
        _COSTS.step_share * masses[kind].mean_grams > look.fallen_grams for kind in look.before - kinds
    )
    return has_unfallen or not all(_has_risen(look, masses, kind) for kind in kinds - look.before)


def _has_risen(look: Look, masses: Masses, kind: Kind, hidden_grams: float = 0.0) -> bool:
    """Return whether the place rose by most of an individual since that can have come.

    `hidden_grams` is how much of the rise departures may hide.
    """
    risen_grams = look.risen_grams.get(kind, math.inf)
    return risen_grams + hidden_grams >= _COSTS.step_share * masses[kind].mean_grams


def _conceivable(look: Look, masses: Masses, pool: Standing) -> Iterator[tuple[Standing, int]]:
    """Yield contents with the number of individuals that came or went; departures may hide a rise."""
    before = look.before
    for gone in range(min(len(before), _COSTS.most_at_once) + 1):
        for went in combinations(sorted(before), gone):
            hidden_grams = sum(masses[kind].mean_grams for kind in went)
            arriving = [
                kind for kind in sorted(pool - before) if _has_risen(look, masses, kind, hidden_grams)
            ]
            for come in range(min(len(arriving), _COSTS.most_at_once) + 1):
                for came in combinations(arriving, come):
                    yield before - {*went} | {*came}, gone + come


def _log_density(off: float, sigma: float) -> float:
    body = (1 - _PRIORS.knocked) * math.exp(-0.5 * off * off)
    tail = _PRIORS.knocked / _PRIORS.knocked_times * math.exp(-0.5 * (off / _PRIORS.knocked_times) ** 2)
    return math.log((body + tail) / (sigma * math.sqrt(2 * math.pi)))


def _together(
    choices: Sequence[Sequence[_Content]],
    best_rest: Sequence[float],
    at: int,
    chosen: tuple[_Content, ...],
    log_odds: float,
    used: Standing,
    bound: list[float],
) -> Iterator[tuple[float, tuple[_Content, ...]]]:
    """Yield every combination of contents without an individual in two places, unless far behind the best."""
    if at == len(choices):
        bound[0] = max(bound[0], log_odds)
        yield log_odds, chosen
        return
    for content in choices[at]:
        if log_odds + content.log_odds + best_rest[at + 1] < bound[0] - _COSTS.behind_nats:
            return
        if content.held & used:
            continue
        further = used | content.held
        yield from _together(
            choices, best_rest, at + 1, (*chosen, content), log_odds + content.log_odds, further, bound
        )
