"""A simulated board under examination: the firmware's doctor, and a hand that presses what is lit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from cupsboard import profile
from cupsboard.loop import Loop
from cupsboard.ports import Board
from cupsboard.procedures.doctor.diagnosis import Line, diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.doctor.support_bundle import EXAMINATION, bundle
from cupsboard.procedures.doctor.traced_procedure import Traced
from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Meaning
from cupsboard.storage import calibration_file

from cupsim.runs import schedule
from cupsim.runs.build_faults import Mistake, make, rattling
from cupsim.runs.memory_store import Memory
from cupsim.runs.schedule import Actor, Timed
from cupsim.runs.simulated_board import build, calibrate
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

PATIENCE_SECONDS = 600.0
PAUSE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class ExaminationSetup:
    """A board to be examined; its mistake came after its calibration."""

    seed: int
    switched_on: datetime
    """What the clock on the wall says when virtual time begins."""
    mistake: str = "none"
    cups: int = 4
    sps: int = 10
    cells: str = "500g"


@dataclass(frozen=True, slots=True)
class ExaminationResult:
    """What the doctor says, and what can be sent elsewhere."""

    lines: tuple[Line, ...]
    profile: Profile
    calibration: bytes
    """The calibration's file."""
    trace: bytes
    """The examination's own."""
    concerned: tuple[Place, ...]
    """Where the mistake truly is."""

    @property
    def is_well(self) -> bool:
        """Whether nothing was found."""
        return all(line.is_good for line in self.lines)

    @property
    def diagnosis(self) -> str:
        """One line for each place."""
        return "\n".join(map(str, self.lines))

    def bundle(self, now: datetime) -> bytes:
        """The archive."""
        return bundle(self.diagnosis, self.profile, self.calibration, {EXAMINATION: self.trace}, now)


class _ExaminationWorld:
    """Board, table and a person who presses the place whose light asks for it, then both buttons."""

    def __init__(self, setup: ExaminationSetup) -> None:
        rng = Random(setup.seed)
        model = cell_model(setup.cells)
        self.profile = profile.generated(setup.cups, rate_sps=setup.sps)
        self.table = Table(setup.cups, rng, cells=model)
        self.bench = build(self.profile, self.table, rng, sps=setup.sps)
        drawn = calibrate(self.table, bean_kind("kidney"), model, rng, sps=setup.sps)
        made = setup.switched_on.isoformat(timespec="seconds")
        self.calibration: Calibration = replace(drawn, made=made)
        mistake = Mistake[setup.mistake.replace("-", "_").upper()]
        self.concerned = make(mistake, self.bench, self.table, rng)
        self.rattling = rattling(mistake, self.table, rng)
        self._random = rng
        self._pressed: Place | None = None

    @property
    def board(self) -> Board:
        return self.bench.board

    def acts(self, told_place: Place | None, is_buttons: bool) -> Iterator[float]:
        """Press a place, or both buttons one after the other."""
        clock = self.board.clock
        if told_place is not None:
            grams = self._random.uniform(25.0, 60.0)
            self.table.push(told_place, grams, clock.now())
            yield 0.8
            self.table.push(told_place, -grams, clock.now())
            yield 1.0
        elif is_buttons:
            for side in Side:
                self.bench.set_button(side, True, clock.now())
                yield 0.2
                self.bench.set_button(side, False, clock.now())
                yield 0.4


def examine(setup: ExaminationSetup) -> ExaminationResult:
    """Examine one board."""
    world = _ExaminationWorld(setup)
    examining = Examining(world.calibration, world.profile.places, world.bench.bank.health)
    traced = Traced(examining, world.profile, world.calibration)
    _run(world, traced)
    kept = Memory()
    calibration_file.save(kept, "calibration.toml", world.calibration)
    return ExaminationResult(
        diagnose(examining.findings),
        world.profile,
        kept.read("calibration.toml") or b"",
        traced.trace,
        world.concerned,
    )


def _run(world: _ExaminationWorld, procedure: Traced) -> None:
    loop = Loop(world.board, procedure)
    motion: Iterator[float] | None = None
    touched: Place | None = None

    def step_hand(now: float) -> float:
        nonlocal motion, touched
        pause = None if motion is None else next(motion, None)
        if pause is None:
            asked = [] if loop.scene is None else loop.scene.signs
            place = next((s.place for s in asked if s.meaning is Meaning.LOOK and s.place != touched), None)
            is_buttons = any(sign.meaning is Meaning.WINNER for sign in asked)
            touched = place or touched
            motion = world.acts(place, is_buttons)
            pause = PAUSE_SECONDS
        return now + pause

    turns: list[Actor] = [Timed(lambda _: loop.step(), 0.0), *world.rattling, Timed(step_hand, 0.0)]
    schedule.run_until(PATIENCE_SECONDS, world.board.clock, lambda: turns, lambda: procedure.is_finished)
