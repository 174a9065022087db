"""Weighing pieces of a kind, and writing down what they weigh."""

from collections.abc import Mapping
from dataclasses import replace

from cupsboard.commands.board_options import BoardFiles
from cupsboard.commands.jobs.job import Job, Prepared, Result, grams_by
from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.beans.kind_sample import kind_from_sample
from cupsboard.procedures.beans.portions import Checking
from cupsboard.rules.places import Kind, is_cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, check_kind
from cupsboard.storage import calibration_file


def weighing(at: BoardFiles, kind: Kind) -> Prepared:
    """Prepare the weighing of a kind. Raises SensingError or DriverError."""
    check_kind(kind, "KIND")
    calibration = at.load_calibration()
    cups = [place for place in at.profile.places if is_cup(place)]

    def job(_: Wired) -> Job:
        checking = Checking(calibration, at.profile.places, cups, 1, kind)
        return Job(
            "kinds-weigh",
            checking,
            lambda: Result(learnt(at, calibration, {kind: kind_from_sample(kind, checking.result)})),
            grams_by(calibration),
        )

    return job


def learnt(
    at: BoardFiles, calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]
) -> tuple[str, ...]:
    """Write what pieces weigh into the calibration; what there is to say of it."""
    known = replace(calibration, kinds={**calibration.kinds, **pieces})
    calibration_file.save(at.calibrations, at.calibration, known)
    return (*map(told, pieces.items()), f"written: {at.calibration_path}")


def told(known: tuple[Kind, PieceCalibration]) -> str:
    """Return a line about what pieces of a kind weigh."""
    kind, pieces = known
    how = "a set's figures" if pieces.sample == 1 else f"{pieces.sample} weighed"
    return (
        f"{kind:<12} {pieces.mean_grams:.3f} g +-{pieces.mean_error_grams:.3f} g, "
        f"spread {pieces.spread_grams:.3f} g ({how})"
    )
