"""What a player is told of how sure the board is."""

from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Lifted, NotLegal, Recognition, Unchanged, Undecided
from cupsboard.recognition.trust import SURE, Sureness, said, sureness

SEEN = Recognition(Unchanged(), {}, 0.999, None)


def test_a_table_that_is_hardly_to_be_doubted_is_sure() -> None:
    assert sureness(SEEN) is Sureness.SURE
    assert sureness(replace(SEEN, confidence=SURE)) is Sureness.SURE
    assert sureness(replace(SEEN, outcome=NotLegal((), ()))) is Sureness.SURE


def test_a_table_that_is_believed_and_might_be_another_is_likely() -> None:
    believed = said(COSTS.acceptance.accept)
    assert sureness(replace(SEEN, confidence=believed)) is Sureness.LIKELY
    assert sureness(replace(SEEN, confidence=SURE - 0.001)) is Sureness.LIKELY


def test_where_the_board_needs_another_look_or_a_word_it_asks() -> None:
    assert sureness(replace(SEEN, confidence=said(COSTS.acceptance.accept) - 0.001)) is Sureness.ASKS
    assert sureness(replace(SEEN, is_cut_short=True)) is Sureness.ASKS
    assert sureness(replace(SEEN, outcome=Undecided("south-1", (), Unchanged()))) is Sureness.ASKS


def test_while_a_cup_is_in_the_air_nothing_is_said_of_it() -> None:
    assert sureness(replace(SEEN, outcome=Lifted(frozenset({"south-1"})))) is None


def test_how_sure_the_board_is_has_a_word_that_pages_know() -> None:
    assert [each.value for each in Sureness] == ["sure", "likely", "asks"]
