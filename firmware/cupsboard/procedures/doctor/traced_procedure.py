"""An examination whose readings are put before a core too, so that its trace can be replayed elsewhere."""

from collections.abc import Sequence

from cupsboard.loop import Moment, Output
from cupsboard.procedures.procedure import Procedure
from cupsboard.procedures.uncalibrated import with_kinds
from cupsboard.profile import Profile
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.edges import Edge
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame
from cupsboard.session.replay import Tracer
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceWriter


class Traced:
    """A procedure and its trace; implements `Procedure`."""

    def __init__(self, procedure: Procedure, board: Profile, calibration: Calibration) -> None:
        """The core sits beside it as at the beginning of a game on empty cups, and shows nothing.

        It is asked nothing of pieces: where they were never weighed, their masses are assumed.
        """
        self._procedure = procedure
        game = games.of_table(len(board.owners)) if board.spots else games.of_board(board.cups)
        kinds = list(game.kinds)
        weighed = with_kinds(calibration, kinds) if board.spots else calibration
        start = Start(board, weighed, game, Options(), from_calibration(weighed, {}, kinds))
        self._core = start.core()
        self._lines: list[bytes] = []
        self._tracer = Tracer(TraceWriter(self._lines.append, start.header()))

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_finished

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_still

    @property
    def trace(self) -> bytes:
        """The trace so far."""
        return b"".join(self._lines)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        self._tracer(Moment(now, frame, tuple(edges), self._core.step(now, frame, edges)))
        return self._procedure.step(now, frame, edges)
