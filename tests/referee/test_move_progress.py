"""What a press, a hold or a first bean says about the moves on the table."""

from cupsboard.recognition.outcome import Blind, Complete, Unchanged, Undecided, UnderWay
from cupsboard.referee import move_progress
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Side, cup, pot, stock

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAME = Cups(4)
S1, S2, S3 = (cup(SOUTH, number) for number in (1, 2, 3))
N1 = cup(NORTH, 1)
STOCK = stock(SOUTH)
CAPTURE = Transfer(cup(NORTH, 2), pot(SOUTH), 5)
FIRST, SECOND, THIRD = (Transfer(STOCK, place) for place in (S1, S2, S3))
DROP_1 = Plan(SOUTH, "drop 1", (FIRST,))
DROP_2 = Plan(SOUTH, "drop 2", (FIRST, SECOND, CAPTURE), owed=(CAPTURE,))
DROP_3 = Plan(SOUTH, "drop 3", (FIRST, SECOND, THIRD))
SOWN = (Transfer(S1, S2), Transfer(S1, S3))
SOW_1 = Plan(SOUTH, "sow 1", SOWN)
ANSWERED = Plan(
    NORTH,
    "drop 1",
    (Transfer(stock(NORTH), N1),),
    settled=(FIRST,),
    settled_label="drop 1",
    settled_side=SOUTH,
)
ANSWERED_2 = Plan(
    NORTH,
    "drop 1",
    (Transfer(stock(NORTH), N1),),
    settled=(FIRST,),
    settled_label="drop 2",
    settled_side=SOUTH,
)


def missing(plan: Plan, *transfers: Transfer) -> Progress:
    return Progress(plan, transfers)


class TestAPress:
    def test_it_is_for_the_way_that_lacks_nothing_but_its_capture(self) -> None:
        to_capture, to_drop = missing(DROP_2, CAPTURE), missing(DROP_3, THIRD)
        assert move_progress.pressed_for([to_drop, to_capture]) == (to_capture,)
        half_taken = missing(DROP_2, Transfer(OFF_BOARD, pot(SOUTH), 5))
        assert move_progress.pressed_for([to_drop, half_taken]) == (half_taken,)

    def test_else_for_those_that_lack_the_fewest_beans(self) -> None:
        one, other = missing(DROP_3, SECOND), missing(DROP_1, FIRST)
        assert move_progress.pressed_for([missing(DROP_3, SECOND, THIRD), one, other]) == (one, other)
        assert move_progress.pressed_for([]) == ()

    def test_a_promise_is_about_moves_of_the_side_that_pressed(self) -> None:
        promise = move_progress.Promise(SOUTH, frozenset({"drop 1", "drop 2"}))
        assert promise.is_about(DROP_1)
        assert not promise.is_about(DROP_3)
        assert not promise.is_about(Plan(NORTH, "drop 1", ()))
        assert not promise.is_about(Plan(SOUTH, "drop 1", (), settled_label="sow 1"))


class TestAReply:
    def test_one_player_s_move_explains_more_than_a_reply_nobody_saw(self) -> None:
        move, reply = missing(DROP_1), missing(ANSWERED)
        assert move_progress.simplest([reply, move], None) == (move,)

    def test_a_reply_is_to_the_move_that_was_seen_complete(self) -> None:
        to_one, to_two = missing(ANSWERED), missing(ANSWERED_2)
        assert move_progress.simplest([to_one, to_two], DROP_2) == (to_two,)
        assert move_progress.simplest([to_one, to_two], Plan(NORTH, "drop 2", ())) == (to_one, to_two)

    def test_a_reply_with_a_bean_in_the_hand_may_hide_half_of_the_move_before(self) -> None:
        open_handed, in_hand = missing(ANSWERED, FIRST), missing(ANSWERED_2, Transfer(OFF_BOARD, N1))
        assert move_progress.simplest([in_hand, open_handed], None) == (open_handed,)
        assert move_progress.simplest([in_hand], None) == (in_hand,)

    def test_it_settles_the_move_before_where_all_agree_which_that_was(self) -> None:
        assert move_progress.settled_by_reply([missing(ANSWERED)], None) == (SOUTH, "drop 1")
        assert move_progress.settled_by_reply([missing(ANSWERED), missing(ANSWERED_2)], None) is None
        assert move_progress.settled_by_reply([missing(ANSWERED_2)], ANSWERED) == (SOUTH, "drop 1")
        assert move_progress.settled_by_reply([missing(DROP_1)], None) is None
        assert move_progress.settled_by_reply([], None) is None

    def test_it_follows_a_move_that_was_seen_or_one_that_was_not(self) -> None:
        way = missing(ANSWERED)
        assert move_progress.reply_to_unseen([way], None, (DROP_2, DROP_1)) is None
        for begun in ((), (DROP_2,), (Plan(NORTH, "drop 1", ()),)):
            assert move_progress.reply_to_unseen([way], None, begun) is ANSWERED
        assert move_progress.reply_to_unseen([way], ANSWERED_2, (DROP_1,)) is ANSWERED_2
        assert move_progress.reply_to_unseen([missing(DROP_1)], None, ()) is None

    def test_a_table_is_a_reply_s_once_the_move_before_is_settled(self) -> None:
        assert move_progress.is_reply(UnderWay((missing(ANSWERED),)))
        assert move_progress.is_reply(Complete(ANSWERED, ()))
        assert not move_progress.is_reply(Complete(DROP_1, (missing(ANSWERED),)))
        assert not move_progress.is_reply(UnderWay((missing(DROP_1),)))
        assert not move_progress.is_reply(Unchanged())


