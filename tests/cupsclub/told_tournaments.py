"""Tournaments in memory: their entries, and games whose results a test says."""

from collections.abc import Callable

from cupsboard.rules.clocks import Clock
from cupsclub.tournaments.entries import (
    AnyAct,
    Entered,
    Entry,
    Opened,
    Pairing,
    RoundBegun,
    Ruled,
    Rules,
    Withdrew,
)
from cupsclub.tournaments.judging import require
from cupsclub.tournaments.rounds import due
from cupsclub.tournaments.tournament import Result, Tournament

DIRECTOR = 1
MINUTES = Clock(600.0, 10.0)


def rules(form: str, name: str = "Cup", game: str = "cups 4", clock: Clock = MINUTES, **how: object) -> Rules:
    if form == "swiss":
        how = {"rounds": 5, **how}
    return Rules(name, form, game, clock, **how)  # type: ignore[arg-type]


def opened(form: str, after: int | None = None, order: tuple[int, ...] = (), **how: object) -> Opened:
    return Opened(DIRECTOR, rules(form, **how), after, order)  # type: ignore[arg-type]


class Told:
    """A tournament that is judged and written as the server does it."""

    def __init__(self, form: str, count: int, **how: object) -> None:
        self.entries, self.results = list[Entry](), dict[str, Result]()
        self.do(opened(form, **how))
        for member in range(1, count + 1):
            self.enter(member)

    @property
    def now(self) -> Tournament:
        return Tournament.of(self.entries)

    def do(self, act: AnyAct) -> None:
        require(self.now, act, self.results)
        self.entries.append(Entry(len(self.entries) + 1, 0.0, act))

    def enter(self, member: int) -> None:
        self.do(Entered(DIRECTOR, member, 2000.0 - member))

    def withdraw(self, member: int) -> None:
        self.do(Withdrew(DIRECTOR, member))

    def begin(self) -> RoundBegun:
        told = self.now
        found = due(told, self.results)
        pairings = tuple(
            Pairing(each.round, each.one, each.other, self.codes(told, each)) for each in found.pairings
        )
        begun = RoundBegun(DIRECTOR, found.number, pairings, found.byes)
        self.do(begun)
        return begun

    def codes(self, told: Tournament, each: Pairing) -> tuple[str, ...]:
        if not (told.is_in(each.one) and told.is_in(each.other)):
            return ()
        return tuple(f"{each.round}-{each.one}-{each.other}-{game}" for game in (1, 2))

    def end(self, pairing: Pairing, points: float, beans: int = 0) -> None:
        """Have both games end with this many points of `one`'s, from 0 to 2."""
        first = min(1.0, points)
        self.results[pairing.games[0]] = Result(first, beans)
        self.results[pairing.games[1]] = Result(1.0 - (points - first))

    def play(self, begun: RoundBegun, points: Callable[[Pairing], float]) -> None:
        for pairing in begun.pairings:
            if pairing.games:
                self.end(pairing, points(pairing))

    def rule(self, pairing: Pairing, points: tuple[float, float] | None) -> None:
        self.do(Ruled(DIRECTOR, pairing.round, pairing.one, pairing.other, points, "no-show"))
