"""What the table says about the game, one look after the other, and a bean right after one's own press."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.recognition.outcome import (
    Alternative,
    Blind,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
)
from cupsboard.referee import events, states
from cupsboard.referee.events import Ending, TurnEnded, Undone
from cupsboard.referee.game_course import Course
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.instructions import Effect, Instruction, RuledOut
from cupsboard.referee.states import Turn, WrongTable
from cupsboard.referee.table_judge import AFTERTHOUGHT_SECONDS, TableJudge
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Mark, Plan, Progress, Transfer
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Place, Side, cup, pot, stock
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position
from situations import REACH

GAME = Cups(4)
S1, S2, S3 = (cup(SOUTH, number) for number in (1, 2, 3))
PLANS = {plan.label: plan for plan in GAME.plans(GAME.start(SOUTH), SOUTH)}
SECOND, THIRD = (Transfer(stock(SOUTH), place) for place in (S2, S3))
EMPTY = dict.fromkeys(GAME.places, 0)
ONE, OTHER = ((Mark(S1, 1),),), ((Mark(S2, 1),),)


X, Y = ((Mishap(MishapKind.TOO_MANY, (place,), 1),) for place in (S1, S2))
DROP_2 = Account(AccountKind.DONE, ("drop 2",))


def reported(effects: Iterable[Effect]) -> list[events.Event]:
    """What a look tells of, without what it asks of the recognition."""
    return [effect for effect in effects if not isinstance(effect, Instruction)]


class Table:
    """A judge that is shown one outcome after the other."""

    def __init__(self, starter: Side | None = SOUTH, *, is_set_up: bool = True) -> None:
        self.course: Course[Position] = Course(GAME, starter, None)
        self.judge = TableJudge(self.course)
        self.now = 0.0
        self.dark: Place | None = None
        """A place that can't be read."""
        self.confidence = 1.0
        if is_set_up:
            self.see(Complete(Plan(None, "set up", ()), ()))

    def see(self, outcome: Outcome, **found: int) -> list[events.Event]:
        self.now += 1.0
        table = {
            **EMPTY,
            **{next(p for p in EMPTY if p == name.replace("_", "-")): n for name, n in found.items()},
        }
        unreadable = {self.dark: CellFault.LEAPING} if self.dark else {}
        seen = Recognition(outcome, table, self.confidence, None, unreadable)
        return reported(self.judge.see(self.now, seen))


def lacking(label: str, *missing: Transfer) -> Progress:
    return Progress(PLANS[label], missing)


class TestATurn:
    def test_an_empty_board_begins_the_game(self) -> None:
        table = Table(is_set_up=False)
        assert table.judge.state == states.Restoring(states.Goal.SET_UP)
        told = table.see(Complete(Plan(None, "set up", ()), ()))
        assert [type(event) for event in told] == [events.TableAgreed, events.GameStarted]
        assert table.judge.state == states.Turn()

    def test_another_table_than_the_wanted_one_leaves_it_wanted(self) -> None:
        table = Table(is_set_up=False)
        for outcome in (Complete(Plan(None, "undo", ()), ()), UnderWay(()), NotLegal(ONE, X)):
            assert table.see(outcome, south_1=1) == []
            assert table.judge.state == states.Restoring(states.Goal.SET_UP)

    def test_a_bean_put_back_agrees_on_the_table_anew_and_a_second_look_does_not(self) -> None:
        table = Table()
        table.see(Complete(PLANS["drop 1"], (lacking("drop 2", SECOND),)), south_1=1)
        assert table.judge.state == states.Turn((lacking("drop 2", SECOND),), PLANS["drop 1"])
        assert [type(event) for event in table.see(Unchanged())] == [events.TableAgreed]
        assert table.judge.state == states.Turn()
        assert table.see(Unchanged()) == []

    def test_nothing_is_judged_in_a_pause_nor_after_the_end(self) -> None:
        for state in (states.Paused(), states.Over(None, {})):
            table = Table()
            table.judge.state = state
            assert table.see(NotLegal(ONE, X)) == []
            assert table.judge.state == state

    def test_before_anything_was_seen_there_is_nothing_to_judge(self) -> None:
        judge = TableJudge(Course(GAME, SOUTH, None))
        assert list(judge.look(1.0)) == []
        assert judge.state == states.Restoring(states.Goal.SET_UP)

    def test_after_a_turn_the_table_must_be_seen_anew(self) -> None:
        table = Table()
        table.see(Complete(PLANS["drop 1"], ()), south_1=1)
        told = reported(table.judge.end_turn(SOUTH, "drop 1", events.Ending.PRESSED))
        assert told[0] == events.TurnEnded(SOUTH, "drop 1", events.Ending.PRESSED)
        assert (table.judge.outcome, table.judge.state) == (None, states.Turn())
        assert list(table.judge.look(5.0)) == []


