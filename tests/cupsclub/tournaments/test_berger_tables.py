"""Berger's tables as they are printed, the bracket of a knock-out, and the divisions of a league."""

from collections import Counter

import pytest
from cupsclub.tournaments.tables import berger, berger_rounds, bracket, divisions, moved
from hypothesis import given
from hypothesis import strategies as st

PRINTED = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7,"
    " 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3,"
    " 3-10 4-2 5-1 6-9 7-8, 10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5,"
    " 5-10 6-4 7-3 8-2 9-1",
}
"""FIDE Handbook, C.05, annex 1."""


@pytest.mark.parametrize("count", PRINTED)
@pytest.mark.parametrize("missing", [0, 1])
def test_a_round_robin_is_paired_as_the_printed_table_has_it(count: int, missing: int) -> None:
    rounds = [berger(count - missing, number) for number in range(1, berger_rounds(count - missing) + 1)]
    assert ", ".join(" ".join(f"{one}-{other}" for one, other in each) for each in rounds) == PRINTED[count]


@given(count=st.integers(2, 40))
def test_all_meet_once_nobody_twice_in_a_round_and_each_begins_every_second_time(count: int) -> None:
    rounds = [berger(count, number) for number in range(1, berger_rounds(count) + 1)]
    even = count + count % 2
    for each in rounds:
        assert sorted(number for pair in each for number in pair) == list(range(1, even + 1))
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert len(met) == even * (even - 1) // 2
    assert set(met.values()) == {1}
    begins = Counter(pair[0] for each in rounds for pair in each)
    assert {abs(2 * begins[number] - len(rounds)) for number in range(1, even + 1)} == {1}


@given(count=st.integers(2, 130))
def test_the_best_seeds_meet_as_late_as_can_be_and_the_best_have_no_opponent_first(count: int) -> None:
    seeds = bracket(count)
    assert sorted(seeds) == list(range(1, len(seeds) + 1))
    assert len(seeds) // 2 < count <= len(seeds)
    free = [one for one, other in zip(seeds[::2], seeds[1::2], strict=True) if max(one, other) > count]
    assert sorted(free) == list(range(1, len(seeds) - count + 1))
    while len(seeds) > 1:
        # The better seed always goes on: then none of the best is lost before its time.
        seeds = [min(pair) for pair in zip(seeds[::2], seeds[1::2], strict=True)]
        assert sorted(seeds) == list(range(1, len(seeds) + 1))


@given(count=st.integers(0, 60), most=st.integers(0, 24))
def test_divisions_keep_the_order_and_differ_by_one_at_most(count: int, most: int) -> None:
    made = divisions(range(count), most)
    assert [each for division in made for each in division] == list(range(count))
    sizes = [len(each) for each in made]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert not most or max(sizes) <= most


@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=5), movers=st.integers(0, 4))
def test_after_a_season_neighbours_swap_and_nobody_moves_by_more_than_a_division(
    sizes: list[int], movers: int
) -> None:
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    before = [list(range(end - size, end)) for end, size in zip(ends, sizes, strict=True)]
    after = moved(before, movers)
    assert sorted(after) == list(range(ends[-1]))
    division = {member: at for at, each in enumerate(before) for member in each}
    for place, member in enumerate(after):
        now = next(at for at, end in enumerate(ends) if place < end)
        assert abs(now - division[member]) <= 1


def test_the_last_of_a_division_goes_down_and_the_first_of_the_next_comes_up() -> None:
    assert moved(["ABCD", "EFG", "HIJ"], 1) == list("ABCEDFHGIJ")
    assert moved(["AB", "C"], 3) == list("ABC")
