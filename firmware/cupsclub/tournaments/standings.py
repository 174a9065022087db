"""The tables of a tournament with every sum that decides a place, so that anybody can work them out anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from cupsclub.tournaments.rounds import points, standing
from cupsclub.tournaments.tournament import Results, Score, Tournament

TIE_BREAKS = {
    "round-robin": ("direct", "sonneborn-berger", "beans"),
    "league": ("direct", "sonneborn-berger", "beans"),
    "swiss": ("direct", "buchholz", "beans"),
    "knock-out": (),
}
"""What decides between equal points in each form, the first one first."""


@dataclass(frozen=True, slots=True)
class Term:
    """What one pairing adds to a sum: the opponent, None for a bye, a factor of the opponent's and one's own.

    `is_cut` tells that it is left out of the sum. A tie-break may be applied once more among those whom it
    leaves equal: `again` counts that, from 0.
    """

    rival: int | None
    factor: float
    own: float = 1.0
    is_cut: bool = False
    again: int = 0

    @property
    def value(self) -> float:
        """Return what it adds."""
        return 0.0 if self.is_cut else self.factor * self.own


@dataclass(frozen=True, slots=True)
class Row:
    """A member's place in a table; equal ones share it. `sums` are the terms of each tie-break."""

    member: int
    place: int
    points: float
    played: int
    sums: dict[str, tuple[Term, ...]] = field(default_factory=dict)
    is_annulled: bool = False
    """Whether the member withdrew before half of the pairings: none of them counts for anybody."""
    is_out: bool = False
    """Whether the member has withdrawn, or lost in a knock-out."""

    def value(self, name: str) -> float:
        """Return the sum of a tie-break among all who are equal in what comes before it."""
        return self.values(name)[0]

    def values(self, name: str) -> tuple[float, ...]:
        """Return that sum, and those among the members whom the one before leaves equal."""
        terms = self.sums[name]
        times = 1 + max((each.again for each in terms), default=0)
        return tuple(sum(each.value for each in terms if each.again == again) for again in range(times))


def tables(told: Tournament, results: Results) -> tuple[tuple[Row, ...], ...]:
    """Return the table of each division, the best first."""
    scores = told.scores(results)
    if told.rules.form == "knock-out":
        return (_knocked_out(told, scores),) if told.divisions else (_unplayed(told, told.seeded()),)
    return tuple(_table(told, scores, each) for each in told.drawn())


def _unplayed(told: Tournament, members: Sequence[int]) -> tuple[Row, ...]:
    return tuple(Row(each, 1, 0.0, 0, is_out=not told.is_in(each)) for each in members)


def annulled(told: Tournament, scores: Sequence[Score], members: Sequence[int]) -> frozenset[int]:
    """Return who withdrew from a round robin before having played half of all pairings."""
    if told.rules.form == "swiss":
        return frozenset()
    due = told.rules.cycles * (len(members) - 1)
    return frozenset(
        member
        for member in members
        if not told.is_in(member) and 2 * sum(each.is_played for each in _of(scores, member)) < due
    )


def _of(scores: Sequence[Score], member: int) -> list[Score]:
    return [each for each in scores if member in (each.pairing.one, each.pairing.other)]


def _table(told: Tournament, scores: Sequence[Score], members: Sequence[int]) -> tuple[Row, ...]:
    without = annulled(told, scores, members)
    counted = [each for each in scores if not without & {each.pairing.one, each.pairing.other}]
    own = {member: points(told, counted, member) for member in members}
    sheet = _Sheet(tuple(each.number for each in told.rounds), counted, own)
    rows = []
    for member in members:
        if member in without:
            rows.append(Row(member, 0, 0.0, 0, is_annulled=True, is_out=True))
            continue
        sums = {name: _SUMS[name](sheet, member) for name in TIE_BREAKS[told.rules.form]}
        decided = sum(each.is_decided for each in _of(counted, member))
        rows.append(Row(member, 0, own[member], decided, sums, is_out=not told.is_in(member)))
    return _placed(rows)