class TestAPromise:
    def press(self, table: Table, *ways: Progress) -> list[events.Event]:
        return reported(table.judge.hold_to(9.0, SOUTH, ways))

    def test_the_turn_ends_by_itself_once_what_was_promised_is_done(self) -> None:
        table = Table()
        table.see(UnderWay((lacking("drop 3", SECOND),)), south_1=1, south_3=1)
        assert self.press(table, lacking("drop 3", SECOND)) == [events.StillOwed(SOUTH, (PLANS["drop 3"],))]
        assert table.judge.state == states.Owed(SOUTH, (lacking("drop 3", SECOND),))
        (ended, *_) = table.see(Complete(PLANS["drop 3"], ()), south_1=1, south_2=1, south_3=1)
        assert ended == events.TurnEnded(SOUTH, "drop 3", events.Ending.PRESSED)

    def test_it_is_kept_while_its_move_is_under_way_and_forgotten_with_another(self) -> None:
        table = Table()
        self.press(table, lacking("drop 3", SECOND, THIRD))
        both = (lacking("drop 3", THIRD), lacking("drop 4", THIRD))
        table.see(UnderWay(both), south_1=1, south_2=1)
        assert table.judge.state == states.Owed(SOUTH, both[:1])
        table.see(UnderWay(both[1:]), south_1=1, south_2=1)
        assert table.judge.state == states.Turn(both[1:])
        table.see(UnderWay(both), south_1=1, south_2=1)
        assert table.judge.state == states.Turn(both)

    def test_a_shorter_move_that_lies_complete_meanwhile_waits_for_its_own_press(self) -> None:
        table = Table()
        self.press(table, lacking("drop 3", SECOND, THIRD))
        table.see(Complete(PLANS["drop 1"], (lacking("drop 3", SECOND, THIRD),)), south_1=1)
        assert table.judge.state == states.Turn((lacking("drop 3", SECOND, THIRD),), PLANS["drop 1"])
        table.see(Complete(PLANS["drop 3"], ()), south_1=1, south_2=1, south_3=1)
        assert table.judge.state == states.Turn((), PLANS["drop 3"])

    def test_single_steps_are_not_shown_on_the_way_to_what_is_owed(self) -> None:
        table = Table()
        table.see(NotLegal(ONE, X), south_1=2)
        wrong = table.judge.state
        assert isinstance(wrong, states.WrongTable)
        table.judge.change_steps(wrong)
        self.press(table, lacking("drop 3", THIRD))
        table.see(UnderWay((lacking("drop 3", THIRD),)), south_1=1, south_2=1)
        table.see(NotLegal(OTHER, Y), south_2=2)
        assert table.judge.state == states.WrongTable(OTHER, Y, table.now)

    def test_it_is_asked_where_the_pressed_move_may_be_done_already(self) -> None:
        share = COSTS.acceptance.perhaps_done
        for probability, is_asked in ((share, True), (0.9 * share, False)):
            table = Table()
            way, found = lacking("drop 2", SECOND), EMPTY | {S1: 1}
            rival = Alternative(found | {S2: 1}, probability, DROP_2, True)
            seen = Recognition(UnderWay((way,)), found, 1.0 - probability, rival)
            told = reported(table.judge.see(0.0, seen)) + self.press(table, way)
            assert isinstance(table.judge.state, states.Asking) is is_asked
            assert told == [
                events.QuestionAsked(S2, DROP_2) if is_asked else events.StillOwed(SOUTH, (PLANS["drop 2"],))
            ]
            if is_asked:
                (ended, *_) = reported(table.judge.vouch(9.0, Complete(PLANS["drop 2"], ())))
                assert ended == events.TurnEnded(SOUTH, "drop 2", events.Ending.PRESSED)

    def test_a_move_that_was_nearly_taken_back_waits_for_a_press_of_its_own(self) -> None:
        evening: Evening = REACH[Situation.OWED]()
        turns = len(evening.happened(events.TurnEnded))
        evening.hold_both()
        assert evening.referee.state == states.Restoring(states.Goal.TAKE_BACK)
        evening.hold(NORTH)
        evening.carry(cup(NORTH, 3), pot(NORTH), 1)
        assert len(evening.happened(events.TurnEnded)) == turns
        evening.press(NORTH)
        assert evening.happened(events.TurnEnded)[turns:] == [
            events.TurnEnded(NORTH, "sow 3", events.Ending.PRESSED)
        ]