def test_the_beans_of_a_move_that_lie_where_they_belong_are_counted() -> None:
    assert move_progress.pieces_placed(Unchanged()) == 0
    assert (
        move_progress.pieces_placed(UnderWay((missing(DROP_3, THIRD), missing(DROP_2, SECOND, CAPTURE)))) == 1
    )
    assert move_progress.pieces_placed(UnderWay(())) == 0
    assert move_progress.pieces_placed(Complete(DROP_2, ())) == 7


def test_what_a_player_vouched_for_holds_while_the_board_asks_the_same() -> None:
    done, other = Complete(DROP_1, ()), Complete(DROP_3, ())
    asked = Undecided(S1, (), done)
    assert move_progress.answered(asked, done) == done
    assert move_progress.answered(asked, other) == asked
    assert move_progress.answered(asked, None) == asked
    assert move_progress.answered(Blind({S1: "silent"}, (done, other)), other) == other
    assert move_progress.answered(Blind({S1: "silent"}, (done,)), other) == Blind({S1: "silent"}, (done,))
    assert move_progress.answered(Unchanged(), done) == Unchanged()


def test_the_sides_that_have_begun_are_those_of_every_move_that_may_lie_there() -> None:
    assert move_progress.sides_begun([missing(DROP_1)], None) == {SOUTH}
    assert move_progress.sides_begun([missing(DROP_1)], Plan(NORTH, "drop 1", ())) == {SOUTH, NORTH}
    assert move_progress.sides_begun([], Plan(None, "undo", ())) == frozenset()


class TestTheStock:
    ONLY_DROPS = GAME.parse_position("1 1 1 0 pot 0 stock 2 / 1 0 0 0 pot 0 stock 9 / south")
    CAN_SOW = GAME.parse_position("1 1 1 1 pot 0 stock 2 / 1 0 0 0 pot 0 stock 9 / south")
    STUCK = GAME.parse_position("9 9 9 9 pot 0 stock 0 / 1 0 0 0 pot 0 stock 9 / south")

    def test_it_may_be_said_to_be_empty_where_every_move_needs_a_bean_of_it(self) -> None:
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, []) == 0
        assert move_progress.stock_if_empty(GAME, self.CAN_SOW, SOUTH, []) is None
        assert move_progress.stock_if_empty(GAME, self.STUCK, SOUTH, []) is None

    def test_it_held_the_beans_that_were_dropped_where_one_more_is_needed(self) -> None:
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, [missing(DROP_3, SECOND)]) == 2
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, [missing(DROP_1, FIRST)]) == 0

    def test_nothing_is_said_of_it_where_another_way_needs_none_or_beans_differ(self) -> None:
        needs_none = missing(DROP_2, CAPTURE)
        assert (
            move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, [missing(DROP_3, THIRD), needs_none])
            is None
        )
        differing = [missing(DROP_3, THIRD), missing(DROP_1, FIRST)]
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, differing) is None

    def test_a_scale_that_sees_beans_in_it_knows_better(self) -> None:
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, [], filled=[STOCK]) is None
        assert move_progress.stock_if_empty(GAME, self.ONLY_DROPS, SOUTH, [], filled=[stock(NORTH)]) == 0

    def test_what_is_left_is_what_was_there_less_the_beans_on_the_table(self) -> None:
        start = GAME.start(SOUTH)
        assert move_progress.stock_left(GAME, start, SOUTH, [], None) == 40
        assert move_progress.stock_left(GAME, start, SOUTH, [missing(DROP_3, THIRD)], DROP_2) == 38
        assert move_progress.stock_left(GAME, start, SOUTH, [missing(DROP_3, SECOND, THIRD)], DROP_1) == 39
        assert move_progress.stock_left(GAME, start, NORTH, [missing(DROP_3, THIRD)], DROP_2) == 40

    def test_a_bean_that_may_have_come_from_a_cup_is_not_taken_off_the_stock(self) -> None:
        start = GAME.start(SOUTH)
        either = [missing(DROP_3, FIRST, THIRD), missing(SOW_1, SOWN[1])]
        assert move_progress.stock_left(GAME, start, SOUTH, either, None) == 40
        assert move_progress.stock_left(GAME, start, SOUTH, either[:1], None) == 39
