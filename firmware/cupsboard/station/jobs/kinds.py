"""Weighing pieces of a kind, and writing down what they weigh."""

from collections.abc import Mapping
from dataclasses import replace

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.sorting import FEWEST, kind_from_sample
from cupsboard.procedures.individuals.weighing import kind_said
from cupsboard.rules.places import BEAN, Kind, is_cup, is_kind_name
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.session.orders import Unwanted
from cupsboard.signs.scene import Phrases
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by, written
from cupsboard.storage import calibration_file


def weighing(at: BoardFiles, options: Options) -> Prepared:
    """Prepare the weighing of a `kind`. Raises SensingError or DriverError."""
    name = options.get("kind", "")
    if not is_kind_name(name) or name == BEAN:
        raise Unwanted("kind-name")
    kind = Kind(name)
    calibration = at.load_calibration()
    cups = [place for place in at.profile.places if is_cup(place)]

    def job(_: Wired) -> Job:
        checking = Checking(calibration, at.profile.places, cups, 1, kind, FEWEST)
        return Job(
            "kinds-weigh",
            checking,
            lambda: Result.of(learnt(at, calibration, {kind: kind_from_sample(kind, checking.result)})),
            grams_by(calibration),
        )

    return job


def learnt(at: BoardFiles, calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]) -> Phrases:
    """Write what pieces weigh into the calibration; what there is to say of it."""
    known = replace(calibration, kinds={**calibration.kinds, **pieces})
    calibration_file.save(at.calibrations, at.calibration, known)
    return (*(kind_said(*each) for each in pieces.items()), written(at.calibration_path))
