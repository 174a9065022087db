"""Cups, pots and cells of any size, some of which the printed parts refuse."""

from hypothesis import strategies as st

from hardware.parts.mount import Cup, Measures


def a_cup(name: str, foot: float, flare: float, wider: float) -> Cup:
    """The wall steepens by `flare` over the rim, and the top is `wider` times the foot."""
    return Cup(name, foot, foot - flare, foot * wider)


cups = st.builds(a_cup, st.just("cup"), st.floats(45, 110), st.floats(0, 10), st.floats(1, 1.5))
pots = st.builds(a_cup, st.just("pot"), st.floats(60, 140), st.floats(0, 10), st.floats(1, 1.5))
measures = st.builds(
    Measures,
    cup=cups,
    cell_length=st.floats(45, 130),
    cell_width=st.floats(8, 20),
    cell_height=st.floats(5, 20),
    hole_edge=st.floats(3, 8),
    hole_spacing=st.floats(6, 20),
    are_holes_across=st.booleans(),
    fixed_screw=st.sampled_from(("M3", "M4", "M5")),
    free_screw=st.sampled_from(("M3", "M4", "M5")),
)
