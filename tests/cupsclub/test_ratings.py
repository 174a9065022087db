"""Ratings: the sum that anybody can check, and all of them worked out anew from the entries."""

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Begin, End, Entry, Rated, Reason, plain
from cupsboard.rules.places import Side
from cupsclub.ratings import (
    MOST_A_DAY,
    START,
    Recount,
    Standing,
    expected,
    list_of,
    rated,
    score_of,
    step,
    too_many,
)
from hypothesis import given
from hypothesis import strategies as st

RATINGS = st.floats(100.0, 3000.0)


def ended(
    winner: str | None = "south",
    why: Reason = "played",
    *,
    members: tuple[int, int] = (1, 2),
    name: str = "cups 4",
) -> SharedGame:
    """A game of two members that is over."""
    begin = Begin(
        "cups 4",
        {"south": "Anna", "north": "Ben"},
        "south",
        members=dict(zip(("south", "north"), members, strict=True)),
        rated=name,
    )
    end = End(why, winner)  # type: ignore[arg-type]
    return SharedGame.of((Entry(1, 1.0, plain(begin)), Entry(2, 2.0, plain(end))))


def due(game: SharedGame, place: int, before: Mapping[Side, Standing]) -> Rated:
    """What the end of a rated game does."""
    score = score_of(game)
    assert game.begin is not None
    assert score is not None
    return rated(game.begin.rated, game.begin.members, score, place, before)


def with_rating(game: SharedGame, said: Rated) -> SharedGame:
    return game.followed(Entry(game.n + 1, 2.0, plain(said)))


NEW = {side: Standing() for side in Side}


@given(own=RATINGS, other=RATINGS)
def test_what_two_expect_adds_up_to_one_game_and_ten_to_one_is_400_points(own: float, other: float) -> None:
    assert math.isclose(expected(own, other) + expected(other, own), 1.0)
    ahead = expected(other + 400.0, other)
    assert math.isclose(ahead / (1.0 - ahead), 10.0)


def test_a_surprise_is_worth_less_the_more_games_somebody_has_played_down_to_24() -> None:
    assert [round(step(games), 1) for games in (0, 1, 2, 15, 33, 34, 1000)] == [
        125.0,
        111.1,
        100.0,
        43.5,
        24.4,
        24.0,
        24.0,
    ]


def test_the_first_game_of_two_new_members_moves_each_by_half_of_125() -> None:
    said = due(ended(), 1, NEW)
    assert said == Rated(
        "cups 4",
        1,
        1.0,
        {"south": 1200.0, "north": 1200.0},
        {"south": 1262.5, "north": 1137.5},
        {"south": 1, "north": 1},
        {"south": 1, "north": 1},
    )


@given(
    own=RATINGS, other=RATINGS, games=st.integers(0, 200), winner=st.sampled_from(["south", "north", None])
)
def test_a_result_moves_two_of_equally_many_games_by_as_much_and_never_beyond_a_step(
    own: float, other: float, games: int, winner: str | None
) -> None:
    before = {Side.SOUTH: Standing(own, games), Side.NORTH: Standing(other, games)}
    said = due(ended(winner), 1, before)
    gains = {side: said.after[side.value] - before[side].rating for side in Side}
    assert abs(sum(gains.values())) < 0.01
    assert abs(gains[Side.SOUTH]) <= step(games) + 0.01
    if winner is not None:
        assert gains[Side(winner)] >= -0.01


@pytest.mark.parametrize(
    ("game", "score"),
    [
        (ended("south"), 1.0),
        (ended("north", "resigned"), 0.0),
        (ended("north", "timed-out"), 0.0),
        (ended(None, "ruled"), None),
        (ended(None, "withdrawn"), None),
        (ended(None), 0.5),
        (ended(None, "aborted"), None),
        (SharedGame(), None),
    ],
)
def test_a_game_that_was_called_off_is_no_result(game: SharedGame, score: float | None) -> None:
    assert score_of(game) == score


def test_engines_have_a_list_of_their_own() -> None:
    assert list_of("cups 4") == "cups 4"
    assert list_of("cups 4", has_engine=True) == "cups 4 engine"


RESULTS = st.lists(
    st.tuples(
        st.permutations((1, 2, 3)),
        st.sampled_from(["south", "north", None]),
        st.sampled_from(["cups 3", "cups 4"]),
    ),
    max_size=12,
)


def written(results: list[tuple[list[int], str | None, str]]) -> list[tuple[str, SharedGame]]:
    """The games as a server writes them, one after the other."""
    lists: dict[str, dict[int, Standing]] = {}
    games: list[tuple[str, SharedGame]] = []
    places: dict[str, int] = {}
    for number, ((south, north, _), winner, name) in enumerate(results):
        game = ended(winner, members=(south, north), name=name)
        standings = lists.setdefault(name, {})
        before = {Side.SOUTH: standings.get(south, Standing()), Side.NORTH: standings.get(north, Standing())}
        places[name] = places.get(name, 0) + 1
        said = due(game, places[name], before)
        games.append((f"GAME{number:04}", with_rating(game, said)))
        for side, member, other in ((Side.SOUTH, south, north), (Side.NORTH, north, south)):
            rivals = before[side].opponents | {other}
            standings[member] = Standing(said.after[side.value], said.games[side.value], rivals)
    return games


def recounted(games: list[tuple[str, SharedGame]]) -> tuple[Recount, list[str]]:
    recount = Recount()
    found = [fault for code, game in games if (fault := recount.add(code, game, 0.0)) is not None]
    return recount, found + [fault for fault in recount.faults() if "within a day" not in fault]


@given(results=RESULTS, order=st.randoms(use_true_random=False))
def test_all_ratings_follow_from_the_entries_in_whatever_order_these_are_read(
    results: list[tuple[list[int], str | None, str]], order: "object"
) -> None:
    games = written(results)
    order.shuffle(games)  # type: ignore[attr-defined]
    recount, found = recounted(games)
    assert found == []
    for name, standings in recount.lists.items():
        for member, stands in standings.items():
            own = [game for _, game in games if game.begin and game.begin.rated == name]
            own = [game for game in own if game.begin and member in game.begin.members.values()]
            assert stands.games == len(own)
            if not own:
                assert stands.rating == START


def test_a_rating_that_was_changed_by_hand_is_found_with_its_game_and_what_is_due() -> None:
    games = written([([1, 2, 3], "south", "cups 4"), ([1, 3, 2], "north", "cups 4")])
    code, game = games[0]
    assert game.rated is not None
    forged = replace(game, rated=Rated("cups 4", 1, 1.0, {}, {"south": 2000.0, "north": 1137.5}, {}, {}))
    _, found = recounted([(code, forged), games[1]])
    assert found == [
        "GAME0000: its ratings are south 2000.0, north 1137.5, and south 1262.5, north 1137.5 by all entries"
    ]
    _, found = recounted([(code, replace(game, rated=None)), games[1]])
    assert found[0] == "GAME0000: is over and has no rating behind its end"
    _, found = recounted([games[1]])
    assert found[0] == "GAME0001: is result 2 of 'cups 4', and 1 by those before it"


def test_of_the_same_two_more_rated_games_within_a_day_than_count_are_found() -> None:
    day = [(1000.0 * number, 1, 2) for number in range(MOST_A_DAY)]
    assert list(too_many([*day, (0.0, 1, 3), (86400.0, 2, 1)])) == []
    assert list(too_many([*day, (86399.0, 2, 1)])) == [(1, 2)]
