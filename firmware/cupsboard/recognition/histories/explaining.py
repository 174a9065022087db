"""Explain one look: worlds continued by acts, and mishaps beside them.

Candidates come in the order of their lower bounds, and are fitted until no remaining bound matters. A fit
left out can change nothing. Every limit is a count, so a look has the same result on every computer.

Two cents in the place of a nickel leave no trace in the settled weights. But each step of mass identifies the
piece that made it: where landings show other steps than a way's acts, other pieces are proposed.
"""

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.kinds import Tries, Way, ways_of
from cupsboard.recognition.histories.landings import log_likelihood
from cupsboard.recognition.histories.masses import Fitted, Masses
from cupsboard.recognition.histories.screen import Screen
from cupsboard.recognition.histories.search import Node, Path, search
from cupsboard.recognition.histories.sight import Sight, sight_of
from cupsboard.recognition.histories.slips import NONE, Mishaps, one_more
from cupsboard.recognition.histories.world import Lot, Lots, Move, Slip, World, moved
from cupsboard.recognition.population import Population
from cupsboard.rules.places import HAND, OFF_BOARD, Kind, Place
from cupsboard.rules.turns import Turns
from cupsboard.scales.readings import Settled

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
    """Return the index of the kind of which one piece explains a step of `grams`; None if no kind does."""
    number = min(range(len(sight.populations)), key=lambda k: abs(grams - sight.populations[k].mean_grams))
    each = sight.populations[number]
    within = COSTS.limits.chance_sigmas * math.sqrt(each.variance + each.mean_variance + 2 * noise_grams**2)
    return number if abs(grams - each.mean_grams) <= within else None


def _one(number: int, kinds: int) -> Lot:
    return tuple(int(each == number) for each in range(kinds))


T = TypeVar("T")
_COSTS = COSTS.histories


