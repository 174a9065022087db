"""The tables of a tournament: tie-breaks against a second program, withdrawals, and who is left."""

from random import Random

import pytest
from cupsboard.distance.verdict import Refusal
from cupsclub.tournaments.entries import Pairing
from cupsclub.tournaments.rounds import due, most_rounds, winner
from cupsclub.tournaments.standings import Row, tables
from hypothesis import given
from hypothesis import strategies as st
from told_tournaments import Told

POINTS = (0, 0.5, 1, 1.5, 2)


def by_hand(told: Told, form: str, count: int) -> list[tuple[int, float, tuple[float, ...], float, int]]:
    """Member, points, direct, Sonneborn-Berger or Buchholz cut 1, and beans: from a plain list of games.

    The direct encounter is that of FIDE's article 6.2: applied again among those whom it leaves equal.
    """
    games = [
        (each.one, each.other, number, told.results[code])
        for each in told.now.pairings
        for number, code in enumerate(each.games)
    ]
    # Who sits where, and what it was worth to that side.
    sides = [
        (south, north, result.points or 0.0, result.beans)
        for one, other, number, result in games
        for south, north in [(one, other) if number == 0 else (other, one)]
    ]
    own = {
        member: sum(p for s, _, p, _ in sides if s == member)
        + sum(1 - p for _, n, p, _ in sides if n == member)
        + (2.0 * sum(member in each.byes for each in told.now.rounds) if form == "swiss" else 0.0)
        for member in range(1, count + 1)
    }

    def against(member: int, rival: int) -> float:
        return sum(p for s, n, p, _ in sides if (s, n) == (member, rival)) + sum(
            1 - p for s, n, p, _ in sides if (n, s) == (member, rival)
        )

    met = {frozenset((s, n)) for s, n, _, _ in sides}

    def direct_of(member: int, tied: list[int]) -> tuple[float, ...]:
        if not all(frozenset((a, b)) in met for a in tied for b in tied if a != b):
            return (0.0,)
        among = {a: sum(against(a, b) for b in tied if b != a) for a in tied}
        still = [each for each in tied if among[each] == among[member]]
        more = direct_of(member, still) if 1 < len(still) < len(tied) else ()
        return (among[member], *more)

    found = []
    for member in own:
        direct = direct_of(member, [each for each in own if own[each] == own[member]])
        rivals = [each for each in own if frozenset((each, member)) in met]
        if form == "swiss":
            rounds = sorted(
                [own[each] for each in rivals] + [own[member]] * (len(told.now.rounds) - len(rivals))
            )
            second = sum(rounds[1:])
        else:
            second = sum(own[each] * against(member, each) for each in rivals)
        beans = sum(b for s, _, _, b in sides if s == member) - sum(b for _, n, _, b in sides if n == member)
        found.append((member, own[member], direct, second, beans))
    return sorted(found, key=lambda each: (-each[1], [-value for value in each[2]], -each[3], -each[4]))


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
@given(count=st.integers(3, 9), seed=st.integers(0, 2**32), rounds=st.integers(1, 5))
def test_every_sum_and_place_is_that_of_a_second_program(
    form: str, count: int, seed: int, rounds: int
) -> None:
    if form == "swiss":
        pytest.importorskip("networkx")
    told, chance = Told(form, count), Random(seed)
    for _ in range(rounds):
        try:
            begun = told.begin()
        except Refusal:
            break
        for pairing in begun.pairings:
            told.end(pairing, chance.choice(POINTS), chance.randint(-9, 9))
    (table,) = tables(told.now, told.results)
    second = "buchholz" if form == "swiss" else "sonneborn-berger"
    said = [
        (row.member, row.points, row.values("direct"), row.value(second), row.value("beans")) for row in table
    ]
    due_table = by_hand(told, form, count)
    assert sorted(said) == sorted(due_table)
    assert [each[1:] for each in said] == [each[1:] for each in due_table]
    keys = [each[1:] for each in due_table]
    assert [row.place for row in table] == [1 + keys.index(key) for key in keys]


