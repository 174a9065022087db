"""What the page of a tournament asks to be done."""

from collections.abc import Callable

import msgspec
from msgspec import structs

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


_DONE_BY: dict[type[OfTournament], Callable[..., int | None]] = {
    Open: Tournaments.open,
    Enter: Tournaments.enter,
    Withdraw: Tournaments.withdraw,
    CloseEntry: Tournaments.close_entry,
    BeginRound: Tournaments.begin_round,
    Rule: Tournaments.rule,
    Finish: Tournaments.finish,
    Reopen: Tournaments.reopen,
    NextSeason: Tournaments.next_season,
}
ACTS = tuple(_DONE_BY)


def doing(asked: OfTournament, token: str) -> Callable[[Tournaments], int | None]:
    """Return what does what the member with a token asks for, and gives the number of a new tournament."""

    def done(tournaments: Tournaments) -> int | None:
        return _DONE_BY[type(asked)](tournaments, tournaments.member(token), *structs.astuple(asked))

    return done
