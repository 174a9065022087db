"""What clocks count: no time but a player's own, whatever happens in between."""

from itertools import pairwise

import pytest
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH

seconds = st.integers(1, 31 * 86400).map(float)
rules = st.builds(
    Clock, seconds, increment=st.sampled_from([0.0, 0.5, 5.0, 60.0]), north_seconds=st.none() | seconds
) | st.builds(
    lambda seconds, north, kind: Clock(seconds, north_seconds=north, **{kind: True}),
    seconds,
    st.none() | seconds,
    st.sampled_from(["is_for_each_move", "is_hourglass"]),
)
acts = st.lists(
    st.tuples(st.floats(0.0, 400.0), st.sampled_from(["south", "north", "stand", "move"])), max_size=30
)


def stages(rule: Clock, done: list[tuple[float, str]]) -> list[tuple[float, str, Clocks]]:
    """Return the clocks after each act, with its time: a side's clock runs, both stand, or a move ends."""
    clocks, now = Clocks.of(rule), 0.0
    found = [(now, "", clocks)]
    for pause, act in done:
        now += pause
        mover = clocks.runs
        if act == "move":
            stopped = clocks.stopped(now)
            clocks = stopped if mover is None else stopped.earned(mover).started(mover.other, now)
        else:
            clocks = clocks.stopped(now).started(None if act == "stand" else Side(act), now)
        found.append((now, act, clocks))
    return found


@given(rules, acts)
def test_a_side_gains_only_what_a_move_earns_or_the_other_side_uses_in_an_hourglass(
    rule: Clock, done: list[tuple[float, str]]
) -> None:
    for (before_at, _, before), (now, act, after) in pairwise(stages(rule, done)):
        for side in Side:
            gained = after.left(side, now) - max(0.0, before.left(side, before_at))
            has_moved = act == "move" and before.runs is side
            if rule.is_hourglass and before.runs is side.other:
                assert gained <= now - before_at + 1e-6
            elif has_moved and rule.is_for_each_move:
                assert after.left(side, now) == rule.seconds_of(side)
            else:
                assert gained <= (rule.increment if has_moved else 0.0) + 1e-6


@given(rules.filter(lambda rule: rule.is_hourglass), acts)
def test_in_an_hourglass_no_time_is_lost_and_none_comes(rule: Clock, done: list[tuple[float, str]]) -> None:
    whole = sum(map(rule.seconds_of, Side))
    for now, _, clocks in stages(rule, done):
        assert sum(clocks.left(side, now) for side in Side) == pytest.approx(whole)
        assert sum(clocks.stopped(now + 50.0).left_seconds.values()) == pytest.approx(whole)


@given(rules, acts, st.floats(0.0, 1e6))
def test_clocks_that_stand_cost_nothing(rule: Clock, done: list[tuple[float, str]], pause: float) -> None:
    now, _, clocks = stages(rule, done)[-1]
    stood = clocks.stopped(now)
    for side in Side:
        assert stood.left(side, now + pause) == max(0.0, clocks.left(side, now))
        going_on = stood.started(clocks.runs, now + pause)
        assert going_on.left(side, now + pause) == stood.left(side, now)


@given(rules, acts)
def test_the_share_that_is_left_lies_between_nothing_and_all(
    rule: Clock, done: list[tuple[float, str]]
) -> None:
    for now, _, clocks in stages(rule, done):
        assert all(0.0 <= clocks.share_left(side, now) <= 1.0 for side in Side)


@given(rules)
def test_a_clock_reads_back_from_its_text(rule: Clock) -> None:
    assert Clock.from_text(rule.text) == rule


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("10", Clock(600.0)),
        ("10+5", Clock(600.0, 5.0)),
        ("0.5", Clock(30.0)),
        ("30s", Clock(30.0, is_for_each_move=True)),
        ("3d", Clock(3 * 86400.0, is_for_each_move=True)),
        ("hourglass:3", Clock(180.0, is_hourglass=True)),
        ("10/5+2", Clock(600.0, 2.0, north_seconds=300.0)),
        ("20/40s", Clock(20.0, is_for_each_move=True, north_seconds=40.0)),
    ],
)
def test_clocks_are_written_as_players_think_of_them(text: str, clock: Clock) -> None:
    assert Clock.from_text(text) == clock
    assert clock.text == text


@pytest.mark.parametrize(
    "text", ["", "x", "0", "1e3", "-5", "10+", "hourglass:3+5", "hourglass:30s", "nan", "99999999"]
)
def test_other_texts_are_no_clocks(text: str) -> None:
    with pytest.raises(ValueError, match="clock"):
        Clock.from_text(text)
