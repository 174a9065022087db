"""The referee: the only place where the state of a game changes.

It is shown the scales (a `Sight`) and gestures, and answers with a `Decision`: events, and instructions for
recognition. Time is passed in; the same steps give the same events. Its `TableJudge` judges the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar, assert_never

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay, account_of
from cupsboard.referee import inputs, interludes, states
from cupsboard.referee.computer import Seats
from cupsboard.referee.events import (
    Ending,
    Event,
    FarAsked,
    FarSaid,
    FarWanted,
    GameClosed,
    LookedInVain,
    MoveHurried,
    NewGameOffered,
    NotNow,
    PlayPaused,
    QuestionAnswered,
    ScoreShown,
    TurnEnded,
)
from cupsboard.referee.far import Far, FarAsk, FarWish
from cupsboard.referee.far_talk import FarQuestion, FarTalk, answered, question_of, wish_of
from cupsboard.referee.game_course import Course
from cupsboard.referee.gestures import Posed, SamePress
from cupsboard.referee.instructions import (
    Confirmed,
    Decision,
    Effect,
    Instruction,
    LiesThere,
    LookAgain,
    OnlyPieces,
)
from cupsboard.referee.interludes import Leave
from cupsboard.referee.move_progress import is_reply, stock_left
from cupsboard.referee.notices import has_passed, notice_of
from cupsboard.referee.options import Options
from cupsboard.referee.questions import Questions, question_in
from cupsboard.referee.table_judge import TableJudge
from cupsboard.referee.times import PRESS_SETTLES_SECONDS, STEPWISE_AFTER_SECONDS
from cupsboard.referee.turn_clock import clock_of, timed_in
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.game import Contents, Game, Plan, Progress
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side, stock

P = TypeVar("P")


def has_lain(still_since: float | None, now: float, seconds: float | None) -> bool:
    """Return whether no place has moved for `seconds`; False if that is None."""
    return seconds is not None and still_since is not None and now >= still_since + seconds


class Referee(Generic[P]):
    """Referees one game between the table and its players, and the next one after it."""

    def __init__(
        self,
        game: Game[P],
        options: Options,
        history: History[P] | None = None,
        agreed: Contents | None = None,
        clocks: Clocks | None = None,
    ) -> None:
        """Set up a new game, or resume `history` from the table `agreed` last.

        `clocks` are those of a game with a clock, as they were kept.
        """
        self.options = options
        self._course = Course(game, options.starter, history, agreed)
        self._judge = TableJudge(self._course)
        self._questions = Questions(self._course, self._judge)
        self.notice: states.Notice | None = None
        """The notice that is shown for a moment over the state; None without one."""
        self._filled: frozenset[Place] = frozenset()
        self._still_since: float | None = None
        self._presses: dict[Side, float] = {}
        self._doubted_press: Side | None = None
        """The player who pressed before the board asked about a table that has lain still since."""
        self._same_press = SamePress()
        self.seats = Seats.at_first(options.levels, options.computer, options.players, options.known)
        """Which sides people play and which the board plays."""
        self.far: Far | None = None
        """The state of the game at the other board; None for a game at this board alone."""
        self._far_news: Far | None = None
        self.talk = FarTalk()
        """The phrase that is offered or was just heard, in a game shared with another board."""
        self._posed = Posed()
        self._judged_press: float | None = None
        """When the press came that was judged in this step."""
        self.turn_clock = clock_of(clocks, options.clock, self.seats.side, is_resumed=history is not None)
        """The clock of a game at this board alone; None for a game without."""

    @property
    def history(self) -> History[P]:
        """Return the record of the game so far."""
        return self._course.history

    @property
    def position(self) -> P:
        """Return the position after the last ended move."""
        return self._course.position

    @property
    def stocks(self) -> Mapping[Side, int]:
        """Return how many beans each stock is believed to hold, without the beans of a begun move.

        While a table is to be restored, this is the number for that table.
        """
        begun, contents = self._judge.begun, self._course.contents
        return {
            side: stock_left(self._course.game, self.position, side, begun.ways, begun.done)
            for side in Side
            if stock(side) in contents
        }

    @property
    def begun(self) -> states.Turn:
        """Return what is begun of a move, whatever table is wanted meanwhile."""
        return self._judge.begun

    def far_question(self, now: float) -> FarQuestion | None:
        """Return the question that the other board, or its clock, puts to the player here; None without one.

        It is put on a table where nothing is begun.
        """
        if self.far is None or not self._is_resting:
            return None
        return question_of(self.far, self.talk, now)

    @property
    def is_shared(self) -> bool:
        """Return whether the game is shared with another board."""
        return self.far is not None or self._course.is_shared

    @property
    def is_far_over(self) -> bool:
        """Return whether a game that is shared with another board has come to its end."""
        return self.far is not None and (self.far.end is not None or isinstance(self.state, states.Over))

    def hear(self, far: Far) -> None:
        """Record the state of the game at the other board; it counts from the next step on."""
        self._far_news = far

    @property
    def state(self) -> states.State:
        """Return the state of the game between board and players."""
        return self._judge.state

    @property
    def is_awaited(self) -> bool:
        """Return whether a player waits for the board: for an answer to a press, or for the next light."""
        return bool(self._presses) or self._judge.is_leading

    def expectation(self) -> inputs.Expectation:
        """Return what recognition is to compare the table with; the same object until that changes."""
        return self._course.expectation()

    def call(self, players: tuple[str, ...], known: tuple[str, ...]) -> None:
        """See `Seated`."""
        self.seats = self.seats.called(players, known)

    def step(self, now: float, sight: inputs.Sight, gestures: Sequence[inputs.Gesture]) -> Decision:
        """Judge one moment: what the scales show, and the gestures. Return events and instructions.

        If the expectation has changed afterwards, the same table must be recognised anew and shown in a
        further step; it is not judged before that.
        """
        events: list[Event] = []
        instructions: list[Instruction] = []
        self._judged_press = None
        for effect in self._effects(now, sight, gestures):
            if isinstance(effect, Instruction):
                instructions.append(effect)
            else:
                if isinstance(effect, TurnEnded):
                    self._same_press.note(effect, now)
                if isinstance(effect, GameClosed):
                    self.turn_clock = clock_of(None, self.options.clock, None, is_resumed=False)
                elif self.turn_clock is not None:
                    press, computer = self._judged_press, self.seats.side
                    self.turn_clock.hear(effect, now, sight.touched_at, press, computer)
                self.notice = notice_of(effect, now, self.state) or self.notice
                events.append(effect)
        if self.notice is not None and has_passed(self.notice, now, self.state, self._judge.found):
            self.notice = None
        if isinstance(self.state, states.Over | states.Interlude):
            self._presses.clear()
        if (clock := self.turn_clock) is not None:
            movers = self._course.movers if self.history.has_moved else ()
            timed = timed_in(self.state, self.notice, movers, self.seats.side, self._presses)
            events += clock.step(now, timed, sight.touched_at, has_looked=sight.is_new)
        return Decision(tuple(events), tuple(instructions))

    def _effects(
        self, now: float, sight: inputs.Sight, gestures: Sequence[inputs.Gesture]
    ) -> Iterator[Effect]:
        self._filled = sight.filled
        if sight.moving:
            self._still_since = self._doubted_press = None
        if sight.is_new and sight.recognition is not None:
            self._still_since = now if self._still_since is None else self._still_since
            yield from self._judge.see(now, sight.recognition)
            yield from self._judge_doubted_press()
        yield from self._follow_far(now)
        yield from self._ask_for_wanted(now)
        self._note_question(now)
        for gesture in gestures:
            yield from self._obey(now, gesture)
        if sight.is_still:
            yield from self._believe_answer(now)
            yield from self._judge_presses(now)
            yield from self._end_by_stillness(now)
        yield from self._pass_time(now)
        self.talk = self.talk.at(now, is_resting=self._is_resting)
        self._note_question(now)

    def _follow_far(self, now: float) -> Iterator[Effect]:
        far = self._far_news
        if far is None or isinstance(self.state, states.Interlude):
            # In a pause hands may be anywhere; what has come is compared with the table afterwards.
            return
        before, self.far, self._far_news = self.far, far, None
        yield from self._hear_words(before, far, now)
        if not self._course.is_of(far.entries) or not self._course.is_shared:
            yield from self._judge.follow(self._course.follow(far.own, far.entries))

    def _hear_words(self, before: Far | None, far: Far, now: float) -> Iterator[Effect]:
        """Take in what the other side has said or asked; what it said before this board was on is no news."""
        if before is not None and far.said is not None and far.said_in > before.said_in:
            self.talk = self.talk.hearing(far.said, now)
            yield FarSaid(far.own.other, far.said)
        if before is not None and far.declined_in > before.declined_in:
            yield NotNow(far.own, states.Refusal.DECLINED)
        if before is not None and far.refusals > before.refusals:
            yield NotNow(far.own, far.refusal)
        is_asked_anew = before is None or (before.asked, before.ask) != (far.asked, far.ask)
        if far.asked not in (None, FarAsk.RESUME) and is_asked_anew:
            yield FarWanted(far.own.other, far.asked)
        if before is not None and far.own.other in set(far.again) - set(before.again):
            yield FarWanted(far.own.other, FarAsk.AGAIN)

    def _say_far(self, gesture: inputs.Gesture, now: float) -> Iterator[Effect] | None:
        """Return what a gesture says to the other board where nothing is begun here; None for any other."""
        far = self.far
        if far is None or not self._is_resting:
            return None
        if (said := self.talk.after(gesture, far.own, now)) is not None:
            self.talk, phrase = said
            return iter(() if phrase is None else (FarAsked(FarWish.SAY, phrase),))
        question = self.far_question(now) if self._is_read(gesture.time) else None
        answer = None if question is None else answered(question, gesture, far.own, now)
        if answer is not None:
            self.talk, sent = answer
            return iter(() if sent is None else (sent,))
        wish = wish_of(far, gesture, is_over=self.is_far_over)
        return None if wish is None else iter((wish,))

    @property
    def _is_resting(self) -> bool:
        return self.state == states.Turn() or isinstance(self.state, states.Over)

    def _ask_in_pause(self, far: Far, gesture: inputs.Hold) -> Iterator[Effect]:
        """Ask to go on another day by the own button, to call the game off by the other; end the pause."""
        yield FarAsked(FarWish.ADJOURN if gesture.side is far.own else FarWish.ABORT)
        yield from self._judge.follow(self._course.compare_anew())

    # What the fingers say

    def _note_question(self, now: float) -> None:
        """Note what players are asked at the time `now`, and since when."""
        asked = question_in(self.state, self.notice) or self.far_question(now)
        self._posed = self._posed.at(asked, now)

    def _is_read(self, time: float) -> bool:
        return self._posed.is_read(time)

    def _is_too_early(self, gesture: inputs.Gesture) -> bool:
        """Return whether a gesture must do nothing, because its player can't have read what is asked.

        Where every gesture answers, one from before the question came is none of them either. A doubt or a
        question of the other side leaves an earlier press what it was, and a pause is always to be had.
        """
        if self._posed.question is None:
            return False
        is_answer = isinstance(self.state, states.Interlude) or isinstance(
            self.notice, states.AskingStock | states.AskingTable
        )
        match gesture:
            case inputs.LongHold() | inputs.LongBothHold() if not is_answer:
                return False
            case inputs.Press(time=time) | inputs.BothPress(time) if not is_answer:
                return self._posed.is_too_early(time)
            case _:
                return not self._is_read(gesture.time)

    def _obey(self, now: float, gesture: inputs.Gesture) -> Iterator[Effect]:
        self._note_question(now)
        is_greeting = self.turn_clock is not None and self.turn_clock.greet(gesture, self.seats.side)
        if is_greeting and isinstance(gesture, inputs.Press | inputs.BothPress) and self._is_resting:
            return
        if self._is_too_early(gesture):
            if isinstance(gesture, inputs.Press) and isinstance(self.state, states.Asking | states.Blind):
                why = states.Refusal.QUESTION_CHANGED if self._posed.is_changed else states.Refusal.LOOK_FIRST
                yield NotNow(gesture.side, why)
            return
        if isinstance(self.state, states.Paused):
            if self.seats.may_change and isinstance(gesture, inputs.Hold | inputs.BothPress):
                yield from self._change_seats(gesture)
                return
            if self.far is not None and isinstance(gesture, inputs.Hold):
                yield from self._ask_in_pause(self.far, gesture)
                return
        if isinstance(self.state, states.Interlude):
            yield from self._go_to(now, interludes.answered(self.state, gesture, now, self.options))
            return
        if isinstance(self.notice, states.AskingStock | states.AskingTable):
            if isinstance(self.notice, states.AskingTable) and isinstance(gesture, inputs.Hold):
                yield from self._judge.count_by_hand()
            self.notice = self._questions.after(self.notice, gesture)
            return
        if (said := self._say_far(gesture, now)) is not None:
            yield from said
            return
        yield from self._act_on(now, gesture)

    def _act_on(self, now: float, gesture: inputs.Gesture) -> Iterator[Effect]:
        """Do what a gesture means while the game is played and nothing is asked."""
        match gesture:
            case inputs.Press() if isinstance(self.state, states.Over):
                yield self._score()
            case inputs.Press(side, time) if isinstance(self.state, states.Burdened) and self._has_looked(
                side, time
            ):
                yield from self._look_in_vain(frozenset(self.state.places))
            case inputs.Press(side, time):
                if not isinstance(self.state, states.Burdened) or side not in self._presses:
                    self._presses[side] = time
            case inputs.Hold(side):
                yield from self._help(now, side)
            case inputs.LongHold(side):
                yield from self._offer(now, side)
            case inputs.BothHold():
                yield from self._undo()
            case inputs.BothPress(time) if states.is_begun(self.state, self._still_since):
                # Nothing can be redone now, and a turn is not lost because the other pressed just then too.
                self._presses |= dict.fromkeys(self._course.movers, time)
            case inputs.BothPress():
                yield from self._redo_or_correct()
            case inputs.LongBothHold():
                self._judge.state = states.Paused()
                yield PlayPaused()
            case inputs.NeverMind():
                return
            case _:
                assert_never(gesture)

    def _change_seats(self, gesture: inputs.Hold | inputs.BothPress) -> Iterator[Effect]:
        """Change the seats in a pause.

        A hold gives the board a side or takes it away; a tap of both buttons goes to the next level.
        """
        before = self.seats
        self.seats = before.held(gesture.side) if isinstance(gesture, inputs.Hold) else before.at_next_level()
        if self.seats == before:
            yield NotNow(None, states.Refusal.PAUSED)
        else:
            yield from self.seats.changed(before)

    def _has_looked(self, side: Side, time: float) -> bool:
        """Return whether a player presses again over a table that has lain still since their first press."""
        if side not in self._presses or self._still_since is None:
            return False
        return time - max(self._presses[side], self._still_since) >= COSTS.waits.looked_seconds

    def _look_in_vain(self, places: frozenset[Place]) -> Iterator[Effect]:
        yield LookedInVain(places)
        yield OnlyPieces(places)
        yield LookAgain()

    def _judge_presses(self, now: float) -> Iterator[Effect]:
        """Judge the presses that are old enough for a bean dropped before to show by now."""
        for side, time in sorted(self._presses.items(), key=lambda press: press[1]):
            if self._judge.outcome is None or isinstance(
                self.state, states.Lifting | states.Burdened | states.Over | states.Interlude
            ):
                return
            if now >= time + PRESS_SETTLES_SECONDS:
                del self._presses[side]
                yield from self._judge_press(now, side, time)

    def _judge_doubted_press(self) -> Iterator[Effect]:
        """Count a doubted press if the scales have found the move complete on the unmoved table."""
        finished = states.finished_move(self.state)
        if finished is not None and finished[0] is self._doubted_press:
            yield from self._judge.end_turn(*finished, Ending.PRESSED)
        if not isinstance(self.state, states.Asking):
            self._doubted_press = None

    def _judge_press(self, now: float, side: Side, time: float) -> Iterator[Effect]:
        self._note_question(now)
        self._judged_press = time
        match self.state:
            case states.Turn(done=None) | states.Owed() if self._may_claim(side, time):
                self.notice = None
                yield from self._judge.follow(self._course.time_out(side.other))
            case states.Turn(ways=(), done=None) if self._same_press.is_meant(side, time):
                return
            case states.Turn(ways, done):
                yield from self._judge_turn(now, side, ways, done)
            case states.Owed(owner, ways) if side is owner:
                yield from self._judge.hold_to(now, side, ways)
            case states.Owed():
                yield NotNow(side, states.Refusal.NOT_YOUR_TURN)
            case states.Asking() | states.Blind() as asked if asked.confirmed is not None and self._is_read(
                time
            ):
                yield from self._answer(now, side, asked.confirmed)
            case states.Asking() | states.Blind() if self._posed.is_changed:
                yield NotNow(side, states.Refusal.QUESTION_CHANGED)
            case states.Blind():
                self._judge.claim()
                yield NotNow(side, states.Refusal.CANNOT_SEE)
            case states.Asking():
                self._doubted_press = side
                yield NotNow(side, states.Refusal.LOOK_FIRST)
            case _:
                yield NotNow(side, states.REFUSALS[type(self.state)])

    def _may_claim(self, side: Side, time: float) -> bool:
        """Return whether a press of `side` at `time` claims the game, because the mover's time is over."""
        clock, is_others = self.turn_clock, self._course.movers == (side.other,)
        return clock is not None and is_others and clock.may_claim(side, time, self.seats.side)

    def _judge_turn(
        self, now: float, side: Side, ways: tuple[Progress, ...], done: Plan | None
    ) -> Iterator[Effect]:
        own = tuple(way for way in ways if way.plan.side is side)
        has_begun = bool(ways or done)
        if self.far is not None and side is not self.far.own:
            yield NotNow(side, states.Refusal.NOT_YOUR_TURN)
        elif side not in self._course.movers:
            yield NotNow(side, states.Refusal.NOT_YOUR_TURN) if has_begun else self._score()
        elif side is self.seats.side and not has_begun and self._course.movers == (side,):
            yield MoveHurried(side)
        elif done is not None and done.side is side:
            yield from self._judge.end_turn(side, done.label, Ending.PRESSED)
        elif own:
            yield from self._judge.hold_to(now, side, own)
        else:
            yield NotNow(side, states.Refusal.NOT_YOUR_TURN if has_begun else states.Refusal.NOTHING_MOVED)

    def _score(self) -> ScoreShown:
        return ScoreShown(self._course.game.score(self.position))

    def _ask_for_wanted(self, now: float) -> Iterator[Effect]:
        """Ask about a wanted table that may lie there, once it has lain still for as long as hands rest."""
        if self._still_since is not None and has_lain(self._still_since, now, STEPWISE_AFTER_SECONDS):
            yield from self._judge.ask_for_wanted()

    def _answer(self, now: float, side: Side, confirmed: Unchanged | UnderWay | Complete) -> Iterator[Effect]:
        if self._course.goal is None and side not in self._course.movers and not is_reply(confirmed):
            yield NotNow(side, states.Refusal.NOT_YOUR_TURN)
            return
        yield QuestionAnswered(side, account_of(confirmed))
        is_wanted = self._course.has_reached_goal(confirmed, self._judge.found)
        yield LiesThere(self._course.contents) if is_wanted else Confirmed(confirmed)
        yield from self._judge.vouch(now, confirmed)
        # The button also means what it always means: an answer that finds the move complete ends the turn.
        if isinstance(self.state, states.Turn) and self.state != states.Turn():
            yield from self._judge_turn(now, side, self.state.ways, self.state.done)
        elif isinstance(confirmed, Complete) and is_reply(confirmed) and confirmed.plan.side is side:
            # The move before has ended by that; the reply is to be seen again before it ends.
            self._presses[side] = now

    def _help(self, now: float, side: Side) -> Iterator[Effect]:
        match self.state:
            case states.Over():
                yield from self._offer(now, side)
            case states.Restoring(states.Goal.TAKE_BACK):
                yield from self._judge.follow(self._course.play_on())
            case states.Restoring() as restoring:
                self._judge.change_steps(restoring)
            case states.Turn() as begun:
                yield from self._questions.help_mover(side, begun, self.notice, self._filled, self.seats)
            case states.Owed(_, ways):
                yield from self._questions.help_mover(
                    side, states.Turn(ways), self.notice, self._filled, self.seats
                )
            case states.Burdened(places):
                yield from self._look_in_vain(frozenset(places))
            case states.Blind() as blind if blind.next_offered is not None:
                self._judge.state = replace(blind, offered=blind.next_offered)
            case states.WrongTable() | states.Lifting() | states.Asking() | states.Blind():
                yield from self._judge.put_back_stepwise()
            case _:
                yield NotNow(side, states.Refusal.NOTHING_TO_HELP)

    def _believe_answer(self, now: float) -> Iterator[Effect]:
        """Carry out what was confirmed, unless the table has changed since."""
        asked = self.notice
        if not isinstance(asked, states.AskingStock | states.AskingTable) or not self._questions.is_confirmed(
            asked, now
        ):
            return
        if not has_passed(asked, now, self.state, self._judge.found):
            self.notice = None
            yield from self._questions.believe(asked, self._filled)

    def _undo(self) -> Iterator[Effect]:
        if not self._is_agreed and not (isinstance(self.state, states.WrongTable) and self.state.ended):
            yield from self._judge.follow(self._course.take_back())
        elif self.far is not None:
            yield NotNow(None, states.Refusal.RESTORE_FIRST)
        elif count := self._course.undoable(self.seats.side):
            yield from self._judge.follow(self._course.undo(count))
        else:
            yield NotNow(None, states.Refusal.NOTHING_TO_UNDO)

    def _redo_or_correct(self) -> Iterator[Effect]:
        may_redo = self._is_agreed and self._course.goal not in (states.Goal.RESUME, states.Goal.TAKE_BACK)
        if self.far is not None:
            # The record is not this board's alone: a table never corrects it.
            yield NotNow(None, states.REFUSALS.get(type(self.state), states.Refusal.NOTHING_TO_REDO))
        elif may_redo and self.history.can_redo:
            yield from self._judge.follow(self._course.redo(self.seats.side))
        else:
            yield from self._questions.table_is_right()

    @property
    def _is_agreed(self) -> bool:
        """Return whether no move is begun, so that the record may change."""
        return (
            self._course.goal is not None
            or self.state == states.Turn()
            or isinstance(self.state, states.Over)
        )

    def _offer(self, now: float, side: Side) -> Iterator[Effect]:
        if self.is_far_over:
            # Nothing is left to give up; another game is asked for by a hold.
            yield NotNow(None, states.Refusal.SHARED_GAME_OVER)
            return
        is_for_both = self.options.is_for_both and not self.history.is_over
        self._judge.state = interludes.offering(now, self.options, side if is_for_both else None)
        yield NewGameOffered()

    # What follows

    def _go_to(self, now: float, following: interludes.Next) -> Iterator[Effect]:
        target, events = following
        yield from events
        match target:
            case Leave.BACK:
                yield from self._judge.resume(now)
            case Leave.RESTART if self.far is not None:
                yield FarAsked(FarWish.GIVE_UP)
                yield from self._judge.resume(now)
            case Leave.RESTART:
                yield from self._judge.follow(self._course.restart())
            case Leave.GO_ON:
                yield from self._judge.follow(self._course.compare_anew())
            case _:
                self._judge.state = target

    def _end_by_stillness(self, now: float) -> Iterator[Effect]:
        finished = states.finished_move(self.state)
        if finished is not None and has_lain(self._still_since, now, self.options.stillness_seconds):
            yield from self._judge.end_turn(*finished, Ending.STILLNESS)

    def _pass_time(self, now: float) -> Iterator[Effect]:
        yield from self._judge.count_if_blind(now)
        match self.state:
            case states.Turn() as turn:
                seconds = self.options.press_asked_after_seconds
                is_asked = states.finished_move(turn) is not None and has_lain(
                    self._still_since, now, seconds
                )
                if is_asked is not turn.is_press_asked:
                    self._judge.state = replace(turn, is_press_asked=is_asked)
                # Beans that may be in the opponent's hand: who has captured them goes on before that.
                if has_lain(self._still_since, now, STEPWISE_AFTER_SECONDS):
                    yield from self._judge.take_put_back()
            case states.WrongTable(since=since, is_stepwise=False) as wrong:
                if now >= since + STEPWISE_AFTER_SECONDS:
                    self._judge.change_steps(wrong)
            case state if isinstance(state, states.Interlude):
                yield from self._go_to(now, interludes.elapsed(state, now))