class TestAWrongTable:
    def test_who_has_begun_a_repair_is_led_on_and_told_no_more_how_it_came_about(self) -> None:
        table = Table()
        repair = ((Mark(S1, 2),), (Mark(S2, 1),))
        assert table.see(NotLegal(repair, X), south_1=2, south_2=1) == [events.WrongTableSeen(repair, X)]
        table.see(NotLegal(OTHER, Y), south_1=1, south_2=1)
        assert table.judge.state == states.WrongTable(((Mark(S1, 1),),), (), table.now)

    def test_a_legal_table_forgets_a_repair_that_was_begun(self) -> None:
        repair = ((Mark(S1, 2),), (Mark(S2, 1),))
        for legal in (Unchanged(), Complete(PLANS["drop 1"], ()), UnderWay((lacking("drop 2", SECOND),))):
            table = Table()
            table.see(NotLegal(repair, X), south_1=2, south_2=1)
            table.see(legal)
            table.see(NotLegal(OTHER, Y), south_1=1, south_2=1)
            assert table.judge.state == states.WrongTable(OTHER, Y, table.now)

    def test_single_steps_end_with_a_legal_table(self) -> None:
        table = Table()
        table.see(NotLegal(ONE, X), south_1=2)
        wrong = table.judge.state
        assert isinstance(wrong, states.WrongTable)
        table.judge.change_steps(wrong)
        assert table.judge.state == states.WrongTable(ONE, X, table.now, is_stepwise=True)
        table.see(NotLegal(OTHER, Y), south_1=3)
        assert table.judge.state == states.WrongTable(OTHER, Y, table.now, is_stepwise=True)
        table.see(Unchanged())
        table.see(NotLegal(ONE, X), south_1=2)
        assert table.judge.state == states.WrongTable(ONE, X, table.now)

    def test_the_way_back_is_shown_in_single_steps_to_the_table_that_is_wanted_or_was_agreed(self) -> None:
        table = Table()
        assert reported(table.judge.put_back_stepwise()) == [events.TakingBack()]
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK, is_stepwise=True)
        table.see(NotLegal(ONE, X), south_1=2)
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK, is_stepwise=True)
        assert reported(table.judge.put_back_stepwise()) == []
        (agreed, restored) = table.see(Complete(Plan(None, "take back", ()), ()))
        assert isinstance(agreed, events.TableAgreed)
        assert restored == events.Restored(states.Goal.TAKE_BACK)
        list(table.judge.follow(table.course.take_back()))
        table.see(NotLegal(ONE, X), south_1=2)
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK)


