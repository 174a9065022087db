"""Which individuals stand on which places, for all that the settled weights of these places say.

Every explanation gives each individual at most one place. A weight is predicted from what the place weighed
before and what came and went, or from what it weighs empty, whichever says more. A place may also hold
something that is no piece of the game; then nobody is taken to have come or gone there.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

from cupsboard.recognition.individuals.masses import Masses, together
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.readings import Weight

Standing = frozenset[Kind]
"""The individuals on one place."""

ACCEPT = 0.999
"""An explanation is believed from here on. A cup taken for another costs a player the round, a question costs
three seconds: some hundred times less, and the rest is reserve."""
ACCEPT_OVER_ODD = 0.98
"""And so surely it is none of something foreign: where none of the nine contradicts, a question helps nobody,
and what doesn't fit stays odd at the next look."""

_MOVED_NATS = math.log(0.05)
"""One more individual that came or went: hands seldom move two in one moment."""
_ODD_NATS = _MOVED_NATS + math.log(1e-3) - math.log(200.0)
"""Something else lies there: one landing in a thousand, of any weight up to some hundred grams."""
_HALF_OFF_NATS, _HALF_OFF_SHARE = _MOVED_NATS + math.log(0.05), 0.9
"""Of twenty cups that come one stands half off its place, which bears any share of it up to so much."""
_STEADY_NATS = math.log(0.05)
"""A hand or a thing that lies on a place stays as heavy as it was while an individual comes or goes there."""
_STEADY_GRAMS = 0.3
"""As heavy as it was, to within this standard deviation."""
_UNSEEN_NATS = math.log(1e-5)
"""An individual came or went, and the weight never rose or fell by most of its mass: another went or came in
the same sample. No individual comes so alone."""
SHOWN_SHARE = 0.45
"""A step shows by so much of itself at least, whatever else moves there."""
_TAIL_SHARE, _TAIL_TIMES = 1e-3, 4.0
"""One settled weight in a thousand is off by four times as much: somebody knocked the table."""
_REACH_SIGMAS = 9.0
"""What is further off is no explanation: even in the tail its odds are below those of a foreign thing."""
_MOST_AT_ONCE = 3
"""More individuals don't come to or leave one place between two settled weights."""
_BEHIND_NATS = 16.0
"""An explanation this far behind the best (1 in 10^7) changes no probability."""
_MOST_TOGETHER = 2000
"""So many explanations of all places are compared. Cups that weigh alike have more; then nothing is sure."""
_FULL_SHARE = 0.9
"""The most that an explanation is believed where not all were compared: below any that is accepted."""
_MOST_OF_A_PLACE = 12
"""So many of a place's likeliest contents are tried together with those of the others."""


