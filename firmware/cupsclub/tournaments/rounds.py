"""The round that is due in a tournament, as a function of what is known: for the director and the check."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cupsboard.distance.verdict import Refusal

from cupsclub.tournaments.entries import Pairing, RoundBegun
from cupsclub.tournaments.swiss import Swiss, require_matching, swiss
from cupsclub.tournaments.tables import berger, berger_rounds, bracket
from cupsclub.tournaments.tournament import GAMES_A_PAIRING, Results, Score, Tournament


@dataclass(frozen=True, slots=True)
class Due:
    """A round that can begin: its pairings, also those of earlier rounds that a late entry brought."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()

    def is_of(self, begun: RoundBegun) -> bool:
        """Return whether a round that has begun has these pairings, whatever the codes of its games."""
        plain = tuple(Pairing(each.round, each.one, each.other) for each in begun.pairings)
        return (self.number, self.pairings, self.byes) == (begun.number, plain, begun.byes)


def most_rounds(told: Tournament) -> int:
    """Return how many rounds a tournament has, as far as can be said now."""
    rules = told.rules
    match rules.form:
        case "swiss":
            # No two meet twice, and no player has two byes.
            return min(rules.rounds, max(len(told.rounds), berger_rounds(len(told.seeded()))))
        case "knock-out":
            count = len(told.divisions[0]) if told.divisions else len(told.seeded())
            return (len(bracket(count)) - 1).bit_length() if count > 1 else 0
        case _:
            return rules.cycles * max((berger_rounds(len(each)) for each in told.drawn()), default=0)


def due(told: Tournament, results: Results) -> Due:
    """Return the round that is to begin next. Raises Refusal where none can."""
    if told.finished is not None:
        raise Refusal("over", "The tournament is over.")
    number = len(told.rounds) + 1
    if len(told.seeded()) < 2 and not (told.rules.form == "knock-out" and told.rounds):
        raise Refusal("illegal", "A round needs at least two who take part.")
    match told.rules.form:
        case "swiss":
            return _swiss(told, results, number)
        case "knock-out":
            return _knock_out(told, results, number)
        case _:
            return _round_robin(told, number)


def _require_decided(scores: Sequence[Score]) -> None:
    still = [each for each in scores if not each.is_decided]
    if still:
        raise Refusal("illegal", f"{len(still)} pairings are not decided yet: wait, or rule them.")


def _round_robin(told: Tournament, number: int) -> Due:
    begun = {(each.round, each.one, each.other) for each in told.pairings}
    pairings, byes = list[Pairing](), list[int]()
    for members in told.drawn():
        for at in range(1, min(number, told.rules.cycles * berger_rounds(len(members))) + 1):
            for one, other in table_round(members, at):
                if one is None or other is None:
                    byes += [each for each in (one, other) if each is not None and at == number]
                elif (at, one, other) not in begun:
                    pairings.append(Pairing(at, one, other))
    if number > most_rounds(told) and not pairings:
        raise Refusal("illegal", "All rounds have begun.")
    return Due(min(number, most_rounds(told)), tuple(pairings), tuple(byes))


def table_round(members: Sequence[int], at: int) -> list[tuple[int | None, int | None]]:
    """Return who meets whom in a round of Berger's table; None stands for no opponent.

    The next cycle swaps who begins.
    """
    cycle, number = divmod(at - 1, berger_rounds(len(members)))
    pairs = [
        tuple(members[each - 1] if each <= len(members) else None for each in pair)
        for pair in berger(len(members), number + 1)
    ]
    return [(pair[1], pair[0]) if cycle % 2 else (pair[0], pair[1]) for pair in pairs]


def _swiss(told: Tournament, results: Results, number: int) -> Due:
    require_matching()
    scores = told.scores(results)
    _require_decided(scores)
    if number > told.rules.rounds:
        raise Refusal("illegal", "All rounds have been played.")
    players = [
        Swiss(
            member,
            points(told, scores, member),
            frozenset(
                each.rival(member) for each in scores if member in (each.pairing.one, each.pairing.other)
            ),
            any(member in each.byes for each in told.rounds),
        )
        for member in told.seeded()
    ]
    found = swiss(players)
    if found is None:
        raise Refusal("illegal", "No round is left in which all meet a new opponent: end the tournament.")
    pairs, bye = found
    return Due(number, tuple(Pairing(number, *pair) for pair in pairs), () if bye is None else (bye,))


def points(told: Tournament, scores: Sequence[Score], member: int) -> float:
    """Return a member's points from all pairings, and in a Swiss from byes, which are worth a pairing won."""
    own = sum(each.points_of(member) for each in scores if member in (each.pairing.one, each.pairing.other))
    byes = sum(member in each.byes for each in told.rounds) if told.rules.form == "swiss" else 0
    return own + GAMES_A_PAIRING * byes


def _knock_out(told: Tournament, results: Results, number: int) -> Due:
    scores = told.scores(results)
    _require_decided(scores)
    still = standing(told, scores)
    if len([each for each in still if each is not None]) < 2:
        raise Refusal("illegal", "The last round has been played.")
    pairings, byes = list[Pairing](), list[int]()
    for one, other in zip(still[::2], still[1::2], strict=True):
        if one is not None and other is not None:
            pairings.append(Pairing(number, one, other))
        else:
            byes += [each for each in (one, other) if each is not None]
    return Due(number, tuple(pairings), tuple(byes))


def standing(told: Tournament, scores: Sequence[Score]) -> list[int | None]:
    """Return who is still in a knock-out, in the bracket's order; None for a free place."""
    (members,) = told.drawn()
    still: list[int | None] = [
        members[seed - 1] if seed <= len(members) else None for seed in bracket(len(members))
    ]
    for begun in told.rounds:
        met = {each.pairing.one: each for each in scores if each.pairing.round == begun.number}
        still = [
            winner(told, met[one])[0] if one in met else one if one is not None else other
            for one, other in zip(still[::2], still[1::2], strict=True)
        ]
    return still


By: TypeAlias = Literal["points", "beans", "seed", "none"]


def winner(told: Tournament, score: Score) -> tuple[int | None, By]:
    """Return who goes on from a pairing of a knock-out, and by what: points, then beans, then seeds.

    None goes on where both have withdrawn, or were ruled out.
    """
    one, other = score.pairing.one, score.pairing.other
    if score.points == (0.0, 0.0):
        return None, "none"
    more, beans = score.points[0] - score.points[1], score.beans
    if more or beans:
        return (one if (more or beans) > 0 else other), "points" if more else "beans"
    return min(one, other, key=told.divisions[0].index), "seed"