class TestAReply:
    """North's first bean, where South has not pressed."""

    def answered(self, label: str) -> Complete:
        reply = (Transfer(stock(NORTH), cup(NORTH, 1)),)
        plan = Plan(
            NORTH, "drop 1", reply, settled=PLANS[label].open, settled_label=label, settled_side=SOUTH
        )
        return Complete(plan, (Progress(replace(plan, label="drop 2"), reply),))

    def test_to_a_move_that_was_seen_complete_it_ends_that_move(self) -> None:
        table = Table()
        table.see(Complete(PLANS["drop 2"], ()), south_1=1, south_2=1)
        (ended, *_) = table.see(self.answered("drop 2"), south_1=1, south_2=1, north_1=1)
        assert ended == events.TurnEnded(SOUTH, "drop 2", events.Ending.OPPONENT_BEGAN)

    def test_to_a_move_that_was_seen_but_for_its_last_bean_it_ends_that_move(self) -> None:
        table = Table()
        table.see(UnderWay((lacking("drop 3", THIRD),)), south_1=1, south_2=1)
        (ended, *_) = table.see(self.answered("drop 3"), south_1=1, south_2=1, south_3=1, north_1=1)
        assert ended == events.TurnEnded(SOUTH, "drop 3", events.Ending.OPPONENT_BEGAN)

    def test_to_a_move_of_which_a_bean_was_taken_back_after_it_was_seen_it_is_asked_about(self) -> None:
        table = Table()
        table.see(Complete(PLANS["drop 3"], ()), south_1=1, south_2=1, south_3=1)
        seen = self.answered("drop 2")
        told = table.see(seen, south_1=1, south_2=1, north_1=1)
        assert told == [events.QuestionAsked(cup(NORTH, 1), Account(AccountKind.DONE, ("drop 2", "drop 1")))]
        (ended, *_) = reported(table.judge.vouch(table.now, seen))
        assert ended == events.TurnEnded(SOUTH, "drop 2", events.Ending.OPPONENT_BEGAN)

    def test_that_begins_with_its_capture_ends_the_move_only_where_all_is_read_for_sure(self) -> None:
        for dark, confidence, ended in (
            (None, 1.0, [events.TurnEnded(SOUTH, "drop 1", events.Ending.OPPONENT_BEGAN)]),
            (None, 0.5, []),
            (S3, 1.0, []),
        ):
            table = Table()
            table.see(Complete(PLANS["drop 1"], ()), south_1=1)
            table.dark, table.confidence = dark, confidence
            told = table.see(NotLegal(ONE, X), north_pot=1)
            assert [event for event in told if isinstance(event, events.TurnEnded)] == ended

    def test_that_lay_there_before_the_move_may_be_a_finger_and_is_asked_about(self) -> None:
        table = Table()
        table.see(NotLegal(ONE, X), north_1=1)
        table.see(self.answered("drop 1"), south_1=1, north_1=1)
        assert table.judge.state == states.Asking(cup(NORTH, 1), self.answered("drop 1"))
        table.see(Complete(PLANS["drop 1"], ()), south_1=1)
        assert table.judge.state == states.Turn((), PLANS["drop 1"])

    def sowing(self, label: str) -> UnderWay:
        """North has a bean of cup 4 in the hand."""
        sown = (Transfer(cup(NORTH, 4), pot(NORTH)),)
        settled = PLANS[label].open
        plan = Plan(NORTH, "sow 4", sown, settled=settled, settled_label=label, settled_side=SOUTH)
        return UnderWay((Progress(plan, sown),))

    def test_that_is_under_way_to_a_move_unseen_is_asked_about_where_its_beans_left(self) -> None:
        table = Table()
        told = table.see(self.sowing("drop 1"), south_1=1, north_4=1)
        assert told == [
            events.QuestionAsked(cup(NORTH, 4), Account(AccountKind.UNDER_WAY, ("drop 1", "sow 4")))
        ]

    def test_that_has_only_taken_a_bean_may_be_the_last_bean_of_the_move_and_is_asked_about(self) -> None:
        table = Table()
        table.see(Complete(PLANS["drop 2"], (lacking("drop 3", THIRD),)), south_1=1, south_2=1)
        told = table.see(self.sowing("drop 3"), south_1=1, south_2=1, south_3=1, north_4=1)
        assert told == [
            events.QuestionAsked(cup(NORTH, 4), Account(AccountKind.UNDER_WAY, ("drop 3", "sow 4")))
        ]
        table = Table()
        table.see(Complete(PLANS["drop 3"], ()), south_1=1, south_2=1, south_3=1)
        (ended, *_) = table.see(self.sowing("drop 3"), south_1=1, south_2=1, south_3=1, north_4=1)
        assert ended == events.TurnEnded(SOUTH, "drop 3", events.Ending.OPPONENT_BEGAN)


