"""Elo ratings, as a function of the entries of games alone: with the entries they can be worked out anew.

A game counts in one *list*: that of its rules and size ("cups 4"), or the list of games of that kind against
engines. A result is written behind the end of its game with all that its arithmetic needs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Rated
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side

START = 1200.0
SCALE = 400.0
"""Whose rating is higher by this is expected to score ten times as much as the other."""
LEAST_STEP, STEP_SUM, STEP_GAMES = 24.0, 1000.0, 8
SETTLED_GAMES, SETTLED_OPPONENTS = 15, 4
"""Below either a rating is shown with a question mark."""
MOST_A_DAY = 4
DAY_SECONDS = 86400.0
"""Of the server's time: this many rated games may begin between the same two members."""

_USUAL = re.compile(r"[a-z-]+ \d+")
"""The names of games whose results count."""

Lists: TypeAlias = "dict[str, dict[int, Standing]]"


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's place in a list: the rating, after how many games, and against whom."""

    rating: float = START
    games: int = 0
    opponents: frozenset[int] = frozenset()


def is_usual(name: str, clock: Clock | None) -> bool:
    """Return whether a game of this name and clock is one whose result may count."""
    return bool(_USUAL.fullmatch(name)) and (clock is None or clock.north_seconds is None)


def expected(own: float, other: float) -> float:
    """Return the score that a rating is expected to reach against another in one game, from 0 to 1."""
    return float(1.0 / (1.0 + 10.0 ** ((other - own) / SCALE)))


def step(games: int) -> float:
    """Return how many points a surprise is worth to a member who has played this number of rated games."""
    return max(LEAST_STEP, STEP_SUM / (games + STEP_GAMES))


def list_of(game: str, *, has_engine: bool = False) -> str:
    """Return the name of the list in which games of a name count."""
    return f"{game} engine" if has_engine else game


def score_of(shared: SharedGame) -> float | None:
    """Return what a finished game was worth to South: 1, 0.5 or 0. None where it is no result."""
    end = shared.end
    if end is None or (end.winner is None and end.why != "played"):
        return None
    return 0.5 if end.winner is None else float(end.winner == Side.SOUTH.value)


def rated(
    name: str, members: Mapping[str, int], score: float, place: int, before: Mapping[Side, Standing]
) -> Rated:
    """Return what a result does to the ratings in a list.

    `score` is what the game was worth to South. `place` is the number of the result in its list, from 1;
    `before` is how both stood there before it.
    """
    after = {side: _after(before, side, members, score) for side in Side}
    return Rated(
        name,
        place,
        score,
        {side.value: before[side].rating for side in Side},
        {side.value: after[side].rating for side in Side},
        {side.value: after[side].games for side in Side},
        {side.value: len(after[side].opponents) for side in Side},
    )


def _after(before: Mapping[Side, Standing], side: Side, members: Mapping[str, int], score: float) -> Standing:
    own, other = before[side], before[side.other]
    won = score if side is Side.SOUTH else 1.0 - score
    rating = round(own.rating + step(own.games) * (won - expected(own.rating, other.rating)), 3)
    rival = members[side.other.value]
    return Standing(
        rating, own.games + 1, own.opponents if rival in own.opponents else own.opponents | {rival}
    )


@dataclass(slots=True)
class CountedList:
    """One list worked out anew from its results, which are given in the order of their places."""

    name: str
    standings: dict[int, Standing] = field(default_factory=dict)
    place: int = 0

    def add(self, code: str, members: Mapping[str, int], said: Rated) -> Iterator[str]:
        """Take in a result, and yield where it is not the one that those before it make."""
        self.place += 1
        if said.place != self.place:
            yield f"{code}: is result {said.place} of {self.name!r}, and {self.place} by those before it"
        before = {side: self.standings.get(members[side.value], Standing()) for side in Side}
        due = rated(self.name, members, said.score, self.place, before)
        if due != said:
            yield f"{code}: its ratings are {_words(said)}, and {_words(due)} by all entries"
        for side in Side:
            self.standings[members[side.value]] = _after(before, side, members, said.score)


@dataclass(slots=True)
class Recount:
    """All lists worked out anew from finished games, which are given in any order."""

    _said: dict[str, list[tuple[int, str, Mapping[str, int], Rated]]] = field(default_factory=dict)
    _begun: list[tuple[float, int, int]] = field(default_factory=list)
    lists: Lists = field(default_factory=dict)
    """Every member's standing in each list, once `faults` was run through."""

    def add(self, code: str, shared: SharedGame, begun_at: float) -> str | None:
        """Take in a game as its entries tell it, which began at a time of the server.

        Return what is wrong with it by itself, or None.
        """
        begin, said, score = shared.begin, shared.rated, score_of(shared)
        if begin is not None and begin.rated and len(begin.members) == len(Side):
            one, other = begin.members.values()
            self._begun.append((begun_at, one, other))
        if begin is None or not begin.rated or score is None:
            return None if said is None else f"{code}: is rated, and is no rated game with a result"
        if said is None:
            return f"{code}: is over and has no rating behind its end"
        members = {side.value for side in Side}
        if (set(begin.members), begin.rated, score) != (members, said.list, said.score):
            return f"{code}: is not rated for its list, its two members and its result"
        self._said.setdefault(said.list, []).append((said.place, code, begin.members, said))
        return None

    def faults(self) -> Iterator[str]:
        """Yield where a rating in the entries is not the one that the games before it make.

        And where the same two have begun more rated games within a day than count.
        """
        for one, other in too_many(self._begun):
            yield f"members {one} and {other}: have begun more than {MOST_A_DAY} rated games within a day"
        for name, results in sorted(self._said.items()):
            counted = CountedList(name, self.lists.setdefault(name, {}))
            for _, code, members, said in sorted(results, key=lambda each: each[:2]):
                yield from counted.add(code, members, said)


def _words(said: Rated) -> str:
    return ", ".join(f"{side} {value:.1f}" for side, value in said.after.items())


def too_many(begun: Iterable[tuple[float, int, int]]) -> Iterator[tuple[int, int]]:
    """Yield each pair of members who began more rated games within a day than count.

    `begun` are the time of the server and the two members of each rated game.
    """
    times: dict[tuple[int, int], list[float]] = {}
    for at, one, other in sorted(begun):
        pair = (min(one, other), max(one, other))
        own = times.setdefault(pair, [])
        own[:] = [each for each in own if at - each < DAY_SECONDS]
        own.append(at)
        if len(own) == MOST_A_DAY + 1:
            yield pair
