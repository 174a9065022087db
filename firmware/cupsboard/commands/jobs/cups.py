"""Weighing the cups of a board of spots one by one, and whether they are told apart."""

from dataclasses import replace

from cupsboard.commands.board_options import BoardFiles
from cupsboard.commands.jobs.job import Job, Prepared, Result, grams_by
from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.individuals.weighing import WeighingIndividuals
from cupsboard.recognition.individuals.apart import cures
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.rules import games
from cupsboard.rules.places import Kind, spot
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending


def weighing(at: BoardFiles) -> Prepared:
    """Prepare the weighing of the cups. Raises SensingError or DriverError."""
    kinds = kinds_on(at)
    calibration = at.load_calibration()
    spots = [spot(number) for number in range(1, at.profile.spots + 1)]

    def job(_: Wired) -> Job:
        procedure = WeighingIndividuals(calibration, at.profile.places, spots, kinds)

        def conclude() -> Result:
            learnt = replace(calibration, kinds={**calibration.kinds, **procedure.result})
            calibration_file.save(at.calibrations, at.calibration, learnt)
            result = apart(learnt, kinds)
            return replace(result, lines=(f"written: {at.calibration_path}", *result.lines))

        return Job(
            "cups-weigh",
            procedure,
            conclude,
            grams_by(calibration),
            lambda: procedure.progress,
        )

    return job


def kinds_on(at: BoardFiles) -> list[Kind]:
    """Return the cups that a board of spots is played with. Raises SensingError for another board."""
    if not at.profile.spots:
        raise SensingError(
            f"{at.profile.name}: its cups stand where they are; on a board of nine spots they are moved: "
            "choose one with --profile, as in --profile 3x3-4"
        )
    return list(games.of_table(len(at.profile.owners)).kinds)


def apart(calibration: Calibration, kinds: list[Kind]) -> Result:
    """Whether the cups are told apart."""
    masses = masses_of(calibration, kinds)
    lines = [_line(kind, mass) for kind, mass in masses.items()]
    found = cures(masses, calibration)
    lines += [f"not fit to play: {complaint}" for complaint in found]
    if not found:
        lines.append("all cups are told apart, and so are any two that come and go together")
    return Result(tuple(lines), Ending.FAULTY if found else 0)


def _line(kind: Kind, mass: PieceCalibration) -> str:
    return f"{kind:<16} {mass.mean_grams:8.3f} g +-{mass.mean_error_grams:.3f} g ({mass.sample} weighed)"
