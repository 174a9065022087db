"""How one plays: what a player's games and their judgements say together."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import fsum

from cupsboard.engine.strengths import MEASURED, Rating, rating_of
from cupsboard.rules.history import Moved
from cupsboard.rules.names import composed
from cupsboard.rules.places import Side
from cupsboard.rules.record import OF_LEVEL, OF_PROGRAM
from cupsboard.rules.record_entries import entry_from_text
from cupsboard.storage.games import Game
from cupsboard.storage.judgements import Judged

LEAST_GAMES = 5
"""Fewer games say nothing yet about how one plays."""
RATED_GAMES = 40
"""The number of games of each kind that are rated, the newest ones: a player changes."""
OPENING_MOVES, LEAST_OPENED, MOST_OPENINGS = 2, 3, 3
_MONTH = re.compile(r"\d{4}-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tally:
    """How games against, or of, what `name` says have ended for a player."""

    name: str
    won: int
    tied: int
    lost: int

    @property
    def games(self) -> int:
        """Return how many there were."""
        return self.won + self.tied + self.lost

    @property
    def points(self) -> float:
        """Return how many were won, a tie being half of one."""
        return self.won + self.tied / 2


@dataclass(frozen=True, slots=True)
class Month:
    """What a player's moves of a month lost, in mean pieces a move."""

    month: str
    games: int
    moves: int
    loss: float


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of games, each with whether the player made it, and how those games ended."""

    game: str
    moves: tuple[tuple[bool, str], ...]
    ended: Tally


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's rating in one kind of game, beside those of its levels."""

    game: str
    rating: Rating
    levels: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Career:
    """How a player plays, by the games that are over.

    `judged` of the `games` are looked at move by move; `months`, `mistakes` and `moves` are those games'.
    """

    name: str
    games: int
    least: int
    """With fewer games nothing is told but their number."""
    opponents: tuple[Tally, ...] = ()
    kinds: tuple[Tally, ...] = ()
    """The same games, by game."""
    strengths: tuple[Strength, ...] = ()
    judged: int = 0
    moves: int = 0
    months: tuple[Month, ...] = ()
    mistakes: Mapping[str, int] | None = None
    """How often mistakes had which reason, the most frequent first."""
    good: tuple[Opening, ...] = ()
    bad: tuple[Opening, ...] = ()


@dataclass(frozen=True, slots=True)
class _Played:
    """A game as one side played it; `result` is 1 where it won, 0 for a tie, -1 where it lost."""

    row: Game
    side: Side
    result: int

    @property
    def opponent(self) -> str:
        """Return who played the other side; a level is as strong where the board plays and simulated."""
        name: str = getattr(self.row, self.side.other.value)
        return name.removesuffix(OF_PROGRAM) if name.startswith(OF_LEVEL) else name


def career_of(name: str, rows: Iterable[Game], judged: Mapping[int, Judged]) -> Career:
    """Return how a player plays by the games of any players, and by what is known of some of them.

    `judged` are the judgements by the numbers of the games. A guest, who has no name, has no career.
    """
    name = composed(name)
    played = sorted(_played(name, rows), key=lambda each: each.row.number) if name else []
    if len(played) < LEAST_GAMES:
        return Career(name, len(played), LEAST_GAMES)
    known = [(each, judged[each.row.number]) for each in played if each.row.number in judged]
    good, bad = _openings(played)
    return Career(
        name,
        len(played),
        LEAST_GAMES,
        _tallies((each.opponent, each.result) for each in played),
        _tallies((each.row.name, each.result) for each in played),
        tuple(_strengths(played)),
        len(known),
        sum(_moves(each, found) for each, found in known),
        _months(known),
        _mistakes(known),
        good,
        bad,
    )


def _played(name: str, rows: Iterable[Game]) -> Iterable[_Played]:
    for row in rows:
        points = dict(each.split(" ") for each in row.score.split(", ") if " " in each)
        if not row.is_over or name not in (row.south, row.north) or set(points) != {"south", "north"}:
            continue
        side = Side.SOUTH if row.south == name else Side.NORTH
        lead = int(points[side.value]) - int(points[side.other.value])
        if row.won_on_time:
            lead = 1 if row.won_on_time == side.value else -1
        yield _Played(row, side, (lead > 0) - (lead < 0))


