"""What fingers do within a second of a question does nothing, and things that come at once are told apart."""

from collections.abc import Callable
from enum import Enum

import pytest
from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.recognition.outcome import Alternative, Burdened, Complete, NotLegal, Recognition
from cupsboard.referee import events
from cupsboard.referee.edges import Edge
from cupsboard.referee.game_course import Course
from cupsboard.referee.gesture_overview import Deed, Fingers, Situation
from cupsboard.referee.gestures import Gestures, Posed
from cupsboard.referee.inputs import BothPress, Gesture, Hold, LongHold, NeverMind, Press
from cupsboard.referee.move_progress import stock_left
from cupsboard.referee.questions import question_in
from cupsboard.referee.states import Asking, Goal, OfferingNewGame, Over, Refusal, Turn
from cupsboard.referee.states import Burdened as BurdenedState
from cupsboard.referee.table_judge import Proposed, TableJudge
from cupsboard.referee.times import QUESTION_READ_SECONDS
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Contents, Mark, Plan
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.scene import Meaning
from evening import NORTH, SOUTH, Evening, fresh, from_position
from hypothesis import given
from hypothesis import strategies as st
from situations import REACH, after_a_move, mover

SIDES = st.sampled_from([SOUTH, NORTH])


class TestARead:
    @given(
        st.lists(st.tuples(st.sampled_from([None, "one", "two"]), st.integers(0, 20)), min_size=1),
        st.integers(0, 40),
    )
    def test_question_is_answered_a_second_after_it_came_last_and_not_before(
        self, asked: list[tuple[str | None, int]], waited: int
    ) -> None:
        posed, now, before, came = Posed(), 0, None, 0
        for question, tenths in asked:
            now += tenths
            if question != before:
                before, came = question, now
            posed = posed.at(question, now / 10)
        time = (now + waited) / 10
        is_read = before is not None and time >= came / 10 + QUESTION_READ_SECONDS
        assert posed.is_read(time) == is_read
        assert posed.is_too_early(time) == (before is not None and not is_read)

    def test_question_has_changed_only_where_it_replaced_another_at_once(self) -> None:
        first = Posed().at("one", 1.0)
        assert not first.is_changed
        assert first.at("one", 1.5) is first
        assert first.at("two", 2.0).is_changed
        assert not first.at(None, 2.0).at("two", 3.0).is_changed


def doubted(evening: Evening, label: str) -> seen.Undecided:
    """The scales can't tell whether North has made the move `label`."""
    plans = {plan.label: plan for plan in evening.game.plans(evening.referee.position, NORTH)}
    there = Alternative(dict(evening.table), 0.7, Account(AccountKind.DONE, (label,)), is_legal=True)
    return seen.Undecided(cup(NORTH, int(label[-1])), (there,), Complete(plans[label], ()))


class Doubting:
    """North's turn, in which the scales doubt one thing and then another."""

    def __init__(self) -> None:
        self.evening = after_a_move()
        self.evening.drop(NORTH, 1, 2)
        self.asked: object = None
        self.since = 0.0
        self.note()

    def note(self) -> None:
        asked = question_in(self.evening.referee.state, self.evening.referee.notice)
        if asked != self.asked:
            self.asked, self.since = asked, self.evening.now

    def wait(self, tenths: int) -> list[events.Event]:
        before = len(self.evening.events)
        for _ in range(tenths):
            self.evening.wait(0.1)
            self.note()
        return self.evening.events[before:]

    def doubts(self, label: str | None) -> None:
        self.evening.strange = None if label is None else doubted(self.evening, label)
        self.evening.look_again()
        self.note()

    def gesture(self, gesture: Gesture) -> list[events.Event]:
        """Make it, and wait until it is judged."""
        before = len(self.evening.events)
        self.evening.does(gesture)
        self.note()
        self.wait(7)
        return self.evening.events[before:]


