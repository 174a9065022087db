"""What is done to a board outside a game: an activity that comes to an end."""

import math
from typing import Protocol

from cupsboard.loop import Activity, Loop
from cupsboard.ports import Board


class Procedure(Activity, Protocol):
    """Steps over frames and buttons, with time passed in."""

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""


def finish(board: Board, procedure: Procedure) -> None:
    """Run a procedure on a board to its end, sleeping in between."""
    loop = Loop(board, procedure)
    while not procedure.is_finished:
        loop.step()
        loop.rest_until(math.inf)
