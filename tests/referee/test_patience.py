"""When a still table is looked at again, and from when on a doubt about it is believed."""

import math
from collections.abc import Sequence

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import (
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
)
from cupsboard.referee.patience import MOST_GLIMPSES, Patience, seconds_to_believe
from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side
from hypothesis import given
from hypothesis import strategies as st

HERE, THERE = Place("south-1"), Place("north-1")
DROP = Plan(Side.SOUTH, "drop 1", (Transfer(OFF_BOARD, HERE),))
REPLY = Plan(
    Side.NORTH,
    "drop 1",
    (Transfer(OFF_BOARD, THERE),),
    settled=DROP.open,
    settled_label="drop 1",
    settled_side=Side.SOUTH,
)
WRONG, DOUBTFUL = NotLegal((), "too many"), Undecided(HERE, (), Unchanged())
OUTCOMES: Sequence[Outcome] = (Unchanged(), Complete(DROP, ()), Complete(REPLY, ()), WRONG, DOUBTFUL)
BEGUN = Patience(second_look_seconds=0.25)


def seen(outcome: Outcome, *, is_at_first_sight: bool = False) -> Recognition:
    return Recognition(outcome, {}, 0.9, None, is_at_first_sight=is_at_first_sight)


GLIMPSE = seen(Complete(DROP, ()), is_at_first_sight=True)


@pytest.mark.parametrize("outcome", [Unchanged(), Complete(DROP, ()), Lifted(frozenset({HERE}))])
def test_what_is_no_matter_of_doubt_is_believed_at_once(outcome: Outcome) -> None:
    patience = BEGUN.after("table", seen(outcome), 10.0)
    assert not patience.is_waiting
    assert patience.next_look == 10.0 + COSTS.waits.first_look_seconds


@pytest.mark.parametrize(
    ("outcome", "seconds"),
    [
        (WRONG, COSTS.waits.second_thought_seconds),
        (Burdened({HERE: 3.0}), COSTS.waits.second_thought_seconds),
        (Complete(REPLY, ()), COSTS.waits.second_thought_seconds),
        (DOUBTFUL, COSTS.waits.laying_seconds),
        (Undecided(HERE, (), Complete(DROP, ())), COSTS.waits.doubt_seconds),
        (Undecided(HERE, (), Complete(REPLY, ())), COSTS.waits.doubt_seconds),
    ],
)
def test_a_doubt_is_believed_when_a_second_look_at_the_same_table_confirms_it(
    outcome: Outcome, seconds: float
) -> None:
    first = BEGUN.after("table", seen(outcome), 10.0)
    assert first.is_waiting
    assert not first.is_due("table", 10.0 + 0.9 * seconds)
    assert first.is_due("table", 10.0 + seconds)
    second = first.after("table", seen(outcome), 10.0 + seconds)
    assert not second.is_waiting
    assert second.next_look == 10.0 + seconds + COSTS.waits.next_look_seconds
    assert not second.after("table", seen(outcome), 20.0).is_waiting


def test_another_table_is_looked_at_at_once_and_its_doubt_waits_anew() -> None:
    patience = BEGUN.after("table", seen(WRONG), 10.0)
    assert patience.is_due("another", 10.01)
    assert patience.after("another", seen(WRONG), 10.0 + COSTS.waits.second_thought_seconds).is_waiting


def test_a_doubt_that_comes_up_later_about_the_same_table_waits_too() -> None:
    patience = BEGUN.after("table", seen(Unchanged()), 10.0).after("table", seen(WRONG), 10.5)
    assert patience.is_waiting
    patience = patience.after("table", seen(Unchanged()), 10.9)
    assert not patience.after("table", seen(Unchanged()), 13.0).is_waiting


def test_what_was_accepted_at_first_sight_counts_only_after_a_second_look() -> None:
    first = BEGUN.after("table", GLIMPSE, 10.0)
    assert first.is_waiting
    assert not first.is_due("table", 10.2)
    assert first.is_due("table", 10.25)
    assert not first.after("table", seen(Complete(DROP, ())), 10.25).is_waiting


def test_who_wants_no_second_look_gets_none() -> None:
    assert not Patience().after("table", GLIMPSE, 10.0).is_waiting