@given(
    st.lists(
        st.one_of(
            st.sampled_from([None, "drop 1", "drop 2"]),
            st.integers(1, 15),
            st.builds(lambda side: lambda now: Press(side, now), SIDES),
            st.builds(lambda side: lambda now: Hold(side, now), SIDES),
            st.just(BothPress),
        ),
        max_size=25,
    )
)
def test_no_press_within_a_second_of_a_doubt_answers_it_or_ends_a_turn(
    acts: list[str | int | Callable[[float], Gesture] | None],
) -> None:
    doubting = Doubting()
    for act in acts:
        if isinstance(act, int):
            doubting.wait(act)
        elif act is None or isinstance(act, str):
            if mover(doubting.evening) is not NORTH:
                return
            doubting.doubts(act)
        else:
            asked, is_early = doubting.asked, doubting.evening.now < doubting.since + QUESTION_READ_SECONDS
            told = doubting.gesture(act(doubting.evening.now))
            if asked is not None and is_early:
                assert all(isinstance(event, events.NotNow | events.QuestionAsked) for event in told)


def test_a_press_after_a_second_answers_at_once_and_the_question_shown_on_is_no_other() -> None:
    doubting = Doubting()
    doubting.doubts("drop 2")
    doubting.wait(5)
    doubting.doubts("drop 2")
    doubting.wait(6)
    told = doubting.gesture(Press(NORTH, doubting.evening.now))
    assert [
        type(event) for event in told if isinstance(event, events.QuestionAnswered | events.TurnEnded)
    ] == [events.QuestionAnswered, events.TurnEnded]


def test_who_ends_the_turn_just_before_a_doubt_comes_has_answered_nothing() -> None:
    doubting = Doubting()
    doubting.evening.does(Press(NORTH, doubting.evening.now))
    doubting.doubts("drop 2")
    assert [event for event in doubting.wait(8) if isinstance(event, events.QuestionAnswered)] == []
    assert isinstance(doubting.evening.referee.state, Asking)


@pytest.mark.parametrize(
    "situation",
    [
        Situation.STOCK_ASKED,
        Situation.TABLE_ASKED,
        Situation.OFFERED,
        Situation.GAMES_OFFERED,
        Situation.POWER_OFF_ASKED,
    ],
)
@pytest.mark.parametrize("gesture", [Press, Hold])
def test_a_question_of_the_whole_game_hears_nothing_at_first(
    situation: Situation, gesture: type[Press | Hold]
) -> None:
    evening = REACH[situation]()
    asked = question_in(evening.referee.state, evening.referee.notice)
    assert asked is not None
    since = evening.now - 1.1
    for side in (SOUTH, NORTH):
        evening.does(gesture(side, since + 0.9))
    assert question_in(evening.referee.state, evening.referee.notice) == asked


S1, S2 = cup(SOUTH, 1), cup(SOUTH, 2)
LAST_MOVE = "0 0 0 1 pot 5 stock 0 / 9 9 9 9 pot 3 stock 0 / south"


def test_a_press_at_the_end_of_the_game_is_forgotten_and_says_nothing_after_an_undo() -> None:
    evening = from_position(LAST_MOVE)
    evening.sow(SOUTH, 4)
    evening.press_unjudged(SOUTH)
    evening.press_unjudged(NORTH)
    evening.wait(2)
    assert isinstance(evening.referee.state, Over)
    evening.hold_both()
    evening.lay(south_4=1, south_pot=5)
    evening.wait(2)
    assert evening.happened(events.Restored) == [events.Restored(Goal.UNDO)]
    assert evening.referee.state == Turn()
    assert evening.happened(events.NotNow) == []


def test_a_press_that_is_due_when_a_new_game_is_asked_for_is_forgotten() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press_unjudged(SOUTH)
    evening.wait(0.4)
    evening._step(gestures=(LongHold(NORTH, evening.now),))
    assert isinstance(evening.referee.state, OfferingNewGame)
    evening.hold(NORTH)
    evening.wait(2)
    assert evening.happened(events.TurnEnded) == []


