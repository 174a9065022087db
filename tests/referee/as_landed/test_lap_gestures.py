"""Every gesture in every situation of a game whose acts count as they land, against the one table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from cupsboard.recognition.histories.verdict import Question, Table
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee import events, inputs
from cupsboard.referee.as_landed import states
from cupsboard.referee.as_landed.gesture_overview import GESTURES, Deed, Situation, situation_of
from cupsboard.referee.as_landed.instructions import OnlyTable, Sight
from cupsboard.referee.as_landed.laps import after_acts
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ConcessionOffered
from cupsboard.referee.gesture_overview import Fingers
from cupsboard.referee.options import Options
from cupsboard.referee.states import Goal, Over, Restoring
from cupsboard.rules import games
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Kind, Side, cup, stock
from cupsboard.rules.turns import PUT, Act
from cupsboard.signs.sentences import ENGLISH

GAME, SOUTH, NORTH = games.named("coin-duel 10 stage 3"), Side.SOUTH, Side.NORTH
NOW = 100.0
SIGHT = Sight(Knowledge({}, {}))
FIRST = Act(PUT, stock(SOUTH), cup(SOUTH, 1), 1, Kind("dime"))


def played() -> History[Any]:
    """South is to move, something can be undone, and something redone."""
    history = HistoryOf(GAME, SOUTH)
    for side, label in ((SOUTH, "reserve dime"), (NORTH, "reserve cent"), (SOUTH, "reserve nickel nickel")):
        history = history.play(side, label)
    return history.undo()


def to_move(computer: Side | None = None) -> Referee:
    options = Options(
        starter=SOUTH, levels=("1",), computer=None if computer is None else Computer(computer, "1")
    )
    return Referee(GAME, options, played())


def begun() -> Referee:
    referee = to_move()
    turn, pieces = after_acts(GAME, referee.position, SOUTH, [FIRST])
    referee.state = states.Playing(SOUTH, turn, pieces, (FIRST,), is_done=True)
    return referee


def with_clock(seconds_ago: float, *, is_begun: bool = False) -> Referee:
    """South is to move, and half a minute began to run for it so long ago, once both were back."""
    referee = Referee(GAME, Options(starter=SOUTH, levels=("1",)), played(), clocks=Clocks.of(Clock(30.0)))
    referee.step(NOW - seconds_ago, SIGHT, [inputs.BothPress(NOW - seconds_ago)])
    if is_begun:
        turn, pieces = after_acts(GAME, referee.position, SOUTH, [FIRST])
        referee.state = states.Playing(SOUTH, turn, pieces, (FIRST,))
    return referee


def clock_waits() -> Referee:
    return Referee(GAME, Options(starter=SOUTH, levels=("1",)), played(), clocks=Clocks.of(Clock(30.0)))


def helped(referee: Referee) -> Referee:
    referee.notice = states.Helping(SOUTH, NOW + 5.0)
    return referee


def with_state(state: Any) -> Referee:
    referee = to_move()
    referee.state = state
    return referee


def choosing() -> Referee:
    referee = begun()
    turn, pieces = after_acts(GAME, referee.position, SOUTH, [FIRST])
    tables = tuple(Table(share, turn, pieces, (FIRST,), (), None, (), 1.0) for share in (0.6, 0.4))
    referee.state = states.Choosing(Question((cup(SOUTH, 1),), cup(SOUTH, 1), ()), tables, 0)
    return referee


def between_rounds(*, is_cleared: bool) -> Referee:
    history = played().call(SOUTH, "concede").call(NORTH, "begin").undo()
    referee = Referee(GAME, Options(starter=SOUTH), history)
    assert isinstance(referee.state, states.RoundEnded)
    referee.state = replace(referee.state, is_cleared=is_cleared)
    return referee


def asked_to_give_up() -> Referee:
    referee = to_move()
    referee.notice = states.AskingConcession(SOUTH, NOW + 5.0)
    return referee


def resuming() -> Referee:
    return Referee(GAME, Options(starter=SOUTH), played(), {cup(SOUTH, 1): {}})


def offence(*, ends: bool) -> Referee:
    return with_state(states.Offence(SOUTH, "offence other", ends, (), (cup(SOUTH, 1),), ()))


REACH: Mapping[Situation, Callable[[], Referee]] = {
    Situation.SETTING_UP: lambda: Referee(GAME, Options(starter=SOUTH)),
    Situation.RESUMING: resuming,
    Situation.UNDOING: lambda: after(to_move(), inputs.BothHold(NOW)),
    Situation.TAKING_BACK: lambda: after(begun(), inputs.BothHold(NOW)),
    Situation.OPEN_START: lambda: Referee(GAME, Options(), HistoryOf(GAME, None)),
    Situation.START_HELPED: lambda: helped(Referee(GAME, Options(), HistoryOf(GAME, None))),
    Situation.TO_MOVE: to_move,
    Situation.CLOCK_WAITS: clock_waits,
    Situation.TIME_OVER: lambda: with_clock(40.0),
    Situation.TIME_OVER_BEGUN: lambda: with_clock(40.0, is_begun=True),
    Situation.BOARDS_TURN: lambda: to_move(SOUTH),
    Situation.BEGUN: begun,
    Situation.HELPED: lambda: helped(to_move()),
    Situation.BEGUN_HELPED: lambda: helped(begun()),
    Situation.GIVING_UP: asked_to_give_up,
    Situation.OFFENCE: lambda: offence(ends=False),
    Situation.OFFENCE_ENDS: lambda: offence(ends=True),
    Situation.UNCLEAR: lambda: with_state(states.Unclear((cup(SOUTH, 1),), ())),
    Situation.CHOOSING: choosing,
    Situation.ROUND_OVER: lambda: between_rounds(is_cleared=False),
    Situation.CLEARED: lambda: between_rounds(is_cleared=True),
    Situation.OVER: lambda: with_state(Over(SOUTH, {SOUTH: 9, NORTH: 4})),
}
GESTURE: Mapping[Fingers, inputs.Gesture] = {
    Fingers.TAP: inputs.Press(SOUTH, NOW),
    Fingers.OTHERS_TAP: inputs.Press(NORTH, NOW),
    Fingers.HOLD: inputs.Hold(SOUTH, NOW),
    Fingers.LONG_HOLD: inputs.LongHold(SOUTH, NOW),
    Fingers.BOTH_TAP: inputs.BothPress(NOW),
    Fingers.BOTH_HOLD: inputs.BothHold(NOW),
    Fingers.LONG_BOTH_HOLD: inputs.LongBothHold(NOW),
    Fingers.NEVER_MIND: inputs.NeverMind(NOW),
}
TOLD: Mapping[type, Deed] = {
    events.NotNow: Deed.NOT_NOW,
    events.ScoreShown: Deed.SCORE,
    events.MoveHurried: Deed.HURRY,
    ConcessionOffered: Deed.GIVE_UP,
    events.LookedInVain: Deed.LOOKED,
    events.TakingBack: Deed.TAKE_BACK,
    events.Undone: Deed.UNDO,
    events.Redone: Deed.REDO,
    events.NewGameOffered: Deed.NEW_GAME,
    events.PlayPaused: Deed.PAUSE,
    events.TimedOut: Deed.CLAIM,
}
CALLS = {"concede": Deed.YES, "begin": Deed.BEGIN_ROUND, "offence": Deed.END_ROUND}


def after(referee: Referee, gesture: inputs.Gesture) -> Referee:
    referee.step(NOW, SIGHT, [gesture])
    return referee


def done(referee: Referee, gesture: inputs.Gesture) -> Deed:
    """Do it, and say what became of it."""
    # It is asked long enough to be read.
    referee.step(NOW - 5.0, SIGHT, [])
    before, notice, clock = referee.state, referee.notice, referee.turn_clock
    away = frozenset() if clock is None else clock.away
    decision = referee.step(NOW, SIGHT, [gesture])
    for event in decision.events:
        if isinstance(event, events.Called):
            return CALLS[event.said.split()[0]]
        if type(event) in TOLD:
            return TOLD[type(event)]
    state = referee.state
    if clock is not None and clock.away != away and state == before and not isinstance(gesture, inputs.Hold):
        return Deed.HERE
    if isinstance(notice, states.AskingConcession) and referee.notice is None:
        return Deed.NO
    if any(isinstance(each, OnlyTable) for each in decision.instructions):
        return Deed.YES
    if isinstance(referee.notice, states.Helping) and notice is None:
        return Deed.WHAT_TO_DO
    match before, state:
        case (
            (Restoring(is_stepwise=was) | states.Offence(is_stepwise=was)),
            (Restoring(is_stepwise=now) | states.Offence(is_stepwise=now)),
        ) if was is not now:
            return Deed.STEPS
        case states.Choosing(offered=was_offered), states.Choosing(offered=offered) if was_offered != offered:
            return Deed.NEXT_TABLE
        case Restoring(Goal.TAKE_BACK), states.Playing():
            return Deed.PLAY_ON
        case states.Playing(player, acts=acts), _ if isinstance(gesture, inputs.Press):
            # What comes of it the next look says.
            return Deed.END_TURN if acts and gesture.side is player else Deed.NOT_NOW
        case _:
            return Deed.NOTHING


@pytest.mark.parametrize("fingers", Fingers)
@pytest.mark.parametrize("where", Situation)
def test_a_gesture_does_what_the_table_says(where: Situation, fingers: Fingers) -> None:
    referee = REACH[where]()
    computer = referee.seats.side
    clock = referee.turn_clock
    assert where is situation_of(
        referee.state,
        referee.notice,
        SOUTH,
        computer,
        is_clock_waiting=clock is not None and bool(clock.away),
        is_time_over=clock is not None and clock.may_be_claimed(SOUTH, NOW, computer),
    )
    assert done(referee, GESTURE[fingers]) is GESTURES[where][fingers]


def test_every_deed_has_words() -> None:
    assert {f"deeds.{deed.value}" for deed in Deed} <= ENGLISH.sentences.keys()