def test_another_table_at_the_second_look_counts_only_after_a_third() -> None:
    still = seen(Unchanged(), is_at_first_sight=True)
    second = BEGUN.after("table", still, 10.0).after("table", GLIMPSE, 10.25)
    assert second.is_waiting
    assert second.is_due("table", 10.5)
    assert not second.after("table", seen(Unchanged()), 10.5).is_waiting


def test_nobody_waits_for_ever_where_each_look_is_another_first_sight() -> None:
    patience, now = BEGUN, 10.0
    for _ in range(MOST_GLIMPSES):
        patience = patience.after("table", GLIMPSE, now)
        assert patience.is_waiting
        now = patience.next_look
    assert now == pytest.approx(10.0 + 0.25 * MOST_GLIMPSES)
    for later in (0.0, 2.0, 4.0):
        patience = patience.after("table", GLIMPSE, now + later)
        assert not patience.is_waiting


def test_nor_for_a_reply_that_was_seen_at_first_sight_only() -> None:
    reply = seen(Complete(REPLY, ()), is_at_first_sight=True)
    patience, now = BEGUN.after("table", reply, 10.0), 10.0
    while patience.is_waiting:
        now = patience.next_look
        patience = patience.after("table", reply, now)
    assert now == pytest.approx(10.0 + 0.25 * MOST_GLIMPSES + COSTS.waits.second_thought_seconds)


def test_a_doubt_that_a_second_look_brings_up_waits_for_as_long_as_any_other() -> None:
    second = BEGUN.after("table", GLIMPSE, 10.0).after("table", seen(DOUBTFUL), 10.25)
    assert second.is_waiting
    assert second.next_look == 10.25 + COSTS.waits.laying_seconds


def test_who_has_pressed_is_asked_sooner_than_hands_that_lay_are() -> None:
    assert seconds_to_believe(DOUBTFUL, is_awaited=True) == COSTS.waits.doubt_seconds
    laying = BEGUN.after("table", seen(DOUBTFUL), 10.0)
    pressed = laying.after("pressed", seen(DOUBTFUL), 10.5, is_awaited=True)
    assert pressed.next_look == 10.5 + COSTS.waits.doubt_seconds < laying.next_look


def test_what_fingers_may_be_doing_brings_another_look_and_no_longer_wait() -> None:
    patience = BEGUN.after("table", seen(DOUBTFUL), 10.0, "still")
    assert patience.is_due("table", 10.1, "trembles")
    trembled = patience.after("table", seen(DOUBTFUL), 10.1, "trembles")
    assert trembled.next_look == patience.next_look


@given(
    looks=st.lists(
        st.tuples(st.integers(), st.sampled_from(OUTCOMES), st.booleans(), st.floats(0.01, 1.0)), max_size=20
    )
)
def test_nobody_waits_longer_than_the_longest_doubt_whatever_each_look_shows(
    looks: list[tuple[int, Outcome, bool, float]],
) -> None:
    patience, now, since = BEGUN, 0.0, 0.0
    for circumstances, outcome, is_at_first_sight, pause in looks:
        now = min(now + pause, patience.next_look) if patience.is_waiting else now + pause
        since = since if patience.is_waiting else now
        look = seen(outcome, is_at_first_sight=is_at_first_sight)
        patience = patience.after("table", look, now, circumstances)
        if patience.is_waiting:
            assert patience.next_look <= since + COSTS.waits.laying_seconds + 0.25 * MOST_GLIMPSES + 1e-9


@given(
    looks=st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from(OUTCOMES), st.floats(0.01, 3.0)), max_size=12
    )
)
def test_nothing_is_believed_before_its_table_has_been_in_doubt_for_long_enough(
    looks: list[tuple[str, Outcome, float]],
) -> None:
    patience, now = BEGUN, 0.0
    lay_since, shortest = 0.0, 0.0
    for table, outcome, pause in looks:
        now += pause
        if not patience.is_due(table, now):
            continue
        wait = seconds_to_believe(outcome)
        is_news = table != patience.table or patience.believed_from == math.inf
        lay_since, shortest = (now, wait) if is_news else (lay_since, min(shortest, wait))
        patience = patience.after(table, seen(outcome), now)
        assert patience.is_waiting == (wait > 0 and now < lay_since + shortest)
        assert patience.next_look > now
