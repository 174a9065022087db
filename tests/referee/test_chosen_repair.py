"""Who has moved the first bean of a repair is led to its end and not sent to another."""

from cupsboard.referee.table_judge import NOTHING_PROPOSED, Proposed
from cupsboard.rules.game import Mark
from cupsboard.rules.places import Side, cup

S1, S2, S3, S4 = (cup(Side.SOUTH, number) for number in (1, 2, 3, 4))
FOUND = {S1: 3, S2: 0, S3: 1, S4: 0}
ONE, OTHER = (Mark(S1, 2), Mark(S2, -2)), (Mark(S3, 1),)
AFRESH = ((Mark(S4, 1),),)
PROPOSED = Proposed(FOUND, (ONE, OTHER))


def test_a_table_seen_first_gets_the_repairs_that_are_proposed_for_it() -> None:
    assert NOTHING_PROPOSED.after(FOUND, (ONE, OTHER)) == PROPOSED


def test_after_the_first_bean_only_the_rest_of_that_repair_is_left() -> None:
    begun = PROPOSED.after({**FOUND, S1: 2}, AFRESH)
    assert begun.repairs == ((Mark(S1, 1), Mark(S2, -2)),)
    put_in = begun.after({**FOUND, S1: 2, S2: 1}, AFRESH)
    assert put_in.repairs == ((Mark(S1, 1), Mark(S2, -1)),)


def test_a_table_that_has_not_changed_keeps_its_repairs() -> None:
    assert PROPOSED.after(dict(FOUND), AFRESH).repairs == (ONE, OTHER)


def test_who_does_anything_else_gets_the_repairs_of_the_new_table() -> None:
    assert PROPOSED.after({**FOUND, S4: 1}, AFRESH).repairs == AFRESH
    assert PROPOSED.after({**FOUND, S1: 4}, AFRESH).repairs == AFRESH
    assert PROPOSED.after({**FOUND, S1: 0}, AFRESH).repairs == AFRESH
    assert PROPOSED.after({**FOUND, S2: 3}, AFRESH).repairs == AFRESH


def test_a_repair_that_is_done_to_its_end_is_no_repair_any_more() -> None:
    assert Proposed(FOUND, (OTHER,)).after({**FOUND, S3: 0}, AFRESH).repairs == AFRESH


def test_a_place_that_is_weighed_only_now_changes_nothing() -> None:
    assert PROPOSED.after({**FOUND, cup(Side.NORTH, 1): 5}, AFRESH).repairs == (ONE, OTHER)