@dataclass(frozen=True, slots=True)
class Look:
    """A place to be explained: what is known of it, and what it weighs now."""

    place: Place
    known: PlaceKnowledge
    weight: Weight
    risen_grams: Mapping[Kind, float] = field(default_factory=dict)
    """By how much the weight has risen at most since each can have come; nothing is known of the others."""
    fallen_grams: float = math.inf
    """By how much the weight has fallen at most since the place was explained."""
    carried: Standing = frozenset()
    """Those that were seen to be taken up, and may be half off this place."""
    unfallen: Standing = frozenset()
    """Those that stood here and can't have gone, if something else lies here now: nothing fell by so much."""
    burden_grams: float | None = None
    """What else lay there steadily until now, of which only this is known."""

    @property
    def before(self) -> Standing:
        """What stood there."""
        return frozenset(self.known.pieces)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What stands on each of the places looked at; None where something else lies."""

    standing: Mapping[Place, Standing | None]
    probability: float
    burdened: frozenset[Place] = frozenset()
    """The places that bear what they bore, beside what stands there."""
    half_off: frozenset[Place] = frozenset()
    """The places on which one that was taken up elsewhere stands half off; None stands for it."""


@dataclass(frozen=True, slots=True)
class _Content:
    kinds: Standing | None
    log_odds: float
    is_burdened: bool = False
    held: Standing = frozenset()
    """Those that are nowhere else then."""
    is_half_off: bool = False


def explained(looks: Sequence[Look], masses: Masses, free: Collection[Kind]) -> tuple[Explanation, ...]:
    """The explanations of these weights, the likeliest first; `free` are those that stand nowhere."""
    pool = frozenset(free) | frozenset(chain.from_iterable(look.before for look in looks))
    choices = [_contents(look, masses, pool) for look in looks]
    best_rest = [0.0]
    for contents in reversed(choices):
        best_rest.append(best_rest[-1] + contents[0].log_odds)
    best_rest.reverse()
    found: list[tuple[float, tuple[_Content, ...]]] = []
    bound = [-math.inf]
    every = _together(choices, best_rest, 0, (), 0.0, frozenset(), bound)
    for log_odds, chosen in islice(every, _MOST_TOGETHER):
        found.append((log_odds, chosen))
    found.sort(key=lambda each: -each[0])
    top = found[0][0]
    total = sum(math.exp(log_odds - top) for log_odds, _ in found)
    if len(found) == _MOST_TOGETHER:
        total /= _FULL_SHARE
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
        if log_odds >= top - _BEHIND_NATS
    )


def predicted(known: PlaceKnowledge, masses: Masses, kinds: Standing) -> Weight:
    """What a place should weigh with these on it."""
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
    """What may stand on one place, the likeliest first; that something else lies there is among it."""
    found = [_Content(None, _ODD_NATS, held=look.unfallen), *_half_off(look, masses)]
    for kinds, moved in _conceivable(look, masses, pool):
        weight = predicted(look.known, masses, kinds)
        variance = weight.variance + look.weight.variance
        more_grams = look.weight.grams - weight.grams
        log_prior = moved * _MOVED_NATS + _has_unseen(look, masses, kinds) * _UNSEEN_NATS
        found += _content(kinds, more_grams, variance, log_prior, is_burdened=False)
        if look.burden_grams is not None and moved:
            more_grams, variance = more_grams - look.burden_grams, variance + _STEADY_GRAMS**2
            found += _content(kinds, more_grams, variance, log_prior + _STEADY_NATS, is_burdened=True)
    return sorted(found, key=lambda content: -content.log_odds)[:_MOST_OF_A_PLACE]


def _half_off(look: Look, masses: Masses) -> Iterator[_Content]:
    """That one of those that were taken up elsewhere stands half off here, beside all that stood here."""
    more_grams = look.weight.grams - look.known.gross.grams
    for kind in look.carried:
        most_grams = _HALF_OFF_SHARE * masses[kind].mean_grams
        if 0 < more_grams <= most_grams:
            log_odds = _HALF_OFF_NATS - math.log(most_grams)
            yield _Content(None, log_odds, held=look.before | {kind}, is_half_off=True)


def _content(
    kinds: Standing, more_grams: float, variance: float, log_prior: float, *, is_burdened: bool
) -> tuple[_Content, ...]:
    """That these stand there, unless their place weighs too much more or less than it would."""
    sigma = math.sqrt(variance)
    off = more_grams / sigma
    if abs(off) > _REACH_SIGMAS:
        return ()
    return (_Content(kinds, _log_density(off, sigma) + log_prior, is_burdened, kinds),)


def _has_unseen(look: Look, masses: Masses, kinds: Standing) -> bool:
    """Whether one came or went for these to stand here without the step that it would have shown."""
    has_unfallen = any(
        SHOWN_SHARE * masses[kind].mean_grams > look.fallen_grams for kind in look.before - kinds
    )
    return has_unfallen or not all(_has_risen(look, masses, kind) for kind in kinds - look.before)


def _has_risen(look: Look, masses: Masses, kind: Kind, hidden_grams: float = 0.0) -> bool:
    """Whether the place rose by most of an individual since that can have come, where so much may hide it."""
    risen_grams = look.risen_grams.get(kind, math.inf)
    return risen_grams + hidden_grams >= SHOWN_SHARE * masses[kind].mean_grams


def _conceivable(look: Look, masses: Masses, pool: Standing) -> Iterator[tuple[Standing, int]]:
    """Contents with how many individuals came or went for them; what goes meanwhile may hide a rise."""
    before = look.before
    for gone in range(min(len(before), _MOST_AT_ONCE) + 1):
        for went in combinations(sorted(before), gone):
            hidden_grams = sum(masses[kind].mean_grams for kind in went)
            arriving = [
                kind for kind in sorted(pool - before) if _has_risen(look, masses, kind, hidden_grams)
            ]
            for come in range(min(len(arriving), _MOST_AT_ONCE) + 1):
                for came in combinations(arriving, come):
                    yield before - {*went} | {*came}, gone + come


def _log_density(off: float, sigma: float) -> float:
    body = (1 - _TAIL_SHARE) * math.exp(-0.5 * off * off)
    tail = _TAIL_SHARE / _TAIL_TIMES * math.exp(-0.5 * (off / _TAIL_TIMES) ** 2)
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
    """Every way to give each place a content so that nobody is in two, unless it is far behind."""
    if at == len(choices):
        bound[0] = max(bound[0], log_odds)
        yield log_odds, chosen
        return
    for content in choices[at]:
        if log_odds + content.log_odds + best_rest[at + 1] < bound[0] - _BEHIND_NATS:
            return
        if content.held & used:
            continue
        further = used | content.held
        yield from _together(
            choices, best_rest, at + 1, (*chosen, content), log_odds + content.log_odds, further, bound
        )
