"""Many boards calibrated unattended: what was named where something was wrong, and else what play came to.

Where a calibration was accepted, honest moves are played on a settled table with the errors that this very
calibration has, through the recogniser's public function; what was predicted from the calibration alone
stands beside what was observed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import get_context
from random import Random

from cupsboard.commissioning.references import reference
from cupsboard.commissioning.verdict import verdict_of
from cupsboard.rules.cups import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.judging import plans_with_reply
from cupsboard.rules.places import Place, Side
from cupsboard.sensing.calibration import Calibration
from cupsboard.sensing.knowledge import agreed, from_calibration
from cupsboard.sensing.outcome import Complete, UnderWay
from cupsboard.sensing.recognition import recognise

from cupsim.beans import bean_kind
from cupsim.calibration_desk import Bringing, CalibrationDesk
from cupsim.campaign.rates import Rate
from cupsim.cells import cell_model
from cupsim.settled import SettledTable
from cupsim.wiring_faults import NAMED, Mistake

PATIENCE_SECONDS = 1800.0
MOVES = 400
"""Honest moves played with every accepted calibration."""


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table: boards that differ by their seed alone."""

    name: str
    reference: str = "100 g"
    mistake: Mistake = Mistake.NONE
    beans: str = "kidney"
    sps: int = 10
    warming_degrees: float = 0.0


CASES = (
    Case("weight of 100 g"),
    Case("two nickels", "2 nickels"),
    Case("no reference", "none"),
    Case("80 SPS", sps=80),
    Case("room warms by 5 degC", warming_degrees=5.0),
    Case("navy beans", beans="navy"),
    Case("kidney sorted", beans="kidney sorted"),
    Case("mixed beans", beans="mixed"),
    Case("glass gems", beans="gem"),
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
    moves: int
    observed: Mapping[str, int]
    seconds: float


def campaign(seed: int, seeds: int, jobs: int) -> tuple[str, bool]:
    """The table over all cases, and whether everything was accepted or named as it should."""
    tasks = [(case, each) for case in CASES for each in range(seed, seed + seeds)]
    found: dict[str, list[Outcome]] = {case.name: [] for case in CASES}
    for (case, _), outcome in zip(tasks, _outcomes(tasks, jobs), strict=True):
        found[case.name].append(outcome)
    rows = [_row(case, found[case.name]) for case in CASES]
    head = (
        f"`cupsim calibrate --seeds {seeds} --seed {seed}` ({MOVES} honest moves with each accepted)\n\n"
        "| board | accepted | rightly named | gain error, claimed / true | questioned, predicted / observed "
        "| taken for another | minutes |\n|---|---|---|---|---|---|---|"
    )
    is_good = all(
        outcome.is_accepted if case.mistake is Mistake.NONE else outcome.is_named and not outcome.is_accepted
        for case in CASES
        for outcome in found[case.name]
    )
    return "\n".join([head, *rows]), is_good


def _outcomes(tasks: Sequence[tuple[Case, int]], jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        yield from (try_case(*task) for task in tasks)
        return
    with get_context("spawn").Pool(min(jobs, len(tasks))) as pool:
        yield from pool.imap(_try_task, tasks)


def _try_task(task: tuple[Case, int]) -> Outcome:
    return try_case(*task)


def try_case(case: Case, seed: int) -> Outcome:
    """Calibrate one board, and play on it if that was accepted."""
    bringing = Bringing(
        seed=seed,
        reference=reference(case.reference),
        switched_on=datetime.now().astimezone(),
        mistake=case.mistake,
        sps=case.sps,
        beans=case.beans,
        warming_degrees=case.warming_degrees,
    )
    desk = CalibrationDesk(bringing)
    desk.run(PATIENCE_SECONDS)
    brought = desk.brought()
    named = brought.refused[-1] if brought.refused else None
    is_named = (
        named is not None
        and named.what in NAMED[case.mistake]
        and (not brought.concerned or named.place in brought.concerned)
    )
    if brought.calibration is None:
        return Outcome(False, is_named, 0.0, 0.0, 0.0, 0, {}, brought.seconds)
    errors = desk.true_gain_errors(brought.calibration)
    observed = _play(brought.calibration, desk.gains(brought.calibration), bringing, Random(seed))
    return Outcome(
        is_accepted=True,
        is_named=is_named,
        predicted=verdict_of(brought.calibration, bringing.cups).expected.questioned,
        gain_error=(sum(error**2 for error in errors.values()) / len(errors)) ** 0.5,
        claimed_gain_error=max(values.gain_error for values in brought.calibration.places.values()),
        moves=sum(observed.values()),
        observed=observed,
        seconds=brought.seconds,
    )


def _play(
    calibration: Calibration, gains: Mapping[Place, float], bringing: Bringing, random: Random
) -> dict[str, int]:
    """Honest moves on fresh tables with just these gains."""
    counts = dict.fromkeys(("accepted", "questioned", "taken for another"), 0)
    while sum(counts.values()) < MOVES:
        _play_game(calibration, gains, bringing, random, counts)
    return counts


def _play_game(
    calibration: Calibration,
    gains: Mapping[Place, float],
    bringing: Bringing,
    random: Random,
    counts: dict[str, int],
) -> None:
    game = Cups(bringing.cups)
    model, kind = cell_model(bringing.cells), bean_kind(bringing.beans)
    table = SettledTable(game.places, kind, model, random, rate_sps=bringing.sps, samples=4, gains=gains)
    knowledge = from_calibration(calibration, {})
    knowledge = agreed(knowledge, table.contents(), table.weigh(), {})
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
        seen = recognise(knowledge, (*moves, *plans_with_reply(game, position, side)), settled)
        match seen.outcome:
            case Complete(found) if found.label == plan.label:
                counts["accepted"] += 1
            case Complete() | UnderWay():
                counts["taken for another"] += 1
            case _:
                counts["questioned"] += 1
        position = game.play(position, side, plan.label)
        knowledge = agreed(knowledge, table.contents(), settled, seen.arrived_alone)


def _row(case: Case, outcomes: Sequence[Outcome]) -> str:
    accepted = [outcome for outcome in outcomes if outcome.is_accepted]
    named = sum(outcome.is_named for outcome in outcomes)
    minutes = sum(outcome.seconds for outcome in outcomes) / len(outcomes) / 60
    cells = [case.name, f"{len(accepted)} of {len(outcomes)}"]
    cells.append("–" if case.mistake is Mistake.NONE else f"{named} of {len(outcomes)}")
    if accepted:
        moves = sum(outcome.moves for outcome in accepted)
        questioned = Rate(sum(outcome.observed["questioned"] for outcome in accepted), moves)
        wrong = Rate(sum(outcome.observed["taken for another"] for outcome in accepted), moves)
        claimed = max(outcome.claimed_gain_error for outcome in accepted)
        true = (sum(outcome.gain_error**2 for outcome in accepted) / len(accepted)) ** 0.5
        predicted = sum(outcome.predicted for outcome in accepted) / len(accepted)
        cells += [
            f"{100 * claimed:.2f} % / {100 * true:.2f} %",
            f"{predicted:.1e} / {questioned}",
            str(wrong),
        ]
    else:
        cells += ["–"] * 3
    cells.append(f"{minutes:.1f}")
    return f"| {' | '.join(cells)} |"
