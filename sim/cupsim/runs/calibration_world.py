"""A simulated board that is being calibrated, from one seed, by a maker who obeys its lights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.fit import calibration_of
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import Reference
from cupsboard.procedures.rejections import Rejection
from cupsboard.profile import generated
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration

from cupsim.people.calibrating_hands import CalibratingHands, Load
from cupsim.people.calibrator import Maker
from cupsim.people.slips import Slip, SlippingMaker
from cupsim.runs.build_faults import Mistake
from cupsim.runs.schedule import Timed
from cupsim.runs.workbench import Tell, Workbench
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import PLATFORM_GRAMS, cell_model
from cupsim.table.table import Table

HANDFUL_BEANS = 20
BEANS_AT_HAND = 60


@dataclass(frozen=True, slots=True)
class CalibrationSetup:
    """Everything a calibration is drawn from."""

    seed: int
    reference: Reference
    switched_on: datetime
    """What the clock on the wall says when virtual time begins."""
    mistake: Mistake = Mistake.NONE
    slip: Slip | None = None
    """What the maker does wrong once, at the `occasion`-th chance, counted from zero."""
    occasion: int = 0
    cups: int = 4
    sps: int = 10
    beans: str = "kidney"
    cells: str = "500g"
    warming_degrees: float = 0.0
    """How much warmer the room becomes within ten minutes."""
    bend: float = 0.0
    """How far cells are off a straight line at half load, as a share of full load: a standard deviation."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """How a calibration ended; `calibration` is None where something was refused for good."""

    calibration: Calibration | None
    refused: tuple[Rejection, ...]
    concerned: tuple[Place, ...]
    """Where the mistake truly was."""
    seconds: float
    notes: Notes


def _forget(_: Notes) -> None:
    """Discards the notes: an unattended run is never resumed."""


class CalibrationWorld(Workbench):
    """The board, the maker and what is on the table; `notes` go on from an earlier calibration."""

    def __init__(
        self,
        setup: CalibrationSetup,
        notes: Notes | None = None,
        keep: Callable[[Notes], object] = _forget,
    ) -> None:
        rng = Random(setup.seed)
        self.setup = setup
        kind = bean_kind(setup.beans)
        model = replace(cell_model(setup.cells), non_linearity=setup.bend)
        self.table = Table(setup.cups, rng, beans=kind, cells=model, stock_beans=BEANS_AT_HAND)
        profile = generated(setup.cups, rate_sps=setup.sps)
        super().__init__(profile, self.table, rng, sps=setup.sps, mistake=setup.mistake)
        if setup.warming_degrees:
            self.table.room.heat(0.0, setup.warming_degrees, 600.0)
        begun = notes or Notes.empty(self.date, float(setup.sps), setup.reference, self.profile.places)
        self.calibrating = Calibrating(self.profile.places, begun, self._rates, keep)
        random = Random(rng.getrandbits(64))
        self.hands = CalibratingHands(self.table, random, self._load(rng), lambda: self.now)
        self.maker = self._maker(rng)
        self.actors.append(Timed(self.maker.step, 0.0))

    def _maker(self, rng: Random) -> Maker:
        setup = self.setup
        if setup.slip is None:
            return Maker(self.table, self, self.hands)
        random = Random(rng.getrandbits(64))
        return SlippingMaker(self.table, self, self.hands, setup.slip, setup.occasion, random)

    def _load(self, rng: Random) -> Load:
        """What the reference truly is: off by its error, once for all places."""
        reference = self.setup.reference
        if not reference.is_known:
            return Load(beans=HANDFUL_BEANS)
        return Load(grams=rng.gauss(reference.mass_grams, reference.error_grams))

    def _rates(self) -> Mapping[Place, int | None]:
        return {place: self.bench.bank.health()[place].nominal_sps for place in self.profile.places}

    @property
    def has_slipped(self) -> bool:
        """Whether the maker has made the slip of the setup."""
        return isinstance(self.maker, SlippingMaker) and self.maker.has_slipped

    def calibrate(self, patience_seconds: float, tell: Tell | None = None) -> None:
        """Let the maker go on until the calibration is finished or given up, or for so long."""
        self.run(self.calibrating, patience_seconds, tell, lambda: self.maker.has_given_up)

    @property
    def date(self) -> str:
        """When the board was switched on, as an ISO date and time: its minutes are no time on the wall."""
        return self.setup.switched_on.isoformat(timespec="seconds")

    def result(self) -> CalibrationResult:
        """How it ended, or how far it has got."""
        notes = self.calibrating.notes
        is_whole = self.calibrating.is_finished and not notes.skipped
        calibration = (
            calibration_of(notes, self.date, cell_model(self.setup.cells).counts_per_gram)
            if is_whole
            else None
        )
        refused = tuple(self.calibrating.refused)
        return CalibrationResult(calibration, refused, self.concerned, self.now, notes)

    def gains(self, calibration: Calibration) -> dict[Place, float]:
        """What a gram in an empty cup truly comes to on every place."""
        return {
            place: self.table.cells[place].counts_per_gram_at(PLATFORM_GRAMS + values.cup_grams)
            / values.counts_per_gram
            for place, values in calibration.places.items()
        }

    def true_gain_errors(self, calibration: Calibration) -> dict[Place, float]:
        """How far every place's gain is truly off, apart from what all have in common."""
        ratios = self.gains(calibration)
        middle = sum(ratios.values()) / len(ratios)
        return {place: ratio / middle - 1 for place, ratio in ratios.items()}
