from random import Random

from cupsboard.engine.greedy import captured, greedily, potted
from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import Side, cup, pot, stock

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SOWN = Transfer(stock(SOUTH), pot(SOUTH))
CAPTURED = Transfer(cup(NORTH, 1), pot(SOUTH), 2)

QUIET = Plan(SOUTH, "quiet", (Transfer(stock(SOUTH), cup(SOUTH, 1)),))
POTS_3 = Plan(SOUTH, "pots 3", (Transfer(stock(SOUTH), pot(SOUTH), 3),))
CAPTURES_2 = Plan(SOUTH, "captures 2", (CAPTURED,), owed=(CAPTURED,))
POTS_1_CAPTURES_2 = Plan(SOUTH, "pots 1, captures 2", (SOWN, CAPTURED), owed=(CAPTURED,))


def test_what_a_plan_captures_is_potted_too() -> None:
    assert [potted(plan) for plan in (QUIET, POTS_3, CAPTURES_2, POTS_1_CAPTURES_2)] == [0, 3, 2, 3]
    assert [captured(plan) for plan in (QUIET, POTS_3, CAPTURES_2, POTS_1_CAPTURES_2)] == [0, 0, 2, 2]


def test_pieces_that_go_into_the_other_s_pot_are_no_gain() -> None:
    assert potted(Plan(NORTH, "gives away", (SOWN, CAPTURED))) == 0


def test_the_plan_with_the_largest_gain_is_chosen() -> None:
    for seed in range(10):
        assert greedily((QUIET, CAPTURES_2, POTS_3), Random(seed), potted) is POTS_3


def test_a_second_gain_decides_among_those_whose_first_is_largest() -> None:
    for seed in range(10):
        plans = (POTS_3, CAPTURES_2, POTS_1_CAPTURES_2)
        assert greedily(plans, Random(seed), captured, potted) is POTS_1_CAPTURES_2


def test_of_equals_each_is_chosen_at_times() -> None:
    plans = (QUIET, POTS_3, POTS_1_CAPTURES_2)
    chosen = {greedily(plans, Random(seed), potted).label for seed in range(40)}
    assert chosen == {POTS_3.label, POTS_1_CAPTURES_2.label}
