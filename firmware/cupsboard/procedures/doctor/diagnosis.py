"""What a doctor's findings mean: one line of verdict for every place, and for the board."""

from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.procedures.doctor.examination import Findings, PlaceFindings
from cupsboard.procedures.rejections import CURES
from cupsboard.scales.cell_faults import CellFault

MOST_NOISE = 3.0
"""Times the calibrated noise; recognition believes up to six, but twice is worth looking at."""
MOST_OFF_GRAMS = 0.5
"""An empty cup that is off by more has a bean in it, or its zero has gone: no drift in a room does that."""
MOST_DRIFT_GRAMS = 0.15
"""In a minute. A board that warms up goes by a tenth of that; by more a bean seems to lie there soon."""
LEAST_SHARE = 0.8
"""Of the readings that the rate promises."""
MOST_CROSSTALK = 0.02
"""Share of a neighbour's touch that a place may feel through the board."""
MOST_REPEATS = 0.3
"""Share of equal readings in a row; noise of a few counts alone gives less than a tenth."""
MOST_SPIKES = 0.02
MOST_FAULTS = 0.05
REJECTS_WORTH_SAYING = 6
"""Since the first weight of the place: what is refused before one is the start of the cell."""
_CONVERTING = (CellFault.SATURATED_LOW, CellFault.SATURATED_HIGH)
"""Of these a cell gives no weight, but is alive."""


@dataclass(frozen=True, slots=True)
class Line:
    """The verdict on one thing."""

    name: str
    is_good: bool
    said: str

    def __str__(self) -> str:
        return f"{self.name:<12} {'good' if self.is_good else 'LOOK'}  {self.said}"


def diagnose(findings: Findings) -> tuple[Line, ...]:
    """One line a place, then the buttons."""
    strongest = max((abs(place.touch_grams or 0.0) for place in findings.places), default=0.0)
    rates = [place.nominal_sps for place in findings.places if place.nominal_sps is not None]
    usual = max(set(rates), key=rates.count) if rates else None
    lines = [_line(place, strongest, usual) for place in findings.places]
    missing = findings.missing_buttons
    felt = "both felt" if len(findings.buttons) == 2 else "all felt"
    said = f"no press of {', '.join(missing)} was felt: see its cable and its line" if missing else felt
    return (*lines, Line("buttons", not missing, said))


def _line(place: PlaceFindings, strongest_touch: float, usual_sps: int | None) -> Line:
    troubles = list(_of_readings(place, usual_sps))
    if not troubles:
        wrong = list(_of_touch(place, strongest_touch))
        troubles = [*wrong, *_of_weight(place, is_wired_well=not wrong)]
    facts = _facts(place)
    return Line(place.place, not troubles, "; ".join([*troubles, facts]) if troubles else facts)


def _of_readings(place: PlaceFindings, usual_sps: int | None) -> Iterator[str]:
    """What spoils the readings themselves; then nothing else can be said of the place."""
    worst = max(place.faults, key=lambda fault: place.faults[fault], default=None)
    if worst is CellFault.SLOW_CLOCK and place.faults[worst] > MOST_FAULTS * place.readings:
        yield f"{worst.value}; {CURES[worst]}"
        return
    if place.readings == 0:
        gives = "gives no weight" if worst in _CONVERTING else "dead"
        why, seen = ("no readings at all", CellFault.SILENT) if worst is None else (worst.value, worst)
        yield f"{gives}: {why}; {CURES[seen]}"
        return
    if (
        worst is not None
        and worst is not CellFault.STARTING
        and place.faults[worst] > MOST_FAULTS * place.readings
    ):
        yield f"{worst.value} ({place.faults[worst]} times, now and then); see its cable, or {CURES[worst]}"
    if place.nominal_sps != usual_sps:
        yield f"converts at {place.nominal_sps} SPS, the others at {usual_sps}; see its RATE pin"
    elif place.nominal_sps is not None and place.readings < LEAST_SHARE * place.nominal_sps * place.seconds:
        yield f"only {place.readings / place.seconds:.1f} readings a second"
    if place.noise_grams is not None and place.noise_grams > MOST_NOISE * place.calibrated_noise_grams:
        times = place.noise_grams / place.calibrated_noise_grams
        yield f"{times:.0f} times as noisy as when calibrated; see its wires and supply, and what shakes it"
    if place.repeats > MOST_REPEATS * place.readings:
        yield f"the same counts {place.repeats} times over: the converter hangs; power the board off and on"
    if abs(place.drift_grams) > MOST_DRIFT_GRAMS:
        yield f"drifts by {place.drift_grams:+.1f} g a minute; {CURES[CellFault.DRIFTING]}"
    if place.spikes > MOST_SPIKES * place.readings:
        yield f"{place.spikes} wild readings; see its data and clock lines"


def _of_weight(place: PlaceFindings, *, is_wired_well: bool) -> Iterator[str]:
    """Where wires or platforms are wrong no calibration is advised: it would hide that."""
    if place.off_grams is not None and abs(place.off_grams) > MOST_OFF_GRAMS:
        said = f"{place.off_grams:+.2f} g off its calibration"
        advice = (
            f"; if nothing lies there, its cup is its own and the cell is screwed tight: cupsboard calibrate "
            f"--place {place.place}"
        )
        yield f"{said}{advice}" if is_wired_well else said


def _of_touch(place: PlaceFindings, strongest_touch: float) -> Iterator[str]:
    felt_at = ", ".join(place.felt_at)
    if felt_at and place.touch_grams is None:
        yield f"its touch is felt as {felt_at}: the cables are crossed"
    elif felt_at:
        yield f"its touch is felt at {felt_at} as well: their data lines are joined"
    elif place.touch_grams is None:
        yield "no touch was felt; see that the platform is free"
    elif place.touch_grams < 0:
        yield (
            f"weighs {-place.touch_grams:.0f} g less when it is pressed; if nobody lifted its cup, the "
            "signal wires A+ and A- are swapped, or the cell was turned over"
        )
    if place.heard_grams > max(MOST_CROSSTALK * strongest_touch, 8 * place.calibrated_noise_grams):
        yield f"feels {place.heard_grams:.1f} g of its neighbours' touch; see that nothing bridges platforms"


def _facts(place: PlaceFindings) -> str:
    facts = [f"cell {place.cell_serial}"] if place.cell_serial else []
    facts += [f"{place.readings / place.seconds:.1f} SPS"]
    if place.noise_grams is not None:
        facts.append(f"noise {1000 * place.noise_grams:.0f} mg")
    if place.off_grams is not None:
        facts.append(f"{1000 * place.off_grams:+.0f} mg since calibration")
    if place.touch_grams is not None:
        facts.append(f"touch {place.touch_grams:.0f} g")
    rejects = [f"{count} ({why})" for why, count in place.rejects.items() if count >= REJECTS_WORTH_SAYING]
    if rejects:
        facts.append("refused " + ", ".join(rejects))
    return ", ".join(facts)
