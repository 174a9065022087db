"""Weighing beans before a game: sorting them, and checking whether that is worth it."""

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.rules.places import Place, is_cup
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Prepared, Result, grams_by


def sorting(at: BoardFiles) -> Prepared:
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


def checking(at: BoardFiles, each: int) -> Prepared:
    """Prepare a check of beans, `each` to a cup. Raises SensingError or DriverError."""
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
