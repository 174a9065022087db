"""What directors and members do in tournaments, within a transaction: judged first, and written then."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal

from cupsclub.people import People
from cupsclub.ratings import list_of
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Records
from cupsclub.store.results import Results
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.entries import (
    AnyAct,
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
    Why,
    Withdrew,
)
from cupsclub.tournaments.games import Games, result_of, results_of
from cupsclub.tournaments.judging import final_tables, require
from cupsclub.tournaments.rounds import due
from cupsclub.tournaments.standings import tables
from cupsclub.tournaments.swiss import require_matching
from cupsclub.tournaments.tables import moved
from cupsclub.tournaments.tournament import GAMES_A_PAIRING, Result, Tournament


@dataclass(slots=True)
class _Open:
    """A tournament that is worked on: its number, what is known of it, and the results so far."""

    number: int
    told: Tournament
    results: Mapping[str, Result]


class Tournaments:
    """Does what is asked for; raises Refusal before anything is written."""

    def __init__(self, records: Records, games: Games, now: Callable[[], float]) -> None:
        """`now` is the server's time."""
        self._records, self._games, self._now = records, games, now
        self._rows, self._members = TournamentRows(records), Members(records)

    def member(self, token: str) -> Member:
        """Return the member whose device has a token. Raises Refusal where it is no member's."""
        return People(self._records, self._now()).member(token)

    def open(self, by: Member, rules: Rules, after: int | None = None, order: Iterable[int] = ()) -> int:
        """Open a tournament as a director, and return its number; `after` and `order` as in `Opened`."""
        _require_director(by)
        if rules.form == "swiss":
            require_matching()
        number = max(self._rows.numbers(), default=0) + 1
        self._add(_Open(number, Tournament(), {}), Opened(by.number, rules, after, tuple(order)))
        return number

    def next_season(self, by: Member, number: int) -> int:
        """Open the season of a league after a finished one, with all who were in it to the end."""
        _require_director(by)
        former = self._open(number)
        if former.told.rules.form != "league" or former.told.finished is None:
            raise Refusal("illegal", "The next season is that of a league that is over.")
        self._require_last_season(number)
        order = ladder(former.told, former.results)
        following = self.open(by, former.told.rules, number, order)
        for member in order:
            known = self._members.member(member)
            if former.told.is_in(member) and known is not None and known.may_play:
                self._enter(by, following, known)
        return following

    def enter(self, by: Member, number: int, member: int | None) -> None:
        """Take part, or as a director have another `member` take part, also late."""
        if member is not None and member != by.number:
            _require_director(by)
        known = by if member is None else self._members.member(member)
        if known is None or not known.may_play:
            raise Refusal("members-only", "This is for members of the club who may play.")
        told = self._open(number).told
        if by.role != "director" and (told.is_closed or told.rounds):
            raise Refusal("not-yours", "Entry is closed; a director can still let you in.")
        self._enter(by, number, known)

    def _enter(self, by: Member, number: int, member: Member) -> None:
        open = self._open(number)
        name = list_of(open.told.rules.game, has_engine=member.role == "engine")
        rating = Results(self._records).standing(name, member.number).rating
        self._add(open, Entered(by.number, member.number, rating))

    def withdraw(self, by: Member, number: int, member: int | None) -> None:
        """Take part no more, or as a director take another `member` out; games of theirs that go on end."""
        if member is not None and member != by.number:
            _require_director(by)
        gone = by.number if member is None else member
        open = self._add(self._open(number), Withdrew(by.number, gone))
        self._end((each for each in open.told.pairings if gone in (each.one, each.other)), gone)

    def close_entry(self, by: Member, number: int, is_closed: bool) -> None:
        """Let members enter no more by themselves, or let them again."""
        _require_director(by)
        self._add(self._open(number), EntryClosed(by.number, is_closed))

    def begin_round(self, by: Member, number: int, round: int) -> None:
        """Begin the round that is due, which a director has seen to be that of this number."""
        _require_director(by)
        open = self._open(number)
        if round != len(open.told.rounds) + 1:
            raise Refusal("stale", f"Round {len(open.told.rounds)} has begun already.")
        without = [each for each in open.told.seeded() if not self._may_play(each)]
        after = open.told
        for member in without:
            after = after.followed(Entry(0, 0.0, Withdrew(by.number, member)))
        found = due(after, open.results)
        for member in without:
            self.withdraw(by, number, member)
        open = self._open(number)
        pairings = tuple(self._paired(open, each) for each in found.pairings)
        self._add(open, RoundBegun(by.number, found.number, pairings, found.byes))

    def _may_play(self, member: int) -> bool:
        known = self._members.member(member)
        return known is not None and known.may_play

    def _paired(self, open: _Open, pairing: Pairing) -> Pairing:
        """Return a pairing with its games; it has none where one of the two has withdrawn."""
        if not (open.told.is_in(pairing.one) and open.told.is_in(pairing.other)):
            return pairing
        return Pairing(pairing.round, pairing.one, pairing.other, self._both(open, pairing, {}))

    def _both(self, open: _Open, pairing: Pairing, kept: Mapping[int, str]) -> tuple[str, ...]:
        """Return the codes of both games of a pairing: those `kept`, by their numbers, and new ones."""
        return tuple(
            kept.get(number) or self._games.begun(pairing, number, open.told.rules, open.number)
            for number in range(GAMES_A_PAIRING)
        )

    def rule(
        self,
        by: Member,
        number: int,
        round: int,
        one: int,
        other: int,
        points: tuple[float, float] | None,
        why: Why,
    ) -> None:
        """Decide a pairing; games of it that go on end.

        With `points` None its games decide, and those that were called off begin anew.
        """
        _require_director(by)
        open, games = self._open(number), tuple[str, ...]()
        pairing = open.told.pairing(round, one, other)
        if pairing is not None and points is None and not open.told.finished:
            lacking = open.told.lacking(pairing, open.results)
            kept = {at: code for at, code in enumerate(pairing.games) if at not in lacking}
            games = self._both(open, pairing, kept) if lacking else ()
        self._add(open, Ruled(by.number, round, one, other, points, why, games))
        if pairing is not None and points is not None:
            self._end((pairing,))

    def finish(self, by: Member, number: int) -> None:
        """End a tournament with the tables as they stand; games that go on end."""
        _require_director(by)
        open = self._open(number)
        if open.told.finished is None:
            self._end(open.told.pairings)
            open = self._open(number)
        self._add(open, Finished(by.number, final_tables(open.told, open.results)))

    def reopen(self, by: Member, number: int) -> None:
        """Take the end of a tournament back: what was not decided is not, and games that it ended stay so."""
        _require_director(by)
        self._require_last_season(number)
        self._add(self._open(number), Reopened(by.number))

    def _require_last_season(self, number: int) -> None:
        """Raise Refusal where another season goes by the tables of a tournament."""
        others = (Tournament.of(self._rows.entries(each)) for each in self._rows.numbers())
        if any(each.opening.after == number for each in others):
            raise Refusal("stale", "The next season is open already.")

    def claim(self) -> None:
        """End the games in which a side has no time left."""
        for code in sorted(self._rows.going()):
            self._games.claim(code)

    def paired(self, code: str, game: SharedGame) -> wire.Paired | None:
        """Return how the pairing stands of which a game is one that is over; None for any other game."""
        if game.begin is None or game.begin.tournament is None or game.end is None:
            return None
        # Of both games of a pairing that end at once, the second one has to see the end of the first.
        self._rows.keep_apart(game.begin.tournament)
        open = self._open(game.begin.tournament)
        results = {**open.results, code: result_of(game.end, lambda: game)}
        score = next((each for each in open.told.scores(results) if code in each.pairing.games), None)
        if score is None:
            return None
        points = {side: score.points_of(member) for side, member in game.begin.members.items()}
        left = sum(each not in results for each in score.pairing.games)
        return wire.Paired(open.told.rules.name, score.pairing.round, points, 0 if score.is_decided else left)

    def _end(self, pairings: Iterable[Pairing], gone: int | None = None) -> None:
        for pairing in pairings:
            for code in pairing.games:
                self._games.end(code, gone)

    def _open(self, number: int) -> _Open:
        told = Tournament.of(self._rows.entries(number))
        if told.opened is None:
            raise Refusal("unknown-game", "There is no such tournament.")
        return _Open(number, told, results_of(number, self._rows, self._games.shared))

    def _add(self, open: _Open, act: AnyAct) -> _Open:
        require(open.told, act, open.results)
        entry = Entry(open.told.n + 1, self._now(), act)
        self._rows.add(open.number, entry)
        return _Open(open.number, replace(open.told.followed(entry), n=entry.n), open.results)


def ladder(told: Tournament, results: Mapping[str, Result]) -> list[int]:
    """Return the members of a league after a season, the best first, once the movers changed divisions."""
    order = [[row.member for row in table] for table in tables(told, results)]
    return moved(order, told.rules.movers)


def _require_director(member: Member) -> None:
    if member.role != "director":
        raise Refusal("not-yours", "A director of the club does that.")
