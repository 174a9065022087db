"""Weighing beans before a game: sorting them, and checking whether that is worth it."""

import re

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.rules.places import Place, is_cup
from cupsboard.scales.errors import SensingError
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by

MOST_EACH = 1000
"""Beans of a portion that is checked."""


def sorting(at: BoardFiles, _: Options) -> Prepared:
    """Prepare a sorting of beans. Raises SensingError or DriverError."""
    calibration = at.load_calibration()

    def job(_: Wired) -> Job:
        procedure = Sorting(calibration, at.profile.places, _cups(at))
        change = change_grams(calibration, _cups(at))
        return Job(
            "beans-sort",
            procedure,
            lambda: Result.of(sorting_said(procedure.result, change)),
            grams_by(calibration),
        )

    return job


def checking(at: BoardFiles, options: Options) -> Prepared:
    """Prepare a check of beans, `each` to a cup. Raises SensingError or DriverError."""
    said = options.get("each", "5")
    each = int(said) if re.fullmatch("[0-9]{1,4}", said) else 0
    if not 1 <= each <= MOST_EACH:
        raise SensingError(f"{said} beans to a cup: say 1 to {MOST_EACH}")
    calibration = at.load_calibration()

    def job(_: Wired) -> Job:
        procedure = Checking(calibration, at.profile.places, _cups(at), each)
        change = change_grams(calibration, _cups(at))
        return Job(
            "beans-check",
            procedure,
            lambda: Result.of(check_said(procedure.result, change)),
            grams_by(calibration),
        )

    return job


def _cups(at: BoardFiles) -> list[Place]:
    return [place for place in at.profile.places if is_cup(place)]
