from contextlib import suppress
from pathlib import Path

import pytest
from cupsboard.rules.places import ANY_KIND, Kind
from cupsboard.scales.errors import SensingError
from cupsboard.storage import piece_sets
from hypothesis import given
from hypothesis import strategies as st

GOOD = """\
format = "cupsboard-pieces"
version = 1
name = "Buttons"
source = "weighed at the kitchen table"

[kinds.small]
value = 1
mean_grams = 1.25
spread_grams = 0.02

[kinds.large-one]
value = 5
mean_grams = 3
spread_grams = 0
nominal_grams = 3.1
"""


def parsed(text: str) -> piece_sets.PieceSet:
    return piece_sets.parse(text.encode(), "buttons.toml")


def test_the_sets_that_come_with_the_program_are_read() -> None:
    assert piece_sets.built_in_names() == ("euro-coins", "us-coins")
    american, european = (piece_sets.load(name) for name in ("us-coins", "euro-coins"))
    assert american.values == {"cent": 1, "nickel": 5, "dime": 10, "quarter": 25}
    assert list(european.values.values()) == [1, 2, 5, 10, 20, 50, 100, 200]
    assert sum(piece.nominal_grams or 0.0 for piece in european.kinds.values()) == pytest.approx(42.92)


@pytest.mark.parametrize("name", piece_sets.built_in_names())
def test_coins_in_use_weigh_what_new_ones_do_but_for_wear(name: str) -> None:
    for piece in piece_sets.load(name).kinds.values():
        assert piece.nominal_grams is not None
        assert 0.98 * piece.nominal_grams < piece.mean_grams <= piece.nominal_grams
        assert 0.005 < piece.spread_grams / piece.mean_grams < 0.02


def test_a_set_of_a_makers_own_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "buttons.toml"
    path.write_text(f"\ufeff{GOOD}")
    buttons = piece_sets.load(str(path))
    assert buttons.name == "Buttons"
    assert buttons.kinds[Kind("large-one")] == piece_sets.PieceOfSet(5, 3.0, 0.0, 3.1)


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("1.25", "-2.5", r"line 8: kinds.small.mean_grams: -2.5 is not between 0.01 and 100; write the mass"),
        ("1.25", "nan", r"line 8: kinds.small.mean_grams: nan is not between"),
        ("0.02", "9", r"line 9: kinds.small.spread_grams: 9 is not between 0 and 1.25; write the standard"),
        ("value = 1", "value = 1.5", r"line 7: kinds.small.value: Expected `int`.* found 1.5"),
        ("value = 5", "value = -5", r"line 12: kinds.large-one.value: -5 is not between 0 and"),
        ("3.1", "0", r"line 15: kinds.large-one.nominal_grams: 0 is not between"),
        ("value = 1\n", "", r"line 6: kinds.small.value: missing; add it"),
        ("spread_grams = 0\n", "width = 3\n", r"kinds.large-one.width: unknown key; the keys here are value"),
        (
            "kinds.small",
            "kinds.Small",
            r"line 6: kinds.Small: 'Small' names no kind beside beans; write up to",
        ),
        ("kinds.small", f"kinds.{ANY_KIND}", r"line 6: kinds.any: 'any' names no kind beside beans"),
        ('"Buttons"', '" "', r"line 3: name: ' ' says nothing; write printable words"),
        ('"Buttons"', f'"{"B" * 61}"', r"line 3: name: has 61 characters, more than 60; shorten it"),
        ("cupsboard-pieces", "cupsboard-profile", r"format: .* this is another kind of file"),
        ("version = 1", "version = 2", r"version: 2 is not 1"),
        ("[kinds.small]", "[kinds.small", r"line 6"),
    ],
)
def test_a_bad_set_is_refused_with_file_line_value_and_next_step(good: str, bad: str, complaint: str) -> None:
    with pytest.raises(SensingError, match=f"^buttons.toml.*{complaint}"):
        parsed(GOOD.replace(good, bad, 1))


def test_a_set_without_kinds_is_refused() -> None:
    with pytest.raises(SensingError, match="kinds: there are 0; describe 1 to 12"):
        parsed(GOOD.partition("[")[0] + "kinds = {}\n")


def test_a_file_that_is_not_there_is_refused_with_the_sets_that_are() -> None:
    with pytest.raises(SensingError, match=r"^nowhere.toml: No such file.*euro-coins, us-coins$"):
        piece_sets.load("nowhere.toml")


@given(st.integers(0, len(GOOD) - 1), st.characters(codec="utf-8"))
def test_a_set_with_any_sign_exchanged_is_read_or_refused(index: int, sign: str) -> None:
    with suppress(SensingError):
        piece_sets.check(parsed(GOOD[:index] + sign + GOOD[index + 1 :]))