@dataclass(frozen=True, slots=True)
class Noticed:
    """What was observed since the last look, apart from the settled weights."""

    lifted: frozenset[Place] = frozenset()
    """Cups that are in the air now."""
    still: frozenset[Place] = frozenset()
    """Places that have not moved since the look at which the worlds were left."""
    lifted_together: frozenset[Place] = frozenset()
    """Cups that were in the air at the same time: they may have come back exchanged."""
    landings: Mapping[Place, Sequence[float]] = field(default_factory=dict)
    """The steps of mass at each place where they could be measured, in order, in grams."""
    noise_grams: Mapping[Place, float] = field(default_factory=dict)
    """Standard deviation of one sample, for places whose landings are measured."""
    vouched: frozenset[Place] = frozenset()
    """Places for which players say that only pieces lie there."""
    is_done: bool = False
    """Whether the player says that the turn is done."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[T]):
    """One way in which a world may have continued: acts, kinds and mishaps, and how well these fit."""

    world: World[T]
    node: Node[T]
    path: Path
    way: Way
    mishaps: Mishaps
    lots: Lots
    fitted: Fitted
    cost: float
    """Negative log posterior, not normalised."""

    @property
    def fits(self) -> bool:
        """Return whether the residual of every place is at most `worst_sigmas` standard deviations."""
        return self.fitted.worst_sigmas <= COSTS.limits.worst_sigmas


@dataclass(frozen=True, slots=True)
class Explained(Generic[T]):
    """The explanations of one look that are probable enough to compare, best first.

    It also says how complete the search was.
    """

    explanations: tuple[Explanation[T], ...]
    is_exhaustive: bool
    """Whether every legal continuation was searched."""
    is_full: bool
    """Whether choices of kinds that might be right were left untried."""
    nodes: int
    fits: int


def explain(
    turns: Turns[Any, Any, T],
    worlds: Sequence[World[T]],
    pieces: Mapping[Kind, Population],
    jump_variance: float,
    settled: Settled,
    noticed: Noticed,
) -> Explained[T]:
    """Return the explanations of a look: what may have happened since `worlds` was true.

    `pieces` gives the masses of each kind, `jump_variance` (g²) how far a zero may jump when hands touch its
    cup. One turn is searched first, then the same more thoroughly, then two turns; mishaps are added last.
    """
    look = _Look(turns, worlds, pieces, jump_variance, settled, noticed)
    look.go_on(plies=1, is_thorough=False)
    if not look.is_explained and not look.is_exhaustive and look.nodes_left:
        look.go_on(plies=1, is_thorough=True)
    if not look.is_explained and look.is_exhaustive:
        look.go_on(plies=2, is_thorough=True)
    look.add_mishaps()
    return look.explained()


class _Look(Generic[T]):
    """The search for explanations of one look, over all worlds."""

    def __init__(
        self,
        turns: Turns[Any, Any, T],
        worlds: Sequence[World[T]],
        pieces: Mapping[Kind, Population],
        jump_variance: float,
        settled: Settled,
        noticed: Noticed,
    ) -> None:
        self._turns, self._noticed, self._kinds = turns, noticed, tuple(pieces)
        self._worlds: list[tuple[World[T], Sight, Screen]] = []
        for world in worlds:
            sight = sight_of(world, pieces, jump_variance, settled, noticed.lifted)
            # Misfits are told from a world's own doubt: worlds that knew more beforehand are the likelier.
            doubt = 0.5 * sum(math.log(sight.weighed[place].variance) for place in sight.told)
            weighed = replace(world, log_weight=world.log_weight - doubt)
            self._worlds.append((weighed, sight, Screen(sight)))
        # In what order pieces of one kind were put is no matter to where they lie.
        self._most_paths = _COSTS.most_ways if len(self._kinds) > 1 else 1
        self._sights = {id(world): sight for world, sight, _ in self._worlds}
        self.nodes_left, self._fits, self._tries = _COSTS.most_nodes, 0, Tries()
        self.is_exhaustive = self.is_full = False
        self._found: list[Explanation[T]] = []

    @property
    def is_explained(self) -> bool:
        """Return whether an explanation without mishaps fits."""
        return any(each.fits for each in self._found)

    def go_on(self, *, plies: int, is_thorough: bool) -> None:
        """Search all worlds anew, over at most `plies` ends of turns."""
        before, self._found = self._found, []
        is_all = True
        waiting: list[tuple[float, int, int, Node[T]]] = []
        for number, (world, _, screen) in enumerate(self._worlds):
            taken = frozenset(act.source for act in world.acts if act.target == HAND)
            most = max(self.nodes_left, 1)
            found = search(
                self._turns,
                world.turn,
                world.counts,
                screen,
                most_nodes=most,
                plies=plies,
                still=self._noticed.still,
                taken=taken,
                is_done=self._noticed.is_done,
                is_thorough=is_thorough,
            )
            self.nodes_left -= found.searched
            is_all &= found.is_exhaustive
            for node in found.nodes:
                waiting.append((node.cost - world.log_weight, number, node.order, node))
        self.is_exhaustive = is_all
        self._fit(waiting)
        # Where nothing is left to try with, what was found before still stands.
        self._found = self._found or before

    def _fit(self, waiting: list[tuple[float, int, int, Node[T]]]) -> None:
        """Fit candidates in the order of their bounds until no remaining bound matters."""
        heapq.heapify(waiting)
        tries, best = self._tries, math.inf
        tries.is_full = False
        while waiting:
            cost, number, _, node = heapq.heappop(waiting)
            if cost > best + _COSTS.worth_nats:
                break
            world, _, screen = self._worlds[number]
            tries.is_full |= node.has_more_ways and len(self._kinds) > 1
            for path_number, path in enumerate(node.paths()):
                if path_number == self._most_paths:
                    tries.is_full |= len(self._kinds) > 1
                    break
                for way in ways_of(path, world.lots, self._kinds, screen, tries):
                    if self._bound(world, node, way, screen) > best + _COSTS.worth_nats:
                        continue
                    if self._fits >= _COSTS.most_fits:
                        tries.is_full = True
                        break
                    one = self._explanation(world, node, path, way, NONE)
                    self._found.append(one)
                    best = min(best, one.cost)
        self.is_full = tries.is_full

    def _bound(self, world: World[T], node: Node[T], way: Way, screen: Screen) -> float:
        """Return a lower bound of the cost of one way of choosing kinds."""
        opened = {source for source, _, _ in way.moves}
        bound = screen.bound(
            screen.of_lot(place, way.lots[place], is_opened=place in opened, fresh=node.fresh)
            for place in screen.told
        )
        return bound - node.log_prior - node.log_rest - world.log_weight

    def _explanation(
        self, world: World[T], node: Node[T], path: Path, way: Way, mishaps: Mishaps
    ) -> Explanation[T]:
        self._fits += 1
        sight = self._sights[id(world)]
        masses = Masses(sight).move(way.moves).move(mishaps.moves)
        fitted = masses.fit(mishaps.burdened, mishaps.exchanged)
        lots = _exchanged(moved(way.lots, mishaps.moves), mishaps.exchanged)
        cost = fitted.misfit - node.log_prior - node.log_rest - world.log_weight - mishaps.log_prior
        cost -= self._landed(sight, (*way.moves, *mishaps.moves), mishaps)
        return Explanation(world, node, path, way, mishaps, lots, fitted, cost)

    def _landed(self, sight: Sight, moves: Sequence[Move], mishaps: Mishaps) -> float:
        """Return the log likelihood of the observed landings, given these moves."""
        arrived: dict[Place, list[Lot]] = {}
        for _, target, lot in moves:
            arrived.setdefault(target, []).append(lot)
        opened = {source for source, _, _ in moves} | mishaps.burdened | set(mishaps.exchanged or ())
        return sum(
            log_likelihood(seen, arrived.get(place, ()), sight.populations, self._noticed.noise_grams[place])
            for place, seen in self._noticed.landings.items()
            if place not in opened
        )

    def add_mishaps(self) -> None:
        """Add single mishaps to the best explanations, and more on top of those while places are off."""
        bases = self._best_bases()
        for base in bases:
            self._found += self._landed_otherwise(base)
        seen: set[object] = set()
        for _ in range(_COSTS.mishap_depth):
            grown: list[Explanation[T]] = []
            for base in bases:
                sight = self._sights[id(base.world)]
                for mishaps in one_more(
                    base.mishaps,
                    base.fitted,
                    base.lots,
                    sight,
                    self._kinds,
                    lifted_together=self._noticed.lifted_together,
                    vouched=self._noticed.vouched,
                    still=self._noticed.still,
                ):
                    key = id(base.node), base.way.lots.items() and id(base.way), frozenset(mishaps.slips)
                    if key in seen:
                        continue
                    seen.add(key)
                    if self._fits >= 2 * _COSTS.most_fits:
                        self.is_exhaustive = False
                        self._found += grown
                        return
                    grown.append(self._explanation(base.world, base.node, base.path, base.way, mishaps))
            self._found += grown
            if not grown:
                return
            best = min(each.cost for each in self._found)
            grown = [each for each in grown if not each.fits]
            bases = sorted(grown, key=_promise)[: _COSTS.mishap_bases]
            if any(each.fits and each.cost <= best for each in self._found):
                return

    def _landed_otherwise(self, base: Explanation[T]) -> list[Explanation[T]]:
        """Return explanations by the same acts with other pieces, where the landings suggest them."""
        sight, noticed = self._sights[id(base.world)], self._noticed
        others = landed_otherwise(base.way, sight, noticed.landings, noticed.noise_grams, self._kinds)
        return [self._explanation(base.world, base.node, base.path, way, mishaps) for way, mishaps in others]

    def _best_bases(self) -> list[Explanation[T]]:
        """Return the explanations with the fewest places off, to which mishaps are added."""
        return sorted(self._found, key=_promise)[: _COSTS.mishap_bases]

    def explained(self) -> Explained[T]:
        """Return all explanations worth comparing, best first."""
        self._found.sort(key=lambda each: each.cost)
        worth = self._found[0].cost + _COSTS.worth_nats if self._found else 0.0
        kept = tuple(each for each in self._found if each.cost <= worth)
        nodes = _COSTS.most_nodes - self.nodes_left
        return Explained(kept, self.is_exhaustive, self.is_full, nodes, self._fits)


def _promise(one: Explanation[Any]) -> float:
    """Return the cost that an explanation may reach if one mishap mended each place."""
    off = sum(
        min(0.5 * (grams / one.fitted.deviation_grams[place]) ** 2, _COSTS.place_limit_nats)
        for place, grams in one.fitted.residual_grams.items()
    )
    log_prior = one.node.log_prior + one.node.log_rest + one.world.log_weight + one.mishaps.log_prior
    return off - log_prior


def _exchanged(lots: Lots, pair: tuple[Place, Place] | None) -> Lots:
    if pair is None:
        return lots
    one, other = pair
    return {**lots, one: lots[other], other: lots[one]}