def test_who_presses_twice_while_hands_are_over_a_burdened_table_has_not_looked() -> None:
    evening = fresh(starter=SOUTH)
    evening.strange = Burdened({S1: 12.0})
    evening.settle()
    evening.press(SOUTH)
    for _ in range(20):
        evening._step(moving=frozenset({S1}))
    evening._step(gestures=(Press(SOUTH, evening.now),), moving=frozenset({S1}))
    assert isinstance(evening.referee.state, BurdenedState)


def test_a_wrong_table_right_after_a_turn_is_judged_by_the_turn_that_begins() -> None:
    game = Cups(4)
    course: Course[Position] = Course(game, SOUTH, None)
    judge = TableJudge(course)
    empty = dict.fromkeys(game.places, 0)
    list(judge.see(1.0, Recognition(Complete(Plan(None, "set up", ()), ()), empty, 1.0, None)))
    (drop, *_) = game.plans(course.position, SOUTH)
    list(judge.see(2.0, Recognition(Complete(drop, ()), {**empty, S1: 1}, 1.0, None)))
    list(judge.end_turn(SOUTH, "drop 1", events.Ending.PRESSED))
    too_many = (Mishap(MishapKind.TOO_MANY, (S2,), 1),)
    wrong = NotLegal(((Mark(S2, 1),),), too_many)
    told = list(judge.see(3.0, Recognition(wrong, {**empty, S1: 1, S2: 1}, 1.0, None)))
    assert told == [events.WrongTableSeen(wrong.repairs, too_many)]


def test_a_place_that_is_put_right_leaves_the_rest_of_its_repair() -> None:
    found = {S1: 3, S2: 0}
    proposed = Proposed(found, ((Mark(S1, 2), Mark(S2, -2)),))
    afresh = ((Mark(S1, 9),),)
    assert proposed.after({S1: 1, S2: 0}, afresh).repairs == ((Mark(S2, -2),),)
    assert proposed.after({S1: 3, S2: 2}, afresh).repairs == ((Mark(S1, 2),),)


def test_a_second_button_that_comes_when_the_first_is_a_hold_already_takes_the_hold_back() -> None:
    gestures, seen, now = Gestures(), [], 0.95
    changes = [("south", True, 1.0), ("north", True, 1.8), ("south", False, 2.7), ("north", False, 2.9)]
    for name, is_down, time in changes:
        while now < time:
            seen += gestures.step([], now)
            now += 0.1
        seen += gestures.step([Edge(name, is_down, time)], time)
    seen += gestures.step([], 4.0)
    assert seen == [NeverMind(1.8)]


class WithoutStocks(Cups):
    """A game that counts no stocks."""

    def contents(self, position: Position) -> Contents:
        counts = super().contents(position)
        return {place: counts[place] for place in self.places}


def test_a_game_without_stocks_has_none_left() -> None:
    game = WithoutStocks(4)
    assert stock_left(game, game.start(None), Side.SOUTH, [], None) == 0


@pytest.mark.parametrize("kind", [Situation, Fingers, Deed, Refusal, Goal, events.Ending])
def test_whatever_is_printed_or_said_has_words_of_its_own(kind: type[Enum]) -> None:
    assert all(each.value for each in kind)
    assert len({each.value for each in kind}) == len(kind)


@pytest.mark.parametrize("asks", [SOUTH, NORTH])
def test_a_game_that_counts_is_put_aside_by_both_and_never_by_the_one_who_asks(asks: Side) -> None:
    evening = fresh(starter=SOUTH, is_for_both=True)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    played = evening.referee.history
    assert len(played.entries) == 1
    evening.hold_long(asks)
    evening.wait(2)
    for _ in range(3):
        evening.press(asks)
        assert isinstance(evening.referee.state, OfferingNewGame)
    assert {place for place, shown in evening.lights.items() if Meaning.NEW_GAME in shown} == {
        pot(asks.other)
    }
    evening.hold(asks.other)
    assert evening.referee.state == Turn()
    evening.hold_long(asks)
    evening.wait(60)
    assert (evening.referee.state, evening.referee.history) == (Turn(), played)
    evening.hold_long(asks)
    evening.wait(2)
    evening.press(asks.other)
    assert evening.happened(events.GameClosed) == [events.GameClosed()]
