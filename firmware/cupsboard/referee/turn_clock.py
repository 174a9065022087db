"""The clock of a game at one board: which side's time runs, and when hands were done.

A turn's time begins when board and players have agreed on the end of the turn before, and ends when the hands
were done: at the press, or else at the last touch. Scales that settle cost neither side anything. The clocks
stand in the first turn, while the board asks or leads, for a side that the board plays, and after a power cut
until the players are back.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.referee import inputs, states
from cupsboard.referee.events import Ending, Event, TimeIsShort, TimeIsUp, TurnEnded, Undone
from cupsboard.referee.times import QUESTION_READ_SECONDS
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Timed:
    """What the clock has to know of a moment after the referee's step.

    `side` is the side whose time counts; None while the clocks stand. `has_begun` says that it has begun a
    move. `pressed` is when its player pressed, if that press is still to be judged. `done` names the move
    that lies complete on the table, "" for none; None where the state of the table doesn't tell.
    """

    side: Side | None
    has_begun: bool = False
    pressed: float | None = None
    done: str | None = None


def timed_in(
    state: states.State,
    notice: states.Notice | None,
    movers: Sequence[Side],
    computer: Side | None,
    presses: Mapping[Side, float],
) -> Timed:
    """Return whose time counts in a state of a game whose acts come in any order.

    `movers` may move, and `presses` are still to be judged. The board plays the side `computer`.
    """
    is_asked = isinstance(notice, states.AskingStock | states.AskingTable)
    match state, movers:
        case ((states.Turn() | states.Owed() | states.Lifting(goal=None)), (side,)) if not (
            is_asked or side is computer
        ):
            done = (state.done.label if state.done else "") if isinstance(state, states.Turn) else None
            return Timed(side, state != states.Turn(), presses.get(side), done)
        case (states.Restoring(), _):
            return Timed(None, done="")
        case _:
            return Timed(None)


class TurnClock:
    """Keeps the clocks of one game up to date, step by step."""

    def __init__(self, clocks: Clocks, away: Collection[Side] = ()) -> None:
        """Begin with `clocks`; `away` are the sides whose players are waited for after a power cut."""
        self._away = frozenset(away)
        self._clocks = clocks
        self._shown = clocks
        self._looked_touch = -math.inf
        """The last touch before the last look."""
        self._done = "", clocks
        """The move that lay complete at a look, and the clocks at the last touch before the first one."""
        self._told: tuple[Side, bool] | None = None
        """The side whose short time was told in its turn, and whether it was told to be over."""

    @property
    def clocks(self) -> Clocks:
        """Return the clocks as they are shown: a press stops them until it is judged."""
        return self._shown

    @property
    def away(self) -> frozenset[Side]:
        """Return the sides whose players the clocks wait for."""
        return self._away

    def greet(self, gesture: inputs.Gesture, computer: Side | None) -> bool:
        """Note that who made a gesture is back; return whether a player was waited for.

        A side that the board plays, `computer`, is never away.
        """
        if not self._away or isinstance(gesture, inputs.NeverMind):
            return False
        side = getattr(gesture, "side", None)
        self._away -= {computer, *((side,) if side is not None else Side)}
        return True

    def may_be_claimed(self, side: Side, now: float, computer: Side | None) -> bool:
        """Return whether the time of `side` is over and the other side may claim the game for that.

        A side that the board plays, `computer`, claims nothing.
        """
        return side.other is not computer and self._clocks.is_over(side, now)

    def may_claim(self, side: Side, time: float, computer: Side | None) -> bool:
        """Return whether a press of `side` at `time` claims the game, as could be read by then."""
        return self.may_be_claimed(side.other, time - QUESTION_READ_SECONDS, computer)

    def hear(
        self, event: Event, now: float, touched_at: float, press: float | None, computer: Side | None
    ) -> None:
        """Take in one event of a step.

        Hands last touched something at `touched_at`. `press` is the time of the press that was judged in this
        step; None without. The board plays the side `computer`.
        """
        match event:
            case TurnEnded(side, label, how):
                self._away -= {side}
                self._clocks = self._done_by(label, how, touched_at, press)
                self._done = "", self._clocks
                if side is not computer:
                    self._clocks = self._clocks.earned(side)
            case Undone():
                self._clocks = self._clocks.stopped(now).taken_back()
                self._done = "", self._clocks
            case _:
                pass

    def _done_by(self, move: str, how: Ending, touched_at: float, press: float | None) -> Clocks:
        """Return the clocks as they were when hands were done with `move`, with which their turn ended."""
        if how in (Ending.OPPONENT_BEGAN, Ending.WENT_ON):
            # The other's hands are seen at the table, and asked about, before they show in a move.
            done, clocks = self._done
            return clocks if done == move else self._clocks.stopped(self._looked_touch)
        if how is Ending.PRESSED and press is not None:
            return self._clocks.stopped(press)
        return self._clocks.stopped(touched_at)

    def step(self, now: float, timed: Timed, touched_at: float, *, has_looked: bool) -> Iterator[Event]:
        """Let the clock of the side that is `timed` run from now on, as far as no player is waited for.

        `has_looked` says that the table was looked at in this step. Yield what is to be told of the time.
        """
        if timed.has_begun and timed.side is not None:
            self._away -= {timed.side}
        runs = None if self._away else timed.side
        if runs is not self._clocks.runs:
            is_touched = has_looked and touched_at > self._looked_touch
            self._clocks = self._clocks.stopped(touched_at if is_touched else now).started(runs, now)
        if has_looked:
            self._looked_touch = touched_at
            if timed.done is not None and timed.done != self._done[0]:
                self._done = timed.done, self._clocks.stopped(touched_at)
        self._show(timed.pressed)
        yield from self._tell(now)

    def _show(self, pressed: float | None) -> None:
        if pressed is None or self._clocks.runs is None:
            self._shown = self._clocks
        elif self._shown != (stopped := self._clocks.stopped(pressed)):
            self._shown = stopped

    def _tell(self, now: float) -> Iterator[Event]:
        clocks = self._shown
        side = clocks.runs
        if side is None:
            return
        if not clocks.is_short(side, now):
            self._told = None
            return
        is_over = clocks.is_over(side, now)
        if self._told not in ((side, is_over), (side, True)):
            self._told = side, is_over
            yield TimeIsUp(side) if is_over else TimeIsShort(side)


def clock_of(
    kept: Clocks | None, rule: Clock | None, computer: Side | None, *, is_resumed: bool
) -> TurnClock | None:
    """Return the clock of a game; None for a game without one.

    `kept` are its clocks as they were kept; None for a game that begins by the `rule`. A game that
    `is_resumed` waits for its players, but not for the side `computer`, which the board plays.
    """
    clocks = Clocks.of(rule) if kept is None and rule is not None and not is_resumed else kept
    away = tuple(side for side in Side if is_resumed and side is not computer)
    return None if clocks is None else TurnClock(clocks, away)
