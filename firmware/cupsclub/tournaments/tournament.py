"""A tournament as its entries tell it: who takes part, what was begun and ruled, how each pairing stands.

The results of games are no entries of a tournament: they follow from those of the games, and are passed in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cupsboard.distance.wire import WireError

from cupsclub.tournaments.entries import (
    Entered,
    Entry,
    EntryClosed,
    Finished,
    Opened,
    Pairing,
    Reopened,
    RoundBegun,
    Ruled,
    Rules,
    Withdrew,
)
from cupsclub.tournaments.tables import divisions

GAMES_A_PAIRING = 2


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished game is worth to South: 1, 0.5 or 0 points, and how many beans more than to North.

    `points` is None for a game that ended without a result, as one that was called off.
    """

    points: float | None
    beans: int = 0


Results = Mapping[str, Result]
"""Those of the games that are over, by their codes."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part; `left_after` is how many rounds had begun when the member withdrew."""

    member: int
    rating: float
    left_after: int | None = None

    @property
    def is_in(self) -> bool:
        """Return whether the member still takes part."""
        return self.left_after is None


@dataclass(frozen=True, slots=True)
class Score:
    """How a pairing stands: the points of both so far, and how many beans `one` has more."""

    pairing: Pairing
    points: tuple[float, float]
    beans: int
    is_decided: bool
    is_played: bool
    """Whether all points come from games, none from a ruling or because a member has withdrawn."""

    def points_of(self, member: int) -> float:
        """Return the points of one of the two."""
        return self.points[0 if member == self.pairing.one else 1]

    def beans_of(self, member: int) -> int:
        """Return how many beans more one of the two has."""
        return self.beans if member == self.pairing.one else -self.beans

    def rival(self, member: int) -> int:
        """Return the other one of the two."""
        return self.pairing.other if member == self.pairing.one else self.pairing.one


