"""How soon an opponent who has begun is believed, which ends a turn whose press was forgotten."""

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Complete, UnderWay
from cupsboard.referee.patience import seconds_to_believe
from cupsboard.rules.game import Plan, Progress, Transfer
from cupsboard.rules.places import Side, cup, stock

WAITS = COSTS.waits
FIRST, SECOND, THIRD = (Transfer(stock(Side.NORTH), cup(Side.NORTH, number)) for number in (1, 2, 3))
BEFORE = (Transfer(stock(Side.SOUTH), cup(Side.SOUTH, 1)),)
REPLY = Plan(
    Side.NORTH,
    "drop 3",
    (FIRST, SECOND, THIRD),
    settled=BEFORE,
    settled_label="drop 1",
    settled_side=Side.SOUTH,
)
MOVE = Plan(Side.SOUTH, "drop 3", (FIRST, SECOND, THIRD))


def test_one_bean_of_a_reply_may_be_a_finger_and_two_are_none() -> None:
    assert seconds_to_believe(UnderWay((Progress(REPLY, (SECOND, THIRD)),))) == WAITS.second_thought_seconds
    assert seconds_to_believe(UnderWay((Progress(REPLY, (THIRD,)),))) == WAITS.reply_seconds
    assert seconds_to_believe(Complete(REPLY, ())) == WAITS.reply_seconds


def test_the_mover_s_own_beans_are_believed_at_once() -> None:
    assert seconds_to_believe(UnderWay((Progress(MOVE, (SECOND, THIRD)),))) == 0.0
    assert seconds_to_believe(Complete(MOVE, ())) == 0.0


def test_the_greater_the_doubt_the_longer_it_lasts_and_never_a_second() -> None:
    assert 0 < WAITS.reply_seconds < WAITS.second_thought_seconds < WAITS.doubt_seconds < 1.0
