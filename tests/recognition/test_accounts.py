"""What several mishaps come to once hands have gone on."""

from collections import Counter
from collections.abc import Sequence

import pytest
from cupsboard.recognition.accounts import Mishap, MishapKind, summed
from cupsboard.rules.places import Place, Side, cup
from hypothesis import given
from hypothesis import strategies as st

ONE, OTHER, THIRD = (cup(Side.SOUTH, number) for number in (1, 2, 3))
TOO_MANY, MISSING, MISPLACED = MishapKind.TOO_MANY, MishapKind.MISSING, MishapKind.MISPLACED

PLACES = st.sampled_from((ONE, OTHER, THIRD))
MOVED = st.one_of(
    st.builds(Mishap, st.sampled_from((TOO_MANY, MISSING)), st.tuples(PLACES), st.integers(1, 4)),
    st.builds(
        Mishap,
        st.just(MISPLACED),
        st.tuples(PLACES, PLACES).filter(lambda both: both[0] != both[1]),
        st.integers(1, 4),
    ),
)
"""Pieces that came, went, or hopped."""


def gained(mishaps: Sequence[Mishap]) -> Counter[Place]:
    total: Counter[Place] = Counter({ONE: 0, OTHER: 0, THIRD: 0})
    for mishap in mishaps:
        if mishap.kind is not TOO_MANY:
            total[mishap.places[0]] -= mishap.count
        if mishap.kind is not MISSING:
            total[mishap.places[-1]] += mishap.count
    return total


@pytest.mark.parametrize(
    ("mishaps", "come_to"),
    [
        pytest.param(
            [Mishap(TOO_MANY, (ONE,), 3), Mishap(MISSING, (ONE,), 1)],
            (Mishap(TOO_MANY, (ONE,), 2),),
            id="one of those too many was taken out",
        ),
        pytest.param(
            [Mishap(MISSING, (ONE,), 2), Mishap(TOO_MANY, (ONE,), 2)], (), id="what was missing was put in"
        ),
        pytest.param(
            [Mishap(MISPLACED, (ONE, OTHER), 2), Mishap(MISPLACED, (OTHER, ONE), 1)],
            (Mishap(MISPLACED, (ONE, OTHER), 1),),
            id="one went back",
        ),
        pytest.param(
            [Mishap(TOO_MANY, (ONE,), 1), Mishap(MISPLACED, (ONE, OTHER), 1)],
            (Mishap(TOO_MANY, (OTHER,), 1),),
            id="what was too many hopped on",
        ),
        pytest.param(
            [Mishap(MishapKind.EXCHANGED, (ONE, OTHER)), Mishap(MISSING, (ONE,), 1)],
            (Mishap(MishapKind.EXCHANGED, (ONE, OTHER)), Mishap(MISSING, (ONE,), 1)),
            id="cups that were exchanged stay so",
        ),
        pytest.param(
            [Mishap(TOO_MANY, (ONE,), 1)] * 3, (Mishap(TOO_MANY, (ONE,), 3),), id="one after the other"
        ),
        pytest.param(
            [Mishap(MISPLACED, (ONE, OTHER), 1), Mishap(MISSING, (THIRD,), 1)] * 2,
            (Mishap(MISPLACED, (ONE, OTHER), 2), Mishap(MISSING, (THIRD,), 2)),
            id="two sorts in turn",
        ),
    ],
)
def test_what_was_put_right_is_no_mishap_any_more(
    mishaps: Sequence[Mishap], come_to: Sequence[Mishap]
) -> None:
    assert summed(mishaps) == come_to


@given(st.lists(MOVED, max_size=8))
def test_as_many_pieces_came_and_went_as_by_all_of_them_and_none_came_and_went_on(
    mishaps: Sequence[Mishap],
) -> None:
    come_to = summed(mishaps)
    assert gained(come_to) == gained(mishaps)
    assert all(mishap.count > 0 for mishap in come_to)
    left = {mishap.places[0] for mishap in come_to if mishap.kind is not TOO_MANY}
    reached = {mishap.places[-1] for mishap in come_to if mishap.kind is not MISSING}
    assert not left & reached
    told = [(mishap.kind, mishap.places) for mishap in come_to]
    assert len(told) == len(set(told))
