"""Choose the kinds of the pieces that went with the acts of one path, by a beam search.

The rules leave the kind of a piece to the player, so one path of counts stands for many choices of kinds.
They are tried act by act. A place that no later act touches is judged at once, and choices too far behind the
best are dropped. If the beam was full, a right choice may have been dropped, so no result is sure.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cupsboard.numbers import COSTS
from cupsboard.recognition.histories.screen import Screen, capped
from cupsboard.recognition.histories.search import Path
from cupsboard.recognition.histories.world import Lot, Lots, Move
from cupsboard.rules.places import ANY_KIND, Kind, Place
from cupsboard.rules.turns import Act

_COSTS = COSTS.histories


class Way(NamedTuple):
    """One choice of the kinds of pieces for all acts of a path."""

    moves: tuple[Move, ...]
    lots: Lots
    """The pieces in each place after these moves."""


class Tries:
    """The budget of one look: how many choices of kinds may be tried.

    It is a count, so that a look ends in time on every computer.
    """

    def __init__(self) -> None:
        self.left = _COSTS.most_choices
        self.is_full = False
        """Whether choices that might be right were left out."""


Trail = tuple["Trail", Move] | None
"""Moves as a linked list, the last one outermost."""


def ways_of(path: Path, lots: Lots, kinds: Sequence[Kind], screen: Screen, tries: Tries) -> list[Way]:
    """Return the choices of kinds for the acts of `path` that are worth an exact fit, best first.

    `lots` are the contents before the first act. Every choice tried is subtracted from `tries`. Return [] if
    `tries` runs out, or if no choice is possible.
    """
    judged = _Judge(path, screen)
    places = judged.places
    beam: dict[tuple[Lot, ...], tuple[float, Trail]] = {tuple(lots[place] for place in places): (0.0, None)}
    for number, (act, _) in enumerate(path):
        source, target = places.index(act.source), places.index(act.target)
        grown: dict[tuple[Lot, ...], tuple[float, Trail]] = {}
        for state, (misfit, trail) in beam.items():
            for lot in _choices(act, state[source], kinds):
                tries.left -= 1
                changed = list(state)
                changed[source] = tuple([a - b for a, b in zip(changed[source], lot, strict=True)])
                changed[target] = tuple([a + b for a, b in zip(changed[target], lot, strict=True)])
                after = tuple(changed)
                worse = misfit + judged.misfit(number, after)
                if after not in grown or worse < grown[after][0]:
                    grown[after] = worse, (trail, Move(act.source, act.target, lot))
        if not grown or tries.left < 0:
            tries.is_full |= tries.left < 0
            return []
        worth = min(misfit for misfit, _ in grown.values()) + _COSTS.worth_nats
        beam = {state: each for state, each in grown.items() if each[0] <= worth}
        if len(beam) > _COSTS.beam:
            tries.is_full = True
            beam = dict(sorted(beam.items(), key=lambda each: each[1][0])[: _COSTS.beam])
    ranked = sorted(beam.items(), key=lambda each: each[1][0])
    return [
        Way(_in_order(trail), {**lots, **dict(zip(places, state, strict=True))})
        for state, (_, trail) in ranked
    ]


class _Judge:
    """Judges each place of a path once no later act touches it."""

    def __init__(self, path: Path, screen: Screen) -> None:
        self._screen = screen
        last = {place: number for number, (act, _) in enumerate(path) for place in (act.source, act.target)}
        self.places = tuple(sorted(last))
        self._done: list[list[tuple[int, Place]]] = [[] for _ in path]
        for index, place in enumerate(self.places):
            if place in screen.told:
                self._done[last[place]].append((index, place))
        self._opened = {act.source for act, _ in path}
        self._fresh = sum(act.pieces for act, _ in path if screen.is_bag(act.source))
        self._known: dict[tuple[Place, Lot], float] = {}

    def misfit(self, number: int, state: Sequence[Lot]) -> float:
        """Return the misfit of the places that act `number` is the last to touch."""
        total = 0.0
        for index, place in self._done[number]:
            key = place, state[index]
            if key not in self._known:
                is_opened = place in self._opened
                screened = self._screen.of_lot(place, state[index], is_opened=is_opened, fresh=self._fresh)
                self._known[key] = capped(screened)
            total += self._known[key]
        return total


def _in_order(trail: Trail) -> tuple[Move, ...]:
    moves = []
    while trail is not None:
        trail, move = trail
        moves.append(move)
    return tuple(reversed(moves))


def _choices(act: Act, there: Lot, kinds: Sequence[Kind]) -> Iterator[Lot]:
    """Yield every lot that an act may have moved from a place that holds `there`."""
    if act.kind != ANY_KIND:
        lot = tuple(act.pieces if kind == act.kind else 0 for kind in kinds)
        if all(have >= wanted for have, wanted in zip(there, lot, strict=True)):
            yield lot
    elif act.pieces == sum(there):
        yield there
    elif act.pieces == 1:
        yield from (one for one, count in zip(_ones(len(kinds)), there, strict=True) if count)
    else:
        yield from _sub_lots(act.pieces, there)


@cache
def _ones(kinds: int) -> tuple[Lot, ...]:
    """Return the lots of a single piece, one for each kind."""
    return tuple(tuple(int(each == number) for each in range(kinds)) for number in range(kinds))


def _sub_lots(pieces: int, there: Lot) -> Iterator[Lot]:
    """Yield every lot of `pieces` pieces out of those in `there`."""
    if len(there) == 1:
        if pieces <= there[0]:
            yield (pieces,)
        return
    for first in range(min(pieces, there[0]) + 1):
        for rest in _sub_lots(pieces - first, there[1:]):
            yield (first, *rest)
