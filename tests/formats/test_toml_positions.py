"""Where in a TOML text a value stands."""

import tomllib
from typing import Any

import pytest
import tomli_w
from cupsboard.formats.toml_positions import line_of
from hypothesis import given
from hypothesis import strategies as st

TEXT = b'''\
# cells[9] = "no, a comment"
name = "a # [b] in a name"
"odd \\u0041.key" = 1
dotted.inner.value = 2
story = """
[cells]
line = 7 \\""" still
"""
cells = [
  { place = "south-1", line = 4 },  # { no = "table" }
  [1, 2,
   3],
  { place = 'north]', deep = { deeper = [
      { deepest = 5 } ] } },
]

[strip]
pixel_count = 26
[strip.spans]
south-1 = { first = 0, count = 3 }

[[fruit]]
name = "apple"
[fruit.skin]
colour = "red"
[[fruit.variety]]
name = "red delicious"
[[fruit.variety]]
name = "granny smith"
[[fruit]]
name = "pear"
[[fruit.variety]]
name = "abate"
'''

PLACES = {
    "name": 2,
    "odd A.key": 3,
    "dotted": 4,
    "dotted.inner.value": 4,
    "story": 5,
    "cells": 9,
    "cells[0]": 10,
    "cells[0].line": 10,
    "cells[1]": 11,
    "cells[1][2]": 12,
    "cells[2].place": 13,
    "cells[2].deep.deeper[0].deepest": 14,
    "strip": 17,
    "strip.pixel_count": 18,
    "strip.spans": 19,
    "strip.spans.south-1.count": 20,
    "fruit": 22,
    "fruit[0].name": 23,
    "fruit[0].skin.colour": 25,
    "fruit[0].variety[0].name": 27,
    "fruit[0].variety[1].name": 29,
    "fruit[1]": 30,
    "fruit[1].name": 31,
    "fruit[1].variety[0].name": 33,
}


@pytest.mark.parametrize("place", PLACES)
def test_a_value_stands_on_its_line(place: str) -> None:
    assert line_of(TEXT, place) == PLACES[place]


@pytest.mark.parametrize(
    ("place", "line"),
    [("strip.order", 17), ("cells[0].gain", 10), ("cells[7].line", 9), ("fruit[1].skin.colour", 30)],
)
def test_what_is_missing_belongs_into_its_table(place: str, line: int) -> None:
    assert line_of(TEXT, place) == line


def test_what_the_top_level_lacks_has_no_line() -> None:
    assert line_of(TEXT, "clock") is None


@pytest.mark.parametrize("content", [b"\xff", b"[[[", b"a = " + b"[" * 100_000])
def test_what_is_no_toml_has_no_lines(content: bytes) -> None:
    assert line_of(content, "a") is None


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.integers(-5, 5) | st.floats(allow_nan=False) | st.booleans() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(before=st.dictionaries(TEXTS, VALUES, max_size=3), after=st.dictionaries(TEXTS, VALUES, max_size=3))
def test_a_value_among_any_others_stands_where_it_was_written(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    head = tomli_w.dumps({"before": before}, multiline_strings=True)
    content = f"{head}[here]\nmine = 1\n{tomli_w.dumps({'after': after})}"
    assert tomllib.loads(content)["here"] == {"mine": 1}
    assert line_of(content.encode(), "here.mine") == head.count("\n") + 2
