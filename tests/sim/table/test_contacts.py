"""Several fingers on one button."""

from cupsboard.rules.places import Side
from cupsim.table.contacts import Contacts


def test_a_contact_is_closed_from_the_first_finger_to_the_last() -> None:
    seen: list[tuple[Side, bool, float]] = []
    contacts = Contacts(lambda side, is_down, time: seen.append((side, is_down, time)))
    one, other = contacts.finger(), contacts.finger()
    one(Side.SOUTH, True, 1.0)
    other(Side.SOUTH, True, 1.1)
    one(Side.SOUTH, False, 1.2)
    one(Side.NORTH, True, 1.3)
    other(Side.SOUTH, False, 1.4)
    assert seen == [(Side.SOUTH, True, 1.0), (Side.NORTH, True, 1.3), (Side.SOUTH, False, 1.4)]


def test_a_finger_that_is_lifted_twice_opens_nothing_of_another() -> None:
    seen: list[bool] = []
    contacts = Contacts(lambda _side, is_down, _time: seen.append(is_down))
    one, other = contacts.finger(), contacts.finger()
    one(Side.SOUTH, True, 1.0)
    other(Side.SOUTH, False, 1.1)
    assert seen == [True]
