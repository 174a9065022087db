"""Undo and redo as one deed at a page: both buttons as often as it takes, then hands for the beans.

At a board undo takes back one move. Against a simulated player that would be theirs, and they would make it
again; so here the way back leads to the last move of a person, and the way forth to their next turn.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from cupsboard.referee.as_landed.states import Playing
from cupsboard.referee.states import Interlude, Over, Restoring, Turn, WrongTable
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side

from cupsim.page.button_fingers import ButtonFingers
from cupsim.runs.game_world import World

FINGERS = -1
"""Whose fingers these are; people at pages count up from 1."""
HOLD_SECONDS, TAP_SECONDS = 1.0, 0.12
JUDGED_SECONDS = 0.3
"""So soon after fingers let go the board has taken it in."""
SPARE_GESTURES = 2
"""Besides one a move: one takes back what is begun, and one may come at a bad moment."""


class Way(Enum):
    """Which way the record is to go."""

    UNDO = "undo"
    REDO = "redo"

    __hash__ = object.__hash__


class WayBack:
    """One way at a time, until the board has gone it or will not."""

    def __init__(self, world: World, fingers: ButtonFingers, put_up: Callable[[], object]) -> None:
        """`put_up` lets hands put the beans where the board then wants them."""
        self._world = world
        self._fingers = fingers
        self._put_up = put_up
        self._way: Way | None = None
        self._target: int | None = None
        self._left = 0
        self._is_down = False
        self._next_time = 0.0

    @property
    def open(self) -> dict[str, bool]:
        """Which ways may be gone now."""
        return {way.value: self._way is None and self._leads(way) for way in Way}

    def begin(self, way: Way) -> None:
        """Begin to take the game back by this way; do nothing if there is nothing to take back."""
        if self.open[way.value]:
            self._way, self._target = way, self._goal(way)
            length = len(self._history.steps)
            self._left = abs(length - (length if self._target is None else self._target)) + SPARE_GESTURES

    def advance(self) -> None:
        """Do what is due."""
        now = self._world.now
        if self._way is None or now < self._next_time:
            return
        if self._is_down:
            self._is_down = False
            self._fingers.release(FINGERS)
            self._next_time = now + JUDGED_SECONDS
        elif not self._fingers.are_at_rest:
            self._next_time = now + JUDGED_SECONDS
        elif self._left == 0 or self._is_there(self._way):
            self._way = None
            if self._world.is_table_wanted:
                self._put_up()
        else:
            self._left -= 1
            self._is_down = True
            self._fingers.press(FINGERS, tuple(Side))
            self._next_time = now + (HOLD_SECONDS if self._way is Way.UNDO else TAP_SECONDS)

    @property
    def _history(self) -> History[Any]:
        return self._world.referee.history

    def _leads(self, way: Way) -> bool:
        is_judged = self._world.is_powered and not isinstance(self._world.referee.state, Interlude)
        if not is_judged or self._fingers.are_down:
            return False
        if way is Way.REDO:
            return not self._is_begun and self._goal(way) is not None
        return self._is_own_move_begun or self._goal(way) is not None

    @property
    def _is_begun(self) -> bool:
        state = self._world.referee.state
        if isinstance(state, Playing):
            return bool(state.acts)
        return not (self._world.is_table_wanted or isinstance(state, Over) or state == Turn())

    @property
    def _is_own_move_begun(self) -> bool:
        """Whether it is a person's begun move that is to be put back, and no more."""
        state = self._world.referee.state
        is_ended = isinstance(state, WrongTable) and state.ended is not None
        return self._is_begun and not is_ended and not self._is_simulated_turn(self._history)

    def _is_simulated_turn(self, history: History[Any]) -> bool:
        movers = set(history.game.movers(history.position))
        return bool(movers) and movers <= self._world.people.keys()

    def _goal(self, way: Way) -> int | None:
        """How long the record is to be; None for a begun move that is put back, and where no way leads."""
        history = self._history
        if way is Way.REDO:
            while history.can_redo:
                history = history.redo()
                if not self._is_simulated_turn(history):
                    break
            return len(history.steps) if history is not self._history else None
        if self._is_own_move_begun:
            return None
        while history.can_undo:
            after, history = history, history.undo()
            taken = [step.entry for step in after.steps[len(history.steps) :]]
            if any(not (isinstance(each, Moved) and each.player in self._world.people) for each in taken[:1]):
                return len(history.steps)
        return None

    def _is_there(self, way: Way) -> bool:
        if self._target is None:
            return isinstance(self._world.referee.state, Restoring)
        length = len(self._history.steps)
        return length <= self._target if way is Way.UNDO else length >= self._target
