"""A record of King of the Cups: rolls, grabs with their times, faults and the result, and back."""

import pytest
from cupsboard.rules.games import of_any_players
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, cup_named
from cupsboard.rules.king_of_the_cups.moves import Move, Verb
from cupsboard.rules.king_of_the_cups.rounds import rounds
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.record import RecordError, RecordOf, format_record, parse_record
from hypothesis import given
from king_play import King, king_games

TEXT = """\
Game: king-of-the-cups 2 spots yt-rc-rs-rt-bc-bs-bt-yc-ys
One: Ada
Two: ?
Date: 2026-11-23T19:30
Starter: open

1. two chance first
2. one call early red-circle
3. two chance red-circle, blue-square
4. one grab red-circle lifted 0.612 landed 1.005
5. two grab yellow-triangle lifted 0.800 landed 1.240
6. one back red-circle landed 2.310
7. two chance blue-circle, blue-square
8. one lift red-square lifted 0.700
9. one back red-square landed 1.100
10. one call out blue-triangle
11. two grab blue-triangle
12. two chance red-circle, red-circle
13. two grab red-circle lifted 0.450 landed 0.933
14. two chance red-square, red-square
15. two grab red-square lifted 0.450 landed 0.933
16. two chance red-triangle, red-triangle
17. two grab red-triangle lifted 0.450 landed 0.933

Result: one 0, two 5: two wins
"""


def test_a_record_is_a_text_that_reads_back() -> None:
    record = parse_record(TEXT, KingOfTheCups.named)
    assert format_record(record) == TEXT
    first, second, *_ = rounds(record.history())
    assert first.grabs == (
        (Seat.ONE, Move(Verb.GRAB, cup_named("red-circle"), 612, 1005)),
        (Seat.TWO, Move(Verb.GRAB, cup_named("yellow-triangle"), 800, 1240)),
    )
    assert first.winner is Seat.TWO
    assert second.grabs[0] == (Seat.ONE, Move(Verb.LIFT, cup_named("red-square"), 700))
    assert second.faults == ((Seat.ONE, "out blue-triangle"),)


@given(king_games())
def test_every_game_reads_back_from_its_record(history: King) -> None:
    record = RecordOf(history.game, history.starter, history.entries, date="2026-11-23")
    again = parse_record(format_record(record), of_any_players)
    assert again == record
    assert again.history().position == history.position


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("1. two", "1. three", "with one or two for PLAYER"),
        ("lifted 0.612 ", "lifted 0.61 ", "is not a move"),
        ("6. one back red-circle landed 2.310\n", "", "numbered 7, but the entry before is 5"),
        ("5. two grab", "5. one grab", "one is out of this round"),
        ("call early red-circle", "call early red-oval", "can't be called here"),
        ("Result: one 0, two 5: two wins", "Result: one 5, two 0: one wins", "the entries above give"),
    ],
)
def test_what_cannot_have_been_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        parse_record(TEXT.replace(old, new, 1), KingOfTheCups.named)
