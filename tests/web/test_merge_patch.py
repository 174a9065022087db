from cupsboard.web.hub import difference, patched
from hypothesis import given
from hypothesis import strategies as st

scalars = st.one_of(st.booleans(), st.integers(0, 3), st.text("ab", max_size=2))
values = st.recursive(
    scalars | st.lists(scalars, max_size=3),
    lambda inner: st.dictionaries(st.text("xyz", min_size=1, max_size=2), inner, max_size=4),
    max_leaves=12,
)
states = st.dictionaries(st.text("xyz", min_size=1, max_size=2), values, max_size=5)


@given(states, states)
def test_a_patch_turns_one_state_into_the_other(before: dict, after: dict) -> None:
    assert patched(before, difference(before, after)) == after


@given(states)
def test_nothing_changed_is_an_empty_patch(state: dict) -> None:
    assert difference(state, dict(state)) == {}


def test_a_patch_holds_only_what_changed() -> None:
    before = {"beans": {"south-1": 3, "south-2": 0}, "gone": {"south-1": True}, "time": 1}
    after = {"beans": {"south-1": 3, "south-2": 1}, "gone": {}, "time": 1}
    assert difference(before, after) == {"beans": {"south-2": 1}, "gone": {"south-1": None}}