@dataclass(frozen=True, slots=True)
class Tournament:
    """What all entries make of it."""

    n: int = 0
    opened: Opened | None = None
    entrants: tuple[Entrant, ...] = ()
    is_closed: bool = False
    divisions: tuple[tuple[int, ...], ...] = ()
    """The members of each division by their numbers in it, from the first round on; one but in a league."""
    rounds: tuple[RoundBegun, ...] = ()
    rulings: Mapping[tuple[int, int, int], Ruled] = field(default_factory=dict)
    """The newest one of each pairing, by its round and its two members."""
    called_off: frozenset[str] = frozenset()
    """The codes of games in whose place others have begun."""
    finished: Finished | None = None

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Tournament":
        """Return the tournament that entries tell. Raises WireError for what can't follow."""
        told = cls()
        for entry in entries:
            if entry.n != told.n + 1:
                raise WireError(f"entry {entry.n} can't follow entry {told.n}")
            told = replace(told.followed(entry), n=entry.n)
        return told

    @property
    def rules(self) -> Rules:
        """Return how it was opened. Raises WireError for a tournament that was not."""
        return self.opening.rules

    @property
    def opening(self) -> Opened:
        """Return by whom it was opened, and after which season. Raises WireError as `rules` does."""
        if self.opened is None:
            raise WireError("the tournament was never opened")
        return self.opened

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Return the pairings of all rounds that have begun."""
        return tuple(pairing for each in self.rounds for pairing in each.pairings)

    def entrant(self, member: int) -> Entrant | None:
        """Return how a member takes part; None for who never did."""
        return next((each for each in self.entrants if each.member == member), None)

    def is_in(self, member: int) -> bool:
        """Return whether a member takes part, and has not withdrawn."""
        return any(each.member == member and each.is_in for each in self.entrants)

    def pairing(self, round: int, one: int, other: int) -> Pairing | None:
        """Return the pairing of two members in a round; None without one."""
        return next(
            (each for each in self.pairings if (each.round, each.one, each.other) == (round, one, other)),
            None,
        )

    def seeded(self) -> list[int]:
        """Return who takes part, the strongest first by the ratings at entry, those of last season by it."""
        order = {member: place for place, member in enumerate(self.opening.order)}
        known = [each for each in self.entrants if each.is_in]
        known.sort(key=lambda each: (order.get(each.member, len(order)), -each.rating))
        return [each.member for each in known]

    def followed(self, entry: Entry) -> "Tournament":
        """Return the tournament after one more entry."""
        match entry.act:
            case Opened() as opened:
                return replace(self, opened=opened)
            case Entered(_, member, rating):
                return self._entered(Entrant(member, rating))
            case Withdrew(_, member):
                left = tuple(
                    replace(each, left_after=len(self.rounds)) if each.member == member else each
                    for each in self.entrants
                )
                return replace(self, entrants=left)
            case EntryClosed(_, is_closed):
                return replace(self, is_closed=is_closed)
            case RoundBegun() as begun:
                return replace(self, divisions=self.drawn(), rounds=(*self.rounds, begun))
            case Ruled() as ruled:
                key = ruled.round, ruled.one, ruled.other
                return replace(self._begun_anew(ruled), rulings={**self.rulings, key: ruled})
            case Finished() as finished:
                return replace(self, finished=finished)
            case Reopened():
                return replace(self, finished=None)

    def drawn(self) -> tuple[tuple[int, ...], ...]:
        """Return the divisions, drawn when the first round begins and kept from then on."""
        if self.divisions:
            return self.divisions
        return tuple(divisions(self.seeded(), self.rules.division_size))

    def _entered(self, entrant: Entrant) -> "Tournament":
        """Return the tournament with one more, who has a number in a division if it has begun.

        That is the lowest division with a free number.
        """
        others = tuple(each for each in self.entrants if each.member != entrant.member)
        entered = replace(self, entrants=(*others, entrant))
        if not self.divisions or any(entrant.member in each for each in self.divisions):
            return entered
        where = max(
            (at for at, each in enumerate(self.divisions) if len(each) % 2), default=len(self.divisions) - 1
        )
        larger = tuple(
            (*each, entrant.member) if at == where else each for at, each in enumerate(self.divisions)
        )
        return replace(entered, divisions=larger)

    def _begun_anew(self, ruled: Ruled) -> "Tournament":
        """Return the tournament with the games that a ruling gives its pairing, if it gives any."""
        pairing = self.pairing(ruled.round, ruled.one, ruled.other)
        if pairing is None or not ruled.games:
            return self
        instead = {pairing: Pairing(pairing.round, pairing.one, pairing.other, ruled.games)}
        rounds = tuple(
            RoundBegun(
                each.by, each.number, tuple(instead.get(pair, pair) for pair in each.pairings), each.byes
            )
            for each in self.rounds
        )
        return replace(self, rounds=rounds, called_off=self.called_off | {*pairing.games} - {*ruled.games})

    def lacking(self, pairing: Pairing, results: Results) -> tuple[int, ...]:
        """Return which games of a pairing, 0 and 1, have to begin anew before they can decide it.

        None has where one of both has withdrawn.
        """
        if not (self.is_in(pairing.one) and self.is_in(pairing.other)):
            return ()
        codes = dict(enumerate(pairing.games))
        return tuple(
            number
            for number in range(GAMES_A_PAIRING)
            if number not in codes or (codes[number] in results and results[codes[number]].points is None)
        )

    def scores(self, results: Results) -> tuple[Score, ...]:
        """Return how all pairings stand that have begun."""
        return tuple(self._score(each, results) for each in self.pairings)

    def _score(self, pairing: Pairing, results: Results) -> Score:
        ruled = self.rulings.get((pairing.round, pairing.one, pairing.other))
        if ruled is not None and ruled.points is not None:
            return Score(pairing, ruled.points, 0, is_decided=True, is_played=False)
        one, other, beans, open_games = 0.0, 0.0, 0, GAMES_A_PAIRING - len(pairing.games)
        for number, code in enumerate(pairing.games):
            result = results.get(code)
            if result is None or result.points is None:
                open_games += 1
                continue
            # The first game is that of `one` as South, the second that of `other`.
            own = result.points if number == 0 else 1.0 - result.points
            one, other = one + own, other + 1.0 - own
            beans += result.beans if number == 0 else -result.beans
        there = self.is_in(pairing.one), self.is_in(pairing.other)
        if open_games and not all(there):
            one, other = one + open_games * there[0], other + open_games * there[1]
            return Score(pairing, (one, other), beans, is_decided=True, is_played=False)
        return Score(pairing, (one, other), beans, is_decided=not open_games, is_played=True)
