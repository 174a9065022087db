"""Tables that can't be played on from: what is said of them, and since when."""

from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.recognition.outcome import Alternative, Complete, UnderWay
from cupsboard.referee.events import Event, QuestionAsked, WrongTableSeen
from cupsboard.referee.states import Asking, Blind, Burdened, Goal, Lifting, Owed, State, Turn, WrongTable
from cupsboard.referee.table_judge import reported, troubled
from cupsboard.rules.game import Mark, Plan, Progress, Transfer
from cupsboard.rules.places import Side, cup, stock

SOUTH = Side.SOUTH
S1, S2 = cup(SOUTH, 1), cup(SOUTH, 2)
FIRST, SECOND = Transfer(stock(SOUTH), S1), Transfer(stock(SOUTH), S2)
DROP_1, DROP_2 = Plan(SOUTH, "drop 1", (FIRST,)), Plan(SOUTH, "drop 2", (FIRST, SECOND))
REPLY = Plan(Side.NORTH, "sow 3", (), settled_label="drop 2", settled_side=Side.SOUTH)
WAYS = (Progress(DROP_2, ()), Progress(DROP_1, ()))
ONE, OTHER = ((Mark(S1, 1),),), ((Mark(S2, 1),),)
TOO_MANY, TWO_TOO_MANY = ((Mishap(MishapKind.TOO_MANY, (S1,), 1),), (Mishap(MishapKind.TOO_MANY, (S2,), 2),))
ALTERNATIVES = (
    Alternative({}, 0.6, Account(AccountKind.NOT_LEGAL, (), TOO_MANY), is_legal=False),
    Alternative({}, 0.4, Account(AccountKind.DONE, ("drop 1",)), is_legal=True),
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
        before = WrongTable(ONE, TWO_TOO_MANY, 5.0)
        assert then(seen.NotLegal(ONE, TOO_MANY), before) == WrongTable(ONE, TOO_MANY, 5.0)
        assert then(seen.NotLegal(OTHER, TOO_MANY), before) == WrongTable(OTHER, TOO_MANY, 20.0)
        assert then(seen.NotLegal(ONE, TOO_MANY), Turn()) == WrongTable(ONE, TOO_MANY, 20.0)

    def test_who_was_shown_single_steps_stays_with_them(self) -> None:
        assert troubled(seen.NotLegal(ONE, TOO_MANY), Turn(), 20.0, True, None) == WrongTable(
            ONE, TOO_MANY, 20.0, True
        )

    def test_it_is_told_once(self) -> None:
        wrong = WrongTable(ONE, TOO_MANY, 5.0)
        assert told(Turn(), wrong) == [WrongTableSeen(ONE, TOO_MANY)]
        assert told(wrong, WrongTable(OTHER, TWO_TOO_MANY, 7.0)) == []


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
        assert then(asked, Turn()) == Asking(S1, Complete(DROP_1, ()))

    def test_the_same_question_is_the_same_and_one_of_another_place_or_move_is_not(self) -> None:
        before = Asking(S1, Complete(DROP_1, ()))
        assert then(seen.Undecided(S1, ALTERNATIVES, Complete(DROP_1, ())), before) == before
        other_place = then(seen.Undecided(S2, ALTERNATIVES, Complete(DROP_1, ())), before)
        assert other_place == Asking(S2, Complete(DROP_1, ()))
        other_move = then(seen.Undecided(S1, ALTERNATIVES, Complete(DROP_2, ())), before)
        assert other_move == Asking(S1, Complete(DROP_2, ()))

    def test_one_about_a_place_that_has_become_dark_is_another_question_too(self) -> None:
        before = Asking(S1, Complete(DROP_1, ()))
        assert then(seen.Blind({S1: "silent"}, (Complete(DROP_2, ()),)), before) == Blind(
            {S1: "silent"}, (Complete(DROP_2, ()),), 0
        )

    def test_each_question_is_told_once(self) -> None:
        asked = Asking(S1, Complete(DROP_1, ()))
        assert told(Turn(), asked) == [QuestionAsked(S1, Account(AccountKind.DONE, ("drop 1",)))]
        assert told(asked, asked) == []
        other = Asking(S2, Complete(DROP_2, ()))
        assert told(asked, other) == [QuestionAsked(S2, Account(AccountKind.DONE, ("drop 2",)))]


class TestADeadPlace:
    CHOICES = (Complete(DROP_1, ()), Complete(DROP_2, ()))

    def test_a_single_possible_move_is_offered_at_once_and_several_are_not(self) -> None:
        one = then(seen.Blind({S1: "silent"}, self.CHOICES[1:]), Turn())
        assert one == Blind({S1: "silent"}, self.CHOICES[1:], 0)
        several = then(seen.Blind({S1: "silent"}, self.CHOICES), Turn())
        assert several == Blind({S1: "silent"}, self.CHOICES, None)
        assert then(seen.Blind({S1: "silent"}), Turn()) == Blind({S1: "silent"}, (), None)

    def test_a_move_that_is_all_in_the_dark_is_offered_to_who_holds_for_it(self) -> None:
        hidden = then(seen.Blind({S1: "silent"}, self.CHOICES[:1]), Turn())
        assert hidden == Blind({S1: "silent"}, self.CHOICES[:1], None)
        assert hidden.next_offered == 0

    def test_what_was_offered_stays_while_the_same_places_and_moves_are_in_question(self) -> None:
        before = Blind({S1: "silent"}, self.CHOICES, 1)
        assert then(seen.Blind({S1: "silent"}, self.CHOICES), before) is before
        assert then(seen.Blind({S1: "stuck"}, self.CHOICES), before) == Blind({S1: "stuck"}, self.CHOICES)
        fewer = then(seen.Blind({S1: "silent"}, self.CHOICES[1:]), before)
        assert fewer == Blind({S1: "silent"}, self.CHOICES[1:], 0)

    def test_a_hold_offers_one_after_the_other_and_then_nothing(self) -> None:
        offers = [Blind({S1: "silent"}, self.CHOICES, offered) for offered in (None, 0, 1)]
        assert [state.next_offered for state in offers] == [0, 1, None]
        assert [state.confirmed for state in offers] == [None, *self.CHOICES]


def test_a_table_is_named_by_its_move() -> None:
    account_of = seen.account_of
    assert account_of(seen.Unchanged()) == Account(AccountKind.NOTHING_MOVED)
    assert account_of(UnderWay(WAYS)) == Account(AccountKind.UNDER_WAY, ("drop 2",))
    assert account_of(Complete(DROP_1, WAYS)) == Account(AccountKind.DONE, ("drop 1",))
    assert account_of(Complete(REPLY, ())) == Account(AccountKind.DONE, ("drop 2", "sow 3"))
    assert account_of(Complete(Plan(None, "undo", ()), ())) == Account(AccountKind.AS_WANTED)


def test_something_that_lies_on_a_place_is_only_shown() -> None:
    assert then(seen.Burdened({S1: 12.0}), Turn()) == Burdened({S1: 12.0})
    assert told(Turn(), Burdened({S1: 12.0})) == []
