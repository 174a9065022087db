"""When a still table is looked at again, and from when on a doubt about it is believed."""

from collections.abc import Sequence

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Burdened, Complete, Lifted, NotLegal, Outcome, Unchanged, Undecided
from cupsboard.referee.patience import Patience, seconds_to_believe
from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side
from hypothesis import given
from hypothesis import strategies as st

HERE, THERE = Place("south-1"), Place("north-1")
DROP = Plan(Side.SOUTH, "drop 1", (Transfer(OFF_BOARD, HERE),))
REPLY = Plan(Side.NORTH, "drop 1", (Transfer(OFF_BOARD, THERE),), settled=DROP.open, settled_label="drop 1")
WRONG, DOUBTFUL = NotLegal((), "too many"), Undecided(HERE, (), None)
OUTCOMES: Sequence[Outcome] = (Unchanged(), Complete(DROP, ()), Complete(REPLY, ()), WRONG, DOUBTFUL)


@pytest.mark.parametrize("outcome", [Unchanged(), Complete(DROP, ()), Lifted(frozenset({HERE}))])
def test_what_is_no_matter_of_doubt_is_believed_at_once(outcome: Outcome) -> None:
    patience = Patience().after("table", outcome, 10.0)
    assert not patience.is_waiting
    assert patience.next_look == 10.0 + COSTS.waits.first_look_seconds


@pytest.mark.parametrize(
    ("outcome", "seconds"),
    [
        (WRONG, COSTS.waits.second_thought_seconds),
        (Burdened({HERE: 3.0}), COSTS.waits.second_thought_seconds),
        (Complete(REPLY, ()), COSTS.waits.second_thought_seconds),
        (DOUBTFUL, COSTS.waits.doubt_seconds),
    ],
)
def test_a_doubt_is_believed_when_a_second_look_at_the_same_table_confirms_it(
    outcome: Outcome, seconds: float
) -> None:
    first = Patience().after("table", outcome, 10.0)
    assert first.is_waiting
    assert not first.is_due("table", 10.0 + 0.9 * seconds)
    assert first.is_due("table", 10.0 + seconds)
    second = first.after("table", outcome, 10.0 + seconds)
    assert not second.is_waiting
    assert second.next_look == 10.0 + seconds + COSTS.waits.next_look_seconds
    assert not second.after("table", outcome, 20.0).is_waiting


def test_another_table_is_looked_at_at_once_and_its_doubt_waits_anew() -> None:
    patience = Patience().after("table", WRONG, 10.0)
    assert patience.is_due("another", 10.01)
    assert patience.after("another", WRONG, 10.0 + COSTS.waits.second_thought_seconds).is_waiting


def test_a_doubt_that_comes_up_later_about_the_same_table_waits_too() -> None:
    patience = Patience().after("table", Unchanged(), 10.0).after("table", WRONG, 10.5)
    assert patience.is_waiting
    assert not patience.after("table", Unchanged(), 10.9).after("table", Unchanged(), 13.0).is_waiting


@given(
    looks=st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from(OUTCOMES), st.floats(0.01, 3.0)), max_size=12
    )
)
def test_nothing_is_believed_before_its_table_has_been_in_doubt_for_long_enough(
    looks: list[tuple[str, Outcome, float]],
) -> None:
    patience, now = Patience(), 0.0
    lay_since, shortest = 0.0, 0.0
    for table, outcome, pause in looks:
        now += pause
        if not patience.is_due(table, now):
            continue
        wait = seconds_to_believe(outcome)
        is_news = table != patience.table or patience.believed_from is None
        lay_since, shortest = (now, wait) if is_news else (lay_since, min(shortest, wait))
        patience = patience.after(table, outcome, now)
        assert patience.is_waiting == (wait > 0 and now < lay_since + shortest)
        assert patience.next_look > now
