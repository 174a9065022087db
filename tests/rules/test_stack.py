import copy
import pickle

import pytest
from cupsboard.rules.history import BLOCK, Stack, bottom_up, stacked
from hypothesis import given
from hypothesis import strategies as st

values = st.lists(st.integers(0, 2), max_size=6)


@given(values)
def test_what_was_pushed_last_comes_first(pushed: list[int]) -> None:
    stack = stacked(pushed)
    assert list(stack) == pushed[::-1]
    assert bottom_up(stack) == tuple(pushed)
    assert len(stack) == len(pushed)


@given(values, values)
def test_stacks_are_equal_as_their_values_are(one: list[int], other: list[int]) -> None:
    assert (stacked(one) == stacked(other)) == (one == other)
    assert stacked(one) != tuple(one)
    if one == other:
        assert hash(stacked(one)) == hash(stacked(other))


def test_a_stack_is_not_changed_by_what_grows_from_it() -> None:
    stack = stacked("ab")
    one, other = stack.push("c"), stack.push("d")
    assert (bottom_up(stack), bottom_up(one), bottom_up(other)) == (("a", "b"), tuple("abc"), tuple("abd"))
    assert one.pop() == ("c", stack)


@given(st.integers(0, 3 * BLOCK))
def test_who_pops_comes_back_by_the_stacks_that_were_pushed(number: int) -> None:
    stack = stacked(range(number))
    for below in reversed(range(number)):
        value, stack = stack.pop()
        assert (value, len(stack)) == (below, below)
        assert stack == stacked(range(below))


def test_an_empty_stack_has_nothing_to_give() -> None:
    with pytest.raises(IndexError, match="nothing lies"):
        Stack[int]().pop()


@pytest.mark.long("a hundred thousand pieces")
def test_a_stack_of_a_hundred_thousand_is_a_value_like_any_other() -> None:
    high = stacked(range(100_000))
    assert stacked(range(100_000)) == high
    assert pickle.loads(pickle.dumps(high)) == copy.deepcopy(high) == high
    assert repr(stacked([1, 2])) == "stacked((1, 2))"
