"""Which pieces may be others than one would think."""

from dataclasses import replace

from cupsboard.recognition.observations import Traffic
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled, Weight

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


def lying(here: int, there: int, *, is_other_order: bool = False) -> Settled:
    """A settled table whose places came to rest so many times."""
    rests = {HERE: here, THERE: there}
    places = (THERE, HERE) if is_other_order else (HERE, THERE)
    return Settled(0.0, dict.fromkeys(places, Weight(1.0, 1e-4)), tuple(rests[place] for place in places))


def test_a_repeated_look_at_the_same_table_replaces_the_last_one() -> None:
    first = replace(traffic((2, 1, False)), before=None)
    taken_for_two = first.seeing({HERE: 4, THERE: 1}, lying(5, 1).stretches, is_putting_right=False)
    assert taken_for_two.until(lying(5, 1)) == first
    again = taken_for_two.until(lying(5, 1)).seeing({HERE: 3, THERE: 1}, is_putting_right=False)
    assert again.came == {HERE: 2, THERE: 0}


def test_a_place_is_known_to_lie_still_whatever_the_order_of_the_cells() -> None:
    table = lying(5, 1, is_other_order=True)
    seen = traffic().seeing({HERE: 2, THERE: 1}, table.stretches, is_putting_right=False)
    assert seen.until(lying(6, 1, is_other_order=True)).still == {THERE}


def test_what_was_ruled_out_of_a_still_place_lacks_a_step_and_what_was_left_open_once_it_is_decided() -> None:
    seen = traffic()
    for looks, numbers, lacking in ((1, {1, 2}, [3]), (2, {1, 3}, [3]), (3, None, [2, 3])):
        tables = {HERE: numbers} if numbers else None
        seen = seen.seeing({HERE: 1, THERE: 1}, lying(5, looks).stretches, tables, is_putting_right=False)
        seen = seen.until(lying(5, looks + 1))
        assert [count for count in (1, 2, 3) if seen.lacks_a_step(HERE, count)] == lacking


def test_without_samples_every_look_is_one_at_another_table() -> None:
    seen = traffic((2, 1, False), (1, 1, False))
    untold = Settled(0.0, dict.fromkeys((HERE, THERE), Weight(1.0, 1e-4)))
    assert seen.until(untold) == seen
    assert others(seen.until(untold), 2, 1) == (1, 0)


def test_what_was_glimpsed_and_gone_before_a_second_look_has_come_and_gone_too() -> None:
    seen = traffic((1, 1, False)).glimpsing({HERE: 2, THERE: 1}, lying(2, 1))
    assert others(seen, 1, 1) == (1, 0)
    assert others(seen, 2, 1) == (0, 0)
    assert others(seen.seeing({HERE: 1, THERE: 1}, is_putting_right=False), 1, 1) == (1, 0)


def test_a_glimpse_is_none_of_the_table_that_lies_there_still() -> None:
    seen = traffic().seeing({HERE: 2, THERE: 1}, lying(2, 1).stretches, is_putting_right=False)
    assert seen.glimpsing({HERE: 3, THERE: 1}, lying(2, 1)) == seen
    glimpse = seen.glimpsing({HERE: 4, THERE: 1}, lying(3, 1))
    assert others(glimpse.until(lying(3, 1)), 3, 1) == (0, 0)
    assert others(glimpse.until(lying(4, 1)), 3, 1) == (1, 0)
    assert others(glimpse.glimpsing({HERE: 3, THERE: 1}, lying(3, 1)).until(lying(4, 1)), 3, 1) == (0, 0)
