"""What the scales say of King of the Cups, and what is to be put right by it."""

from cupsboard.referee.king_of_the_cups.sight import Sight, What, astray
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat, tray
from cupsboard.rules.king_of_the_cups.position import Position

FIRST, SECOND, *OTHERS = CUPS
HOME = tray(Seat.ONE)
POSITION = Position((HOME, HOME, *SPOTS[2:]), Seat.ONE)
STANDING = {spot: frozenset({cup.kind}) for cup, spot in zip(OTHERS, SPOTS[2:], strict=True)}
IN_AIR = {FIRST.kind: None, SECOND.kind: None}


def test_cups_in_the_air_are_missing_where_they_belong() -> None:
    found = astray(Sight(STANDING, IN_AIR), POSITION)
    assert [(each.what, each.cup, each.home) for each in found] == [
        (What.MISSING, FIRST, HOME),
        (What.MISSING, SECOND, HOME),
    ]


def test_cups_that_are_asked_about_at_home_are_not_to_be_put_back_as_well() -> None:
    doubts = {HOME: (frozenset({FIRST.kind, SECOND.kind}),)}
    assert astray(Sight(STANDING, IN_AIR, doubts=doubts), POSITION) == []


def test_a_cup_that_is_asked_about_elsewhere_is_missing_at_home() -> None:
    doubts = {SPOTS[0]: (frozenset({FIRST.kind}),)}
    found = astray(Sight(STANDING, IN_AIR, doubts=doubts), POSITION)
    assert [each.cup for each in found] == [FIRST, SECOND]
