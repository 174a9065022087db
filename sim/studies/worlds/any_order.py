"""The turns of a game in which any order and both hands will do, as a machine of what hands really do.

Where order is free, a turn is what its acts carry from place to place. Hands take pieces out of each source
at once or one by one, and bring them where they go in whatever order; so how far a turn has got is what has
left its sources and what has come to its targets, and the counts say it all.
"""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cupsboard.numbers import PRIORS
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import HAND, Kind, Place, Player
from cupsboard.rules.turn_plans import carried
from cupsboard.rules.turns import PUT, TAKE, Act, Choice, Counts, Order, counts_after, walks

_LOG_OUT_OF_ORDER = math.log(PRIORS.tables.out_of_order / PRIORS.tables.on_the_way)


@dataclass(frozen=True, slots=True)
class Doing:
    """A turn of the game itself, and what lay where when it began."""

    turn: Hashable
    start: tuple[tuple[Place, int], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make the turn: what it carries, in order, and the turn after it."""

    carried: tuple[tuple[Place, Place, int, Kind], ...]
    """Source, target, how many, of which kind."""
    changes: Mapping[Place, int]
    label: str
    following: Hashable


class AnyOrder:
    """The machine of acts over a game's own machine of turns."""

    order = Order.AS_LANDED

    def __init__(self, game: GameOf[Any, Any], weighed: Collection[Place]) -> None:
        """Pieces from places that are not `weighed` are put one by one."""
        self._game, self._turns, self._weighed = game, game.turns, frozenset(weighed)
        self._ways_of = lru_cache(maxsize=256)(self._found_ways)

    def __hash__(self) -> int:
        return hash((AnyOrder, self._turns))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyOrder) and self._turns == other._turns

    def begin(self, position: Any, player: Any) -> Doing:
        """A turn of this player, with nothing done."""
        contents = self._game.contents(position)
        return Doing(self._turns.begin(position, player), tuple(contents.items()))

    def acts(self, counts: Counts, turn: Doing) -> list[Choice[Doing]]:
        """What hands may do next on some way to make the turn."""
        found: dict[Act, float] = {}
        for way, done in self._under_way(counts, turn):
            is_first = True
            for act in _next_acts(way, done, counts, self._weighed):
                log_prior = 0.0 if is_first else _LOG_OUT_OF_ORDER
                found[act] = max(found.get(act, -math.inf), log_prior)
                is_first = False
        return [Choice(act, turn, log_prior) for act, log_prior in found.items()]

    def ends(self, counts: Counts, turn: Doing) -> Doing | None:
        """The turn after this one, if all that one of its ways carries lies where it was to go."""
        way = self.way(counts, turn)
        if way is None:
            return None
        return Doing(way.following, tuple((place, counts[place]) for place, _ in turn.start))

    def player(self, turn: Doing) -> Player | None:
        """Who makes the turn."""
        found: Player | None = self._turns.player(turn.turn)
        return found

    def label(self, acts: Sequence[Act]) -> str:
        """Acts in any order name no turn: ask for the label of what lies there."""
        raise NotImplementedError("acts in any order name no turn: take the label of the way that is done")

    def way(self, counts: Counts, turn: Doing) -> Way | None:
        """The way to make the turn that is done by what lies there, if one is."""
        for way, done in self._under_way(counts, turn):
            if done == way.changes:
                return way
        return None

    def _under_way(self, counts: Counts, turn: Doing) -> Iterator[tuple[Way, Mapping[Place, int]]]:
        """The ways that have got as far as what lies there, and what they have changed."""
        done = {place: change for place, count in turn.start if (change := counts[place] - count)}
        for way in self._ways_of(turn):
            changes = way.changes
            if all(_is_part(change, changes.get(place, 0)) for place, change in done.items()):
                yield way, done

    def _found_ways(self, turn: Doing) -> tuple[Way, ...]:
        start = dict(turn.start)
        ways = []
        for acts, following in walks(self._turns, start, turn.turn):
            after = counts_after(start, acts)
            changes = {place: after[place] - count for place, count in start.items() if after[place] != count}
            flow = Counter(
                (each.source, each.target, each.kind) for each, _ in carried(acts) for _ in range(each.count)
            )
            what = tuple((source, target, count, kind) for (source, target, kind), count in flow.items())
            ways.append(Way(what, changes, self._turns.label(acts), following))
        return tuple(ways)


def _is_part(change: int, of: int) -> bool:
    """Whether a change goes the same way as another and no further."""
    return 0 < change <= of or of <= change < 0


def _next_acts(
    way: Way, done: Mapping[Place, int], counts: Counts, weighed: Collection[Place]
) -> Iterator[Act]:
    """What may be done next, in the order of the way."""
    held = counts[HAND]
    for source, target, count, kind in way.carried:
        waiting = way.changes[target] - done.get(target, 0)
        if source not in weighed:
            if waiting > 0:
                yield Act(PUT, source, target, 1, kind)
            continue
        left = done.get(source, 0) - way.changes[source]
        if left > 0:
            yield from (Act(TAKE, source, HAND, some, kind) for some in {left, 1})
        if waiting > 0 and held:
            yield from (Act(PUT, HAND, target, some, kind) for some in {min(waiting, held, count), 1})
