"""The course of a game: which table is wanted, which moves are, and what each change of the record says."""

from collections.abc import Iterable

from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.referee import events
from cupsboard.referee.game_course import Course
from cupsboard.referee.inputs import Exactly, Moves
from cupsboard.referee.instructions import Effect, Instruction
from cupsboard.referee.states import Goal, Over, Restoring, Turn
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.history import History
from cupsboard.rules.places import Side, cup, pot
from evening import Midgame

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAME = Cups(4)
S1, S2 = cup(SOUTH, 1), cup(SOUTH, 2)
BEGUN = History(GAME, None).play(SOUTH, "drop 2").play(NORTH, "drop 1")
LAST_MOVE = "0 0 0 1 pot 5 stock 0 / 9 9 9 9 pot 3 stock 0 / south"


def weighed(history: History[Position]) -> dict:
    contents = history.game.contents(history.position)
    return {place: contents[place] for place in history.game.places}


def resumed(history: History[Position], agreed: Contents | None = None) -> Course[Position]:
    return Course(history.game, history.starter, history, agreed)


def played(starter: Side | None = None) -> Course[Position]:
    """A new game whose set-up is done."""
    course: Course[Position] = Course(GAME, starter, None)
    list(course.arrive())
    return course


def at(line: str, cups: int = 4) -> Course[Position]:
    course: Course[Position] = Course(Midgame(cups, line=line), None, None)
    list(course.arrive())
    return course


def reported(effects: Iterable[Effect]) -> list[events.Event]:
    """What a change tells of, without what it asks of the recognition."""
    return [effect for effect in effects if not isinstance(effect, Instruction)]


def labels(course: Course[Position]) -> list[tuple[Side | None, str, str | None]]:
    expected = course.expectation()
    assert isinstance(expected, Moves)
    return [(plan.side, plan.label, plan.settled_label) for plan in expected.plans]


class TestWhatIsWanted:
    def test_a_new_game_wants_an_empty_board(self) -> None:
        course: Course[Position] = Course(GAME, None, None)
        assert course.expectation() == Exactly(GAME.contents(GAME.start(None)), "set up")
        assert course.resting() == Restoring(Goal.SET_UP)

    def test_a_game_taken_up_again_wants_its_table(self) -> None:
        course = resumed(BEGUN)
        assert course.expectation() == Exactly(GAME.contents(BEGUN.position), "resume")
        assert course.resting() == Restoring(Goal.RESUME)

    def test_where_its_table_lay_there_last_a_move_that_was_begun_may_be_finished(self) -> None:
        assert resumed(BEGUN, weighed(BEGUN)).resting() == Turn()
        assert resumed(BEGUN, {**weighed(BEGUN), S1: 9}).resting() == Restoring(Goal.RESUME)

    def test_a_finished_game_or_one_that_begins_with_a_pass_is_laid_out_first(self) -> None:
        game = Midgame(4, line=LAST_MOVE)
        over = History(game, None).play(SOUTH, "sow 4")
        assert resumed(over, weighed(over)).resting() == Restoring(Goal.RESUME)
        stuck = History(Midgame(4, line="0 0 0 2 pot 5 stock 0 / 1 0 0 1 pot 3 stock 0 / south"), None)
        moved = stuck.pass_turn().play(NORTH, "sow 4")
        assert resumed(moved, weighed(moved)).resting() == Restoring(Goal.RESUME)

    def test_what_is_looked_for_stays_the_same_object_until_it_changes(self) -> None:
        course = played()
        expected = course.expectation()
        assert course.expectation() is expected
        list(course.end_turn(SOUTH, "drop 1", events.Ending.PRESSED))
        assert course.expectation() is not expected

    def test_at_an_open_start_both_may_move_and_either_may_reply(self) -> None:
        moves = labels(played())
        assert {(side, settled is None) for side, _, settled in moves} == {
            *((SOUTH, True), (NORTH, True)),
            *((SOUTH, False), (NORTH, False)),
        }

    def test_once_it_is_seen_who_began_only_the_other_may_reply(self) -> None:
        course = played()
        course.expectation()
        course.begun_by(SOUTH)
        moves = labels(course)
        assert {side for side, _, settled in moves if settled} == {NORTH}
        assert {side for side, _, settled in moves if not settled} == {SOUTH, NORTH}
        course.begun_by(None)
        assert {side for side, _, settled in labels(course) if settled} == {SOUTH, NORTH}

    def test_after_an_open_start_it_does_not_matter_who_was_seen_first(self) -> None:
        course = played(SOUTH)
        expected = course.expectation()
        course.begun_by(NORTH)
        assert course.expectation() is expected


class TestArriving:
    def test_a_wanted_table_is_recognised_by_its_name(self) -> None:
        course = resumed(BEGUN)
        wanted, other = Plan(None, "resume", ()), Plan(None, "undo", ())
        assert course.has_reached_goal(Complete(wanted, ()), {})
        assert not course.has_reached_goal(Complete(other, ()), {})
        assert not course.has_reached_goal(UnderWay(()), weighed(BEGUN))
        list(course.arrive())
        assert not course.has_reached_goal(Complete(wanted, ()), {})

    def test_an_unchanged_table_is_the_wanted_one_if_that_was_agreed(self) -> None:
        course = resumed(BEGUN)
        assert course.has_reached_goal(Unchanged(), weighed(BEGUN))
        assert not course.has_reached_goal(Unchanged(), {**weighed(BEGUN), S1: 0})
        list(course.arrive())
        list(course.undo())
        assert not course.has_reached_goal(Unchanged(), weighed(BEGUN))

    def test_an_empty_board_starts_the_game_and_says_who_begins(self) -> None:
        for starter in (None, NORTH):
            course: Course[Position] = Course(GAME, starter, None)
            agreed, started = reported(course.arrive())
            assert agreed == events.TableAgreed(GAME.contents(GAME.start(starter)))
            assert started == events.GameStarted(starter)
            assert course.resting() == Turn()

    def test_any_other_wanted_table_is_told_with_why_it_was_wanted(self) -> None:
        course = resumed(BEGUN)
        assert reported(course.arrive())[1:] == [events.Restored(Goal.RESUME)]
        list(course.undo())
        assert reported(course.arrive())[1:] == [events.Restored(Goal.UNDO)]


