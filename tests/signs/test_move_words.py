"""Moves in English words."""

import pytest
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, say


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("drop 3", "drop 3"),
        ("pass", "pass"),
        ("reserve 2", "2 from stock"),
        ("reserve nickel quarter", "from stock: nickel, quarter"),
        ("board 5", "sow cup 5"),
        ("board 2 back quarter; on quarter quarter dime", "cup 2 back: quarter; on: 2 × quarter, dime"),
        ("reserve quarter; on dime", "from stock: quarter; on: dime"),
    ],
)
def test_a_move_is_told_in_words(notation: str, words: str) -> None:
    assert ENGLISH.moves["move"](notation) == words
    assert ENGLISH.moves["advised"](notation) == words


def test_advice_to_sow_names_the_cup() -> None:
    assert ENGLISH.moves["advised"]("sow 3") == "sow cup 3"


def test_a_hint_of_coin_duel_reads_like_those_of_other_games() -> None:
    hint = Message("laps.hints.play", {"side": Side.SOUTH.value, "move": "reserve 2"})
    assert say(hint) == "Hint for South: 2 from stock."
    instead = Message("laps.hints.instead", {"move": "board 5", "points": 2})
    assert say(instead) == "Not sow cup 5: that would lose about 2 points in the end."
