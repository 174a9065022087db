"""Weighing pieces: beans to be sorted or checked, a kind, or the cups of a table."""

import re
from collections.abc import Mapping
from dataclasses import replace

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import FEWEST, Sorting, kind_from_sample
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.procedures.individuals.weighing import WeighingIndividuals, cups_said, kind_said
from cupsboard.recognition.individuals.apart import judged
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.rules import games
from cupsboard.rules.places import BEAN, Kind, Place, is_cup, is_kind_name, spot
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Unwanted
from cupsboard.signs.scene import Phrases
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by, written
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending

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


def kind_weighing(at: BoardFiles, options: Options) -> Prepared:
    """Prepare the kind_weighing of a `kind`. Raises SensingError or DriverError."""
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


def cups_weighing(at: BoardFiles, _: Options) -> Prepared:
    """Prepare the cups_weighing of the cups. Raises SensingError or DriverError."""
    kinds = kinds_on(at)
    calibration = at.load_calibration()
    spots = [spot(number) for number in range(1, at.profile.spots + 1)]

    def job(_: Wired) -> Job:
        procedure = WeighingIndividuals(calibration, at.profile.places, spots, kinds)

        def conclude() -> Result:
            learnt = replace(calibration, kinds={**calibration.kinds, **procedure.result})
            calibration_file.save(at.calibrations, at.calibration, learnt)
            return apart(learnt, kinds, (written(at.calibration_path),))

        return Job("cups-weigh", procedure, conclude, grams_by(calibration), lambda: procedure.progress)

    return job


def kinds_on(at: BoardFiles) -> list[Kind]:
    """Return the cups that a board of spots is played with. Raises SensingError for another board."""
    if not at.profile.spots:
        raise SensingError(
            f"{at.profile.name}: its cups stand where they are; on a board of nine spots they are moved: "
            "choose one with --profile, as in --profile 3x3-4"
        )
    return list(games.of_table(len(at.profile.owners)).kinds)


def apart(calibration: Calibration, kinds: list[Kind], before: Phrases = ()) -> Result:
    """Return what the cups weigh and whether they are told apart; `before` is said first."""
    masses = masses_of(calibration, kinds)
    judgement = judged(masses, calibration)
    code = Ending.FAULTY if judgement.confusions else Ending.WELL
    return Result.of((*before, *cups_said(masses, judgement)), code)
