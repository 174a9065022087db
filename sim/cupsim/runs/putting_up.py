"""Simulated hands that put up the table the board asks for, and say yes where it asks them to look."""

from math import inf
from typing import Any, Protocol

from cupsboard.referee.as_landed.referee import Referee as LapReferee
from cupsboard.referee.inputs import Exactly
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Asking
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import stock

from cupsim.people.putting_right import laid_out
from cupsim.table.hand_actions import Drop, PressButton
from cupsim.table.hands import Hands
from cupsim.table.table import Table

AnyReferee = Referee[Any] | LapReferee

TEMPO = 6.0
"""Nobody wants to watch this for long."""
GLANCE_SECONDS = 0.3
ANSWERED_SECONDS = 2.0
"""How long the board is given to judge a press."""


def is_table_wanted(referee: AnyReferee, now: float) -> bool:
    """Whether the board waits for one certain table, so that nobody may move."""
    return _wanted(referee, now) is not None


def _wanted(referee: AnyReferee, now: float) -> Pieces | None:
    """The table that the board waits for, if it does."""
    if isinstance(referee, LapReferee):
        expected = referee.expectation(now)
        return None if expected is None else expected.wanted
    if isinstance(referee.expectation(), Exactly):
        return referee.history.game.pieces(referee.position)
    return None


class Board(Protocol):
    """What the helper sees of an evening."""

    referee: AnyReferee
    table: Table


class Helper:
    """A third pair of hands at the table. It carries bean by bean, and stops when the board is content."""

    def __init__(self, board: Board, hands: Hands) -> None:
        self.hands = hands
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
        wanted = _wanted(self._board.referee, now)
        if wanted is None:
            self.next_time = inf
        else:
            self._help(wanted, now)

    def _help(self, wanted: Pieces, now: float) -> None:
        hands = self.hands
        if hands.beans:
            # What it was to be put into was taken away.
            hands.do(Drop(stock(hands.side), len(hands.beans)), now=now)
            return
        acts = laid_out(wanted, self._board.table.pieces())
        if acts:
            hands.do(*acts, now=now)
        elif isinstance(self._board.referee.state, Asking):
            hands.do(PressButton(), now=now)
            self.next_time = now + ANSWERED_SECONDS
