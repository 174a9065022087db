"""How much of a posterior is said."""

from cupsboard.recognition.trust import said
from hypothesis import given
from hypothesis import strategies as st

PROBABILITIES = st.floats(0.0, 1.0)


@given(st.floats(0.5, 1.0))
def test_never_more_is_said_than_the_posterior_and_the_likelier_of_two_stays_so(probability: float) -> None:
    assert 0.5 <= said(probability) <= probability + 1e-9


@given(PROBABILITIES, PROBABILITIES)
def test_what_is_likelier_is_said_to_be(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0.0 < said(low) <= said(high) < 1.0


@given(PROBABILITIES)
def test_what_is_said_of_a_table_and_of_all_others_adds_up_to_one(probability: float) -> None:
    assert abs(said(probability) + said(1.0 - probability) - 1.0) < 1e-6
