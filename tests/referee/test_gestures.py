"""What fingers do on the two buttons, and what the board understands."""

import pytest
from cupsboard.referee import inputs
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.rules.places import Side
from hypothesis import example, given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def down(side: Side, time: float) -> Edge:
    return Edge(side.value, True, time)


def up(side: Side, time: float) -> Edge:
    return Edge(side.value, False, time)


def tap(side: Side, start: float, end: float) -> list[Edge]:
    return [down(side, start), up(side, end)]


def bouncing(edge: Edge, gaps: list[float]) -> list[Edge]:
    """The contact chatters: an even number of extra changes before the level stays."""
    time, edges = edge.time, [edge]
    for number, gap in enumerate(gaps[: len(gaps) // 2 * 2]):
        time += gap
        edges.append(Edge(edge.button, edge.is_down is bool(number % 2), time))
    return edges


def understood(edges: list[Edge], step_seconds: float = 0.01, until: float = 8.0) -> list[inputs.Gesture]:
    gestures, seen, steps = Gestures(), [], int(until / step_seconds)
    pending = sorted(edges, key=lambda edge: edge.time)
    for step in range(1, steps + 1):
        now = step * step_seconds
        due = [edge for edge in pending if edge.time <= now]
        pending = pending[len(due) :]
        seen += gestures.step(due, now)
    return seen


def test_a_tap_is_a_press_dated_when_the_button_went_down() -> None:
    assert understood(tap(SOUTH, 1.0, 1.2)) == [inputs.Press(SOUTH, 1.0)]


def test_a_press_counts_on_release_only() -> None:
    assert understood([down(NORTH, 1.0)], until=1.7) == []


def test_a_hold_counts_when_it_is_let_go_and_is_no_press() -> None:
    assert understood([down(SOUTH, 1.0)], until=4.5) == []
    assert understood(tap(SOUTH, 1.0, 2.5)) == [inputs.Hold(SOUTH, 2.5)]


def test_a_release_just_before_the_hold_is_a_press_whenever_the_loop_looks() -> None:
    for step_seconds in (0.003, 0.01, 0.1):
        assert understood(tap(SOUTH, 1.0, 1.795), step_seconds) == [inputs.Press(SOUTH, 1.0)]


def test_holding_on_for_four_seconds_is_another_gesture_that_passes_through_no_hold() -> None:
    assert understood(tap(SOUTH, 1.0, 6.0)) == [inputs.LongHold(SOUTH, 5.0)]


def test_both_buttons_held_are_one_gesture_and_nothing_else() -> None:
    assert understood([*tap(SOUTH, 1.0, 4.0), *tap(NORTH, 1.3, 3.5)]) == [inputs.BothHold(4.0)]


def test_both_buttons_held_on_are_another_gesture_and_nothing_else() -> None:
    assert understood([*tap(SOUTH, 1.0, 7.0), *tap(NORTH, 1.3, 6.5)]) == [inputs.LongBothHold(5.3)]


def test_both_buttons_tapped_together_are_one_gesture() -> None:
    assert understood([*tap(SOUTH, 1.0, 1.3), *tap(NORTH, 1.1, 1.25)]) == [inputs.BothPress(1.0)]


def test_two_players_who_press_one_after_the_other_are_two_presses() -> None:
    edges = [*tap(SOUTH, 1.0, 1.4), *tap(NORTH, 1.3, 1.6)]
    assert understood(edges) == [inputs.Press(SOUTH, 1.0), inputs.Press(NORTH, 1.3)]


def test_a_button_that_is_stuck_takes_one_press_of_the_other_for_never_mind_and_no_more() -> None:
    presses = [edge for start in (3.0, 4.0, 6.0) for edge in tap(NORTH, start, start + 0.2)]
    assert understood([down(SOUTH, 1.0), *presses]) == [
        inputs.NeverMind(3.0),
        inputs.Press(NORTH, 4.0),
        inputs.Press(NORTH, 6.0),
    ]


@pytest.mark.parametrize("let_go", [2.1, 3.0, 6.0])
def test_pressing_the_other_button_takes_a_hold_back_however_the_fingers_then_go(let_go: float) -> None:
    for other_let_go in (2.05, 2.2, 7.0):
        edges = [*tap(SOUTH, 1.0, let_go), *tap(NORTH, 2.0, other_let_go)]
        assert understood(edges) == [inputs.NeverMind(2.0)]


@pytest.mark.parametrize("let_go", [2.3, 3.0, 6.5])
def test_of_two_held_buttons_one_that_is_lifted_and_pressed_again_takes_the_hold_back(let_go: float) -> None:
    for lifted in Side:
        edges = [*tap(lifted, 1.0, 2.0), *tap(lifted.other, 1.05, let_go), *tap(lifted, 2.1, 2.2)]
        assert understood(edges) == [inputs.NeverMind(2.1)]


def test_a_question_that_a_long_hold_asked_is_taken_back_while_the_finger_is_still_down() -> None:
    assert understood([*tap(SOUTH, 1.0, 6.0), *tap(NORTH, 5.4, 5.5)]) == [
        inputs.LongHold(SOUTH, 5.0),
        inputs.NeverMind(5.4),
    ]
    both = [*tap(SOUTH, 1.0, 7.0), *tap(NORTH, 1.0, 5.5), *tap(NORTH, 5.6, 5.7)]
    assert understood(both) == [inputs.LongBothHold(5.0), inputs.NeverMind(5.6)]


def test_after_a_hold_was_taken_back_the_buttons_mean_what_they_always_mean() -> None:
    slipped = [*tap(SOUTH, 1.0, 2.2), *tap(NORTH, 2.0, 2.1)]
    assert understood([*slipped, *tap(SOUTH, 2.5, 2.7), *tap(NORTH, 3.0, 4.0)]) == [
        inputs.NeverMind(2.0),
        inputs.Press(SOUTH, 2.5),
        inputs.Hold(NORTH, 4.0),
    ]


def test_gestures_come_in_the_order_of_time_even_if_the_loop_was_away() -> None:
    edges = [*tap(NORTH, 1.0, 5.1), *tap(SOUTH, 5.15, 5.17 + 0.03)]
    assert understood(edges, step_seconds=5.3, until=5.3) == [
        inputs.LongHold(NORTH, 5.0),
        inputs.Press(SOUTH, 5.15),
    ]


def test_a_spike_on_the_line_is_nothing() -> None:
    assert understood(tap(SOUTH, 1.0, 1.015), step_seconds=0.002) == []


def test_other_buttons_are_ignored() -> None:
    assert understood([Edge("power", True, 1.0), Edge("power", False, 1.2)]) == []


GAPS = st.lists(st.floats(0.0005, 0.006), max_size=6)


@given(GAPS, GAPS, st.floats(0.1, 0.7), st.sampled_from([0.001, 0.004, 0.0125, 0.1]))
def test_however_the_contacts_bounce_a_press_is_one_press(
    going_down: list[float], going_up: list[float], held_seconds: float, step_seconds: float
) -> None:
    edges = [*bouncing(down(SOUTH, 1.0), going_down), *bouncing(up(SOUTH, 1.0 + held_seconds), going_up)]
    seen = understood(edges, step_seconds, until=3.0)
    assert [type(gesture) for gesture in seen] == [inputs.Press]
    assert isinstance(seen[0], inputs.Press)
    assert seen[0].time == pytest.approx(1.0, abs=0.04)


@given(st.lists(st.tuples(st.sampled_from(list(Side)), st.floats(0.05, 6), st.floats(0.03, 5)), max_size=8))
@example([(SOUTH, 1.25, 2.125), (SOUTH, 5.125, 1.0), (NORTH, 5.25, 5.0)])
def test_gestures_do_not_depend_on_how_often_the_loop_runs(taps: list[tuple[Side, float, float]]) -> None:
    edges, free = [], dict.fromkeys(Side, 0.0)
    for side, pause, held in taps:
        start = free[side] + pause
        free[side] = start + held
        edges += tap(side, start, free[side])
    end = max(free.values()) + 1
    assert understood(edges, 0.05, end) == understood(edges, 0.2, end)
