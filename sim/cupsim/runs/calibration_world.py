"""A simulated board that is being calibrated, from one seed, by a maker who obeys its lights."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from cupsboard.loop import Loop
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.fit import calibration_of
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.proof import Proving
from cupsboard.procedures.procedure import Procedure
from cupsboard.procedures.reference_masses import Reference
from cupsboard.procedures.rejections import Rejection
from cupsboard.profile import generated
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Meaning, Message

from cupsim.people.calibrating_hands import CalibratingHands, Load, Motion
from cupsim.people.calibrator import Maker
from cupsim.people.light_reader import LightReader
from cupsim.people.slips import Slip, SlippingMaker
from cupsim.runs import schedule
from cupsim.runs.build_faults import Mistake, make, rattling
from cupsim.runs.schedule import Actor, Timed
from cupsim.runs.simulated_board import build
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


Tell = Callable[["CalibrationWorld"], object]
"""Looks at the board after each of its steps."""
PATIENCE_SECONDS = 60.0
"""The longest motion."""


def _forget(_: Notes) -> None:
    """Discards the notes: an unattended run is never resumed."""


class CalibrationWorld:
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
        self.profile = generated(setup.cups, rate_sps=setup.sps)
        self.table = Table(setup.cups, rng, beans=kind, cells=model, stock_beans=BEANS_AT_HAND)
        self.bench = build(self.profile, self.table, rng, sps=setup.sps)
        self.concerned = make(setup.mistake, self.bench, self.table, rng)
        self._rattling = rattling(setup.mistake, self.table, rng)
        if setup.warming_degrees:
            self.table.room.heat(0.0, setup.warming_degrees, 600.0)
        begun = notes or Notes.empty(self.date, float(setup.sps), setup.reference, self.profile.places)
        self.calibrating = Calibrating(self.profile.places, begun, self._rates, keep)
        random = Random(rng.getrandbits(64))
        self.hands = CalibratingHands(self.table, random, self._load(rng), lambda: self.now)
        """The only two there are: the maker's, or those of a person who says what they do."""
        self.maker = self._maker(rng)
        self._reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._procedure: Procedure = self.calibrating
        self._loop = Loop(self.bench.board, self.calibrating)

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

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self.bench.board.clock.now()

    def run(self, patience_seconds: float, tell: Tell | None = None) -> None:
        """Let the maker go on until the calibration is finished or given up, or for so long."""
        self._pass(self.now + patience_seconds, self.maker.step, lambda: self.maker.has_given_up, tell)

    def prove(self, proving: Proving, patience_seconds: float, tell: Tell | None = None) -> None:
        """Let the maker prove a calibration of this board."""
        self._procedure, self._loop = proving, Loop(self.bench.board, proving)
        self.run(patience_seconds, tell)

    def carry_out(self, motion: Motion, tell: Tell | None = None) -> None:
        """Let somebody else's hands make one motion."""
        ends = self.now + PATIENCE_SECONDS

        def go_on(now: float) -> float:
            nonlocal ends
            pause = next(motion, None)
            if pause is None:
                ends = now
            return now + (pause or 0.0)

        self._pass(ends, go_on, lambda: self.now >= ends, tell)

    def wait(self, seconds: float, tell: Tell | None = None) -> None:
        """Let time pass with hands off."""
        ends = self.now + seconds
        self._pass(ends, lambda _: ends, lambda: False, tell)

    def _pass(
        self, ends: float, act: Callable[[float], float], is_over: Callable[[], bool], tell: Tell | None
    ) -> None:
        """Let time pass with board and hands side by side."""

        def step_board(_now: float) -> float:
            wake = self._loop.step()
            self._reader.watch(self.now)
            if tell is not None:
                tell(self)
            return wake

        turns: list[Actor] = [Timed(step_board, self.now), *self._rattling, Timed(act, self.now)]
        schedule.run_until(
            ends, self.bench.board.clock, lambda: turns, lambda: self._procedure.is_finished or is_over()
        )

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

    # --- what the maker sees and reaches --------------------------------------------------------

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""
        return self._reader.meanings

    def said(self) -> str:
        """The key of the sentence on the screen."""
        return "" if self.message is None else self.message.key

    @property
    def message(self) -> Message | None:
        """The sentence on the screen."""
        return None if self._loop.scene is None else self._loop.scene.message

    def press(self, held_seconds: float, time: float) -> Iterator[float]:
        """Push south's button for a while."""
        self.bench.set_button(Side.SOUTH, True, time)
        yield held_seconds
        self.bench.set_button(Side.SOUTH, False, time + held_seconds)
        yield 0.3
