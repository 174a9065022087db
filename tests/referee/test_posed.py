"""Whatever is asked: what fingers do within a second of a question's coming or changing does nothing."""

from collections.abc import Callable

import pytest
from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Account, AccountKind
from cupsboard.recognition.outcome import Alternative, Complete
from cupsboard.referee.events import Event, NotNow, QuestionAnswered, QuestionAsked, TurnEnded
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.inputs import BothPress, Gesture, Hold, Press
from cupsboard.referee.posed import Posed
from cupsboard.referee.questions import question_in
from cupsboard.referee.states import Asking
from cupsboard.referee.times import QUESTION_READ_SECONDS
from cupsboard.rules.places import cup
from evening import NORTH, SOUTH, Evening
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

    def wait(self, tenths: int) -> list[Event]:
        before = len(self.evening.events)
        for _ in range(tenths):
            self.evening.wait(0.1)
            self.note()
        return self.evening.events[before:]

    def doubts(self, label: str | None) -> None:
        self.evening.strange = None if label is None else doubted(self.evening, label)
        self.evening.look_again()
        self.note()

    def gesture(self, gesture: Gesture) -> list[Event]:
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
                assert all(isinstance(event, NotNow | QuestionAsked) for event in told)


def test_a_press_after_a_second_answers_at_once_and_the_question_shown_on_is_no_other() -> None:
    doubting = Doubting()
    doubting.doubts("drop 2")
    doubting.wait(5)
    doubting.doubts("drop 2")
    doubting.wait(6)
    told = doubting.gesture(Press(NORTH, doubting.evening.now))
    assert [type(event) for event in told if isinstance(event, QuestionAnswered | TurnEnded)] == [
        QuestionAnswered,
        TurnEnded,
    ]


def test_who_ends_the_turn_just_before_a_doubt_comes_has_answered_nothing() -> None:
    doubting = Doubting()
    doubting.evening.does(Press(NORTH, doubting.evening.now))
    doubting.doubts("drop 2")
    assert [event for event in doubting.wait(8) if isinstance(event, QuestionAnswered)] == []
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
