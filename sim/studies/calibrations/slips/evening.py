"""Calibrations in which one thing goes wrong once, on sound boards and beside every wrong wire."""

from datetime import UTC, datetime
from statistics import fmean

from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense
from cupsim.people.slips import Slip
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld

from studies.results import Trial
from studies.runner import Evening
from studies.tally import Example, Tally

ROOMS_PLAYED = frozenset({"cups"})
NO_SLIP = "no slip"
MADE, TRUE, BLAMED, WIRED, NAMED_RIGHTLY = (
    "made",
    "ended true",
    "wires blamed",
    "wrong wires",
    "named rightly",
)
WRONG, UNFINISHED, SECONDS = "wrong advice", "no true calibration", "seconds"
SWITCHED_ON = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
LONGEST_SECONDS = 900.0
OCCASIONS = 4
WIRES = (Nonsense.WRONG_DIRECTION, Nonsense.SAME_SIGNAL, Nonsense.CROSSED, Nonsense.SILENT)
WRONG_WIRES = (Mistake.SWAPPED_WIRES, Mistake.CROSSED_CABLES, Mistake.JOINED_LINES)
MOST_GAIN_ERROR = 2e-3
ROWS: dict[str, Slip | None] = {NO_SLIP: None, **{slip.value: slip for slip in Slip}}
"""What goes wrong, by the names of the rows."""


def play(evening: Evening) -> Tally:
    """Calibrate boards with the slip of a row: at each of its occasions, and beside every wrong wire."""
    found, slip = Tally(), ROWS[evening.row]
    for occasion in range(1 if slip is None else OCCASIONS):
        _calibrated(found, evening, Mistake.NONE, occasion)
    for mistake in () if slip is None else WRONG_WIRES:
        _calibrated(found, evening, mistake, evening.seed % 2)
    return found


def _calibrated(found: Tally, evening: Evening, mistake: Mistake, occasion: int) -> None:
    """Calibrate one board, and count what came of it."""
    setup = CalibrationSetup(
        OCCASIONS * evening.seed + occasion,
        reference=reference("100 g"),
        switched_on=SWITCHED_ON,
        mistake=mistake,
        slip=ROWS[evening.row],
        occasion=occasion,
        cups=2,
        sps=80 if evening.seed % 4 == 0 else 10,
    )
    world = CalibrationWorld(setup)
    world.calibrate(LONGEST_SECONDS)
    result = world.result()
    made = result.calibration
    errors = () if made is None else world.true_gain_errors(made).values()
    is_true = made is not None and all(abs(error) < MOST_GAIN_ERROR for error in errors)
    blamed = {refusal.what for refusal in result.refused if refusal.what in WIRES}
    is_wrong = not blamed <= set(NAMED[mistake])
    if mistake is Mistake.NONE:
        counted = {MADE: world.has_slipped, TRUE: is_true and world.has_slipped, BLAMED: bool(blamed)}
        found.counts.update({**counted, UNFINISHED: not is_true})
        if world.has_slipped or setup.slip is None:
            found.measure(SECONDS, world.now)
    else:
        found.counts.update({WIRED: 1, NAMED_RIGHTLY: bool(blamed) and not is_wrong})
    found.counts[WRONG] += is_wrong
    if is_wrong or (mistake is Mistake.NONE and not is_true):
        blamed_names = ", ".join(each.name for each in blamed) or "nothing blamed"
        found.show(
            Example(WRONG if is_wrong else UNFINISHED, evening.seed, f"{mistake.value}: {blamed_names}")
        )


TRIAL = Trial("slips", Evening, play, Tally.from_json, "studies.calibrations.slips.evening", Tally.as_json)


def more_seconds(found: Tally, plain: Tally) -> float | None:
    """Return how much longer a calibration with a slip took on average; None before there are both."""
    longer, usual = (each.values.get(SECONDS) for each in (found, plain))
    return fmean(longer) - fmean(usual) if longer and usual else None
