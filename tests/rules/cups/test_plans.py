"""A move as the scales would see it: which beans go from where to where, and what is owed."""

import pytest
from cups_play import histories
from cupsboard.rules.cups.moves import IllegalMove, Reason
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Transfer
from cupsboard.rules.history import History
from cupsboard.rules.places import Side, cup, pot, stock
from hypothesis import given

FOUR = Cups(4)


@given(histories())
def test_every_transfer_of_a_plan_moves_a_bean_and_only_a_capture_is_owed(history: History[Position]) -> None:
    game, position = history.game, history.position
    for side in game.movers(position):
        for plan in game.plans(position, side):
            assert all(transfer.count > 0 for transfer in plan.open)
            assert all(transfer.target == pot(side) for transfer in plan.owed)
            assert all(transfer.source.startswith(side.other.value) for transfer in plan.owed)
            assert set(plan.owed) <= set(plan.open)


def test_a_drop_that_captures_owes_the_opposite_cup_and_one_that_does_not_owes_nothing() -> None:
    board = FOUR.parse_position("1 0 1 1 pot 0 stock 9 / 0 0 6 0 pot 0 stock 9 / south")
    one, two = FOUR.plans(board, Side.SOUTH)[:2]
    assert one.owed == ()
    assert two.owed == (Transfer(cup(Side.NORTH, 3), pot(Side.SOUTH), 6),)
    assert two.open == (
        Transfer(stock(Side.SOUTH), cup(Side.SOUTH, 1)),
        Transfer(stock(Side.SOUTH), cup(Side.SOUTH, 2)),
        *two.owed,
    )


def test_a_sowing_takes_one_bean_to_each_cup_on_the_right_and_one_to_the_pot() -> None:
    board = FOUR.parse_position("0 3 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 9 / south")
    (sowing,) = (plan for plan in FOUR.plans(board, Side.SOUTH) if plan.label == "sow 2")
    third, fourth = cup(Side.SOUTH, 3), cup(Side.SOUTH, 4)
    assert [transfer.target for transfer in sowing.open] == [third, fourth, pot(Side.SOUTH)]
    assert {(transfer.source, transfer.count) for transfer in sowing.open} == {(cup(Side.SOUTH, 2), 1)}


def test_who_has_no_move_is_told_to_pass() -> None:
    stuck = FOUR.parse_position("0 0 0 2 pot 0 stock 0 / 0 0 0 1 pot 0 stock 9 / south")
    with pytest.raises(
        IllegalMove, match=r"^south drop 1: south has no legal move; it must pass$"
    ) as refused:
        FOUR.play(stuck, Side.SOUTH, "drop 1")
    assert refused.value.reason is Reason.MUST_PASS


def test_every_reason_of_a_refusal_has_words_of_its_own() -> None:
    assert all(reason.value for reason in Reason)
    assert len({reason.value for reason in Reason}) == len(Reason)
