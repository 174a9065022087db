"""A simulated board in a club: simulated people sit down there whenever two members play."""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from cupsboard.loop import GameLoop, Loop
from cupsboard.ports import Board
from cupsboard.rules.places import Side, stock

from cupsim.runs.game_world import Setting, World
from cupsim.runs.workbench import AccompaniedClock
from cupsim.table.hand_actions import Drop


class ClubBoard:
    """A board whose own program runs elsewhere, its table, and who sits there."""

    def __init__(self, setting: Setting, player: str, pace: float) -> None:
        """`player` names the simulated person who sits at either side while members play here.

        Then time goes `pace` times as fast as life, else as in life.
        """
        self.world, self._player, self._pace = World(setting), player, pace
        self.is_played: Callable[[], bool] = lambda: False
        """Tells whether two members of the club play here."""
        self.loop: Callable[[], Loop | None] = lambda: None
        """Gives what runs the board now."""

    @property
    def board(self) -> Board:
        """The board, in whose time the people act."""
        board = self.world.bench.board
        clock = AccompaniedClock(board.clock, self._act, lambda: self._pace if self.is_played() else 1.0)
        return replace(board, clock=clock)

    def _act(self) -> float:
        """Let everybody at the board act; return when the first of them wants to again."""
        world, loop = self.world, self.loop()
        if isinstance(loop, GameLoop) and loop is not world.loop:
            world.adopt(loop)
            self._stand_up()
        if self.is_played():
            world.reader.watch(world.now)
            self._sit_down()
        else:
            self._stand_up()
        others = world.others
        for actor in others:
            actor.act(world.now)
        return min((actor.next_time for actor in others), default=inf)

    def _sit_down(self) -> None:
        """Have both players there, once the table is as the board wants it."""
        world = self.world
        if not world.people and world.is_table_wanted:
            world.put_up()
        elif not world.people:
            for side in Side:
                world.seat(side, self._player)

    def _stand_up(self) -> None:
        """Send both players away; what they hold goes into their stocks."""
        for side in list(self.world.people):
            self.world.unseat(side)
            hands = self.world.hands[side]
            if hands.beans:
                hands.do(Drop(stock(side), len(hands.beans)), now=self.world.now)
