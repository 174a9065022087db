"""Rules of sowing games drawn at random, whether or not a text may say them together."""

from typing import Any, get_args

from cupsboard.rules.sowing import rules as values
from cupsboard.rules.sowing.rules import SowingRules
from hypothesis import strategies as st


@st.composite
def any_rules(draw: st.DrawFn) -> SowingRules:
    def one_of(kind: object) -> Any:
        return draw(st.sampled_from(get_args(kind)))

    return SowingRules(
        title="Any", direction=one_of(values.Direction), laps=one_of(values.Laps),
        across=one_of(values.Across), chain=one_of(values.Chain),
        captured_where=one_of(values.Where), slam=one_of(values.Slam), ends=one_of(values.Ends),
        rest=one_of(values.Rest), captured_counts=draw(st.frozensets(st.integers(1, 6), max_size=3)),
        least=draw(st.integers(1, 2)), sows_pot=draw(st.booleans()), skips_origin=draw(st.booleans()),
        leaves_one=draw(st.booleans()), again_from_pot=draw(st.booleans()),
        again_after_capture=draw(st.booleans()), gap=draw(st.booleans()), must_feed=draw(st.booleans()),
        passes=draw(st.booleans()), ends_beyond_half=draw(st.booleans()),
        ends_at_repetition=draw(st.booleans()), tuz=draw(st.sampled_from([0, 2, 3])),
        start=draw(st.sampled_from([(), (0, 1), (1, 2, 0)])), on_the_way=one_of(values.OnTheWay),
        opposite_too=draw(st.booleans()), few=draw(st.sampled_from([0, 2, 5])),
    )  # fmt: skip
