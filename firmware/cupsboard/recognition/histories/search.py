"""Search the acts that may have been done since the last look: best first, on counts alone.

A node is a state of the turn's machine, with the counts, the places from which pieces were taken, and the
number of fresh pieces. Nodes come in the order of how badly their counts fit. The misfit of a place counts up
to a limit, because later acts may still reduce it. The number of nodes is limited; the result says whether
all were examined.
"""

import heapq
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.histories.screen import Screen, capped
from cupsboard.rules.places import HAND, Place
from cupsboard.rules.turns import Act, Turns

T = TypeVar("T")
_PRIORS, _COSTS = PRIORS.histories, COSTS.histories
_LOG_NEXT = math.log(_PRIORS.next_begins)
_LOG_DONE_TOO_EARLY = math.log(_PRIORS.done_too_early)
_LOG_LIFTED = math.log(_PRIORS.lifted_untaken)


@dataclass(slots=True, eq=False)
class Node(Generic[T]):
    """A state of the turn that some sequence of acts leads to, with the pieces in each place."""

    turn: T
    counts: Mapping[Place, int]
    opened: frozenset[Place]
    fresh: int
    plies: int
    """How many turns have ended on the way."""
    log_prior: float
    """Log prior of the acts."""
    log_rest: float
    """Log probability that hands rest in this state, with those cups in the air."""
    bound: float
    """A lower bound of the misfit."""
    promise: float
    order: int
    ways: list[tuple["Node[T]", Act, bool]] = field(default_factory=list)
    """Each earlier node, the act from there, and whether a turn ended before that act."""
    has_more_ways: bool = False
    """Whether some ways were not kept."""

    @property
    def cost(self) -> float:
        """Return a lower bound of the negative log posterior of this state."""
        return self.bound - self.log_prior - self.log_rest

    def paths(self) -> Iterator["Path"]:
        """Yield the sequences of acts that lead to this state."""
        if not self.ways:
            yield ()
        for before, act, is_next in self.ways:
            for path in before.paths():
                yield (*path, (act, is_next))


Path = tuple[tuple[Act, bool], ...]
"""Acts in their order, each with whether a turn ended before it."""


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """The states that a search found."""

    nodes: tuple[Node[T], ...]
    """The states found, best first by their cost."""
    is_exhaustive: bool
    """Whether every state was reached, up to the number of ends of turns."""
    searched: int


def search(
    turns: Turns[Any, Any, T],
    turn: T,
    counts: Mapping[Place, int],
    screen: Screen,
    *,
    most_nodes: int,
    plies: int,
    still: frozenset[Place] = frozenset(),
    taken: frozenset[Place] = frozenset(),
    is_done: bool = False,
    is_thorough: bool = False,
) -> Found[T]:
    """Return the states that acts may lead to from `turn` with `counts`, over at most `plies` ends of turns.

    At most `most_nodes` states are examined. At `still` places nothing has moved. From `taken` places the
    pieces were taken up earlier in this turn, so their cups may be in the air. `is_done` says that the player
    has declared the turn done. Unless `is_thorough`, the search ends soon after it has found a state that
    fits.
    """
    return _Search(turns, screen, counts, plies, still, taken, is_done=is_done).run(
        turn, most_nodes, is_thorough=is_thorough
    )


class _Search(Generic[T]):
    def __init__(
        self,
        turns: Turns[Any, Any, T],
        screen: Screen,
        counts: Mapping[Place, int],
        plies: int,
        still: frozenset[Place],
        taken: frozenset[Place],
        *,
        is_done: bool,
    ) -> None:
        self._turns, self._screen, self._plies = turns, screen, plies
        self._before, self._still = counts, still
        self._lifted = screen.lifted - taken
        self._is_done = is_done
        self._known: dict[tuple[Any, ...], Node[T]] = {}
        self._waiting: list[tuple[float, int, Node[T]]] = []

    def run(self, turn: T, most: int, *, is_thorough: bool) -> Found[T]:
        start = self._add(None, None, turn, self._before, frozenset(), 0, 0, 0.0, is_next=False)
        done: list[Node[T]] = []
        best = math.inf
        while self._waiting and len(done) < most:
            _, _, node = heapq.heappop(self._waiting)
            done.append(node)
            self._expand(node, is_start=node is start)
            if node.bound < best:
                best = node.bound
                if best < _COSTS.place_limit_nats and not is_thorough:
                    most = min(most, len(done) + _COSTS.nodes_when_found)
        is_exhaustive = not self._waiting
        done.sort(key=lambda each: (each.cost, each.order))
        return Found(tuple(done), is_exhaustive, len(done))

    def _expand(self, node: Node[T], *, is_start: bool) -> None:
        following = self._turns.ends(node.counts, node.turn)
        rests = _PRIORS.rest_unchanged if is_start else _PRIORS.rest_at_end
        untaken = self._lifted - node.opened
        if following is None and not is_start:
            is_at_once = node.counts[HAND] and (untaken or not self._lifted)
            rests = _PRIORS.rest_with_hand_full if is_at_once else _PRIORS.rest_on_the_way
        node.log_rest = math.log(rests) + _LOG_LIFTED * len(untaken)
        if self._is_done:
            # Too early is said rather at the end of a lap than with pieces in the hand.
            node.log_rest = _LOG_DONE_TOO_EARLY + math.log(rests) if following is None else 0.0
        log_goes_on = node.log_prior + math.log(1.0 - rests)
        self._follow(node, node.turn, log_goes_on, is_next=False)
        if following is not None and node.plies < self._plies:
            self._follow(node, following, log_goes_on + _LOG_NEXT, is_next=True)

    def _follow(self, node: Node[T], turn: T, log_prior: float, *, is_next: bool) -> None:
        choices = list(self._turns.acts(node.counts, turn))
        if not choices:
            return
        most = max(each.log_prior for each in choices)
        total = most + math.log(sum(math.exp(each.log_prior - most) for each in choices))
        for act, after, log_weight in choices:
            if act.source in self._still or act.target in self._still:
                continue
            counts = dict(node.counts)
            counts[act.source] -= act.pieces
            counts[act.target] += act.pieces
            opened, fresh = node.opened, node.fresh
            if act.source in self._screen.weighed:
                opened |= {act.source}
            elif act.source != HAND:
                fresh += act.pieces
            self._add(
                node,
                act,
                after,
                counts,
                opened,
                fresh,
                node.plies + is_next,
                log_prior + log_weight - total,
                is_next=is_next,
            )

    def _add(
        self,
        before: Node[T] | None,
        act: Act | None,
        turn: T,
        counts: Mapping[Place, int],
        opened: frozenset[Place],
        fresh: int,
        plies: int,
        log_prior: float,
        *,
        is_next: bool,
    ) -> Node[T]:
        key = (turn, tuple(counts.values()), opened, fresh, plies)
        node = self._known.get(key)
        if node is None:
            screen = self._screen
            screened = [
                screen.of_count(place, counts[place], is_opened=place in opened, fresh=fresh)
                for place in screen.told
            ]
            bound = screen.bound(screened)
            promise = sum(map(capped, screened)) - log_prior
            node = Node(turn, counts, opened, fresh, plies, log_prior, 0.0, bound, promise, len(self._known))
            self._known[key] = node
            heapq.heappush(self._waiting, (promise, node.order, node))
        if before is not None and act is not None:
            # A way by a later node might lead round in a circle.
            if len(node.ways) < _COSTS.most_ways and before.order < node.order:
                node.ways.append((before, act, is_next))
            else:
                node.has_more_ways = True
            node.log_prior = max(node.log_prior, log_prior)
        return node
