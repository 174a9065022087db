"""Will my beans do? The model's rates beside those of the sensing notes, and what it advises."""

from dataclasses import replace

import pytest
from cupsboard.procedures.beans.forecast import RATINGS, Answer, Basis, Shopping, budget, expected
from cupsboard.scales.errors import SensingError
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st

KIDNEY = Shopping("500g", 0.55, 0.15, 4, 80)
signals = st.floats(2.0, 200.0)
spreads = st.floats(0.01, 0.4)
gains = st.floats(0.0005, 0.1)


@pytest.mark.parametrize(
    ("cell", "bean_grams", "spread", "is_sorted", "questioned"),
    [
        ("500g", 0.55, 0.15, False, 1.4e-3),
        ("5kg", 0.55, 0.15, False, 1.2e-2),
        ("500g", 0.55, 0.119, True, 8e-5),
        ("500g", 0.20, 0.12, False, 3.6e-4),
        ("5kg", 0.20, 0.12, False, 0.54),
        ("500g", 4.0, 0.12, False, 1.2e-4),
        ("1kg", 0.55, 0.15, False, 1.5e-3),
    ],
)
def test_questions_come_about_as_often_as_in_the_notes(
    cell: str, bean_grams: float, spread: float, is_sorted: bool, questioned: float
) -> None:
    found = budget(Shopping(cell, bean_grams, spread, 4, 80, is_sorted)).expected.questioned
    assert questioned / 4 < found < questioned * 4


@pytest.mark.parametrize(
    ("shopping", "answer"),
    [
        (Shopping("500g", 5.0, 0.03, 4, 10), Answer.YES),
        (KIDNEY, Answer.SORTED),
        (Shopping("5kg", 0.20, 0.12, 4, 80), Answer.NO),
        (Shopping("500g", 0.40, 0.30, 4, 10), Answer.SORTED),
    ],
)
def test_the_answer_is_that_of_the_notes(shopping: Shopping, answer: Answer) -> None:
    assert budget(shopping).answer is answer


def test_the_advice_names_what_helps_most_first() -> None:
    assert say(budget(KIDNEY).advice[0]).startswith("sort out the odd beans")
    assert "cells of 500g" in map(say, budget(replace(KIDNEY, cell="5kg", bean_grams=0.2)).advice)


def test_a_pot_too_heavy_for_its_cell_is_said() -> None:
    verdict = budget(Shopping("100g", 5.0, 0.03, 4, 10))
    assert verdict.answer is Answer.OVERLOAD
    assert tuple(map(say, verdict.advice)) == ("cells of 500g", "cells of 1kg", "cells of 5kg")


@given(signals, spreads, gains)
def test_quieter_scales_evener_beans_and_truer_gains_are_never_worse(
    signal: float, spread: float, gain: float
) -> None:
    basis = Basis(signal, spread, gain)
    now = expected(basis)
    for better in (
        replace(basis, signal=1.5 * signal),
        replace(basis, spread=spread / 2),
        replace(basis, gain_error=gain / 2),
    ):
        then = expected(better)
        assert then.questioned <= now.questioned * 1.0001
        assert then.wrong <= now.wrong * 1.0001
        assert then.doubles <= now.doubles * 1.0001 + 1e-12
        assert then.silent <= now.silent * 1.0001


@given(signals, spreads, gains)
def test_sorting_never_lets_more_doubles_pass(signal: float, spread: float, gain: float) -> None:
    basis = Basis(signal, spread, gain)
    assert expected(basis.sorted()).doubles <= expected(basis).doubles


def test_a_small_sample_of_even_stones_may_mislead_the_board_and_a_large_one_less() -> None:
    stones = Basis(200.0, 0.03, 1e-3)
    few, many = (expected(replace(stones, sample=sample)).questioned for sample in (12, 100))
    assert expected(stones).questioned < many < few / 5


@given(signals, spreads, gains)
def test_every_share_is_one(signal: float, spread: float, gain: float) -> None:
    found = expected(Basis(signal, spread, gain, sample=12))
    for share in (found.questioned, found.wrong, found.doubles, found.silent):
        assert 0.0 <= share <= 1.0


@pytest.mark.parametrize(
    "wrong",
    [
        {"cell": "2kg"},
        {"bean_grams": 0.0},
        {"spread": 1.5},
        {"cups": 1},
        {"sps": 20},
        {"bean_grams": float("nan")},
    ],
)
def test_what_cannot_be_bought_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SensingError):
        budget(replace(KIDNEY, **wrong))  # type: ignore[arg-type]


def test_the_ratings_are_those_of_the_notes() -> None:
    assert [round(1000 * rating.noise_grams(80)) for rating in RATINGS.values()] == [7, 30, 42, 209]
