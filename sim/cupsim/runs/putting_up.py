"""Simulated hands that put up the table the board asks for, and say yes where it asks them to look."""

from math import inf
from random import Random
from typing import Any, Protocol

from cupsboard.referee.inputs import Exactly
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Asking
from cupsboard.rules.game import Transfer
from cupsboard.rules.places import Side, stock

from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.table.hand_actions import Drop, PressButton
from cupsim.table.hands import Hands, SetButton
from cupsim.table.table import Table

TEMPO = 6.0
"""Nobody wants to watch this for long."""
GLANCE_SECONDS = 0.3
ANSWERED_SECONDS = 2.0
"""How long the board is given to judge a press."""


def is_table_wanted(referee: Referee[Any]) -> bool:
    """Whether the board waits for one certain table, so that nobody may move."""
    return isinstance(referee.expectation(), Exactly)


class Board(Protocol):
    """What the helper sees of an evening."""

    referee: Referee[Any]
    table: Table

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        """Close or open the contact of a player's button."""


class Helper:
    """A third pair of hands at the table. It carries bean by bean, and stops when the board is content."""

    def __init__(self, board: Board) -> None:
        push: SetButton = board.set_button
        self.hands = Hands(Side.SOUTH, board.table, push, Random(0), touches=0.0, tempo=TEMPO)
        self.next_time = inf
        """See `Actor`."""
        self._board = board

    @property
    def is_at_it(self) -> bool:
        """Whether it has been asked to help and the board is not content yet."""
        return self.next_time < inf

    def begin(self, now: float) -> None:
        """Help from now on."""
        self.next_time = min(self.next_time, now)

    def act(self, now: float) -> None:
        """See `Actor`."""
        if now < self.next_time:
            return
        self.next_time = now + GLANCE_SECONDS
        if self.hands.is_busy:
            return
        if is_table_wanted(self._board.referee):
            self._help(now)
        else:
            self.next_time = inf

    def _help(self, now: float) -> None:
        hands, referee = self.hands, self._board.referee
        if hands.beans:
            # What it was to be put into was taken away.
            hands.do(Drop(stock(hands.side), len(hands.beans)), now=now)
            return
        wanted = referee.history.game.contents(referee.position)
        left = transfers_to(wanted, self._board.table.contents())
        beans = [Transfer(each.source, each.target) for each in left for _ in range(each.count)]
        if beans:
            hands.do(*carried(beans), now=now)
        elif isinstance(referee.state, Asking):
            hands.do(PressButton(), now=now)
            self.next_time = now + ANSWERED_SECONDS
