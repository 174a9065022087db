"""Which pieces may be others than one would think."""

from dataclasses import replace

from cupsboard.recognition.traffic import Traffic
from cupsboard.rules.places import Place

HERE, THERE = Place("south-1"), Place("south-pot")


def traffic(*tables: tuple[int, int, bool]) -> Traffic:
    """From one piece in each place over tables of so many pieces, each being put right or not."""
    seen = Traffic({HERE: 1, THERE: 1})
    for here, there, is_putting_right in tables:
        seen = seen.seeing({HERE: here, THERE: there}, is_putting_right=is_putting_right)
    return seen


def others(seen: Traffic, here: int, there: int) -> tuple[int, int]:
    """Of both places, if so many lie there now."""
    return seen.others(HERE, here), seen.others(THERE, there)


def test_pieces_that_only_came_are_those_that_were_counted() -> None:
    assert others(traffic((2, 1, False), (3, 2, False)), 3, 2) == (0, 0)


def test_as_many_may_be_others_as_left_and_came_again() -> None:
    assert others(traffic((0, 1, False), (2, 1, False)), 2, 1) == (1, 0)


def test_the_pieces_of_a_slip_are_not_those_that_mend_it() -> None:
    assert others(traffic((3, 1, True)), 3, 1) == (0, 0)


def test_whatever_comes_to_mend_a_slip_may_be_any_piece() -> None:
    assert others(traffic((1, 0, True), (1, 2, True)), 1, 2) == (0, 2)


def test_the_table_that_lies_there_now_counts_too() -> None:
    assert others(traffic((3, 1, False)), 1, 1) == (2, 0)


def test_nothing_has_come_or_gone_where_nothing_moved_though_the_table_was_read_otherwise() -> None:
    seen = replace(traffic((2, 1, False)), still=frozenset({HERE}))
    assert others(seen, 1, 1) == (0, 0)