class TestAQuestion:
    ASKED = Undecided(S2, (Alternative({}, 0.6, DROP_2, True),), Complete(PLANS["drop 2"], ()))

    def test_an_answer_is_believed_while_the_same_is_asked(self) -> None:
        table = Table()
        assert table.see(self.ASKED, south_1=1) == [events.QuestionAsked(S2, DROP_2)]
        assert isinstance(table.judge.state, states.Asking)
        assert reported(table.judge.vouch(table.now, Complete(PLANS["drop 2"], ()))) == []
        assert table.judge.state == states.Turn((), PLANS["drop 2"])
        table.see(self.ASKED, south_1=1)
        assert table.judge.state == states.Turn((), PLANS["drop 2"])

    def test_an_answer_says_nothing_of_a_place_that_cant_be_read_since(self) -> None:
        table = Table()
        table.see(self.ASKED, south_1=1)
        reported(table.judge.vouch(table.now, Complete(PLANS["drop 2"], ())))
        table.dark = S3
        table.see(self.ASKED, south_1=1)
        assert isinstance(table.judge.state, states.Asking)

    def test_an_answer_about_a_place_that_cant_be_read_holds_until_hands_show_at_another(self) -> None:
        done = Complete(PLANS["drop 3"], ())
        asked, lifted = Blind({S3: CellFault.DRIFTING}, (done,)), Lifted(frozenset({S2}))
        hands: tuple[tuple[Outcome, dict[str, int], bool], ...] = (
            (asked, {"south_1": 1, "south_2": 1}, True),
            (asked, {"south_1": 1}, False),
            (lifted, {"south_1": 1, "south_2": 1}, False),
        )
        for outcome, found, is_believed in hands:
            table = Table()
            table.dark = S3
            table.see(asked, south_1=1, south_2=1)
            reported(table.judge.vouch(table.now, done))
            assert table.judge.state == states.Turn((), PLANS["drop 3"])
            table.see(outcome, **found)
            table.see(asked, south_1=1, south_2=1)
            assert (table.judge.state == states.Turn((), PLANS["drop 3"])) is is_believed

    def test_one_that_is_not_answered_leaves_the_agreed_table_as_it_was(self) -> None:
        table = Table()
        table.see(self.ASKED, south_1=1)
        assert table.see(Unchanged()) == []
        assert table.judge.state == states.Turn()

    def test_a_move_that_shows_after_one_was_claimed_unseen_is_asked_about_while_a_place_cant_be_read(
        self,
    ) -> None:
        table = Table()
        table.dark = S3
        table.judge.claim()
        done = Complete(PLANS["drop 1"], ())
        table.see(done, south_1=1)
        assert table.judge.state == states.Asking(S3, done)
        reported(table.judge.vouch(table.now, done))
        assert table.judge.state == states.Turn((), PLANS["drop 1"])

    def test_an_answer_does_not_outlive_its_turn(self) -> None:
        table = Table()
        table.see(self.ASKED, south_1=1)
        reported(table.judge.vouch(table.now, Complete(PLANS["drop 2"], ())))
        list(table.judge.follow(table.course.take_back()))
        list(table.judge.follow(table.course.play_on()))
        table.see(self.ASKED, south_1=1)
        assert isinstance(table.judge.state, states.Asking)

    def test_who_has_answered_for_a_move_and_its_reply_is_not_asked_again_for_the_reply(self) -> None:
        table = Table()
        reply = Plan(Side.NORTH, "drop 1", (Transfer(stock(NORTH), cup(NORTH, 1)),))
        both = replace(reply, settled=PLANS["drop 1"].open, settled_label="drop 1", settled_side=SOUTH)
        asked = Undecided(S1, (), Complete(both, ()))
        table.see(asked, south_1=1, north_1=1)
        told = reported(table.judge.vouch(table.now, asked.confirmed))
        assert told[0] == events.TurnEnded(SOUTH, "drop 1", events.Ending.OPPONENT_BEGAN)
        other = Plan(Side.NORTH, "drop 2", reply.open)
        table.see(Undecided(S1, (), Complete(reply, ())), south_1=1, north_1=1)
        assert table.judge.state == states.Turn((), reply)
        table.see(Undecided(S1, (), Complete(other, ())), south_1=1, north_1=1)
        assert isinstance(table.judge.state, states.Asking)

    def test_who_asks_for_the_way_to_a_wanted_table_says_that_it_is_not_there(self) -> None:
        table = Table()
        list(table.judge.follow(table.course.take_back()))
        table.see(Undecided(S1, (), Unchanged()))
        assert isinstance(table.judge.state, states.Asking)
        assert RuledOut(table.course.contents) in list(table.judge.put_back_stepwise())
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK, is_stepwise=True)

    def test_who_says_that_something_is_still_to_be_done_says_that_the_wanted_table_is_not_there(
        self,
    ) -> None:
        table = Table()
        list(table.judge.follow(table.course.take_back()))
        on_the_way, there = UnderWay((Progress(Plan(None, "take back", ()), ()),)), Unchanged()
        for confirmed, is_ruled_out in ((on_the_way, True), (there, False)):
            table.see(Undecided(S1, (), confirmed))
            effects = list(table.judge.vouch(table.now, confirmed))
            assert (RuledOut(table.course.contents) in effects) == is_ruled_out

    def lying(self, south_1: int, possible: frozenset[int]) -> Table:
        """A move is taken back; the scales find so many beans in a cup that should be empty."""
        table = Table()
        list(table.judge.follow(table.course.take_back()))
        table.see(NotLegal(ONE, X), south_1=south_1)
        numbers = {place: possible if place == S1 else frozenset({0}) for place in EMPTY}
        seen = table.judge.seen
        assert seen is not None
        list(table.judge.see(table.now, replace(seen, numbers=numbers)))
        return table

    def test_a_wanted_table_that_may_lie_there_is_asked_for_and_a_press_agrees_on_it(self) -> None:
        table = self.lying(1, frozenset({0, 1}))
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK)
        told = list(table.judge.ask_for_wanted())
        assert told == [events.QuestionAsked(S1, Account(AccountKind.AS_WANTED))]
        asked = table.judge.state
        assert isinstance(asked, states.Asking)
        told = reported(table.judge.vouch(table.now, asked.confirmed))
        assert [type(event) for event in told] == [events.TableAgreed, events.Restored]
        assert table.judge.state == states.Turn()

    def test_it_is_asked_for_once_though_the_scales_look_again(self) -> None:
        table = self.lying(1, frozenset({0, 1}))
        list(table.judge.ask_for_wanted())
        asked = table.judge.state
        list(table.judge.look(6.0))
        assert list(table.judge.ask_for_wanted()) == []
        assert table.judge.state == asked

    def test_a_wanted_table_that_the_scales_rule_out_is_not_asked_for(self) -> None:
        for possible in (frozenset({1, 2}), frozenset[int]()):
            table = self.lying(1, possible)
            assert list(table.judge.ask_for_wanted()) == []
            assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK)

    def test_who_says_that_it_does_not_lie_there_is_led_and_not_asked_again(self) -> None:
        table = self.lying(1, frozenset({0, 1}))
        list(table.judge.ask_for_wanted())
        assert RuledOut(table.course.contents) in list(table.judge.put_back_stepwise())
        assert list(table.judge.ask_for_wanted()) == []
        assert table.judge.state == states.Restoring(states.Goal.TAKE_BACK, is_stepwise=True)

    def test_the_way_back_to_moves_rules_nothing_out(self) -> None:
        table = Table()
        table.see(self.ASKED, south_1=1)
        assert not any(isinstance(effect, RuledOut) for effect in table.judge.put_back_stepwise())

    def test_while_a_table_is_wanted_the_lights_lead_there_before_anything_is_asked(self) -> None:
        wanted = Complete(Plan(None, "take back", ()), ())
        begun = UnderWay((Progress(wanted.plan, ()),))
        likely = (Alternative({}, 0.6, Account(AccountKind.AS_WANTED), True),)
        as_wanted, on_the_way = Undecided(S2, likely, wanted), Undecided(S2, likely, begun)
        for outcome, found, is_asked in (
            (as_wanted, {}, True),
            (as_wanted, {"south_1": 1}, True),
            (on_the_way, {"south_1": 1}, False),
            (on_the_way, {}, True),
        ):
            table = Table()
            list(table.judge.follow(table.course.take_back()))
            table.see(outcome, **found)
            assert isinstance(table.judge.state, states.Asking) is is_asked
        table = Table()
        table.see(on_the_way, south_1=1)
        assert isinstance(table.judge.state, states.Asking)

    def test_whether_a_begun_move_lies_taken_back_is_asked_where_the_scales_see_a_bean_too_many(self) -> None:
        table = Table()
        list(table.judge.follow(table.course.take_back()))
        doubt = (Alternative({}, 0.6, Account(AccountKind.NOTHING_MOVED), True),)
        table.see(Undecided(S1, doubt, Unchanged()), south_1=1)
        assert isinstance(table.judge.state, states.Asking)
        (_, restored) = reported(table.judge.vouch(table.now, Unchanged()))
        assert restored == events.Restored(states.Goal.TAKE_BACK)


