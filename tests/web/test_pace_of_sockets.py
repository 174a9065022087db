from cupsboard.web.guard import Pace
from hypothesis import given
from hypothesis import strategies as st

PAUSES = st.lists(st.tuples(st.floats(0, 10), st.floats(0.1, 20)), max_size=30)


@given(PAUSES)
def test_who_waits_out_each_debt_never_gets_more_than_the_budget_and_one_act_beyond_it(
    acts: list[tuple[float, float]],
) -> None:
    now, spent, largest = 0.0, 0.0, 0.0
    pace = Pace.begun(2.0, 10.0, now)
    for pause, cost in acts:
        now += pause
        now += pace.debt_seconds(now)
        pace, spent, largest = pace.spent(cost, now), spent + cost, max(largest, cost)
        assert spent <= 10.0 + 2.0 * now + largest + 1e-6


def test_a_debt_is_paid_by_time_and_a_budget_grows_no_further_than_its_most() -> None:
    pace = Pace.begun(2.0, 10.0, 0.0).spent(16.0, 0.0)
    assert pace.debt_seconds(0.0) == 3.0
    assert pace.debt_seconds(3.0) == 0.0
    assert not pace.is_full(7.9)
    assert pace.is_full(8.0)
    assert pace.spent(10.5, 1000.0).debt_seconds(1000.0) == 0.25
