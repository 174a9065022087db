"""What the referee asks of the recognition, beside what it reports, and what is put right in a race."""

from cupsboard.recognition import outcome as seen
from cupsboard.referee import instructions
from cupsboard.referee.events import TableAgreed
from cupsboard.referee.king_of_the_cups.sight import Sight, What, astray
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat, tray
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.places import cup
from evening import NORTH, SOUTH, Evening, fresh


def since(evening: Evening, number: int) -> list[instructions.Instruction]:
    return evening.instructions[number:]


def test_every_table_that_is_reported_as_agreed_is_to_be_agreed() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1, 2)
    evening.press(SOUTH)
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    evening.hold_both()
    evening.lay(north_1=0)
    reported = [event.contents for event in evening.events if isinstance(event, TableAgreed)]
    asked = [each.contents for each in evening.instructions if isinstance(each, instructions.Agree)]
    assert len(reported) == 4
    assert asked == reported


def test_a_turn_that_is_pressed_leaves_its_own_table_and_a_reply_lies_on_it() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.drop(NORTH, 1)
    evening.drop(SOUTH, 2)
    agreed = [each.is_beneath for each in evening.instructions if isinstance(each, instructions.Agree)]
    assert agreed == [False, False, True]


def test_after_a_table_was_agreed_the_same_table_is_looked_at_again() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    before = len(evening.instructions)
    evening.press(SOUTH)
    assert [type(each) for each in since(evening, before)] == [instructions.Agree, instructions.LookAgain]


def test_after_a_pause_nothing_is_sure_but_the_record() -> None:
    evening = fresh(starter=SOUTH)
    evening.hold_both_long()
    before = len(evening.instructions)
    evening.press(NORTH)
    assert since(evening, before)[:2] == [instructions.BeginUnwatched(), instructions.LookAgain()]


def test_a_yes_to_a_question_tells_what_was_asked_about() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    (plan,) = (plan for plan in evening.game.plans(evening.referee.position, SOUTH) if plan.label == "drop 1")
    evening.strange = seen.Undecided(cup(SOUTH, 1), (), seen.Complete(plan, ()))
    evening.settle()
    evening.wait(1)
    before = len(evening.instructions)
    evening.press(SOUTH)
    first, *others = since(evening, before)
    assert first == instructions.Confirmed(seen.Complete(plan, ()))
    assert [type(each) for each in others] == [instructions.Agree, instructions.LookAgain]


def test_a_thing_that_players_cannot_find_is_looked_for_again_as_pieces() -> None:
    evening = fresh(starter=SOUTH)
    evening.strange = seen.Burdened({cup(SOUTH, 1): 0.4})
    evening.settle()
    before = len(evening.instructions)
    evening.hold(SOUTH)
    assert since(evening, before) == [
        instructions.OnlyPieces(frozenset({cup(SOUTH, 1)})),
        instructions.LookAgain(),
    ]


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
