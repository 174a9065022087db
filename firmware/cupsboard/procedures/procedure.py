"""What is done to a board outside a game, and the loop that does it on any board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cupsboard.loop import Intake
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Scene, Tone


@dataclass(frozen=True, slots=True)
class Output:
    """What a procedure has to say after a step."""

    scene: Scene
    tone: Tone | None = None


class Procedure(Protocol):
    """Steps over frames and buttons, with time passed in; it neither waits nor reads a port."""

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""

    @property
    def is_still(self) -> bool:
        """Whether the cells could be started anew without disturbing anybody."""

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""


class ProcedureLoop:
    """Runs one procedure on one board."""

    def __init__(self, board: Board, procedure: Procedure) -> None:
        self._board = board
        self._procedure = procedure
        self._intake = Intake(board)
        self.scene: Scene | None = None
        """What was last shown."""
        self.weighed_at: float | None = None
        """When the last frame came."""

    def step(self) -> float:
        """Do everything that is due now; the time at which something will be due again."""
        taken = self._intake.take()
        if taken is None:
            return self._intake.next_time
        board, (now, frame, edges) = self._board, taken
        if frame is not None:
            self.weighed_at = now
        told = self._procedure.step(now, frame, edges)
        board.scales.allow_reset(still=self._procedure.is_still)
        if told.tone is not None:
            board.sound.show(told.tone, now)
        board.sound.step(now)
        board.lights.show(told.scene, now)
        self.scene = told.scene
        return self._intake.next_time

    def run(self) -> None:
        """Go on, sleeping in between, until the procedure is finished."""
        while not self._procedure.is_finished:
            self._board.clock.sleep_until(self.step())
