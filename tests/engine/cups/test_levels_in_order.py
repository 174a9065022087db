"""Neighbouring levels of play keep their order on the board; and the mathematics that rates them.

Few games, the same each time; tests/benchmarks/cups_levels.py plays 200 a pair.
"""

import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from cupsboard.engine.levels import LEVELS
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from cups_levels import Match, leads, points
from ratings import fitted, share_interval, with_intervals

NAMES = [level.name for level in LEVELS if not level.is_perfect]
SLOW = NAMES[-4:]


@pytest.mark.long("many games of every pair")
@pytest.mark.parametrize(("below", "above"), list(pairwise(NAMES)))
def test_a_level_beats_the_one_below_it(below: str, above: str) -> None:
    match = Match(cups=4, first=above, second=below, openings=4 if above in SLOW else 10)
    games = [lead for number in range(match.openings) for lead in leads(match, number)]
    assert sum(map(points, games)) > 0.6 * len(games), games


@pytest.mark.long("a match")
def test_the_first_level_is_as_gentle_as_a_player_who_pots_as_little_as_can_be() -> None:
    match = Match(cups=4, first="1", second="random", openings=10)
    games = [lead for number in range(match.openings) for lead in leads(match, number)]
    assert sum(map(points, games)) < 0.25 * len(games)


def test_a_rating_tells_the_score_that_it_was_made_of() -> None:
    # 200 points are 10 / (1 + sqrt(10)) of ten, 400 points ten of eleven.
    rated = fitted({("a", "b"): [0.76] * 10_000, ("b", "c"): [0.76] * 10_000}, "c")
    assert rated == pytest.approx({"a": 400.5, "b": 200.2, "c": 0.0}, abs=0.5)


def test_whoever_won_every_game_has_a_finite_rating() -> None:
    rating, low, high = with_intervals({("a", "b"): [1.0] * 50}, "b", Random(1))["a"]
    assert 400 < rating < 1200
    assert low <= rating <= high


@given(st.lists(st.floats(-400, 400), min_size=2, max_size=6))
def test_ratings_are_found_again_from_the_scores_they_foretell(wanted: list[float]) -> None:
    scores = {
        (str(a), str(b)): [1 / (1 + 10 ** ((wanted[b] - wanted[a]) / 400))] * 5000
        for a in range(len(wanted))
        for b in range(a)
    }
    found = fitted(scores, "0")
    assert [found[str(n)] for n in range(len(wanted))] == pytest.approx(
        [each - wanted[0] for each in wanted], abs=3.0
    )


def test_an_interval_of_a_score_holds_it_and_narrows_with_games() -> None:
    few, many = share_interval([1.0, 0.5, 0.0] * 3), share_interval([1.0, 0.5, 0.0] * 100)
    assert few[0] == many[0] == 0.5
    assert few[1] < many[1] < 0.5 < many[2] < few[2]
    assert share_interval([1.0] * 50)[1] < 1.0
