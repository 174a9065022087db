"""The verdict of a look: possible tables with their probabilities, and whether to accept, ask or wait."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from cupsboard.numbers import COSTS
from cupsboard.recognition.histories.explaining import Explained, Explanation
from cupsboard.recognition.histories.world import Slip, pieces_of
from cupsboard.recognition.trust import SURE, Sureness
from cupsboard.rules.places import HAND, Kind, Place
from cupsboard.rules.turns import Act

T = TypeVar("T")
_COSTS = COSTS.histories


class Belief(Enum):
    """The degrees to which a look decides which table lies on the board."""

    SURE = "sure"
    """The first of the tables lies there, and it is legal. It may have come about in several ways."""
    OPEN = "open"
    """Several tables may lie there; the question says what would decide."""
    WRONG = "wrong"
    """A mishap happened, as the first of the tables says; no legal table explains the weights."""
    UNEXPLAINED = "unexplained"
    """No table explains the weights, and the search was not complete; earlier knowledge still stands."""


class Question(NamedTuple):
    """A question to the players that would decide between the two most probable tables."""

    places: tuple[Place, ...]
    """The places where the two differ most, at most two: players should look there."""
    lift: Place
    """The cup to take one piece out of; the weight it loses decides."""
    kinds: tuple[Kind, ...]
    """The kinds that would decide: of each, one table has more there than the other."""


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """A possible table, with its probability and the acts that led to it."""

    probability: float
    turn: T
    pieces: Mapping[Place, Mapping[Kind, int]]
    """Pieces by place and kind; the hand and the stocks are included."""
    acts: tuple[Act, ...]
    """The acts of the current turn, each of a known kind (a cup taken up may hold several)."""
    ended: tuple[tuple[Act, ...], ...]
    """The acts of each turn that ended before it since the agreed table."""
    following: T | None
    """The turn after this one, if it may end here; else None."""
    slips: tuple[Slip, ...]
    worst_sigmas: float

    @property
    def is_lawful(self) -> bool:
        """Return whether this table came about without a mishap."""
        return not self.slips


@dataclass(frozen=True, slots=True)
class Verdict(Generic[T]):
    """The result of one look: the possible tables, and whether to accept the first, ask, or wait."""

    belief: Belief
    tables: tuple[Table[T], ...]
    """The possible tables, the most probable first."""
    question: Question | None
    wait_seconds: float
    """How long this must last before the board says it; until then it may pass by itself."""
    weighed_share: float
    """The probability that every place on the scales holds what the first table says, whatever the hand and a
    cup in the air hold."""
    is_exhaustive: bool
    is_full: bool
    nodes: int
    fits: int

    @property
    def is_table_sure(self) -> bool:
        """Return whether the pieces on the scales are certain enough, even if those in the hand are not."""
        is_lawful = bool(self.tables) and self.tables[0].is_lawful and not self.is_full
        return self.is_sure or (is_lawful and (1.0 - self.weighed_share) * _COSTS.wrong <= _COSTS.question)

    @property
    def is_sure(self) -> bool:
        """Return whether the first of the tables is accepted."""
        return self.belief is Belief.SURE

    @property
    def sureness(self) -> Sureness:
        """Return how sure the board is of what lies on the scales, in words for players."""
        if self.belief is Belief.WRONG:
            return Sureness.SURE
        if not self.is_table_sure:
            return Sureness.ASKS
        return Sureness.SURE if self.weighed_share >= SURE else Sureness.LIKELY


def groups_of(explained: Explained[T]) -> list[tuple[float, list[Explanation[T]]]]:
    """Return the explanations grouped by the table they lead to, each group with its probability.

    The most probable group comes first. Return [] if nothing explains the look.
    """
    if not explained.explanations:
        return []
    least = explained.explanations[0].cost
    groups: dict[object, list[Explanation[T]]] = {}
    for one in explained.explanations:
        groups.setdefault(_key(one), []).append(one)
    weights = [(math.fsum(math.exp(least - each.cost) for each in group), group) for group in groups.values()]
    total = math.fsum(weight for weight, _ in weights)
    ranked = sorted(weights, key=lambda each: -each[0])
    return [(weight / total, group) for weight, group in ranked]


def _key(one: Explanation[Any]) -> object:
    lots = tuple(sorted((place, lot) for place, lot in one.lots.items() if any(lot)))
    return one.node.turn, lots, frozenset(one.mishaps.slips)


def verdict_of(
    explained: Explained[T],
    groups: Sequence[tuple[float, list[Explanation[T]]]],
    tables: tuple[Table[T], ...],
    lifted: frozenset[Place],
) -> Verdict[T]:
    """Return the decision of a look: to accept the best table, to ask players, or to report a mishap.

    The decision costs least: a wrong table and a question have costs. `groups` are those of `groups_of`,
    `tables` those of the first groups, `lifted` the places whose cups are in the air. Tables with the same
    contents count as one.
    """
    belief = _belief(explained, groups, lifted)
    question = _question(tables) if belief is Belief.OPEN else None
    wait = 0.0 if belief is Belief.SURE else _COSTS.doubt_passes * _COSTS.question / _COSTS.second
    return Verdict(
        belief,
        tables,
        question,
        wait,
        _weighed_share(groups, lifted),
        explained.is_exhaustive,
        explained.is_full,
        explained.nodes,
        explained.fits,
    )


def _belief(
    explained: Explained[T], groups: Sequence[tuple[float, list[Explanation[T]]]], lifted: frozenset[Place]
) -> Belief:
    if not groups:
        return Belief.UNEXPLAINED
    best = groups[0][1][0]
    lawful = math.fsum(share for share, group in groups if not group[0].mishaps.slips)
    if not best.fits:
        return Belief.UNEXPLAINED
    if best.mishaps.slips:
        if explained.is_full or not explained.is_exhaustive:
            return Belief.UNEXPLAINED
        return Belief.WRONG if lawful * _COSTS.wrong <= _COSTS.question else Belief.OPEN
    like_best = [share for share, group in groups if _is_alike(group[0], best, lifted)]
    probability = math.fsum(like_best)
    is_cheap = (1.0 - probability) * _COSTS.wrong <= _COSTS.question
    return Belief.SURE if is_cheap and not explained.is_full else Belief.OPEN


def _weighed_share(groups: Sequence[tuple[float, list[Explanation[Any]]]], lifted: frozenset[Place]) -> float:
    """Return the summed probability of the legal tables that agree with the best on every scale."""
    if not groups or not groups[0][1][0].fits:
        return 0.0
    best = groups[0][1][0]
    return math.fsum(
        share
        for share, (one, *_) in groups
        if not one.mishaps.slips
        and all(one.lots[place] == best.lots[place] for place in best.world.knowledge if place not in lifted)
    )


def _is_alike(one: Explanation[Any], best: Explanation[Any], lifted: frozenset[Place]) -> bool:
    """Return whether an explanation has the same contents as the best, however they came about.

    The hand and a cup in the air may differ. If a mishap is assumed, only weighed places are compared.
    """
    if one.mishaps.burdened or one.mishaps.exchanged:
        return False
    air = {HAND, *lifted} if lifted else lifted
    seen = one.world.knowledge.keys() | {HAND} if one.mishaps.slips else one.lots.keys()
    return all(one.lots[place] == best.lots[place] for place in seen if place not in air)


def _question(tables: Sequence[Table[Any]]) -> Question | None:
    """Return where the first two tables differ most, and in which kinds; None if they don't."""
    if len(tables) < 2:
        return None
    one, other = tables[0].pieces, tables[1].pieces
    apart: dict[Place, list[tuple[int, Kind]]] = {}
    for place in one.keys() | other.keys():
        if place == HAND:
            continue
        here, there = one.get(place, {}), other.get(place, {})
        for kind in {**here, **there}:
            if more := abs(here.get(kind, 0) - there.get(kind, 0)):
                apart.setdefault(place, []).append((more, kind))
    if not apart:
        return None
    ranked = sorted(apart, key=lambda place: (-sum(more for more, _ in apart[place]), place))
    kinds = tuple(kind for _, kind in sorted(apart[ranked[0]], reverse=True))
    return Question(tuple(ranked[:2]), ranked[0], kinds)


def table_of(
    probability: float,
    one: Explanation[T],
    world_acts: tuple[tuple[Act, ...], ...],
    kinds: Sequence[Kind],
    following: T | None,
) -> Table[T]:
    """Return the table that the explanation `one` leads to, with its `probability`.

    `world_acts` are the acts of each turn, the current turn's last. `following` is the turn after the current
    one, None if the current turn may not end here.
    """
    *ended, acts = world_acts
    return Table(
        probability,
        one.node.turn,
        pieces_of(one.lots, kinds),
        acts,
        tuple(ended),
        following,
        one.mishaps.slips,
        one.fitted.worst_sigmas,
    )