class TestTheOpponentWhoBegins:
    def test_the_reply_ends_the_turn(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2)
        evening.drop(NORTH, 1)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(SOUTH, "drop 2", events.Ending.OPPONENT_BEGAN)
        ]
        assert evening.scene.turn is NORTH

    def test_a_capture_taken_as_an_answer_ends_the_turn_of_the_move_that_was_seen(self) -> None:
        evening = from_position("1 1 1 6 pot 0 stock 9 / 1 1 1 0 pot 0 stock 9 / south")
        evening.drop(SOUTH, 1, 2, 3)
        evening.carry(S1, pot(NORTH), 1)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(SOUTH, "drop 3", events.Ending.OPPONENT_BEGAN)
        ]

    def test_a_move_that_was_never_seen_complete_has_no_such_answer(self) -> None:
        evening = from_position("1 1 1 6 pot 0 stock 9 / 1 1 1 0 pot 0 stock 9 / south")
        evening.lay(south_1=1, south_2=2, south_3=2, north_pot=1)
        assert evening.happened(events.TurnEnded) == []


def test_a_hold_shows_the_way_back_also_from_the_longest_drop_that_there_is() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1, 2, 3, 4)
    evening.hold(SOUTH)
    assert evening.referee.state == states.Restoring(states.Goal.TAKE_BACK, is_stepwise=True)