class TestTheRecord:
    def test_a_turn_that_ends_is_told_with_the_table_it_leaves(self) -> None:
        course = played()
        ended, agreed = reported(course.end_turn(SOUTH, "drop 2", events.Ending.OPPONENT_BEGAN))
        assert ended == events.TurnEnded(SOUTH, "drop 2", events.Ending.OPPONENT_BEGAN)
        assert agreed == events.TableAgreed({**GAME.contents(GAME.start(None)), **course.contents})
        assert course.contents[S2] == 1

    def test_the_last_move_ends_the_game_with_its_score(self) -> None:
        course = at(LAST_MOVE)
        *_, over = reported(course.end_turn(SOUTH, "sow 4", events.Ending.PRESSED))
        assert over == events.GameOver(SOUTH, {SOUTH: 6, NORTH: 3})
        assert course.is_over
        assert course.resting() == Over(SOUTH, {SOUTH: 6, NORTH: 3})

    def test_a_forced_pass_is_told_for_the_side_that_passes(self) -> None:
        course = at("1 1 1 0 pot 0 stock 2 / 1 0 0 0 pot 0 stock 9 / south")
        assert reported(course.correct_stock(SOUTH, 0)) == [
            events.StockCorrected(SOUTH, 0),
            events.Passed(SOUTH),
        ]
        assert course.movers == (NORTH,)

    def test_undo_and_redo_want_the_table_before_and_after(self) -> None:
        course = resumed(BEGUN, weighed(BEGUN))
        assert reported(course.undo()) == [events.Undone()]
        assert course.expectation() == Exactly(GAME.contents(BEGUN.undo().position), "undo")
        assert reported(course.redo()) == [events.Redone()]
        assert course.expectation() == Exactly(GAME.contents(BEGUN.position), "redo")

    def test_a_begun_move_is_taken_back_to_the_same_table_or_played_on_after_all(self) -> None:
        course = resumed(BEGUN, weighed(BEGUN))
        moves = course.expectation()
        assert isinstance(moves, Moves)
        assert reported(course.take_back()) == [events.TakingBack()]
        assert course.expectation() == Exactly(GAME.contents(BEGUN.position), "take back", moves.plans)
        assert list(course.play_on()) == []
        assert course.resting() == Turn()

    def test_a_new_game_begins_as_the_one_before(self) -> None:
        course = played(NORTH)
        list(course.end_turn(NORTH, "drop 1", events.Ending.PRESSED))
        assert reported(course.restart()) == [events.GameClosed()]
        assert course.history == History(GAME, NORTH)
        assert course.resting() == Restoring(Goal.SET_UP)


class TestAfterAPause:
    def test_a_turn_goes_on_where_its_table_was_agreed(self) -> None:
        course = played()
        assert reported(course.compare_anew()) == [events.PlayResumed()]
        assert course.resting() == Turn()

    def test_a_table_that_was_wanted_before_is_wanted_again(self) -> None:
        course = resumed(BEGUN, weighed(BEGUN))
        list(course.undo())
        list(course.compare_anew())
        assert course.resting() == Restoring(Goal.RESUME)

    def test_a_new_game_and_a_finished_one_stay_what_they_are(self) -> None:
        fresh: Course[Position] = Course(GAME, None, None)
        list(fresh.compare_anew())
        assert fresh.resting() == Restoring(Goal.SET_UP)
        over = at(LAST_MOVE)
        list(over.end_turn(SOUTH, "sow 4", events.Ending.PRESSED))
        list(over.compare_anew())
        assert isinstance(over.resting(), Over)


class TestACaptureAsAnAnswer:
    """South drops three; north's cup 4 is empty, so that a drop of four captures what is in south's cup 1."""

    LINE = "1 1 1 6 pot 0 stock 9 / 1 1 1 0 pot 0 stock 9 / south"
    DONE = Plan(SOUTH, "drop 3", ())

    def is_answered(self, south_1: int = 0, north_pot: int = 0, done: Plan = DONE) -> bool:
        course = at(self.LINE)
        contents = course.game.contents(course.game.play(course.position, SOUTH, "drop 3"))
        table = {place: contents[place] for place in course.game.places}
        table[S1] += south_1
        table[pot(NORTH)] += north_pot
        return course.is_answered_by_capture(done, table)

    def test_captured_beans_in_the_opponent_s_pot_are_an_answer(self) -> None:
        assert self.is_answered(south_1=-1, north_pot=1)
        assert self.is_answered(south_1=-2, north_pot=2)

    def test_the_table_of_the_move_alone_and_beans_in_the_hand_are_none_yet(self) -> None:
        assert not self.is_answered()
        assert not self.is_answered(south_1=-2)

    def test_beans_from_elsewhere_and_a_move_nobody_made_have_no_answer(self) -> None:
        assert not self.is_answered(north_pot=1)
        assert not self.is_answered(south_1=-1, north_pot=1, done=Plan(None, "undo", ()))
