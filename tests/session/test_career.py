"""How a player plays, by the games that are over and what an analysis found in them."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.engine.strengths import FIRST_POINTS, MEASURED, expected, rating_of
from cupsboard.session.career import LEAST_GAMES, Career, career_of
from cupsboard.storage.games import Game, KeptGames, games_of
from cupsboard.storage.judgements import Judged, known_judgements
from cupsboard.storage.memory import memory_in
from hypothesis import given
from hypothesis import strategies as st

PLAYERS = ("Änna", "Ben", "", "level 3", "level 4 (simulated)", "greedy (simulated)")
OPENINGS = ("south drop 2\nnorth drop 1\nsouth drop 1", "north drop 1\nsouth drop 3", "south pass", "")
LEVELS = MEASURED[0].levels


def game(number: int, south: str, north: str, lead: int, **changes: object) -> Game:
    names = f"south {south}\nnorth {north}"
    score = f"south {12 + lead}, north 12"
    played = Game(
        *(number, "cups 4", f"2026-{1 + number % 3:02}-07T20:15", "", names, score, "", 3, 0),
        *(False, True, True, True, "", "", OPENINGS[0]),
    )
    return replace(played, **changes)  # type: ignore[arg-type]


@st.composite
def kept_games(draw: st.DrawFn) -> list[Game]:
    several = st.tuples(
        *(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.integers(-3, 3)),
        *(st.sampled_from(OPENINGS), st.sampled_from(("cups 4", "kalah 6")), st.booleans()),
    )
    return [
        game(number, south, north, lead, entries=entries, name=name, is_over=is_over)
        for number, (south, north, lead, entries, name, is_over) in enumerate(
            draw(st.lists(several, max_size=40)), 1
        )
        if south != north or not south
    ]


def judgements(games: Sequence[Game]) -> dict[int, Judged]:
    """Made judgements of every second game."""
    return {
        row.number: Judged(
            row.number, row.played_sum, 5, 1.25, "later 1, misses-capture 2", 4, 0.5, "later 1"
        )
        for row in games
        if row.number % 2
    }


def career(games: Sequence[Game], name: str = "Änna") -> Career:
    return career_of(name, games, judgements(games))


@given(kept_games())
def test_all_sums_are_the_number_of_games_that_are_over(games: list[Game]) -> None:
    found = career(games)
    own = [row for row in games if row.is_over and "Änna" in (row.south, row.north)]
    assert found.games == len(own)
    for tallies in (found.opponents, found.kinds) if len(own) >= LEAST_GAMES else ():
        assert sum(tally.won + tally.tied + tally.lost for tally in tallies) == len(own)
    if found.mistakes is not None:
        assert sum(month.games for month in found.months) == found.judged
        assert sum(month.moves for month in found.months) == found.moves
        each = {"south": 3, "north": 1}
        known = judgements(own)
        sides = ["south" if row.south == "Änna" else "north" for row in own if row.number in known]
        assert sum(found.mistakes.values()) == sum(each[side] for side in sides)


@given(kept_games(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_are_found_changes_nothing(games: list[Game], random: object) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert career(shuffled) == career(games)


@given(kept_games())
def test_a_player_with_another_name_plays_as_before(games: list[Game]) -> None:
    def called(name: str) -> str:
        return "Zoë" if name == "Änna" else name

    renamed = [replace(row, names=f"south {called(row.south)}\nnorth {called(row.north)}") for row in games]
    assert replace(career(renamed, "Zoë"), name="Änna") == career(games)
    assert career(renamed).games == 0


def test_a_game_that_was_lost_on_time_is_lost_whatever_the_points_say() -> None:
    entries = f"{OPENINGS[0]}\nsouth time"
    games = [game(number, "Änna", "Ben", 3, entries=entries, steps=4) for number in range(LEAST_GAMES)]
    (tally,) = career(games).opponents
    assert (tally.won, tally.lost) == (0, LEAST_GAMES)


@given(kept_games())
def test_what_one_player_won_the_other_lost(games: list[Game]) -> None:
    def won_against(name: str, other: str) -> list[tuple[int, int, int]]:
        found = [each for each in career(games, name).opponents if each.name == other]
        return [(each.won, each.tied, each.lost) for each in found]

    if min(career(games, name).games for name in ("Änna", "Ben")) >= LEAST_GAMES:
        mirrored = [(lost, tied, won) for won, tied, lost in won_against("Ben", "Änna")]
        assert won_against("Änna", "Ben") == mirrored


@given(kept_games())
def test_a_guest_has_no_career(games: list[Game]) -> None:
    assert career(games, "") == Career("", 0, LEAST_GAMES)


def test_few_games_tell_nothing_but_their_number() -> None:
    games = [game(number, "Änna", "level 3", 1) for number in range(1, LEAST_GAMES + 1)]
    assert career(games[:-1]) == Career("Änna", LEAST_GAMES - 1, LEAST_GAMES)
    assert [tally.won for tally in career(games).opponents] == [LEAST_GAMES]


def test_an_opening_that_brings_more_than_usual_stands_apart_from_one_that_brings_less() -> None:
    lost = [game(number, "Änna", "Ben", -1, entries=OPENINGS[1]) for number in range(1, 5)]
    won = [game(number, "Änna", "Ben", 1) for number in range(5, 9)]
    found = career(won + lost)
    assert [each.moves for each in found.good] == [((True, "drop 2"), (False, "drop 1"))]
    assert [each.moves for each in found.bad] == [((False, "drop 1"), (True, "drop 3"))]


def test_only_games_against_measured_levels_at_no_odds_are_rated() -> None:
    names = ("cups 4", "cups 6", "cups 4 odds north 2", "bosh 5", "kalah 6")
    games = [
        game(5 * n + i, "Änna", "level 3", 1, name=name) for n, name in enumerate(names) for i in range(5)
    ]
    games += [game(90 + i, "Änna", "level perfect", 1) for i in range(5)]
    assert [(each.game, each.rating.games) for each in career(games).strengths] == [
        ("cups", 10),
        ("kalah", 5),
    ]


@given(st.sampled_from(list(LEVELS)), st.integers(0, 20), st.integers(0, 20))
def test_more_won_is_a_higher_rating_and_half_won_is_the_level_itself(
    level: str, won: int, lost: int
) -> None:
    if not won + lost:
        return
    rating = rating_of(LEVELS, {level: (won, won + lost)})
    better = rating_of(LEVELS, {level: (won + 1, won + lost + 1)})
    assert better.points > rating.points
    assert (rating.points > LEVELS[level]) == (won > lost) or won == lost
    if won == lost:
        assert rating.points == pytest.approx(LEVELS[level], abs=0.1)


def test_more_games_make_a_rating_surer_and_the_next_level_is_no_hopeless_one() -> None:
    few, many = (rating_of(LEVELS, {"3": (n / 2, n)}) for n in (6, 60))
    assert many.error < few.error / 2
    assert few.next == many.next == "3"
    strong = rating_of(LEVELS, {"3": (29, 30)})
    assert expected(strong.points, LEVELS[strong.next]) >= 0.4
    assert int(strong.next) > 3
    assert next(iter(LEVELS.values())) == FIRST_POINTS


def test_the_strengths_of_levels_are_those_that_were_measured() -> None:
    report = (Path(__file__).parents[2] / "sim/results/LEVELS.md").read_text("utf-8")
    for measured in MEASURED:
        _, _, rest = report.partition(f"<!-- {measured.game} -->\n")
        rows = [line.split("|")[1:4] for line in rest.partition("<!-- end")[0].splitlines()[2:]]
        told = [row for row in rows if "plain" not in row[0]]
        assert [float(row[2].split()[0]) for row in told] == list(measured.scores_percent)
        assert {int(row[1]) for row in told} == {measured.games}


def test_a_game_that_is_deleted_takes_its_judgement_along(tmp_path: Path) -> None:
    rows = memory_in(tmp_path)
    games = [game(number, "Änna", "Ben", 1) for number in (1, 2)]
    rows.keep([*games, *(Judged(row.number, row.played_sum, 5) for row in games)])
    kept = KeptGames(rows, lambda: "")
    kept.rename(2, {"south": "Zoë", "north": "Ben"})
    kept.delete(1)
    assert list(known_judgements(rows, games_of(rows, "Zoë"))) == [2]
    assert [row.number for row in rows.find(Judged)] == [2]
    rows.keep([replace(games[1], entries="south drop 1")])
    assert known_judgements(rows, games_of(rows, "Änna")) == {}


def test_ten_thousand_games_are_read_and_counted_within_a_second(tmp_path: Path) -> None:
    games = [game(number, "Änna", PLAYERS[1 + number % 5], number % 5 - 2) for number in range(1, 10_001)]
    rows = memory_in(tmp_path)
    rows.keep([*games, *(Judged(row.number, row.played_sum, 5, 1.0, "later 2", 5) for row in games)])
    began = time.process_time()
    played = games_of(rows, "Änna")
    found = career_of("Änna", played, known_judgements(rows, played))
    assert time.process_time() - began < 1.0
    assert (found.games, found.judged) == (10_000, 10_000)
