"""How much of a posterior is said."""

from cupsboard.recognition.trust import said
from hypothesis import given
from hypothesis import strategies as st

SHARES = st.floats(0.05, 1.0)
PROBABILITIES = st.floats(0.0, 1.0)


@given(st.floats(0.5, 1.0), SHARES)
def test_never_more_is_said_than_the_posterior_and_the_likelier_of_two_stays_so(
    probability: float, share: float
) -> None:
    assert 0.5 <= said(probability, share) <= probability + 1e-9


@given(PROBABILITIES, PROBABILITIES, SHARES)
def test_what_is_likelier_is_said_to_be(one: float, other: float, share: float) -> None:
    low, high = sorted((one, other))
    assert 0.0 < said(low, share) <= said(high, share) < 1.0


@given(PROBABILITIES, SHARES)
def test_what_is_said_of_a_table_and_of_all_others_adds_up_to_one(probability: float, share: float) -> None:
    assert abs(said(probability, share) + said(1.0 - probability, share) - 1.0) < 1e-6