def _tally(name: str, results: Sequence[int]) -> Tally:
    return Tally(name, results.count(1), results.count(0), results.count(-1))


def _tallies(results: Iterable[tuple[str, int]]) -> tuple[Tally, ...]:
    """Return the tally of each name, that of most games first."""
    by_name = defaultdict(list)
    for name, result in results:
        by_name[name].append(result)
    tallies = [_tally(name, ended) for name, ended in by_name.items()]
    return tuple(sorted(tallies, key=lambda tally: (-tally.games, tally.name)))


def _strengths(played: Sequence[_Played]) -> Iterable[Strength]:
    for measured in MEASURED:
        levels = measured.levels
        against = [
            (each.opponent.removeprefix(OF_LEVEL), each.result)
            for each in reversed(played)
            if measured.is_about(each.row.name) and each.opponent.startswith(OF_LEVEL)
        ]
        rated = [(level, result) for level, result in against if level in levels][:RATED_GAMES]
        if len(rated) >= LEAST_GAMES:
            scores = {tally.name: (tally.points, tally.games) for tally in _tallies(rated)}
            yield Strength(measured.game.split(" ")[0], rating_of(levels, scores), levels)


def _moves(each: _Played, found: Judged) -> int:
    return found.south_moves if each.side is Side.SOUTH else found.north_moves


def _lost(each: _Played, found: Judged) -> float:
    return found.south_lost if each.side is Side.SOUTH else found.north_lost


def _months(known: Iterable[tuple[_Played, Judged]]) -> tuple[Month, ...]:
    by_month = defaultdict(list)
    for each, found in known:
        if _moves(each, found) and (month := _MONTH.match(each.row.began)):
            by_month[month[0]].append((each, found))
    moves = {month: sum(_moves(*each) for each in games) for month, games in by_month.items()}
    return tuple(
        Month(month, len(games), moves[month], fsum(_lost(*each) for each in games) / moves[month])
        for month, games in sorted(by_month.items())
    )


def _mistakes(known: Iterable[tuple[_Played, Judged]]) -> Mapping[str, int]:
    counted: dict[str, int] = defaultdict(int)
    for each, found in known:
        for kind, times in found.mistakes(each.side).items():
            counted[kind] += times
    return dict(sorted(counted.items(), key=lambda kind: (-kind[1], kind[0])))


def _openings(played: Sequence[_Played]) -> tuple[tuple[Opening, ...], tuple[Opening, ...]]:
    """Return the openings that brought more than the player's games bring, and those that brought less."""
    by_moves = defaultdict(list)
    for each in played:
        if len(moves := _first_moves(each)) == OPENING_MOVES:
            by_moves[each.row.name, moves].append(each.result)
    usual = _tally("", [each.result for each in played]).points / len(played)
    found = [Opening(game, moves, _tally("", results)) for (game, moves), results in by_moves.items()]

    def gain(opening: Opening) -> float:
        return opening.ended.points - usual * opening.ended.games

    often = sorted(
        (each for each in found if each.ended.games >= LEAST_OPENED),
        key=lambda each: (-gain(each), each.game, each.moves),
    )
    good = [each for each in often if gain(each) > 0]
    bad = [each for each in reversed(often) if gain(each) < 0]
    return tuple(good[:MOST_OPENINGS]), tuple(bad[:MOST_OPENINGS])


def _first_moves(each: _Played) -> tuple[tuple[bool, str], ...]:
    entries = map(_move, each.row.entries.split("\n", OPENING_MOVES * 2)[: OPENING_MOVES * 2])
    moves = ((side is each.side, label) for side, label in filter(None, entries))
    return tuple(islice(moves, OPENING_MOVES))


@lru_cache(4096)
def _move(text: str) -> tuple[Side, str] | None:
    """Return who made a move and which; None for an entry that is no move."""
    try:
        entry = entry_from_text(text, tuple(Side))
    except ValueError:
        return None
    return (entry.player, entry.label) if isinstance(entry, Moved) else None
