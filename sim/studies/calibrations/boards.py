"""Many boards calibrated unattended: what was named where something was wrong, and else what play came to.

Where a calibration was accepted, honest moves are played on a settled table with the errors that this very
calibration has, through the board's own memory; what was predicted from the calibration alone
stands beside what was observed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random

from cupsboard.procedures.beans.forecast import verdict_of
from cupsboard.procedures.reference_masses import reference
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.outcome import Complete, UnderWay
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Standing, of_beans
from cupsboard.rules.places import Place, Side
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.calibration import Calibration
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable

from studies.cups.turns import look_again

ROOMS_PLAYED = frozenset({"cups"})
PATIENCE_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table: boards that differ by their seed alone."""

    name: str
    reference: str = "100 g"
    mistake: Mistake = Mistake.NONE
    beans: str = "kidney"
    cells: str = "500g"
    sps: int = 10
    warming_degrees: float = 0.0
    bend: float = 0.0


CASES = (
    Case("weight of 100 g"),
    Case("two nickels", "2 nickels"),
    Case("no reference", "none"),
    Case("80 SPS", sps=80),
    Case("cells of 1 kg", cells="1kg"),
    Case("cells that bend by 0.05 %", bend=5e-4),
    Case("room warms by 5 degC", warming_degrees=5.0),
    Case("navy beans", beans="navy"),
    Case("pinto beans", beans="pinto"),
    Case("kidney sorted", beans="kidney sorted"),
    Case("mixed beans", beans="mixed"),
    Case("mixed sorted", beans="mixed sorted"),
    Case("glass gems", beans="gem"),
    Case("go stones", beans="go stone"),
    *(Case(mistake.value, mistake=mistake) for mistake in Mistake if mistake is not Mistake.NONE),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one board; `observed` counts honest moves."""

    is_accepted: bool
    is_named: bool
    predicted: float
    gain_error: float
    claimed_gain_error: float
    observed: Mapping[str, int]
    seconds: float

    @property
    def moves(self) -> int:
        """How many honest moves were played."""
        return sum(self.observed.values())


def try_case(case: Case, seed: int, moves: int) -> Outcome:
    """Calibrate one board, and play on it if that was accepted."""
    setup = CalibrationSetup(
        seed=seed,
        reference=reference(case.reference),
        switched_on=datetime.now().astimezone(),
        mistake=case.mistake,
        sps=case.sps,
        beans=case.beans,
        cells=case.cells,
        warming_degrees=case.warming_degrees,
        bend=case.bend,
    )
    world = CalibrationWorld(setup)
    world.calibrate(PATIENCE_SECONDS)
    result = world.result()
    named = result.refused[-1] if result.refused else None
    is_named = (
        named is not None
        and named.what in NAMED[case.mistake]
        and (not result.concerned or named.place in result.concerned)
    )
    if result.calibration is None:
        return Outcome(False, is_named, 0.0, 0.0, 0.0, {}, result.seconds)
    errors = world.true_gain_errors(result.calibration)
    return Outcome(
        is_accepted=True,
        is_named=is_named,
        predicted=verdict_of(result.calibration, setup.cups).expected.questioned,
        gain_error=(sum(error**2 for error in errors.values()) / len(errors)) ** 0.5,
        claimed_gain_error=max(values.gain_error for values in result.calibration.places.values()),
        observed=_play(result.calibration, world.gains(result.calibration), setup, Random(seed), moves),
        seconds=result.seconds,
    )


def _play(
    calibration: Calibration,
    gains: Mapping[Place, float],
    setup: CalibrationSetup,
    random: Random,
    moves: int,
) -> dict[str, int]:
    """Honest moves on fresh tables with just these gains."""
    counts = dict.fromkeys(("accepted", "questioned", "taken for another"), 0)
    while sum(counts.values()) < moves:
        _play_game(calibration, gains, setup, random, counts)
    return counts


def _play_game(
    calibration: Calibration,
    gains: Mapping[Place, float],
    setup: CalibrationSetup,
    random: Random,
    counts: dict[str, int],
) -> None:
    game = games.of_board(setup.cups)
    model, kind = cell_model(setup.cells), bean_kind(setup.beans)
    table = SettledTable(game.places, kind, model, random, rate_sps=setup.sps, samples=4, gains=gains)
    knowledge = from_calibration(calibration, {})
    tracker = Tracker(calibration, agreed(knowledge, of_beans(table.contents()), table.weigh()))
    position = game.start(Side.SOUTH)
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        moves = game.plans(position, side)
        plan = random.choice(moves)
        table.carry_out(plan.open)
        settled = table.weigh()
        seen = tracker.look(expected_plans(game, position), settled)
        match seen.outcome:
            case Complete(found) if found.label == plan.label:
                counts["accepted"] += 1
            case Complete() | UnderWay():
                counts["taken for another"] += 1
            case _:
                counts["questioned"] += 1
        tracker.keep(seen, settled)
        tracker.agree(table.contents())
        position = game.play(position, side, plan.label)
        look_again(tracker, seen, expected_plans(game, position), settled)
