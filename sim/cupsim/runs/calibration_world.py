"""A simulated board that is being calibrated, from one seed, by a maker who obeys its lights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.fit import calibration_of
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import Reference
from cupsboard.procedures.rejections import Rejection
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration

from cupsim.people.calibrating_hands import CalibratingHands, Load
from cupsim.people.calibrator import Maker
from cupsim.people.slips import Slip, SlippingMaker
from cupsim.runs.rows_board import RowsBoard, RowsSetup
from cupsim.runs.schedule import Timed
from cupsim.runs.workbench import Tell
from cupsim.table.load_cell import cell_model

HANDFUL_BEANS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSetup(RowsSetup):
    """Everything a calibration is drawn from."""

    reference: Reference
    switched_on: datetime
    """What the clock on the wall says when virtual time begins."""
    heap_beans: int = 60
    slip: Slip | None = None
    """What the maker does wrong once, at the `occasion`-th chance, counted from zero."""
    occasion: int = 0


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """How a calibration ended; `calibration` is None where something was refused for good."""

    calibration: Calibration | None
    refused: tuple[Rejection, ...]
    concerned: tuple[Place, ...]
    """Where the mistake truly was."""
    seconds: float
    notes: Notes


class CalibrationWorld(RowsBoard):
    """The board, the maker and what is on the table; `notes` go on from an earlier calibration."""

    def __init__(
        self,
        setup: CalibrationSetup,
        notes: Notes | None = None,
        keep: Callable[[Notes], object] = lambda _: None,
    ) -> None:
        super().__init__(setup)
        self.setup = setup
        begun = notes or Notes.empty(self.date, float(setup.sps), setup.reference, self.profile.places)
        self.calibrating = Calibrating(self.profile.places, begun, self._rates, keep)
        random = self.own_random()
        hands = CalibratingHands(self.table, random, self._load(), lambda: self.now)
        self.maker = (
            Maker(self.table, self, hands)
            if setup.slip is None
            else SlippingMaker(self.table, self, hands, setup.slip, setup.occasion, self.own_random())
        )
        self.actors.append(Timed(self.maker.step, 0.0))

    def _load(self) -> Load:
        """What the reference truly is: off by its error, once for all places."""
        reference = self.setup.reference
        if not reference.is_known:
            return Load(beans=HANDFUL_BEANS)
        return Load(grams=self._random.gauss(reference.mass_grams, reference.error_grams))

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
        counts_per_gram = cell_model(self.setup.cells).counts_per_gram
        calibration = calibration_of(notes, self.date, counts_per_gram) if is_whole else None
        refused = tuple(self.calibrating.refused)
        return CalibrationResult(calibration, refused, self.concerned, self.now, notes)
