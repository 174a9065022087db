from cupsboard.rules.game import Transfer
from cupsboard.rules.places import OFF_BOARD, Side, cup, pot, stock
from cupsboard.rules.plan_bounds import PlanBounds

S1, S2, S3 = (cup(Side.SOUTH, number) for number in (1, 2, 3))
POT, STOCK = pot(Side.SOUTH), stock(Side.SOUTH)
SOWING = (Transfer(S1, S2), Transfer(S1, S3), Transfer(S1, POT))
RELAY = (Transfer(STOCK, S1), Transfer(S1, S2), Transfer(S1, S3))
ALL = (S1, S2, S3, POT)


def test_nothing_arrives_that_has_not_left() -> None:
    sowing = PlanBounds.of(SOWING, ALL)
    assert sowing.allows({S1: -2, S2: 1, POT: 1})
    assert not sowing.allows({S1: -1, S2: 1, POT: 1})
    assert sowing.wrong({S1: -1, S2: 1, POT: 1}) == {S1: 1}


def test_pieces_from_a_place_without_a_scale_are_not_accounted_for() -> None:
    assert PlanBounds.of(RELAY, ALL).allows({S2: 1, S3: 1})
    assert PlanBounds.of(RELAY, (*ALL, STOCK)).wrong({S2: 1, S3: 1}) == {STOCK: 1, S1: 1}


def test_a_place_beyond_its_room_is_wrong_by_what_is_beyond() -> None:
    assert PlanBounds.of(SOWING, ALL).wrong({S1: -5, S2: 3}) == {S1: -2, S2: 2}
    assert PlanBounds.of(SOWING, ALL).wrong({S1: -1, S2: 3, S3: 1}) == {S1: 1, S2: 2}


def test_a_piece_lost_where_none_may_leave_does_not_make_up_for_one_that_came_from_nowhere() -> None:
    assert PlanBounds.of(SOWING, ALL).wrong({S2: 1, S3: -1}) == {S3: -1, S1: 1}


def test_pieces_in_the_hand_go_to_what_is_still_missing() -> None:
    assert PlanBounds.of(SOWING, ALL).missing({S1: -2, S3: 1}) == (Transfer(OFF_BOARD, S2), Transfer(S1, POT))


def test_a_piece_that_vanished_towards_a_dead_cell_counts_as_arrived() -> None:
    sowing = PlanBounds.of(SOWING, (S1, S2, S3))
    assert sowing.missing({S1: -3, S2: 1}) == (Transfer(OFF_BOARD, S3),)
    assert sowing.is_complete({S1: -3, S2: 1, S3: 1})


def test_a_heap_half_carried_over_is_split_between_the_hand_and_its_place() -> None:
    capture = PlanBounds.of((Transfer(S1, POT, 6),), ALL)
    assert capture.missing({S1: -4, POT: 1}) == (Transfer(OFF_BOARD, POT, 3), Transfer(S1, POT, 2))


def test_a_capture_towards_a_dead_pot_is_not_complete_before_it_is_taken() -> None:
    drop = PlanBounds.of((Transfer(STOCK, S1), Transfer(S3, POT)), (S1, S2, S3))
    assert not drop.is_complete({S1: 1})
    assert drop.is_complete({S1: 1, S3: -1})