def _placed(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return rows in their order, with places that equal ones share; annulled ones are the last."""

    def key(row: Row) -> tuple[object, ...]:
        sums = (tuple(-round(each, 6) for each in row.values(name)) for name in row.sums)
        return (row.is_annulled, -row.points, *sums)

    ordered = sorted(rows, key=key)
    placed = list[Row]()
    for number, row in enumerate(ordered, 1):
        is_shared = placed and key(placed[-1]) == key(row)
        placed.append(replace(row, place=placed[-1].place if is_shared else number))
    return tuple(placed)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What the sums of a table are made of: its rounds, the pairings that count, and all members' points."""

    rounds: tuple[int, ...]
    scores: Sequence[Score]
    own: dict[int, float]


def _direct(sheet: _Sheet, member: int) -> tuple[Term, ...]:
    """Return the points against those of equal points, if all of these have met each other.

    Then those against the members who are equal in that, too, as long as it parts any.
    """
    level = {each for each, points in sheet.own.items() if points == sheet.own[member]}
    terms = list[Term]()
    for again in range(len(level)):
        among = [each for each in sheet.scores if {each.pairing.one, each.pairing.other} <= level]
        met = {frozenset((each.pairing.one, each.pairing.other)) for each in among}
        if 2 * len(met) < len(level) * (len(level) - 1):
            break
        terms += [Term(e.rival(member), e.points_of(member), again=again) for e in _of(among, member)]
        sums = {each: sum(score.points_of(each) for score in _of(among, each)) for each in level}
        equal = {each for each in level if sums[each] == sums[member]}
        if len(equal) in (1, len(level)):
            break
        level = equal
    return tuple(terms)


def _sonneborn_berger(sheet: _Sheet, member: int) -> tuple[Term, ...]:
    """Return the opponents' points times the points against them."""
    met = ((each.rival(member), each.points_of(member)) for each in _of(sheet.scores, member))
    return tuple(Term(rival, sheet.own[rival], points) for rival, points in met)


def _buchholz(sheet: _Sheet, member: int) -> tuple[Term, ...]:
    """Return the opponents' points, the fewest cut; a round without opponent counts one's own points."""
    met = {each.pairing.round: each.rival(member) for each in _of(sheet.scores, member)}
    terms = [Term(met.get(number), sheet.own[met.get(number, member)]) for number in sheet.rounds]
    least = min(range(len(terms)), key=lambda at: terms[at].factor, default=-1)
    return tuple(replace(each, is_cut=at == least) for at, each in enumerate(terms))


def _beans(sheet: _Sheet, member: int) -> tuple[Term, ...]:
    """Return how many beans more than each opponent."""
    met = _of(sheet.scores, member)
    return tuple(Term(each.rival(member), float(each.beans_of(member))) for each in met)


_SUMS: dict[str, Callable[[_Sheet, int], tuple[Term, ...]]] = {
    "direct": _direct,
    "sonneborn-berger": _sonneborn_berger,
    "buchholz": _buchholz,
    "beans": _beans,
}


def _knocked_out(told: Tournament, scores: Sequence[Score]) -> tuple[Row, ...]:
    """Return who got how far: those still in first, then those who went out last."""
    still = {each for each in standing(told, scores) if each is not None}
    unsure = {
        each for score in scores if not score.is_decided for each in (score.pairing.one, score.pairing.other)
    }
    (members,) = told.divisions
    rows = []
    for member in members:
        decided = [each for each in _of(scores, member) if each.is_decided]
        # Who is out has gone out in the last round that was met; a bye was one that was won.
        last = max((each.pairing.round for each in _of(scores, member)), default=0)
        reached = len(told.rounds) + 1 if member in still - unsure else last
        is_out = member not in still | unsure
        rows.append((reached, Row(member, 0, float(reached), len(decided), is_out=is_out)))
    return _placed([row for _, row in sorted(rows, key=lambda each: -each[0])])
