"""Tables that can't be played on from: what is said of them, and since when."""

from cupsboard.recognition import outcome as seen
from cupsboard.recognition.outcome import Alternative, Complete, UnderWay
from cupsboard.referee.events import Event, QuestionAsked, WrongTableSeen
from cupsboard.referee.objections import AS_WANTED, in_words, reported, troubled
from cupsboard.referee.states import (
    Asking,
    Blind,
    Burdened,
    Goal,
    Lifting,
    Owed,
    State,
    Turn,
    WrongTable,
)
from cupsboard.rules.game import Mark, Plan, Progress
from cupsboard.rules.places import Side, cup

SOUTH = Side.SOUTH
S1, S2 = cup(SOUTH, 1), cup(SOUTH, 2)
DROP_1, DROP_2 = Plan(SOUTH, "drop 1", ()), Plan(SOUTH, "drop 2", ())
REPLY = Plan(Side.NORTH, "sow 3", (), settled_label="drop 2")
WAYS = (Progress(DROP_2, ()), Progress(DROP_1, ()))
ONE, OTHER = ((Mark(S1, 1),),), ((Mark(S2, 1),),)
ALTERNATIVES = (
    Alternative({}, 0.6, "a bean too many", is_legal=False),
    Alternative({}, 0.4, "drop 1", is_legal=True),
)


def then(
    outcome: seen.NotLegal | seen.Lifted | seen.Burdened | seen.Undecided | seen.Blind, before: State
) -> State:
    """The state after something was seen at second 20."""
    return troubled(outcome, before, 20.0, False, None)


def told(before: State, after: State) -> list[Event]:
    return list(reported(before, after))


class TestAWrongTable:
    def test_the_clock_of_the_same_repairs_goes_on_and_that_of_others_begins_anew(self) -> None:
        before = WrongTable(ONE, "what it was", 5.0)
        assert then(seen.NotLegal(ONE, "now"), before) == WrongTable(ONE, "now", 5.0)
        assert then(seen.NotLegal(OTHER, "now"), before) == WrongTable(OTHER, "now", 20.0)
        assert then(seen.NotLegal(ONE, "now"), Turn()) == WrongTable(ONE, "now", 20.0)

    def test_who_was_shown_single_steps_stays_with_them(self) -> None:
        assert troubled(seen.NotLegal(ONE, "now"), Turn(), 20.0, True, None) == WrongTable(
            ONE, "now", 20.0, True
        )

    def test_it_is_told_once(self) -> None:
        wrong = WrongTable(ONE, "a bean too many", 5.0)
        assert told(Turn(), wrong) == [WrongTableSeen(ONE, "a bean too many")]
        assert told(wrong, WrongTable(OTHER, "two too many", 7.0)) == []


class TestALiftedCup:
    def test_its_clock_goes_on_while_any_cup_is_in_the_air(self) -> None:
        before = Lifting(frozenset({S1}), 5.0)
        assert then(seen.Lifted(frozenset({S1, S2})), before) == Lifting(frozenset({S1, S2}), 5.0)
        assert then(seen.Lifted(frozenset({S1})), Turn()) == Lifting(frozenset({S1}), 20.0)

    def test_the_move_that_was_under_way_is_remembered(self) -> None:
        for before in (Turn(WAYS), Owed(SOUTH, WAYS), Lifting(frozenset({S1}), 5.0, WAYS)):
            after = then(seen.Lifted(frozenset({S2})), before)
            assert isinstance(after, Lifting)
            assert after.ways == WAYS
        assert then(seen.Lifted(frozenset({S2})), Burdened({})) == Lifting(frozenset({S2}), 20.0)

    def test_so_is_the_table_that_is_wanted(self) -> None:
        lifted = troubled(seen.Lifted(frozenset({S1})), Turn(), 20.0, False, Goal.UNDO)
        assert lifted == Lifting(frozenset({S1}), 20.0, (), Goal.UNDO)
        assert told(Turn(), lifted) == []