def test_two_whom_the_direct_encounter_leaves_equal_are_parted_by_their_own_pairing() -> None:
    won = {(1, 2): 1.5, (1, 3): 0.0, (2, 3): 1.0, (1, 4): 2.0, (2, 4): 2.0, (3, 4): 0.5}
    told = Told("round-robin", 4)
    for _ in range(3):
        told.play(
            told.begin(),
            lambda each: won.get((each.one, each.other), 2.0 - won.get((each.other, each.one), 0)),
        )
    (table,) = tables(told.now, told.results)
    assert [(row.place, row.member, row.points) for row in table] == [
        (1, 3, 3.5),
        (2, 1, 3.5),
        (3, 2, 3.5),
        (4, 4, 1.5),
    ]
    assert [row.values("direct") for row in table[:3]] == [(3.0,), (1.5, 1.5), (1.5, 0.5)]


def row_of(told: Told, member: int) -> Row:
    return next(row for table in tables(told.now, told.results) for row in table if row.member == member)


def all_to_the_stronger(pairing: Pairing) -> float:
    return 2.0 if pairing.one < pairing.other else 0.0


def test_who_withdraws_before_half_of_a_round_robin_counts_for_nobody() -> None:
    told = Told("round-robin", 6)
    told.play(told.begin(), all_to_the_stronger)
    told.withdraw(6)
    told.play(told.begin(), all_to_the_stronger)
    assert row_of(told, 6).is_annulled
    assert row_of(told, 6).place == 6
    # Number 1 has lost the points won of number 6, and met number 2 since.
    assert row_of(told, 1).points == 2.0
    assert all(row.points <= 4.0 for row in tables(told.now, told.results)[0])


def test_who_withdraws_later_gives_the_points_of_all_pairings_that_are_left() -> None:
    told = Told("round-robin", 4)
    for _ in range(2):
        told.play(told.begin(), all_to_the_stronger)
    told.withdraw(1)
    begun = told.begin()
    assert begun.pairings[1] == Pairing(3, 3, 1)
    assert row_of(told, 3).points == 4.0
    assert (row_of(told, 1).points, row_of(told, 1).is_out, row_of(told, 1).is_annulled) == (4.0, True, False)


def test_who_withdraws_in_the_middle_of_a_pairing_keeps_the_game_that_is_over() -> None:
    told = Told("swiss", 4) if pytest.importorskip("networkx") else None
    assert told is not None
    pairing = told.begin().pairings[0]
    told.end(pairing, 2.0)
    del told.results[pairing.games[1]]
    told.withdraw(pairing.one)
    score = told.now.scores(told.results)[0]
    assert (score.points, score.is_decided, score.is_played) == ((1.0, 1.0), True, False)
    told.withdraw(pairing.other)
    assert told.now.scores(told.results)[0].points == (1.0, 0.0)


def test_a_ruling_decides_a_pairing_whatever_its_games_say_until_it_is_taken_back() -> None:
    told = Told("round-robin", 2)
    (pairing,) = told.begin().pairings
    told.end(pairing, 2.0, 5)
    told.rule(pairing, (0.0, 0.0))
    assert [row.points for row in tables(told.now, told.results)[0]] == [0.0, 0.0]
    told.rule(pairing, None)
    assert [(row.points, row.value("beans")) for row in tables(told.now, told.results)[0]] == [
        (2.0, 5.0),
        (0.0, -5.0),
    ]


def test_a_late_entry_has_the_free_number_of_a_table_and_meets_all() -> None:
    told = Told("round-robin", 5)
    first = told.begin()
    told.enter(9)
    second = told.begin()
    missed = [each for each in second.pairings if each.round == 1]
    assert [{each.one, each.other} for each in missed] == [{first.byes[0], 9}]
    for _ in range(3):
        told.begin()
    met = [{each.one, each.other} for each in told.now.pairings]
    assert len(met) == 15
    assert all(sum({one, 9} == each for each in met) == 1 for one in range(1, 6))


def test_a_late_entry_of_the_last_round_is_caught_up_with_after_it() -> None:
    told = Told("round-robin", 3)
    for _ in range(3):
        told.begin()
    told.enter(9)
    begun = told.begin()
    assert [(each.round, {each.one, each.other}) for each in begun.pairings] == [
        (number, {9, told.now.rounds[number - 1].byes[0]}) for number in (1, 2, 3)
    ]
    with pytest.raises(Refusal, match="All rounds"):
        due(told.now, told.results)


