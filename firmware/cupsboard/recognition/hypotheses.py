"""What may have happened since the agreed table: a flow of pieces, with how probable it was beforehand.

Legal stages come from the plans alone (`legal_tables`); mishaps are single acts put on top of any of them
(`mishaps`, `swapped_pieces`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.likelihood import OFF, Flow, Supposition
from cupsboard.rules.places import Kind, Place

T = TypeVar("T")
FlowDict = dict[tuple[int, int, Kind], int]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A supposition with its log prior, and what went wrong by it, if anything."""

    supposed: Supposition
    log_prior: float
    mishaps: tuple[Mishap, ...] = ()
    widest: int = 0
    """Into how many places the moves that lead through here bring pieces at the most."""
    seconds: int = 0
    """How many of the mishaps are another piece where one was sown."""

    @property
    def flow(self) -> Flow:
        """The supposed flow of pieces."""
        return self.supposed.flow

    def with_mishap(
        self, supposed: Supposition, log_prior: float, mishap: Mishap, *, is_second: bool = False
    ) -> "Hypothesis":
        """The same with one thing more gone wrong, by which this is supposed with this log prior."""
        mishaps = (*self.mishaps, mishap)
        return Hypothesis(supposed, log_prior, mishaps, self.widest, self.seconds + is_second)

    @property
    def unburdened(self) -> "Hypothesis":
        """The same once what is no piece has been taken away."""
        mishaps = tuple(each for each in self.mishaps if each.kind is not MishapKind.NOT_A_PIECE)
        return replace(self, supposed=replace(self.supposed, burdened=frozenset()), mishaps=mishaps)


@dataclass(frozen=True, slots=True)
class Believed:
    """What the last look came to, for a table from which hands go on whatever the rules allow."""

    explanations: Sequence[Hypothesis] = ()
    """Best first."""
    changes_grams: Mapping[Place, float] = field(default_factory=dict)
    """What each readable place has gained since, where anything has moved."""


NOTHING_BELIEVED = Believed()
"""No look from which hands go on."""


def moved_into(flow: FlowDict, key: tuple[int, int, Kind], count: int) -> None:
    """Let so many pieces more go one way in the flow, or fewer."""
    total = flow.get(key, 0) + count
    if total and key[0] != key[1]:
        flow[key] = total
    else:
        flow.pop(key, None)


def rerouted(flow: Flow, source: int, target: int, kind: Kind, count: int) -> FlowDict:
    """The flow with some pieces going on: those that only just arrived at the source are the ones."""
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
    """How many pieces of a kind lie in a place under a hypothesis."""
    count = evidence.pieces[place].get(kind, 0)
    for (source, target, of_kind), moved in hypothesis.flow.items():
        if of_kind == kind:
            count += moved if target == place else 0
            count -= moved if source == place else 0
    return count


def arrived_at(flow: Flow, place: int, kind: Kind) -> bool:
    """Whether pieces of a kind came to a place."""
    return any(target == place and of_kind == kind for _, target, of_kind in flow)


def brought_alone(flow: Flow) -> list[int]:
    """The places to which one fresh piece came, and of or to which no other went."""
    visits: dict[int, list[tuple[int, int]]] = {}
    for (source, target, _), count in flow.items():
        visits.setdefault(source, []).append((source, count))
        visits.setdefault(target, []).append((source, count))
    return [place for place, events in visits.items() if place != OFF and events == [(OFF, 1)]]


def resting(evidence: Evidence, hypothesis: Hypothesis, place: int, kind: Kind) -> int:
    """How many of a place's pieces have lain there since the agreed table."""
    gone = sum(count for (source, _, of), count in hypothesis.flow.items() if (source, of) == (place, kind))
    return evidence.pieces[place].get(kind, 0) - gone


def before_exchange(by_place: Sequence[T], hypothesis: Hypothesis) -> list[T]:
    """Something known of each place, given to the place where the cup that stands there now stood before."""
    result = list(by_place)
    if hypothesis.supposed.exchanged is not None:
        one, other = hypothesis.supposed.exchanged
        result[one], result[other] = result[other], result[one]
    return result


def found_counts(evidence: Evidence, hypothesis: Hypothesis) -> tuple[int, ...]:
    """How many pieces of any kind lie in each place under a hypothesis."""
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
