"""Hypotheses: a flow of pieces since the agreed table, and how probable it was before the weights were read.

Legal stages come from the plans alone (`legal_tables`). Mishaps are single acts put on top of any of them
(`mishaps`, `swapped_pieces`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.likelihood import OFF, Flow, Supposition
from cupsboard.rules.places import Kind, Place

T = TypeVar("T")
FlowDict = dict[tuple[int, int, Kind], int]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An assumed course of events since the agreed table, with its log prior and the mishaps in it."""

    supposed: Supposition
    log_prior: float
    mishaps: tuple[Mishap, ...] = ()
    widest: int = 0
    """The largest number of places into which the moves that lead through here bring pieces."""
    seconds: int = 0
    """How many of the mishaps are a second piece in a place where one was sown."""

    @property
    def flow(self) -> Flow:
        """Return the pieces that are supposed to have gone from place to place."""
        return self.supposed.flow

    def with_mishap(
        self, supposed: Supposition, log_prior: float, mishap: Mishap, *, is_second: bool = False
    ) -> "Hypothesis":
        """Return a copy of this hypothesis with one more assumed mishap.

        The copy has the supposition `supposed` and the log prior `log_prior`. `is_second` says that the
        mishap is a second piece in a place where one was sown.
        """
        mishaps = (*self.mishaps, mishap)
        return Hypothesis(supposed, log_prior, mishaps, self.widest, self.seconds + is_second)

    @property
    def unburdened(self) -> "Hypothesis":
        """Return a copy of this hypothesis in which all foreign things were taken away."""
        mishaps = tuple(each for each in self.mishaps if each.kind is not MishapKind.NOT_A_PIECE)
        return replace(self, supposed=replace(self.supposed, burdened=frozenset()), mishaps=mishaps)


class Proposal(NamedTuple):
    """One more thing that may have gone wrong on top of a hypothesis, which is built only if it is wanted."""

    log_prior: float
    """The log prior of the hypothesis with this mishap."""
    changes: Sequence[tuple[int, int]]
    """The places that it explains, each with how many more pieces lie there (0: others, or no pieces)."""
    build: Callable[[], Hypothesis]
    """Returns the hypothesis with this mishap, but for its log prior."""
    hidden_nats: float = 0.0
    """How much more the mishap may explain than shows before it is fitted."""

    @property
    def hypothesis(self) -> Hypothesis:
        """Return the hypothesis with this mishap."""
        return replace(self.build(), log_prior=self.log_prior)


@dataclass(frozen=True, slots=True)
class Believed:
    """The explanations of the last look at a wrong table, and the changes of weight since that look."""

    explanations: Sequence[Hypothesis] = ()
    """Best first."""
    changes_grams: Mapping[Place, float] = field(default_factory=dict)
    """The change of each readable place's weight since that look; only places that have moved."""


NOTHING_BELIEVED = Believed()
"""No earlier look to go on from."""


def moved_into(flow: FlowDict, key: tuple[int, int, Kind], count: int) -> None:
    """Change `flow` in place: `count` more pieces take the way `key` (fewer, if negative).

    `key` is the source, the target and the kind.
    """
    total = flow.get(key, 0) + count
    if total and key[0] != key[1]:
        flow[key] = total
    else:
        flow.pop(key, None)


def rerouted(flow: Flow, source: int, target: int, kind: Kind, count: int) -> FlowDict:
    """Return `flow` with `count` more pieces of `kind` moved from `source` to `target`.

    Pieces that `flow` itself brings to `source` are the first to go on.
    """
    result = dict(flow)
    rest = count
    for key in [key for key in result if key[1] == source != OFF and key[2] == kind]:
        onward = min(rest, result[key])
        moved_into(result, key, -onward)
        moved_into(result, (key[0], target, kind), onward)
        rest -= onward
    if rest:
        moved_into(result, (source, target, kind), rest)
    return result


def present(evidence: Evidence, hypothesis: Hypothesis, place: int, kind: Kind) -> int:
    """Return how many pieces of a kind lie in a place if the hypothesis is true."""
    count = evidence.pieces[place].get(kind, 0)
    for (source, target, of_kind), moved in hypothesis.flow.items():
        if of_kind == kind:
            count += moved if target == place else 0
            count -= moved if source == place else 0
    return count


def arrived_at(flow: Flow, place: int, kind: Kind) -> bool:
    """Return whether `flow` brings any pieces of `kind` to `place`."""
    return any(target == place and of_kind == kind for _, target, of_kind in flow)


def brought_alone(flow: Flow) -> list[int]:
    """Return the places to which `flow` brings one fresh piece, and where nothing else comes or goes."""
    visits: dict[int, list[tuple[int, int]]] = {}
    for (source, target, _), count in flow.items():
        visits.setdefault(source, []).append((source, count))
        visits.setdefault(target, []).append((source, count))
    return [place for place, events in visits.items() if place != OFF and events == [(OFF, 1)]]


def resting(evidence: Evidence, hypothesis: Hypothesis, place: int, kind: Kind) -> int:
    """Return how many pieces of a kind stayed in a place since the agreed table if the hypothesis is true."""
    gone = sum(count for (source, _, of), count in hypothesis.flow.items() if (source, of) == (place, kind))
    return evidence.pieces[place].get(kind, 0) - gone


def stands_at(hypothesis: Hypothesis, place: int) -> int:
    """Return the place where the cup of `place` stands after the supposed exchange, if there is one."""
    exchanged = hypothesis.supposed.exchanged
    return exchanged[place == exchanged[0]] if exchanged and place in exchanged else place


def before_exchange(by_place: Sequence[T], hypothesis: Hypothesis) -> list[T]:
    """Return the values `by_place`, each at the place where its cup stood before the supposed exchange.

    Without an exchange the values stay where they are.
    """
    result = list(by_place)
    if hypothesis.supposed.exchanged is not None:
        one, other = hypothesis.supposed.exchanged
        result[one], result[other] = result[other], result[one]
    return result


def found_counts(evidence: Evidence, hypothesis: Hypothesis) -> tuple[int, ...]:
    """Return how many pieces of any kind lie in each place if the hypothesis is true."""
    counts = list(evidence.counts)
    for (source, target, _), count in hypothesis.flow.items():
        if source != OFF:
            counts[source] -= count
        if target != OFF:
            counts[target] += count
    if hypothesis.supposed.exchanged is not None:
        one, other = hypothesis.supposed.exchanged
        counts[one], counts[other] = counts[other], counts[one]
    return tuple(counts)
