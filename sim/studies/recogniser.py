"""Recognition by itself, without ports, lights and clocks: for experiments, campaigns and other boards.

    recogniser = Recogniser(calibration, {"south-1": 0, ...}, settled_before)
    seen = recogniser.look(game, position, settled_after)
    recogniser.agree({"south-1": 1, ...})

or, for one move and a row of settled weights, `recognised`.

A `Weight` is in grams above the calibrated bare platform, cup included, with the variance of that mean as
far as it is believed: noise is best taken at 1.5 to 2 times what was measured (firmware/SENSING.md, 4.3).

Two cups differ by about as much as a bean weighs, so cups that change places may weigh what a legal table
weighs, and pass for it unless they were seen in the air: show the table with both lifted as one of the row,
or name them with `lift`. Then none passes (sim/results/CUPS.md, cups exchanged). So it is with everything
that happens between: what came and went look by look is counted step by step.
"""

import math
from collections.abc import Collection, Sequence
from typing import TypeVar

from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.outcome import Lifted, Recognition
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.game import Contents, Game, of_beans
from cupsboard.rules.places import Place
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled

P = TypeVar("P")


def recognised(
    calibration: Calibration,
    agreed_contents: Contents,
    game: Game[P],
    position: P,
    settled: Sequence[Settled],
) -> Recognition:
    """What the last of a row of settled tables is, if the first of them is the agreed table.

    `agreed_contents` names every weighed place (others, like stocks in bowls, may stand in it too); the
    tables between are looks on the way, from which the board learns while nothing has changed, and sees which
    cups were in the air together.
    Raises SensingError for fewer than two tables, and for places, counts or weights that can't be.
    """
    if len(settled) < 2:
        raise SensingError(f"{len(settled)} settled tables: give the agreed one and at least one after it")
    recogniser = Recogniser(calibration, agreed_contents, settled[0])
    for table in settled[1:-1]:
        recogniser.look(game, position, table)
    return recogniser.look(game, position, settled[-1])


class Recogniser:
    """The memory of a board (see `Tracker`) for weights alone, with every input checked."""

    def __init__(self, calibration: Calibration, agreed_contents: Contents, settled: Settled) -> None:
        """`settled` is what the agreed table weighs. Raises SensingError for what can't be."""
        _check_beans(calibration)
        _check_weights(calibration, settled)
        _check_contents(calibration, agreed_contents)
        lying = of_beans(agreed_contents)
        knowledge = agreed(from_calibration(calibration, lying), lying, settled)
        self._calibration = calibration
        self._tracker = Tracker(calibration, knowledge, is_watched=False)

    @property
    def knowledge(self) -> Knowledge:
        """What is known of the places and beans by now."""
        return self._tracker.knowledge

    def lift(self, places: Collection[Place]) -> None:
        """These cups were in the air at the same time. Raises SensingError for an unknown place."""
        if unknown := set(places) - self.knowledge.places.keys():
            raise SensingError(f"{min(unknown)}: the board has no scale for this place, so no cup to lift")
        self._tracker.lift(frozenset(places))

    def look(self, game: Game[P], position: P, settled: Settled) -> Recognition:
        """What a settled table is, seen from the agreed one and what the game allows in the position.

        Raises SensingError for weights that can't be, and where board, game and position don't fit together.
        """
        _check_weights(self._calibration, settled)
        _check_position(self.knowledge.contents, game, position)
        seen = self._tracker.look(expected_plans(game, position), settled)
        if isinstance(seen.outcome, Lifted):
            self._tracker.lift(seen.outcome.places)
        self._tracker.keep(seen, settled)
        return seen

    def agree(self, contents: Contents) -> None:
        """Begin anew from a table that is agreed to hold this: the last one that found it, or the last one.

        Raises SensingError if nothing was looked at, or for counts that can't be.
        """
        _check_contents(self._calibration, contents)
        self._tracker.agree(contents)


def _check_beans(calibration: Calibration) -> None:
    mean, spread = calibration.beans.mean_grams, calibration.beans.spread_grams
    if not (0 < mean < math.inf and 0 <= spread < math.inf):
        raise SensingError(
            f"beans of {mean} g with a spread of {spread} g: the mean must be above 0, the spread 0 or above"
        )


def _check_weights(calibration: Calibration, settled: Settled) -> None:
    if missing := calibration.places.keys() - settled.weights.keys():
        raise SensingError(f"{min(missing)}: the settled table has no weight of this place")
    for place, weight in settled.weights.items():
        if isinstance(weight, CellFault):
            continue
        if not math.isfinite(weight.grams):
            raise SensingError(
                f"{place}: {weight.grams} g is no weight; give a CellFault if it can't be read"
            )
        if not 0 < weight.variance < math.inf:
            raise SensingError(f"{place}: a variance of {weight.variance} g^2; no weight is known exactly")


def _check_contents(calibration: Calibration, contents: Contents) -> None:
    if missing := calibration.places.keys() - contents.keys():
        raise SensingError(f"{min(missing)}: the agreed table does not say how many beans lie there")
    for place, count in contents.items():
        if count < 0:
            raise SensingError(f"{place}: {count} beans can't lie in the agreed table")


def _check_position(contents: Contents, game: Game[P], position: P) -> None:
    """The agreed table must be the game's in this position, wherever there is a scale."""
    if missing := set(game.places) - contents.keys():
        raise SensingError(f"{min(missing)}: this game needs the place and the board has no scale for it")
    in_position = game.contents(position)
    for place, count in contents.items():
        expected = in_position.get(place)
        if expected is None:
            raise SensingError(
                f"{place}: the board has a scale for this place and this game has no such place"
            )
        if expected != count:
            raise SensingError(
                f"{place}: {count} beans agreed, {expected} in the position; pass one that fits"
            )
