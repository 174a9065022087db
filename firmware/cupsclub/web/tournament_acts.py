"""What the page of a tournament asks to be done."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from cupsclub.tournaments.directing import Tournaments
from cupsclub.tournaments.entries import Rules, Why


class OfTournament(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """What is asked for."""


class Open(OfTournament, frozen=True, tag="tournament-open"):
    """Open a tournament, as a director."""

    rules: Rules


class Enter(OfTournament, frozen=True, tag="tournament-enter"):
    """Take part, or as a director have another `member` take part."""

    tournament: int
    member: int | None = None


class Withdraw(OfTournament, frozen=True, tag="tournament-withdraw"):
    """Take part no more, or as a director take another `member` out."""

    tournament: int
    member: int | None = None


class CloseEntry(OfTournament, frozen=True, tag="tournament-entry"):
    """Let members enter no more by themselves, or let them again."""

    tournament: int
    is_closed: bool


class BeginRound(OfTournament, frozen=True, tag="tournament-round"):
    """Begin the next round, whose number the director has seen."""

    tournament: int
    round: int


class Rule(OfTournament, frozen=True, tag="tournament-rule"):
    """Decide a pairing, or take the ruling back with `points` null."""

    tournament: int
    round: int
    one: int
    other: int
    points: tuple[float, float] | None
    why: Why


class Finish(OfTournament, frozen=True, tag="tournament-finish"):
    """End a tournament with its tables as they stand."""

    tournament: int


class Reopen(OfTournament, frozen=True, tag="tournament-reopen"):
    """Take the end of a tournament back."""

    tournament: int


class NextSeason(OfTournament, frozen=True, tag="tournament-season"):
    """Open the next season of a league that is over."""

    tournament: int


AnyOfTournament: TypeAlias = (
    Open | Enter | Withdraw | CloseEntry | BeginRound | Rule | Finish | Reopen | NextSeason
)


def doing(asked: OfTournament, token: str) -> Callable[[Tournaments], int | None]:
    """Return what does what the member with a token asks for, and gives the number of a new tournament."""

    def done(tournaments: Tournaments) -> int | None:
        own = tournaments.member(token)
        match asked:
            case Open(rules):
                return tournaments.open(own, rules)
            case Enter(tournament, other):
                tournaments.enter(own, tournament, other)
            case Withdraw(tournament, other):
                tournaments.withdraw(own, tournament, other)
            case CloseEntry(tournament, is_closed):
                tournaments.close_entry(own, tournament, is_closed=is_closed)
            case BeginRound(tournament, round):
                tournaments.begin_round(own, tournament, round)
            case Rule(tournament, round, one, other, points, why):
                tournaments.rule(own, tournament, round, (one, other), points, why)
            case Finish(tournament):
                tournaments.finish(own, tournament)
            case Reopen(tournament):
                tournaments.reopen(own, tournament)
            case NextSeason(tournament):
                return tournaments.next_season(own, tournament)
        return None

    return done
