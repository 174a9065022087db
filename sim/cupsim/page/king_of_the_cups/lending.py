"""How the board of King of the Cups is lent to its owner, and goes on with the game when it is given back."""

from functools import partial

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS
from cupsboard.scales.calibration import Calibration

from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.lending import SetUpRefused, go_on
from cupsim.runs.king_of_the_cups.evening import SPS
from cupsim.runs.king_of_the_cups.spots_set_up import Spots
from cupsim.runs.rehearsal import Lent

LONGEST_GRAB_SECONDS = 30.0


class TableLender:
    """Lends the board of an evening at nine spots; implements `Lender`."""

    def __init__(self, evening: TableEvening) -> None:
        self._evening = evening

    @property
    def name(self) -> str:
        """See `Lender`."""
        return f"king-{self._evening.world.setting.seed}-{len(self._evening.seats)}"

    @property
    def known(self) -> Calibration | None:
        """See `Lender`. What the cups weigh is known already; who calibrates anew weighs them too."""
        return self._evening.world.calibration

    def be_ready(self) -> None:
        """See `Lender`. A race goes on until no hand has a cup or touches the board."""
        world = self._evening.world
        world.run_until(world.now + LONGEST_GRAB_SECONDS, lambda: not self._evening.is_halfway)
        if held := [cup.kind for cup in CUPS if world.table.nearest(cup) is None]:
            raise SetUpRefused(f"a hand has the cup {', '.join(held)}: put it down first")
        if self._evening.is_halfway:
            raise SetUpRefused("hands are at the cups: try again when the race is over")

    def lend(self) -> Lent:
        """See `Lender`."""
        world = self._evening.world
        away = ((cup, world.table.take_away(cup, world.now)) for cup in CUPS)
        self._away = [(cup, *at) for cup, at in away if at is not None]
        return Lent(
            world.profile, world.table, world.setting.seed, SPS, partial(Spots, world.table), world.now
        )

    def take_back(self, calibrated: Calibration | None, now: float) -> None:
        """See `Lender`."""
        world = self._evening.world
        for cup, place, standing in self._away:
            world.table.stand(cup, place, standing, now)
        go_on(world, calibrated, lambda kept: self._evening.take_up(kept, now))

    def complain(self, fault: Exception) -> None:  # noqa: ARG002
        """See `Lender`: it is cups that were not weighed."""
        self._evening.notify("calibration-before")
