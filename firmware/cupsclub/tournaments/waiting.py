"""The games of live tournaments that wait to be played, in the order in which boards are to have them."""

from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.rules.clocks import Clocks

from cupsclub.store.port import Sql
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next game of a pairing that is not decided.

    `before` is the code of the pairing's first game where this is the second one. `is_called` tells whether
    the club calls the pairings of the tournament to free boards by itself.
    """

    code: str
    before: str | None
    is_called: bool


def waiting_games(sql: Sql) -> Iterator[Waiting]:
    """Yield the next game of each pairing, those of older rounds first."""
    rows = TournamentRows(sql)
    going = rows.going()
    for number in rows.played() if going else ():
        told = Tournament.of(rows.entries(number))
        if told.finished is not None or not Clocks.of(told.rules.clock).is_of_a_sitting:
            continue
        for pairing in told.pairings:
            left = [code for code in pairing.games if code in going]
            if left and told.is_in(pairing.one) and told.is_in(pairing.other):
                before = pairing.games[0] if left[0] != pairing.games[0] else None
                yield Waiting(left[0], before, told.rules.at_boards)
