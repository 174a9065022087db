"""The referee of a game as it lands: the only place where its state changes.

It is shown the scales (a `Sight`) and gestures, and answers with a `Decision`. A turn ends by its player's
tap, or by the opponent's first act. Time is passed in; the same steps give the same events.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from cupsboard.referee import inputs, interludes, times
from cupsboard.referee.as_landed import states
from cupsboard.referee.as_landed.course import Course
from cupsboard.referee.as_landed.following import Following
from cupsboard.referee.as_landed.instructions import (
    Decision,
    Effect,
    Expectation,
    Instruction,
    OnlyTable,
    Sight,
)
from cupsboard.referee.computer import Seats
from cupsboard.referee.events import (
    ConcessionOffered,
    Ending,
    Event,
    GameClosed,
    LapSeen,
    LookedInVain,
    MoveHurried,
    NewGameOffered,
    NotNow,
    OffenceSeen,
    PlayPaused,
    PlayResumed,
    ScoreShown,
    TimedOut,
)
from cupsboard.referee.gestures import Posed
from cupsboard.referee.instructions import OnlyPieces
from cupsboard.referee.interludes import Leave
from cupsboard.referee.options import Options
from cupsboard.referee.states import Goal, Interlude, Over, Paused, Refusal, Refused, Restoring, ShowingScore
from cupsboard.referee.turn_clock import Timed, clock_of
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.game import Game, Pieces
from cupsboard.rules.games import has_stocks
from cupsboard.rules.history import History
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import Side, stock

CONCEDE = "concede"


class Referee(Following):
    """Referees one game whose acts count as they land, and the next one after it."""

    def __init__(
        self,
        game: Game[Any],
        options: Options,
        history: History[Any] | None = None,
        agreed: Pieces | None = None,
        lap: Lap | None = None,
        clocks: Clocks | None = None,
    ) -> None:
        """Set up a new game, or resume `history` from `agreed`, the pieces at the last recorded table.

        `lap` holds the acts of the turn in progress by then, `clocks` are those of a game with a clock as
        they were kept. Raises RulesError for acts that no turn allows.
        """
        super().__init__(Course(game, options.starter, history, agreed, lap), options)
        if agreed is not None:
            self._before = agreed
        self._has_stocks = has_stocks(game)
        self.notice: states.Notice | None = None
        self._posed = Posed()
        self.seats = Seats.at_first(options.levels, options.computer, options.players, options.known)
        """Who plays which side."""
        self.turn_clock = clock_of(clocks, options.clock, self.seats.side, is_resumed=history is not None)
        """The clock of the game; None for a game without."""

    @property
    def stocks(self) -> Mapping[Side, int]:
        """Return how many pieces each stock is believed to hold; {} in a game without stocks."""
        sides = Side if self._has_stocks else ()
        return {side: sum(self.pieces.get(stock(side), {}).values()) for side in sides}

    def expectation(self, now: float) -> Expectation | None:
        """Return what recognition is to compare the table with; None while no look is wanted."""
        if isinstance(self.state, Interlude | Over):
            return None
        is_cleared = isinstance(self.state, states.RoundEnded) and self.state.is_cleared
        if not is_cleared and (wanted := self.course.wanted) is not None:
            return Expectation(wanted)
        press = self._press
        return Expectation(is_done=press is not None and now >= press.time + times.PRESS_SETTLES_SECONDS)

    def call(self, players: tuple[str, ...], known: tuple[str, ...]) -> None:
        """See `Seated`."""
        self.seats = self.seats.called(players, known)

    def step(self, now: float, sight: Sight, gestures: Sequence[inputs.Gesture]) -> Decision:
        """Judge one moment: what the scales show, and the gestures. Return events and instructions."""
        events: list[Event] = []
        instructions: list[Instruction] = []
        for effect in self._effects(now, sight, gestures):
            if isinstance(effect, Instruction):
                instructions.append(effect)
            else:
                self._note(effect, now)
                if isinstance(effect, GameClosed):
                    self.turn_clock = clock_of(None, self.options.clock, None, is_resumed=False)
                elif self.turn_clock is not None:
                    press = None if self._judged_press is None else self._judged_press.time
                    self.turn_clock.hear(effect, now, sight.touched_at, press, self.seats.side)
                events.append(effect)
        if self.notice is not None and now >= self.notice.until:
            self.notice = None
        if (clock := self.turn_clock) is not None:
            events += clock.step(now, self._timed, sight.touched_at, has_looked=sight.look is not None)
        return Decision(tuple(events), tuple(instructions))

    @property
    def _timed(self) -> Timed:
        """Return whose time counts in the present state; in the first turn of a game neither side's does."""
        state, press = self.state, self._press
        if not isinstance(state, states.Playing) or not self.history.has_moved:
            return Timed(None)
        if state.player is self.seats.side or isinstance(self.notice, states.AskingConcession):
            return Timed(None)
        is_own = press is not None and press.side is state.player
        return Timed(state.player, bool(state.acts), press.time if press is not None and is_own else None)

    def _effects(self, now: float, sight: Sight, gestures: Sequence[inputs.Gesture]) -> Iterator[Effect]:
        self._judged_press = None
        if sight.moving:
            self._done_since = None
        expectation = self.expectation(now)
        if expectation is not None and expectation.wanted is not None:
            yield from self._compare(sight)
        elif expectation is not None and sight.look is not None:
            yield from self._see(now, sight, sight.look)
        self._note_question(now)
        for gesture in gestures:
            yield from self._obey(now, gesture)
        yield from self._pass_time(now, sight)
        self._note_question(now)

    # What the fingers say

    def _note_question(self, now: float) -> None:
        """Note what players are asked at the time `now`, and since when."""
        self._posed = self._posed.at(states.question_in(self.state, self.notice), now)

    def _is_too_early(self, gesture: inputs.Gesture) -> bool:
        """Return whether a gesture must do nothing, because its player can't have read what is asked."""
        is_pause = isinstance(gesture, inputs.LongHold | inputs.LongBothHold) and not isinstance(
            self.state, Interlude
        )
        is_pause = is_pause and not isinstance(self.notice, states.AskingConcession)
        is_read = self._posed.is_read(gesture.time)
        return self._posed.question is not None and not is_read and not is_pause

    def _obey(self, now: float, gesture: inputs.Gesture) -> Iterator[Effect]:
        self._note_question(now)
        if self._is_too_early(gesture):
            if isinstance(gesture, inputs.Press) and isinstance(self.state, states.Offence):
                yield NotNow(gesture.side, Refusal.WRONG_TABLE)
            elif isinstance(gesture, inputs.Press) and isinstance(
                self.state, states.Choosing | states.Unclear
            ):
                yield NotNow(gesture.side, Refusal.LOOK_FIRST)
            return
        if (
            isinstance(self.state, Paused)
            and self.seats.may_change
            and isinstance(gesture, inputs.Hold | inputs.BothPress)
        ):
            yield from self._change_seats(gesture)
            return
        if isinstance(self.state, Interlude):
            yield from self._go_to(interludes.answered(self.state, gesture, now, self.options))
            return
        if isinstance(self.notice, states.AskingConcession):
            yield from self._answer_concession(self.notice, gesture)
            return
        is_greeting = self.turn_clock is not None and self.turn_clock.greet(gesture, self.seats.side)
        if is_greeting and isinstance(gesture, inputs.Press | inputs.BothPress) and self._is_resting:
            return
        match gesture:
            case inputs.Press(side):
                yield from self._pressed(side, gesture)
            case inputs.Hold(side):
                yield from self._help(now, side)
            case inputs.LongHold():
                self.state = interludes.offering(now, self.options)
                yield NewGameOffered()
            case inputs.BothHold():
                yield from self._undo()
            case inputs.BothPress():
                yield from self._redo()
            case inputs.LongBothHold():
                self.state = Paused()
                yield PlayPaused()
            case inputs.NeverMind():
                return
            case _:
                assert_never(gesture)

    def _pressed(self, side: Side, press: inputs.Press) -> Iterator[Effect]:
        match self.state:
            case states.RoundEnded(is_cleared=True):
                # Where the rules say who begins, anybody's tap says that it may begin.
                movers = self.course.movers
                yield from self.course.begin_round(side if side in movers else movers[0])
                self._rest()
            case states.RoundEnded() | Restoring() if self.lying is not None and self._only_strange():
                yield from self._vouch(side)
            case Over() | states.RoundEnded():
                yield self._score()
            case Restoring():
                yield NotNow(side, Refusal.RESTORE_FIRST)
            case states.Offence() as wrong:
                yield from self._claim(side, wrong)
            case states.Choosing() as asked:
                yield from self._chosen(asked)
            case states.Unclear(places):
                self._vouched, self._is_looked_at = self._vouched | {*places}, True
                yield LookedInVain(frozenset(places))
                yield OnlyPieces(frozenset(places))
            case states.Playing(player, is_done=False) if self._may_claim(player, press):
                self._remember()
                yield from self.course.time_out(side.other)
                self._rest()
            case states.Playing(player, acts=()) if player is not None and side is not player:
                yield self._score()
            case states.Playing(None):
                yield NotNow(side, Refusal.NOTHING_MOVED)
            case states.Playing(acts=()) if side is self.seats.side:
                yield MoveHurried(side)
            case states.Playing():
                # If it is the other's, they have perhaps begun and ended a turn since the last look.
                self._press = press
            case _:
                yield NotNow(side, Refusal.PAUSED)

    def _may_claim(self, player: Side | None, press: inputs.Press) -> bool:
        """Return whether a press claims the game because the time of `player` is over."""
        clock = self.turn_clock
        is_others = player is press.side.other and self._press is None
        return clock is not None and is_others and clock.may_claim(press.side, press.time, self.seats.side)

    @property
    def _is_resting(self) -> bool:
        """Return whether it is a player's turn and nothing is begun."""
        return isinstance(self.state, states.Playing) and not self.state.acts

    def _only_strange(self) -> bool:
        return self.lying is not None and not self.lying.marks

    def _vouch(self, side: Side) -> Iterator[Effect]:
        """Accept the players' word about the places that keep a wanted table from being reached.

        If other pieces may lie there, by the weight, the first tap only warns: the board would never miss
        them again.
        """
        assert self.lying is not None
        if not self._warned.issuperset(self.lying.doubtful):
            self._warned |= {*self.lying.doubtful}
            yield NotNow(side, Refusal.LOOK_FIRST)
            return
        self._vouched |= {*self.lying.strange}
        yield LookedInVain(frozenset(self.lying.strange))

    def _claim(self, side: Side, wrong: states.Offence) -> Iterator[Effect]:
        """End the round by an offence, at the opponent's tap; until then it may be mended."""
        if wrong.said is None or not wrong.ends_round or side is wrong.player:
            yield NotNow(side, Refusal.WRONG_TABLE)
            return
        yield from self._called(wrong.player, wrong.said)

    def _called(self, side: Side, said: str) -> Iterator[Effect]:
        self._remember()
        yield from self.course.call(side, said)
        self._entered = 0
        self._rest()

    def _chosen(self, asked: states.Choosing) -> Iterator[Effect]:
        """Accept the offered table, on the word of a player who has looked."""
        table = asked.table
        yield OnlyTable(table)
        acts = (*self.course.since, *table.acts)
        self.state = states.Playing(self.course.player, table.turn, table.pieces, acts)

    def _help(self, now: float, side: Side) -> Iterator[Effect]:
        match self.state:
            case Over():
                self.state = interludes.offering(now, self.options)
                yield NewGameOffered()
            case Restoring(Goal.TAKE_BACK):
                self.course.play_on()
                self._rest()
            case Restoring() | states.Offence() as shown:
                self.state = replace(shown, is_stepwise=not shown.is_stepwise)
            case states.Choosing(tables=tables, offered=offered) as asked:
                self.state = replace(asked, offered=(offered + 1) % len(tables))
            case states.Unclear():
                yield from self._take_back()
            case states.Playing() if self._is_helped(side) and self._may_concede(side):
                yield ConcessionOffered(side)
            case states.Playing():
                if self._may_concede(side):
                    self.notice = states.Helping(side, now + times.OFFER_SECONDS)
            case _:
                yield NotNow(side, Refusal.NOTHING_TO_HELP)

    def _is_helped(self, side: Side) -> bool:
        return isinstance(self.notice, states.Helping) and self.notice.side is side

    def _may_concede(self, side: Side) -> bool:
        return CONCEDE in self.course.calls(side)

    def _answer_concession(self, asked: states.AskingConcession, gesture: inputs.Gesture) -> Iterator[Effect]:
        self.notice = None
        if isinstance(gesture, inputs.Press) and gesture.side is asked.side:
            yield from self._called(asked.side, CONCEDE)

    def _undo(self) -> Iterator[Effect]:
        if self._is_begun:
            yield from self._take_back()
        elif count := self.course.undoable(self.seats.side):
            self._remember()
            yield from self.course.undo(count)
            self._rest()
        else:
            yield NotNow(None, Refusal.NOTHING_TO_UNDO)

    @property
    def _is_begun(self) -> bool:
        """Return whether a turn has begun, legally or not."""
        if isinstance(self.state, states.Playing):
            return bool(self.state.acts)
        return isinstance(self.state, states.Offence | states.Unclear | states.Choosing)

    def _take_back(self) -> Iterator[Effect]:
        self._remember()
        yield from self.course.take_back()
        self._rest()

    def _redo(self) -> Iterator[Effect]:
        if not self.history.can_redo or self._is_begun:
            yield NotNow(None, Refusal.NOTHING_TO_REDO)
            return
        self._remember()
        yield from self.course.redo(self.seats.side)
        self._rest()

    def _remember(self) -> None:
        """Keep the present pieces, from which hands start towards a wanted table."""
        is_known = isinstance(self.state, states.RoundEnded) and not self.state.is_cleared
        if self.course.goal is None and not is_known:
            self._before = self.pieces

    def _change_seats(self, gesture: inputs.Hold | inputs.BothPress) -> Iterator[Effect]:
        before = self.seats
        self.seats = before.held(gesture.side) if isinstance(gesture, inputs.Hold) else before.at_next_level()
        if self.seats == before:
            yield NotNow(None, Refusal.PAUSED)
        else:
            yield from self.seats.changed(before)

    def _score(self) -> ScoreShown:
        return ScoreShown(self.course.game.score(self.course.position))

    # What follows

    def _go_to(self, following: interludes.Next) -> Iterator[Effect]:
        target, events = following
        yield from events
        match target:
            case Leave.BACK:
                self._rest()
            case Leave.RESTART:
                self._remember()
                yield from self.course.restart()
                self._rest()
            case Leave.GO_ON:
                yield PlayResumed()
                self._rest()
            case _:
                self.state = target

    def _pass_time(self, now: float, sight: Sight) -> Iterator[Effect]:
        match self.state:
            case states.Playing(is_done=True) as turn if (
                self._done_since is not None and sight.settled is not None
            ):
                lain, options = now - self._done_since, self.options
                if options.stillness_seconds is not None and lain >= options.stillness_seconds:
                    yield from self._end_turn(Ending.STILLNESS)
                elif options.press_asked_after_seconds is not None:
                    is_asked = lain >= options.press_asked_after_seconds
                    self.state = replace(turn, is_press_asked=is_asked)
            case state if isinstance(state, Interlude):
                yield from self._go_to(interludes.elapsed(state, now))
            case _:
                pass

    def _note(self, event: Event, now: float) -> None:
        match event:
            case NotNow(side, why):
                self.notice = Refused(side, why, now + times.REFUSAL_SHOWN_SECONDS)
            case ScoreShown(score):
                self.notice = ShowingScore(score, now, now + times.SCORE_SHOWN_SECONDS)
            case ConcessionOffered(side):
                self.notice = states.AskingConcession(side, now + times.OFFER_SECONDS)
            case LapSeen() | OffenceSeen() | TimedOut():
                self.notice = None
            case _:
                pass
