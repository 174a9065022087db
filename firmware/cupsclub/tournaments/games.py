"""The games of tournaments: two for each pairing, begun and ended for it, and what they are worth."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Verdict, verdict
from cupsboard.rules.places import Side

from cupsclub.ratings import score_of
from cupsclub.seats import Seats
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.entries import Pairing, Rules
from cupsclub.tournaments.tournament import Result


@dataclass(frozen=True, slots=True)
class Games:
    """Begins and ends them for the writer, within a transaction of the records."""

    seats: Seats
    begin: Callable[[str, wire.Begin], None]
    """Writes the beginning of a game whose seats are taken."""
    shared: Callable[[str], SharedGame]
    write: Callable[[str, Verdict], None]
    """Writes what was decided of a game, with its end and what that does to ratings."""
    now: Callable[[], float]

    def begun(self, pairing: Pairing, number: int, rules: Rules, tournament: int) -> str:
        """Begin a game of a pairing, and return its code; each member begins one, `one` that of number 0."""
        south, north = (pairing.other, pairing.one) if number else (pairing.one, pairing.other)
        code, begin = self.seats.paired(
            south, north, rules.game, rules.clock, is_rated=rules.rated, tournament=tournament
        )
        self.begin(code, begin)
        return code

    def end(self, code: str, gone: int | None = None) -> None:
        """End a game that goes on: its pairing is decided otherwise, or the member `gone` has withdrawn.

        It is not rated.
        """
        shared = self.shared(code)
        if shared.end is not None:
            return
        members = {} if shared.begin is None else shared.begin.members
        by = [wire.side_name(side) for side in Side if gone and members.get(side.value) == gone]
        end = wire.End("withdrawn", by=by[0]) if by else wire.End("ruled")
        self.write(code, Verdict((), shared).adding(end, None, self.now()))

    def claim(self, code: str) -> None:
        """End a game in which a side has no time left; its opponent need not be there to claim it."""
        shared, now = self.shared(code), self.now()
        clocks = shared.clocks
        if clocks is None or shared.is_waiting or shared.end is not None:
            return
        for side in Side:
            if clocks.is_over(side, now):
                self.write(
                    code,
                    verdict(shared, side.other, wire.TimedOut(), shared.changed, f"{shared.n:032x}", now),
                )
                return


def results_of(
    tournament: int, rows: TournamentRows, shared: Callable[[str], SharedGame]
) -> Mapping[str, Result]:
    """Return what the games of a tournament that are over are worth, by their codes."""
    return {code: result_of(end, partial(shared, code)) for code, end in rows.ends(tournament).items()}


def result_of(end: wire.End, shared: Callable[[], SharedGame]) -> Result:
    """Return what a game that is over is worth.

    Of one that was given up or lost on time the winner has all beans that do not lie in the loser's pot, as
    that is the most that could have come: so giving up never costs less than playing on.
    """
    points = score_of(SharedGame(end=end))
    if end.score is not None:
        return Result(points, end.score[Side.SOUTH.value] - end.score[Side.NORTH.value])
    history = None if points is None or end.winner is None else shared().history
    if history is None:
        return Result(points)
    winner, position = Side(end.winner or ""), history.position
    beans = sum(history.game.contents(position).values()) - 2 * history.game.score(position)[winner.other]
    return Result(points, beans if winner is Side.SOUTH else -beans)
