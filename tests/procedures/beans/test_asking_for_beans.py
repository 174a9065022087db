"""How often a board will ask: the reckoning beside whole simulated games, and of the parts lists."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.procedures.beans.asking import PEOPLE, Scales, asked_share
from cupsboard.procedures.beans.forecast import BEANS, LISTS, RATINGS, asked_about, shopping_of
from hypothesis import given
from hypothesis import strategies as st

PAGE = (Path(__file__).parents[3] / "sim/results/QUESTIONS.md").read_text("utf-8")
COUNTED = {
    row: (int(asked), int(moves))
    for row, moves, asked in re.findall(r"^\| (\S+) \| \d+ \| (\d+) \| (\d+) ", PAGE, re.MULTILINE)
}
QUIET = {10: ["usual", "2x2", "2x3", "2x6", "2x8", "2x10", "navy", "pinto", "gems", "sorted"], 80: ["80"]}
"""The rows of white noise and usual people, by samples a second: what noise adds there is nothing."""
scales = st.builds(Scales, st.floats(1e-3, 0.2), st.floats(0.0, 0.2), st.sampled_from((10, 80)))


def wilson(asked: int, moves: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, asked / moves
    middle = (share + z * z / (2 * moves)) / (1 + z * z / moves)
    half = z / (1 + z * z / moves) * math.sqrt(share * (1 - share) / moves + z * z / (4 * moves * moves))
    return middle - half, middle + half


def test_people_are_asked_as_often_as_in_the_games_without_noise_that_matters() -> None:
    for sps, rows in QUIET.items():
        asked, moves = zip(*(COUNTED[row] for row in rows), strict=True)
        assert PEOPLE[sps] == (sum(asked), sum(moves))


@pytest.mark.parametrize(
    ("row", "bean_grams", "sps", "is_slow"),
    [
        ("usual", 0.55, 10, False),
        ("navy", 0.2, 10, False),
        ("pinto", 0.33, 10, False),
        ("2x10", 0.55, 10, False),
        ("80", 0.55, 80, False),
        ("coloured", 0.55, 10, True),
        ("2x6-coloured", 0.55, 10, True),
        ("80-coloured", 0.55, 80, True),
        ("navy-coloured", 0.2, 10, True),
    ],
)
def test_the_reckoning_lies_within_what_whole_games_leave_possible(
    row: str, bean_grams: float, sps: int, is_slow: bool
) -> None:
    rating = RATINGS["500g"]
    slow = rating.noise_grams(10) if is_slow else 0.0
    low, high = wilson(*COUNTED[row])
    assert low <= asked_share(Scales(rating.noise_grams(sps), slow, sps), bean_grams) <= high


def test_it_lies_within_what_ten_games_on_the_cells_of_the_cheap_list_leave_possible() -> None:
    # 1 kg cells whose bridges get 3.2 V, kidney beans, slow noise: 11 of 392 moves.
    low, high = wilson(11, 392)
    assert low <= asked_about(shopping_of("cheap", 0.55, 0.15, 4, 10)) <= high


@given(scales, st.floats(0.1, 5.0))
def test_noise_and_light_beans_never_make_a_board_ask_less(board: Scales, bean_grams: float) -> None:
    now = asked_share(board, bean_grams)
    assert 0.0 < now <= 1.0
    for worse in (
        replace(board, noise_grams=2 * board.noise_grams),
        replace(board, slow_noise_grams=2 * board.slow_noise_grams),
    ):
        assert asked_share(worse, bean_grams) >= now
    assert asked_share(board, bean_grams / 2) >= now


def test_every_list_plays_with_kidney_beans_and_stones_and_the_cheap_one_not_with_navy_beans() -> None:
    shares = {
        (name, bean): asked_about(shopping_of(name, grams, spread, 4, 10))
        for name in LISTS
        for bean, (grams, spread) in BEANS.items()
    }
    for name in LISTS:
        assert shares[name, "go stones"] <= shares[name, "kidney beans"] < 0.05
    assert shares["cheap", "navy beans"] > 0.5
    assert shares["cheap", "kidney beans"] > 2 * shares["usual", "kidney beans"]


def test_the_command_says_it_of_every_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "budget", "--list", "all"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said if not line.startswith(" ")] == list(LISTS)
    kidney = (
        "  kidney beans, 0.55 g: asked about 1 in 32 of moves, in 72% of games; two in a cup unseen 1 in 75"
    )
    assert kidney in said