def test_a_new_game_that_is_not_wanted_after_all_leaves_the_move_as_it_lay() -> None:
    evening: Evening = REACH[Situation.COMPLETE]()
    before = evening.referee.state
    evening.hold_long(NORTH)
    evening.hold(NORTH)
    assert evening.referee.state == before


def test_a_game_taken_up_again_waits_for_its_table() -> None:
    history = History(GAME, SOUTH).play(SOUTH, "drop 2")
    evening = Evening(history=history)
    evening.settle()
    assert evening.referee.state == states.Restoring(states.Goal.RESUME)
    evening.lay(south_1=1, south_2=1)
    assert evening.happened(events.Restored) == [events.Restored(states.Goal.RESUME)]
    assert evening.referee.state == states.Turn()


# South's third cup is empty, and North's beans lie opposite of it.
BEFORE_A_CAPTURE = "1 1 0 0 pot 0 stock 20 / 1 4 1 1 pot 0 stock 20 / south"


def ended(evening: Evening) -> Moved | None:
    state = evening.referee.state
    return state.ended if isinstance(state, WrongTable) else None


@pytest.fixture
def evening() -> Evening:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    return evening


def test_the_sentence_says_which_move_was_taken_how_to_leave_it_so_and_how_to_take_it_back(
    evening: Evening,
) -> None:
    evening.drop(SOUTH, 2)
    assert say(evening.scene.message) == (
        "South's press ended the turn with drop 1. Now take 1 bean out of South's cup 2, "
        "or hold both buttons to take drop 1 back."
    )
    assert evening.lights == {cup(SOUTH, 2): {Meaning.TOO_MANY}}
    assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]


