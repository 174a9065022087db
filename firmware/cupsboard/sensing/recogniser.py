"""Recognition by itself, without ports, lights and clocks: for experiments, campaigns and other boards.

    recogniser = Recogniser(calibration, {"south-1": 0, ...}, settled_before)
    seen = recogniser.look(game, position, settled_after)

or, for one move and a row of settled weights, `recognised`.
"""

from collections.abc import Sequence
from typing import TypeVar

from cupsboard.rules.game import Contents, Game
from cupsboard.rules.judging import plans_with_reply
from cupsboard.sensing.calibration import Calibration
from cupsboard.sensing.errors import SensingError
from cupsboard.sensing.knowledge import Settled, agreed, from_calibration, still_unchanged
from cupsboard.sensing.meanwhile import NOTHING, Meanwhile
from cupsboard.sensing.outcome import Recognition, Unchanged
from cupsboard.sensing.recognition import recognise

P = TypeVar("P")


def recognised(
    calibration: Calibration,
    agreed_contents: Contents,
    game: Game[P],
    position: P,
    settled: Sequence[Settled],
    meanwhile: Meanwhile = NOTHING,
) -> Recognition:
    """What the last of a row of settled tables is, if the first of them is the agreed table.

    `agreed_contents` names every weighed place; the tables between are looks on the way, from which the
    board learns while nothing has changed. `meanwhile` is what else was noticed, if it was.
    Raises SensingError for fewer than two tables, or places that don't fit.
    """
    if len(settled) < 2:
        raise SensingError(f"{len(settled)} settled tables: give the agreed one and at least one after it")
    recogniser = Recogniser(calibration, agreed_contents, settled[0])
    for table in settled[1:-1]:
        recogniser.look(game, position, table, meanwhile)
    return recogniser.look(game, position, settled[-1], meanwhile)


class Recogniser:
    """What is known of one board's places and beans, followed from agreed table to agreed table."""

    def __init__(self, calibration: Calibration, agreed_contents: Contents, settled: Settled) -> None:
        """`settled` is what the agreed table weighs. Raises SensingError if a place is missing."""
        _check_places(calibration, settled)
        if missing := calibration.places.keys() - agreed_contents.keys():
            raise SensingError(f"{min(missing)}: the agreed table does not say how many pieces lie there")
        self.knowledge = agreed(from_calibration(calibration, agreed_contents), agreed_contents, settled, {})
        self._calibration = calibration
        self._last: tuple[Recognition, Settled] | None = None

    def look(
        self, game: Game[P], position: P, settled: Settled, meanwhile: Meanwhile = NOTHING
    ) -> Recognition:
        """What a settled table is, seen from the agreed one and what the game allows in the position."""
        _check_places(self._calibration, settled)
        movers = game.movers(position)
        plans = [plan for side in movers for plan in game.plans(position, side)]
        replies = [plan for side in movers for plan in plans_with_reply(game, position, side)]
        seen = recognise(self.knowledge, (*plans, *replies), settled, meanwhile)
        if isinstance(seen.outcome, Unchanged):
            self.knowledge = still_unchanged(self.knowledge, settled)
        self._last = seen, settled
        return seen

    def agree(self, contents: Contents) -> None:
        """The table looked at last is agreed to hold this: the next look starts from there.

        Raises SensingError if nothing was looked at.
        """
        if self._last is None:
            raise SensingError("no table was looked at yet: look before agreeing")
        seen, settled = self._last
        self.knowledge = agreed(self.knowledge, contents, settled, seen.arrived_alone, seen.unexplained)


def _check_places(calibration: Calibration, settled: Settled) -> None:
    if missing := calibration.places.keys() - settled.weights.keys():
        raise SensingError(f"{min(missing)}: the settled table has no weight of this place")
