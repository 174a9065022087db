"""What the lights tell a person, and what they don't."""

import pytest
from cupsboard.rules.places import Side, pot
from cupsboard.signs.scene import Meaning, Sign
from cupsim.people.sign_reading import shows_pass

PASSED = Sign(pot(Side.NORTH), Meaning.PASSED)


@pytest.mark.parametrize("side", Side)
def test_a_pass_is_seen_by_both(side: Side) -> None:
    assert shows_pass([PASSED], side)


def test_who_presses_and_is_told_not_now_may_have_had_the_turn_back_already() -> None:
    assert shows_pass([Sign(pot(Side.SOUTH), Meaning.NOT_NOW)], Side.SOUTH)


def test_what_the_other_is_told_says_nothing_of_a_pass() -> None:
    assert not shows_pass([Sign(pot(Side.NORTH), Meaning.NOT_NOW)], Side.SOUTH)


def test_a_refusal_says_nothing_of_a_pass_while_a_place_can_not_be_weighed() -> None:
    refused, unweighed = Sign(pot(Side.SOUTH), Meaning.NOT_NOW), Sign(pot(Side.NORTH), Meaning.DEAD)
    assert not shows_pass([refused, unweighed], Side.SOUTH)
    assert shows_pass([PASSED, unweighed], Side.SOUTH)