def test_it_says_so_for_as_long_as_that_bean_lies_there(evening: Evening) -> None:
    evening.drop(SOUTH, 2)
    evening.wait(3 * AFTERTHOUGHT_SECONDS)
    assert evening.scene.message.key == "wrong-ended"
    evening.drop(SOUTH, 3)
    assert ended(evening) == Moved(SOUTH, "drop 1")
    evening.lay(south_2=0, south_3=0)
    assert evening.referee.state == Turn()


def test_both_of_its_ways_out_work(evening: Evening) -> None:
    evening.drop(SOUTH, 2)
    assert Undone() in evening.hold_both()
    evening.clear()
    evening.drop(SOUTH, 1, 2)
    evening.press(SOUTH)
    assert evening.happened(TurnEnded)[-1] == TurnEnded(SOUTH, "drop 2", Ending.PRESSED)


def test_a_longer_drop_that_is_not_finished_or_owes_a_capture_is_meant_too() -> None:
    evening = from_position(BEFORE_A_CAPTURE)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.drop(SOUTH, 3)
    assert ended(evening) == Moved(SOUTH, "drop 1")
    evening.drop(SOUTH, 2)
    assert ended(evening) == Moved(SOUTH, "drop 1")


@pytest.mark.parametrize("side", [SOUTH, NORTH])
def test_beans_that_fit_no_longer_move_are_only_wrong(evening: Evening, side: object) -> None:
    evening.lay(**({"south_1": 3} if side is SOUTH else {"north_pot": 1}))
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None
    assert evening.scene.message.key != "wrong-ended"


def test_a_bean_that_comes_long_after_the_press_is_only_wrong(evening: Evening) -> None:
    evening.wait(AFTERTHOUGHT_SECONDS + 1.0)
    evening.drop(SOUTH, 2)
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None


def test_a_turn_that_nobody_pressed_for_is_no_matter_of_a_press() -> None:
    evening = fresh(starter=SOUTH, stillness_seconds=1.0, press_asked_after_seconds=None)
    evening.drop(SOUTH, 1)
    evening.wait(2)
    evening.drop(SOUTH, 2)
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None


def test_after_an_undo_nothing_is_ended_any_more(evening: Evening) -> None:
    evening.hold_both()
    evening.clear()
    assert evening.referee.state == Turn()
    evening.lay(south_1=2)
    assert ended(evening) is None