class TestAQuestion:
    def test_it_names_what_a_press_would_say_yes_to(self) -> None:
        asked = seen.Undecided(S1, ALTERNATIVES, Complete(DROP_1, ()))
        assert then(asked, Turn()) == Asking(S1, Complete(DROP_1, ()), "drop 1", 20.0)

    def test_it_names_the_likeliest_table_where_no_press_could_be_right(self) -> None:
        asked = seen.Undecided(S1, ALTERNATIVES, None)
        assert then(asked, Turn()) == Asking(S1, None, "a bean too many", 20.0)

    def test_the_same_question_keeps_its_time_so_that_a_press_after_it_counts(self) -> None:
        before = Asking(S1, Complete(DROP_1, ()), "drop 1", 5.0)
        assert then(seen.Undecided(S1, ALTERNATIVES, Complete(DROP_1, ())), before) is before
        other_place = then(seen.Undecided(S2, ALTERNATIVES, Complete(DROP_1, ())), before)
        assert other_place == Asking(S2, Complete(DROP_1, ()), "drop 1", 20.0)
        other_move = then(seen.Undecided(S1, ALTERNATIVES, Complete(DROP_2, ())), before)
        assert other_move == Asking(S1, Complete(DROP_2, ()), "drop 2", 20.0)

    def test_each_question_is_told_once(self) -> None:
        asked = Asking(S1, None, "a bean too many", 5.0)
        assert told(Turn(), asked) == [QuestionAsked(S1, "a bean too many")]
        assert told(asked, asked) == []
        other = Asking(S2, None, "drop 1", 7.0)
        assert told(asked, other) == [QuestionAsked(S2, "drop 1")]


class TestADeadPlace:
    CHOICES = (Complete(DROP_1, ()), Complete(DROP_2, ()))

    def test_a_single_possible_move_is_offered_at_once_and_several_are_not(self) -> None:
        one = then(seen.Blind({S1: "silent"}, self.CHOICES[:1]), Turn())
        assert one == Blind({S1: "silent"}, self.CHOICES[:1], 20.0, 0)
        several = then(seen.Blind({S1: "silent"}, self.CHOICES), Turn())
        assert several == Blind({S1: "silent"}, self.CHOICES, 20.0, None)
        assert then(seen.Blind({S1: "silent"}), Turn()) == Blind({S1: "silent"}, (), 20.0, None)

    def test_what_was_offered_stays_while_the_same_places_and_moves_are_in_question(self) -> None:
        before = Blind({S1: "silent"}, self.CHOICES, 5.0, 1)
        assert then(seen.Blind({S1: "silent"}, self.CHOICES), before) is before
        assert then(seen.Blind({S1: "stuck"}, self.CHOICES), before) == Blind(
            {S1: "stuck"}, self.CHOICES, 20.0
        )
        fewer = then(seen.Blind({S1: "silent"}, self.CHOICES[1:]), before)
        assert fewer == Blind({S1: "silent"}, self.CHOICES[1:], 20.0, 0)

    def test_a_hold_offers_one_after_the_other_and_then_nothing(self) -> None:
        offers = [Blind({S1: "silent"}, self.CHOICES, 5.0, offered) for offered in (None, 0, 1)]
        assert [state.next_offered for state in offers] == [0, 1, None]
        assert [state.confirmed for state in offers] == [None, *self.CHOICES]


def test_a_table_is_named_by_its_move() -> None:
    assert in_words(seen.Unchanged()) == "nothing moved"
    assert in_words(UnderWay(WAYS)) == "drop 2 under way"
    assert in_words(Complete(DROP_1, WAYS)) == "drop 1"
    assert in_words(Complete(REPLY, ())) == "drop 2, then sow 3"
    assert in_words(Complete(Plan(None, "undo", ()), ())) == AS_WANTED == "all as it should be"


def test_something_that_lies_on_a_place_is_only_shown() -> None:
    assert then(seen.Burdened({S1: 12.0}), Turn()) == Burdened({S1: 12.0})
    assert told(Turn(), Burdened({S1: 12.0})) == []
