"""How the board of a game is lent to its owner, and goes on with the game when it is given back."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from cupsboard.rules.places import BEAN
from cupsboard.scales.calibration import Calibration
from cupsboard.session.start import Start

from cupsim.page.evening import PageEvening
from cupsim.runs.rehearsal import Lent
from cupsim.runs.rows_set_up import Rows
from cupsim.table.beans import bean_kind


class SetUpRefused(Exception):
    """The board can't be set up now; the message says why."""


class Lender(Protocol):
    """The evening of a game whose board can be set up."""

    @property
    def name(self) -> str:
        """The name of the folder for this board's files."""

    @property
    def known(self) -> Calibration | None:
        """The calibration that an owner goes on from; None for an uncalibrated board."""

    def be_ready(self) -> None:
        """Let hands finish what they are about. Raises SetUpRefused where the board can't be lent now."""

    def lend(self) -> Lent:
        """Put what lies on the board aside."""

    def take_back(self, calibrated: Calibration | None, now: float) -> None:
        """Let all lie as it lay, and go on at `now`, by a calibration if there is another.

        Raises SensingError where the game can't go on by that; it goes on by the one before then.
        """

    def complain(self, fault: Exception) -> None:
        """Show people at pages that the game goes on by the calibration before, and why."""


class Played(Protocol):
    """The board of a game that can go on."""

    calibration: Calibration

    def start_by(self, calibration: Calibration) -> Start:
        """What the board would go on with now by a calibration. Raises SensingError if it can't."""


def go_on(played: Played, calibrated: Calibration | None, take_up: Callable[[Start], None]) -> None:
    """Go on by another calibration if there is one; see `Lender.take_back`."""
    kept = played.start_by(played.calibration)
    try:
        if calibrated is not None:
            kept = played.start_by(calibrated)
    finally:
        take_up(kept)


class RowsLender:
    """Lends the board of an evening at two rows of cups."""

    def __init__(self, evening: PageEvening) -> None:
        self._evening = evening

    @property
    def name(self) -> str:
        """See `Lender`."""
        setting = self._evening.world.setting
        return "-".join(map(str, (setting.seed, setting.cups, setting.sps, setting.beans, setting.cells)))

    @property
    def known(self) -> Calibration | None:
        """See `Lender`. What coins weigh is known already, and beans alone calibrate a board."""
        world = self._evening.world
        return None if world.game.kinds.keys() == {BEAN} else world.calibration

    def be_ready(self) -> None:
        """See `Lender`."""
        self._evening.let_hands_finish()
        world = self._evening.world
        if self._evening.is_shared:
            raise SetUpRefused(
                "this game is shared with another board: set up before it begins or when it is over"
            )
        if not world.is_powered:
            raise SetUpRefused("the power is off: switch the board on first")
        if lifted := [place for place in world.table.cells if not world.table.has_cup(place)]:
            raise SetUpRefused(f"no cup stands on {', '.join(lifted)}: put it back first")

    def lend(self) -> Lent:
        """See `Lender`."""
        world = self._evening.world
        table, setting = world.table, world.setting
        self._away = {place: table.take(place, count, world.now) for place, count in table.contents().items()}
        return Lent(
            profile=world.profile,
            table=table,
            seed=setting.seed,
            sps=setting.sps,
            let_in=partial(Rows, table, bean_kind(setting.beans)),
            now=world.now,
            unplugged=self._evening.pulled,
        )

    def take_back(self, calibrated: Calibration | None, now: float) -> None:
        """See `Lender`."""
        world = self._evening.world
        for place, pieces in self._away.items():
            for piece in pieces:
                world.table.drop(place, piece, now)
        go_on(world, calibrated, lambda kept: self._evening.take_up(kept, now))

    def complain(self, fault: Exception) -> None:
        """See `Lender`."""
        self._evening.notify(f"the game goes on by the calibration before: {fault}")
