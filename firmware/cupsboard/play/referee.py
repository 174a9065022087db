"""The referee: the only place where the state of a game changes.

It is shown what the scales say (a `Sight`) and what the fingers do (gestures), and answers with events.
Time is passed in; the same steps give the same events.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar, assert_never

from cupsboard.play.claims import (
    Promise,
    answered,
    is_reply,
    pressed_for,
    settled_by_reply,
    sides_begun,
    simplest,
    stock_if_empty,
)
from cupsboard.play.course import Course
from cupsboard.play.events import (
    Ending,
    Event,
    LookedInVain,
    NewGameOffered,
    NotNow,
    Passed,
    QuestionAnswered,
    StillOwed,
)
from cupsboard.play.options import Options
from cupsboard.play.repairs import NOTHING_PROPOSED
from cupsboard.play.sight import BothHold, BothPress, Expectation, Gesture, Hold, LongHold, Press, Sight
from cupsboard.play.states import (
    REFUSALS,
    Asking,
    Blind,
    Burdened,
    Goal,
    Lifting,
    Notice,
    OfferingNewGame,
    Over,
    Owed,
    Passing,
    Refusal,
    Refused,
    Restoring,
    State,
    Turn,
    WrongTable,
)
from cupsboard.play.trouble import Trouble, reported, troubled
from cupsboard.rules.game import Contents, Game, Plan, Progress
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side
from cupsboard.sensing.outcome import Complete, NotLegal, Outcome, Unchanged, Undecided, UnderWay

P = TypeVar("P")


class Referee(Generic[P]):
    """One game between the table and its players, from set-up to result, and the next one after it."""

    def __init__(
        self,
        game: Game[P],
        options: Options,
        history: History[P] | None = None,
        agreed: Contents | None = None,
    ) -> None:
        """Without a history a new game is set up; a resumed one goes on from the table `agreed` last."""
        self._options = options
        self._course = Course(game, options.starter, history, agreed)
        self._state: State = self._course.resting()
        self._notice: Notice | None = None
        self._outcome: Outcome | None = None
        self._vouched: Outcome | None = None
        self._found: Contents = {}
        self._proposed = NOTHING_PROPOSED
        self._filled: frozenset[Place] = frozenset()
        self._still_since: float | None = None
        self._is_stepwise = False
        self._promise: Promise | None = None
        self._done: Plan | None = None
        self._presses: dict[Side, float] = {}

    @property
    def history(self) -> History[P]:
        """The game so far."""
        return self._course.history

    @property
    def position(self) -> P:
        """The position after the last move that was ended."""
        return self._course.position

    @property
    def state(self) -> State:
        """Where the game stands between board and players."""
        return self._state

    @property
    def notice(self) -> Notice | None:
        """What is shown for a moment over the state."""
        return self._notice

    def expectation(self) -> Expectation:
        """What the recognition should look for; the same object until that changes."""
        return self._course.expectation()

    def step(self, now: float, sight: Sight, gestures: Sequence[Gesture]) -> tuple[Event, ...]:
        """Take in one moment.

        When the expectation has changed afterwards, the same table must be recognised anew and shown in a
        further step; nothing is judged before that.
        """
        events: list[Event] = []
        self._filled = sight.filled
        if sight.moving:
            self._still_since = None
        if sight.is_new and sight.recognition is not None:
            self._outcome, self._found = sight.recognition.outcome, sight.recognition.found
            self._still_since = now if self._still_since is None else self._still_since
            events += self._look(now)
        for gesture in gestures:
            events += self._obey(now, gesture)
        if sight.is_still:
            events += self._judge_presses(now)
            events += self._end_by_stillness(now)
        events += self._pass_time(now)
        return tuple(events)

    # What the table says

    def _look(self, now: float) -> Iterator[Event]:
        outcome, goal = answered(self._outcome, self._vouched), self._course.goal
        if outcome is None or isinstance(self._state, OfferingNewGame | Over):
            return
        if isinstance(outcome, Unchanged | Complete | UnderWay):
            self._proposed = NOTHING_PROPOSED
        if goal is not None and self._course.has_reached_goal(outcome, self._found):
            yield from self._follow(now, self._course.arrive())
            return
        match outcome:
            case Unchanged() | Complete() | UnderWay() | NotLegal() if goal is not None:
                self._state = Restoring(goal, self._is_stepwise)
            case Undecided(confirmed=confirmed) if goal is not None and self._is_led(confirmed):
                self._state = Restoring(goal, self._is_stepwise)
            case Unchanged():
                if self._state != Turn():
                    # What was put back may be other beans than those that were taken.
                    yield self._course.agree()
                self._course.begun_by(None)
                self._wait_for_move()
            case Complete(plan, ways):
                yield from self._follow_move(now, ways, plan)
            case UnderWay(ways):
                yield from self._follow_move(now, ways, None)
            case _:
                yield from self._object(now, outcome)

    def _is_led(self, confirmed: Outcome | None) -> bool:
        """Whether lights can show the way to a wanted table, so that no question is to be answered yet."""
        if all(self._course.contents[place] == count for place, count in self._found.items()):
            return False
        return confirmed is None or not self._course.has_reached_goal(confirmed, self._found)

    def _object(self, now: float, outcome: Trouble) -> Iterator[Event]:
        if isinstance(outcome, NotLegal):
            done = self._done
            if done and done.side and self._course.is_answered_by_capture(done, self._found):
                ended = self._course.end_turn(done.side, done.label, Ending.OPPONENT_BEGAN)
                yield from self._follow(now, ended)
                return
            self._proposed = self._proposed.after(self._found, outcome.repairs)
            outcome = replace(outcome, repairs=self._proposed.repairs)
        before = self._state
        self._state = troubled(outcome, before, now, self._is_stepwise, self._course.goal)
        yield from reported(before, self._state)

    def _follow_move(self, now: float, seen_ways: tuple[Progress, ...], done: Plan | None) -> Iterator[Event]:
        ways = simplest(seen_ways, self._done)
        settled = settled_by_reply(ways, done)
        if settled is not None:
            yield from self._follow(now, self._course.end_turn(*settled, Ending.OPPONENT_BEGAN))
        else:
            sides = sides_begun(ways, done)
            self._course.begun_by(next(iter(sides)) if len(sides) == 1 else None)
            yield from self._go_on(now, ways, done)

    def _go_on(self, now: float, ways: tuple[Progress, ...], done: Plan | None) -> Iterator[Event]:
        promise = self._promise
        kept = tuple(way for way in ways if promise is not None and promise.is_about(way.plan))
        if promise is not None and done is not None and promise.is_about(done):
            yield from self._follow(now, self._course.end_turn(promise.side, done.label, Ending.PRESSED))
        elif promise is not None and kept and done is None:
            self._is_stepwise = False
            self._state = Owed(promise.side, kept)
        else:
            self._wait_for_move(ways, done)

    def _wait_for_move(self, ways: tuple[Progress, ...] = (), done: Plan | None = None) -> None:
        self._promise = None
        self._is_stepwise = False
        self._done = done
        self._state = Turn(ways, done)

    # What the fingers say

    def _obey(self, now: float, gesture: Gesture) -> Iterator[Event]:
        if isinstance(self._state, OfferingNewGame):
            yield from self._answer_offer(now, gesture)
            return
        match gesture:
            case Press(side) if isinstance(self._state, Over):
                yield self._refuse(now, side, Refusal.GAME_OVER)
            case Press(side, time):
                self._presses[side] = time
            case Hold(side):
                yield from self._help(now, side)
            case LongHold():
                yield from self._offer(now)
            case BothHold():
                yield from self._undo(now)
            case BothPress():
                yield from self._redo(now)
            case _:
                assert_never(gesture)

    def _judge_presses(self, now: float) -> Iterator[Event]:
        """Judge what was pressed long enough ago that a bean dropped before it must show."""
        for side, time in sorted(self._presses.items(), key=lambda press: press[1]):
            if self._outcome is None or isinstance(self._state, Lifting | Burdened | OfferingNewGame):
                return
            if now >= time + self._options.press_settles_seconds:
                del self._presses[side]
                yield from self._judge_press(now, side, time)

    def _judge_press(self, now: float, side: Side, time: float) -> Iterator[Event]:
        match self._state:
            case Turn(ways, done):
                yield from self._judge_turn(now, side, ways, done)
            case Owed(owner, ways) if side is owner:
                yield StillOwed(side, tuple(way.plan for way in ways))
            case Owed():
                yield self._refuse(now, side, Refusal.NOT_YOUR_TURN)
            case Asking(_, confirmed, description, since) if confirmed is not None and time > since:
                yield from self._answer(now, side, confirmed, description)
            case _:
                yield self._refuse(now, side, REFUSALS[type(self._state)])

    def _judge_turn(
        self, now: float, side: Side, ways: tuple[Progress, ...], done: Plan | None
    ) -> Iterator[Event]:
        own = tuple(way for way in ways if way.plan.side is side)
        if side not in self._course.movers:
            yield self._refuse(now, side, Refusal.NOT_YOUR_TURN)
        elif done is not None and done.side is side:
            yield from self._follow(now, self._course.end_turn(side, done.label, Ending.PRESSED))
        elif own:
            decided = pressed_for(own)
            self._promise = Promise(side, frozenset(way.plan.label for way in decided))
            self._state = Owed(side, decided)
            yield StillOwed(side, tuple(way.plan for way in decided))
        else:
            has_begun = bool(ways or done)
            yield self._refuse(now, side, Refusal.NOT_YOUR_TURN if has_begun else Refusal.NOTHING_MOVED)

    def _answer(
        self, now: float, side: Side, confirmed: Unchanged | UnderWay | Complete, description: str
    ) -> Iterator[Event]:
        if self._course.goal is None and side not in self._course.movers and not is_reply(confirmed):
            yield self._refuse(now, side, Refusal.NOT_YOUR_TURN)
            return
        yield QuestionAnswered(side, description)
        self._vouched = confirmed
        yield from self._look(now)
        # The button also means what it always means: an answer that finds the move complete ends the turn.
        if isinstance(self._state, Turn) and self._state != Turn():
            yield from self._judge_turn(now, side, self._state.ways, self._state.done)

    def _help(self, now: float, side: Side) -> Iterator[Event]:
        match self._state:
            case Over():
                yield from self._offer(now)
            case Restoring(Goal.TAKE_BACK):
                yield from self._follow(now, self._course.play_on())
            case Restoring(goal):
                self._is_stepwise = not self._is_stepwise
                self._state = Restoring(goal, self._is_stepwise)
            case Turn(ways, done):
                yield from self._help_mover(now, side, ways, done)
            case Owed(_, ways):
                yield from self._help_mover(now, side, ways, None)
            case Burdened(places):
                yield LookedInVain(frozenset(places))
            case WrongTable() | Lifting() | Asking() | Blind():
                yield from self._put_back_stepwise(now)
            case OfferingNewGame():
                yield from self._decline_offer(now)
            case _:
                assert_never(self._state)

    def _help_mover(
        self, now: float, side: Side, ways: tuple[Progress, ...], done: Plan | None
    ) -> Iterator[Event]:
        count = None
        if done is None and side in self._course.movers:
            count = stock_if_empty(self._course.game, self.position, side, ways, self._filled)
        if count is not None:
            yield from self._follow(now, self._course.correct_stock(side, count))
        elif ways or done is not None:
            yield from self._put_back_stepwise(now)
        else:
            yield self._refuse(now, side, Refusal.NOTHING_TO_HELP)

    def _put_back_stepwise(self, now: float) -> Iterator[Event]:
        if self._course.goal is None:
            yield from self._follow(now, self._course.take_back())
        self._is_stepwise = True
        if self._course.goal is not None:
            self._state = Restoring(self._course.goal, is_stepwise=True)

    def _undo(self, now: float) -> Iterator[Event]:
        if self._course.goal is None and self._state != Turn() and not isinstance(self._state, Over):
            yield from self._follow(now, self._course.take_back())
        elif self.history.can_undo:
            yield from self._follow(now, self._course.undo())
        else:
            yield self._refuse(now, None, Refusal.NOTHING_TO_UNDO)

    def _redo(self, now: float) -> Iterator[Event]:
        is_free = self._course.goal is not None or self._state == Turn() or isinstance(self._state, Over)
        if is_free and self.history.can_redo:
            yield from self._follow(now, self._course.redo())
        else:
            yield self._refuse(now, None, Refusal.NOTHING_TO_REDO)

    def _offer(self, now: float) -> Iterator[Event]:
        self._presses.clear()
        self._state = OfferingNewGame(now + self._options.offer_seconds)
        yield NewGameOffered()

    def _answer_offer(self, now: float, gesture: Gesture) -> Iterator[Event]:
        if isinstance(gesture, Press):
            yield from self._follow(now, self._course.restart())
        elif not isinstance(gesture, LongHold):
            yield from self._decline_offer(now)

    def _decline_offer(self, now: float) -> Iterator[Event]:
        self._state = self._course.resting()
        yield from self._look(now)

    # What follows

    def _end_by_stillness(self, now: float) -> Iterator[Event]:
        wanted, since, state = self._options.stillness_seconds, self._still_since, self._state
        if wanted is None or since is None or now < since + wanted:
            return
        if isinstance(state, Turn) and state.done is not None and state.done.side is not None:
            ended = self._course.end_turn(state.done.side, state.done.label, Ending.STILLNESS)
            yield from self._follow(now, ended)

    def _pass_time(self, now: float) -> Iterator[Event]:
        if self._notice is not None and now >= self._notice.until:
            self._notice = None
        match self._state:
            case OfferingNewGame(until) if now >= until:
                yield from self._decline_offer(now)
            case WrongTable(since=since) if now >= since + self._options.stepwise_after_seconds:
                self._is_stepwise = True
                self._state = replace(self._state, is_stepwise=True)
            case _:
                pass

    def _follow(self, now: float, events: Iterator[Event]) -> Iterator[Event]:
        """Let the course change; what was seen speaks of the course before and counts no more."""
        for event in events:
            if isinstance(event, Passed):
                self._notice = Passing(event.side, now + self._options.pass_shown_seconds)
            yield event
        self._outcome = None
        self._proposed = NOTHING_PROPOSED
        self._vouched = None
        self._promise = None
        self._done = None
        self._is_stepwise = False
        self._state = self._course.resting()
        if isinstance(self._state, Over):
            self._presses.clear()

    def _refuse(self, now: float, side: Side | None, why: Refusal) -> NotNow:
        self._notice = Refused(side, why, now + self._options.refusal_shown_seconds)
        return NotNow(side, why)
