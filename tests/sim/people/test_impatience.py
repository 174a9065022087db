"""Impatient fingers: they press while a person's hands are busy, and out of turn, and always let go again."""

from random import Random

import pytest
from counting_referee import Evening
from cupsboard.rules.places import Side
from cupsim.people.character import Traits
from cupsim.table.hands import Hands
from studies.people.impatience import ImpatientFingers


def fidgeting(share: float) -> tuple[int, list[tuple[Side, bool]]]:
    """What the fingers of South do in the first minutes of a game."""
    # In this game they meet both occasions often enough: while hands are busy, and out of turn.
    evening = Evening(3, 3, Traits(forgets=0.0))
    contacts: list[tuple[Side, bool]] = []

    def touch(side: Side, is_down: bool, _time: float) -> None:
        contacts.append((side, is_down))

    fingers = {side: Hands(side, evening.table, touch, Random(2), tempo=20.0) for side in Side}
    fidget = ImpatientFingers(evening.people[Side.SOUTH], fingers, Random(3), share)
    for until in range(1, 1200):
        evening.play(until / 10)
        fidget.step(evening.now)
    return fidget.presses, contacts


@pytest.mark.long("a whole game")
def test_who_is_never_tempted_never_presses() -> None:
    assert fidgeting(0.0) == (0, [])


@pytest.mark.long("a whole game")
def test_tempted_fingers_press_both_buttons_and_leave_none_down() -> None:
    presses, contacts = fidgeting(1.0)
    assert presses > 10
    for side in Side:
        levels = [is_down for of, is_down in contacts if of is side]
        assert True in levels
        assert levels[-1] is False
