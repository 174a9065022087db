"""The check of tournaments: every entry is judged anew, and every round, table and game compared."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import WireError

from cupsclub.store.port import Records
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.directing import ladder
from cupsclub.tournaments.entries import Entry, Pairing
from cupsclub.tournaments.games import result_of
from cupsclub.tournaments.judging import require
from cupsclub.tournaments.tournament import Result, Tournament


def faults(records: Records, games: Mapping[str, SharedGame]) -> Iterator[str]:
    """Yield what is wrong with any tournament; `games` are all games of the club by their codes."""
    rows = TournamentRows(records)
    told: dict[int, Tournament] = {}
    for number in sorted(rows.numbers()):
        where = f"tournament {number}"
        results = _results(rows.games(number), games)
        try:
            entries = rows.entries(number)
            told[number] = Tournament.of(entries)
        except WireError as fault:
            yield f"{where}: {fault}"
            continue
        yield from (f"{where}: {fault}" for fault in _unlawful(entries, results))
        yield from (f"{where}: {fault}" for fault in _foreign(told[number], rows.games(number), games))
        opening = told[number].opening
        former = told.get(opening.after or 0)
        if former is not None:
            season = rows.games(opening.after or 0)
            if list(opening.order) != ladder(former, _results(season, games)):
                yield f"{where}: its order is not the one that the season before made"


def _results(codes: Iterable[str], games: Mapping[str, SharedGame]) -> Mapping[str, Result]:
    ends = {code: games[code].end for code in codes if code in games}
    return {
        code: result_of(end, partial(games.__getitem__, code))
        for code, end in ends.items()
        if end is not None
    }


def _unlawful(entries: tuple[Entry, ...], results: Mapping[str, Result]) -> Iterator[str]:
    told = Tournament()
    for entry in entries:
        try:
            require(told, entry.act, results)
        except Refusal as refusal:
            yield f"entry {entry.n}: {refusal.text}"
        told = told.followed(entry)


def _foreign(told: Tournament, own: frozenset[str], games: Mapping[str, SharedGame]) -> Iterator[str]:
    """Yield where the games of a tournament are not those of its pairings."""
    paired = {code for each in told.pairings for code in each.games}
    for code in sorted(own ^ (paired | told.called_off)):
        yield f"game {code} is {'of no pairing' if code in own else 'no game of this tournament'}"
    for pairing in told.pairings:
        for number, code in enumerate(pairing.games):
            if code in games and not _is_of(pairing, number, games[code], told):
                yield f"game {code} is not that of members {pairing.one} and {pairing.other}"


def _is_of(pairing: Pairing, number: int, game: SharedGame, told: Tournament) -> bool:
    begin, rules = game.begin, told.rules
    south, north = (pairing.one, pairing.other) if number == 0 else (pairing.other, pairing.one)
    return (
        begin is not None
        and begin.members == {"south": south, "north": north}
        and (begin.starter, begin.game, begin.clock) == ("south", rules.game, rules.clock)
    )
