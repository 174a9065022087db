"""The sowing coach: what the lights offer, what they order, and how they mend a wrong table."""

from cupsboard.rules.game import Mark, Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Side, cup, pot, stock
from cupsboard.signs.next_moves import not_begun, offers, repair_signs, taking_up
from cupsboard.signs.scene import Meaning, Sign

SOUTH = Side.SOUTH
S1, S2, S3 = (cup(SOUTH, number) for number in (1, 2, 3))
N2, N3 = (cup(Side.NORTH, number) for number in (2, 3))
POT, STOCK = pot(SOUTH), stock(SOUTH)
FIRST, SECOND, THIRD = (Transfer(STOCK, place) for place in (S1, S2, S3))
CAPTURE = Transfer(N3, POT, 6)
DROP_1 = Plan(SOUTH, "drop 1", (FIRST,))
DROP_2 = Plan(SOUTH, "drop 2", (FIRST, SECOND, CAPTURE), owed=(CAPTURE,))
DROP_3 = Plan(SOUTH, "drop 3", (FIRST, SECOND, THIRD))
SOW_2 = Plan(SOUTH, "sow 2", (Transfer(S2, S3), Transfer(S2, POT)))


def missing(plan: Plan, *transfers: Transfer) -> Progress:
    return Progress(plan, transfers)


def test_the_bean_that_every_way_needs_is_ordered() -> None:
    assert offers([missing(DROP_2, FIRST, CAPTURE), missing(DROP_3, FIRST, THIRD)]) == (
        Sign(S1, Meaning.MUST_NEXT, 1),
    )


def test_beans_of_different_ways_are_offered_side_by_side() -> None:
    assert offers([missing(DROP_3, THIRD), missing(SOW_2, Transfer(S2, POT))]) == (
        Sign(S3, Meaning.MAY_NEXT, 1),
        Sign(POT, Meaning.MAY_NEXT, 1),
    )


def test_what_goes_beyond_a_move_that_is_done_is_only_offered() -> None:
    assert offers([missing(DROP_3, SECOND, THIRD)], done=DROP_1) == (Sign(S2, Meaning.MAY_NEXT, 1),)


def test_only_the_next_bean_of_a_way_is_shown() -> None:
    assert offers([missing(DROP_3, FIRST, SECOND, THIRD)]) == (Sign(S1, Meaning.MUST_NEXT, 1),)


def test_a_capture_is_asked_for_when_all_beans_are_dropped() -> None:
    assert offers([missing(DROP_2, CAPTURE)]) == (
        Sign(N3, Meaning.MUST_CAPTURE, 6),
        Sign(POT, Meaning.INTO_POT, 6),
    )
    assert offers([missing(DROP_2, CAPTURE), missing(DROP_3, THIRD)]) == (
        Sign(N3, Meaning.MAY_CAPTURE, 6),
        Sign(POT, Meaning.INTO_POT, 6),
        Sign(S3, Meaning.MAY_NEXT, 1),
    )


def test_a_capture_that_is_begun_is_asked_for_beside_the_beans() -> None:
    rest = Transfer(N3, POT, 2)
    assert offers([missing(DROP_2, SECOND, rest)]) == (
        Sign(S2, Meaning.MUST_NEXT, 1),
        Sign(N3, Meaning.MUST_CAPTURE, 2),
        Sign(POT, Meaning.INTO_POT, 2),
    )
    assert offers([missing(DROP_2, SECOND, CAPTURE)]) == (Sign(S2, Meaning.MUST_NEXT, 1),)


def test_captured_beans_in_the_hand_go_into_the_pot_and_the_empty_cup_is_left_alone() -> None:
    in_hand = Transfer(OFF_BOARD, POT, 6)
    assert offers([missing(DROP_2, in_hand)]) == (Sign(POT, Meaning.INTO_POT, 6),)
    assert offers([missing(DROP_2, SECOND, in_hand)]) == (
        Sign(S2, Meaning.MUST_NEXT, 1),
        Sign(POT, Meaning.INTO_POT, 6),
    )


def test_the_captured_beans_in_hand_and_in_the_cup_go_into_the_pot_together() -> None:
    halves = (Transfer(N3, POT, 2), Transfer(OFF_BOARD, POT, 4))
    assert offers([missing(DROP_2, *halves)]) == (
        Sign(N3, Meaning.MUST_CAPTURE, 2),
        Sign(POT, Meaning.INTO_POT, 6),
    )


def test_a_capture_has_begun_once_its_cup_is_lifted() -> None:
    assert offers([missing(DROP_2, SECOND, CAPTURE)], lifted=[N3]) == (
        Sign(S2, Meaning.MUST_NEXT, 1),
        Sign(POT, Meaning.INTO_POT, 6),
    )
    assert offers([missing(DROP_2, SECOND, CAPTURE)], lifted=[N2]) == (Sign(S2, Meaning.MUST_NEXT, 1),)


def test_a_bean_into_the_pot_that_no_capture_owes_is_a_plain_next() -> None:
    assert offers([missing(SOW_2, Transfer(OFF_BOARD, POT))]) == (Sign(POT, Meaning.MUST_NEXT, 1),)


def test_of_plans_not_begun_everything_is_missing() -> None:
    assert not_begun([DROP_1, DROP_3]) == (Progress(DROP_1, DROP_1.open), Progress(DROP_3, DROP_3.open))


def test_a_lifted_cup_leaves_the_ways_that_take_beans_out_of_it() -> None:
    ways = not_begun([DROP_1, DROP_2, SOW_2])
    assert [way.plan.label for way in taking_up([N3], ways)] == ["drop 2"]
    assert [way.plan.label for way in taking_up([S2], ways)] == ["sow 2"]
    assert taking_up([S2, N3], ways) == ()


def test_a_wrong_table_shows_where_beans_are_too_many_and_too_few() -> None:
    assert repair_signs([[Mark(S1, 2), Mark(S3, -1)]]) == (
        Sign(S1, Meaning.TOO_MANY, 2),
        Sign(S3, Meaning.TOO_FEW, 1),
    )


def test_of_several_repairs_the_fewest_beans_are_said_and_none_is_preferred() -> None:
    assert repair_signs([[Mark(S1, 3)], [Mark(S1, 1), Mark(S2, -3)], [Mark(S2, -2)]]) == (
        Sign(S1, Meaning.TOO_MANY, 1),
        Sign(S2, Meaning.TOO_FEW, 2),
    )


def test_a_place_too_full_by_one_repair_and_too_empty_by_another_asks_for_a_look() -> None:
    assert repair_signs([[Mark(S1, 1)], [Mark(S1, -1)]]) == (Sign(S1, Meaning.LOOK),)
