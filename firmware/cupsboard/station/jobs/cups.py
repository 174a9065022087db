"""Weighing the cups of a board of spots one by one, and whether they are told apart."""

from dataclasses import replace

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.individuals.weighing import WeighingIndividuals, cups_said
from cupsboard.recognition.individuals.apart import judged
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.rules import games
from cupsboard.rules.places import Kind, spot
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Phrases
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by, written
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending


def weighing(at: BoardFiles, _: Options) -> Prepared:
    """Prepare the weighing of the cups. Raises SensingError or DriverError."""
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
