"""A computer that stalls under fingers: no gesture arises that the fingers did not make."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from cupsboard.loop import BUTTONS_SECONDS, STEP_SECONDS
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import BothHold, BothPress, Hold, LongHold, Press
from cupsboard.referee.king_of_the_cups.hands import Hands
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat
from cupsboard.rules.places import Side
from hypothesis import example, given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SEATS = tuple(Seat)[:3]

Touch = tuple[str, float, float]
"""A button, when a finger came down on it, and for how many seconds it stayed."""
Stall = tuple[float, float]
"""When a computer began to stall, and for how many seconds."""
Step = Callable[[Sequence[Edge], float], Sequence[object]]


def understood(step: Step, touches: Sequence[Touch], stalls: Sequence[Stall] = ()) -> list[object]:
    """What a core understands whose loop looks at the pins every 0.02 s, but not while it stalls."""
    end = max(start + seconds for _, start, seconds in [*touches, ("", 0.0, 0.0)]) + 6.0
    names = sorted({button for button, *_ in touches})
    now, next_step, were_down = 0.0, 0.0, dict.fromkeys(names, False)
    told: list[object] = []
    while now < end:
        edges = []
        for name in names:
            is_down = any(
                button == name and start <= now < start + seconds for button, start, seconds in touches
            )
            if is_down is not were_down[name]:
                were_down[name] = is_down
                edges.append(Edge(name, is_down, now))
        if edges or now >= next_step:
            next_step = now + STEP_SECONDS
            told += step(edges, now)
        now += BUTTONS_SECONDS
        for begin, seconds in stalls:
            if begin <= now < begin + seconds:
                now = begin + seconds
    return told


def kinds(gestures: Sequence[object]) -> Counter[tuple[object, ...]]:
    """How often each gesture of each player was made, whenever that was."""
    return Counter((type(each), getattr(each, "side", getattr(each, "seat", None))) for each in gestures)


def touches_of(buttons: Sequence[str]) -> st.SearchStrategy[list[Touch]]:
    """Fingers on these buttons: taps and holds, no two of one button at the same time."""

    def laid_out(plan: list[tuple[float, float, list[float]]]) -> list[Touch]:
        now, touches = 1.0, []
        for pause, seconds, offsets in plan:
            now += pause
            touches += [(name, now + offset, seconds) for name, offset in zip(buttons, offsets, strict=False)]
            now += seconds + max(offsets)
        return touches

    moments = st.tuples(
        st.floats(0.3, 3.0),
        st.one_of(st.floats(0.06, 0.3), st.floats(0.9, 3.0), st.floats(4.2, 6.0)),
        st.lists(st.floats(0.0, 0.12), min_size=1, max_size=len(buttons)),
    )
    return st.lists(moments, min_size=1, max_size=4).map(laid_out)


stalled = st.lists(st.tuples(st.floats(0.5, 12.0), st.floats(0.5, 10.0)), max_size=3)


@given(touches_of(["south", "north"]) | touches_of(["north"]), stalled)
@example([("south", 1.0, 0.12)], [(1.05, 4.5)])
@example([("south", 1.0, 0.2), ("north", 1.1, 0.2)], [(1.05, 0.5)])
@example([("south", 1.0, 2.0), ("north", 2.5, 0.2)], [(1.2, 0.6)])
def test_no_gesture_arises_that_fingers_did_not_make(touches: list[Touch], stalls: list[Stall]) -> None:
    made = kinds(understood(Gestures().step, touches))
    assert kinds(understood(Gestures().step, touches, stalls)) <= made


@given(touches_of(["one", "two", "three"]), stalled)
def test_no_gesture_arises_at_king_of_the_cups_that_hands_did_not_make(
    touches: list[Touch], stalls: list[Stall]
) -> None:
    def hands() -> Step:
        there = Hands(SEATS)
        return lambda edges, now: there.step(edges, now, SEATS)

    assert {seat.value for seat in SEATS} == {"one", "two", "three"}
    made = kinds(understood(hands(), touches))
    assert kinds(understood(hands(), touches, stalls)) <= made


@pytest.mark.parametrize("seconds", [1.0, 4.5, 7.0])
@pytest.mark.parametrize("begin", [0.9, 1.02, 1.1, 1.13])
def test_a_stall_in_a_tap_makes_no_hold_of_it(begin: float, seconds: float) -> None:
    told = understood(Gestures().step, [("south", 1.0, 0.12)], [(begin, seconds)])
    assert not kinds(told).keys() & {(kind, SOUTH) for kind in (Hold, LongHold)}


def test_after_a_stall_the_next_tap_counts_as_ever() -> None:
    told = understood(Gestures().step, [("south", 1.0, 0.12), ("south", 7.0, 0.12)], [(1.05, 4.5)])
    assert kinds(told) == {(Press, SOUTH): 1}


def test_a_short_pause_of_the_loop_costs_no_tap() -> None:
    told = understood(Gestures().step, [("south", 1.0, 0.2), ("north", 3.0, 0.2)], [(1.1, 0.3), (3.1, 0.3)])
    assert kinds(told) == {(Press, SOUTH): 1, (Press, NORTH): 1}


def test_without_stalls_every_gesture_is_understood() -> None:
    both = [("south", 1.0, 0.2), ("north", 1.05, 0.2), ("south", 3.0, 1.5), ("north", 3.1, 1.5)]
    assert kinds(understood(Gestures().step, both)) == {(BothPress, None): 1, (BothHold, None): 1}
