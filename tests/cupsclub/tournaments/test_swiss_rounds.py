"""A round of a Swiss, judged by another program: it looks at every pairing that there is."""

from collections.abc import Iterator
from random import Random

import pytest
from cupsclub.tournaments.rounds import points
from cupsclub.tournaments.swiss import Swiss, swiss
from hypothesis import given
from hypothesis import strategies as st
from told_tournaments import Told

pytest.importorskip("networkx")
BYE = 0


def every_pairing(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in every_pairing([each for each in others if each != other]):
            yield [(first, other), *rest]


def best_by_hand(seeded: list[Swiss]) -> list[tuple[int, int]] | None:
    """The first of all pairings by: the bye's points, unequal pairs, then how near all are to their due."""
    ranked = sorted(seeded, key=lambda each: -each.points)
    by_member = {each.member: each for each in ranked}
    order = [each.member for each in ranked] + [BYE] * (len(ranked) % 2)

    def worth(pairs: list[tuple[int, int]]) -> tuple[float, float, list[int]]:
        bye = sum(by_member[one].points for one, other in pairs if other == BYE)
        unequal = sum(
            (by_member[one].points - by_member[other].points) ** 2 for one, other in pairs if other != BYE
        )
        nearness = []
        for one, other in pairs:
            level = [each for each in ranked if each.points == by_member[one].points]
            due, got = order.index(one) + len(level) // 2, order.index(other)
            nearness.append(2 * abs(got - due) + (got < due))
        return bye, unequal, nearness

    allowed = [
        pairs
        for pairs in every_pairing(order)
        if not any(
            by_member[one].had_bye if other == BYE else other in by_member[one].met for one, other in pairs
        )
    ]
    return min(allowed, key=worth, default=None)


@st.composite
def fields(draw: st.DrawFn) -> list[Swiss]:
    count = draw(st.integers(2, 7))
    pairs = [(one, other) for one in range(1, count + 1) for other in range(one + 1, count + 1)]
    met = draw(st.sets(st.sampled_from(pairs)))
    return [
        Swiss(
            member,
            draw(st.integers(0, 6)) / 2,
            frozenset(sum(pair) - member for pair in met if member in pair),
            draw(st.booleans()),
        )
        for member in range(1, count + 1)
    ]


@given(seeded=fields())
def test_the_round_is_the_best_of_all_that_there_are_and_none_where_there_is_none(
    seeded: list[Swiss],
) -> None:
    found, by_hand = swiss(seeded), best_by_hand(seeded)
    if found is None or by_hand is None:
        assert found == by_hand
        return
    pairs, bye = found
    assert pairs + ([] if bye is None else [(bye, BYE)]) == sorted(by_hand, key=lambda each: each[1] == BYE)


@given(count=st.integers(6, 24), seed=st.integers(0, 2**32))
def test_nobody_meets_anyone_twice_or_rests_twice_in_a_whole_swiss(count: int, seed: int) -> None:
    told, chance = Told("swiss", count), Random(seed)
    # Up to here there always is a round: who may still meet half of all others can be paired (Dirac, 1952).
    rounds = min(5, (count + 1) // 2)
    for number in range(1, rounds + 1):
        before = told.now
        scores = before.scores(told.results)
        own = {each: points(before, scores, each) for each in before.seeded()}
        had = [member for each in before.rounds for member in each.byes]
        begun = told.begin()
        assert begun.number == number
        assert len(begun.byes) == count % 2
        for member in begun.byes:
            assert member not in had
            assert own[member] == min(each for other, each in own.items() if other not in had)
        told.play(begun, lambda _: chance.choice((0, 0.5, 1, 1, 1.5, 2)))
    pairs = [frozenset((each.one, each.other)) for each in told.now.pairings]
    assert len(pairs) == len(set(pairs)) == rounds * (count // 2)
    assert sum(
        points(told.now, told.now.scores(told.results), each) for each in told.now.seeded()
    ) == 2 * rounds * (count // 2 + count % 2)


@given(count=st.integers(2, 20).filter(lambda each: each % 2 == 0))
def test_in_the_first_round_the_upper_half_meets_the_lower_one_in_order(count: int) -> None:
    half = count // 2
    found = swiss([Swiss(each, 0.0) for each in range(1, count + 1)])
    assert found == ([(each, each + half) for each in range(1, half + 1)], None)


def test_one_player_alone_has_the_bye_once_and_then_nothing() -> None:
    assert swiss([Swiss(7, 0.0)]) == ([], 7)
    assert swiss([Swiss(7, 2.0, had_bye=True)]) is None
    assert swiss([]) == ([], None)