def test_a_knock_out_of_five_has_three_free_places_and_ends_with_a_winner() -> None:
    told = Told("knock-out", 5)
    begun = told.begin()
    assert [(each.one, each.other) for each in begun.pairings] == [(4, 5)]
    assert begun.byes == (1, 2, 3)
    told.end(begun.pairings[0], 0.5)
    begun = told.begin()
    assert [(each.one, each.other) for each in begun.pairings] == [(1, 5), (2, 3)]
    # Who is behind in a pairing that is not decided is still in.
    assert [row.member for row in tables(told.now, told.results)[0] if row.is_out] == [4]
    # Level on points and on beans the better seed goes on; by beans the other.
    told.end(begun.pairings[0], 1.0)
    told.end(begun.pairings[1], 1.0, -1)
    begun = told.begin()
    assert [(each.one, each.other) for each in begun.pairings] == [(1, 3)]
    told.end(begun.pairings[0], 0.0)
    with pytest.raises(Refusal, match="last round"):
        told.begin()
    table = tables(told.now, told.results)[0]
    assert [(row.place, row.member, row.is_out) for row in table] == [
        (1, 3, False),
        (2, 1, True),
        (3, 2, True),
        (3, 5, True),
        (5, 4, True),
    ]


@given(count=st.integers(2, 20), seed=st.integers(0, 2**32))
def test_a_knock_out_leaves_one_whoever_withdraws_or_is_ruled_out(count: int, seed: int) -> None:
    told, chance = Told("knock-out", count), Random(seed)
    for _ in range((count - 1).bit_length()):
        begun = told.begin()
        for pairing in begun.pairings:
            match chance.randint(0, 5):
                case 0 if pairing.games:
                    told.withdraw(chance.choice((pairing.one, pairing.other)))
                case 1:
                    told.rule(pairing, (0.0, 0.0))
                case _ if pairing.games:
                    told.end(pairing, chance.choice(POINTS), chance.randint(-1, 1))
        for score in told.now.scores(told.results):
            if not score.is_decided:
                told.rule(score.pairing, (2.0, 0.0))
        if len([row for row in tables(told.now, told.results)[0] if not row.is_out]) < 2:
            break
    with pytest.raises(Refusal, match="last round"):
        told.begin()
    still = [row for row in tables(told.now, told.results)[0] if not row.is_out]
    assert len(still) <= 1


def test_a_league_s_divisions_are_round_robins_side_by_side_and_the_next_season_follows_the_order() -> None:
    told = Told("league", 7, division_size=4, order=(3, 1, 2))
    begun = told.begin()
    assert told.now.divisions == ((3, 1, 2, 4), (5, 6, 7))
    assert [{each.one, each.other} for each in begun.pairings] == [{3, 4}, {1, 2}, {6, 7}]
    assert begun.byes == (5,)
    told.enter(9)
    assert told.now.divisions == ((3, 1, 2, 4), (5, 6, 7, 9))
    with pytest.raises(Refusal, match="numbers of the table"):
        told.enter(10)


def test_a_double_round_robin_meets_twice_and_swaps_who_begins() -> None:
    told = Told("round-robin", 4, cycles=2)
    for _ in range(6):
        told.begin()
    met = [(each.one, each.other) for each in told.now.pairings]
    assert len(set(met)) == len(met) == 12
    with pytest.raises(Refusal, match="All rounds"):
        told.begin()


@pytest.mark.parametrize(
    ("points", "beans", "expected"),
    [
        (1.5, 0, (1, "points")),
        (1.0, 3, (1, "beans")),
        (1.0, -3, (4, "beans")),
        (1.0, 0, (1, "seed")),
        (0.5, 9, (4, "points")),
    ],
)
def test_a_knock_out_says_who_goes_on_and_by_what(
    points: float, beans: int, expected: tuple[int, str]
) -> None:
    told = Told("knock-out", 4)
    first = told.begin().pairings[0]
    told.end(first, points, beans)
    assert (first.one, first.other) == (1, 4)
    assert winner(told.now, told.now.scores(told.results)[0]) == expected
    told.rule(first, (0.0, 0.0))
    assert winner(told.now, told.now.scores(told.results)[0]) == (None, "none")


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (9, 5)])
def test_a_swiss_promises_no_more_rounds_than_its_players_can_meet_in(count: int, rounds: int) -> None:
    told = Told("swiss", count)
    assert most_rounds(told.now) == rounds
