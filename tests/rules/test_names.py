"""What players may be called, in any script, and which names are the same."""

import pytest
from cupsboard.rules.names import composed, folded, is_visible
from cupsboard.rules.record import NameRefused, require_players
from hypothesis import given
from hypothesis import strategies as st

ZOE, ZOE_OF_TWO_SIGNS = "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}"


@pytest.mark.parametrize(
    "name",
    [
        "X",
        "Ελένη",
        "山田太郎",
        "مريم",
        "می\N{ZERO WIDTH NON-JOINER}خواهم",
        "ශ\N{SINHALA SIGN AL-LAKUNA}\N{ZERO WIDTH JOINER}රී",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}",
    ],
)
def test_names_of_any_script_and_families_of_emoji_are_names(name: str) -> None:
    require_players(name, "Anna")


@pytest.mark.parametrize(
    "name",
    [
        *(" Anna", "An\tna", "\N{RIGHT-TO-LEFT OVERRIDE}anna", "\N{ZERO WIDTH SPACE}", "level 4"),
        *("\N{ZERO WIDTH JOINER}", "Anna\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}Anna"),
        *("\N{HANGUL FILLER}", "An\N{BRAILLE PATTERN BLANK}na", "\N{COMBINING DIAERESIS}Anna"),
    ],
)
def test_what_shows_otherwise_than_it_is_written_is_no_name(name: str) -> None:
    with pytest.raises(NameRefused):
        require_players(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ZOE, ZOE_OF_TWO_SIGNS),
        ("Anna", "ANNA"),
        ("Anna", "An\N{ZERO WIDTH JOINER}na"),
        ("Anna", "Anna\N{VARIATION SELECTOR-16}"),
        ("Anna", "An\N{COMBINING GRAPHEME JOINER}na"),
    ],
)
def test_two_names_that_look_alike_are_one_at_a_board(one: str, other: str) -> None:
    with pytest.raises(NameRefused):
        require_players(one, other)


@given(st.text())
def test_a_name_looks_like_its_composed_form_and_has_one(name: str) -> None:
    assert composed(composed(name)) == composed(name)
    assert folded(composed(name)) == folded(name)
    plain = name.isprintable() and name == name.strip() and name.isascii()
    assert is_visible(name) or not plain
