"""Proving a calibration: every place once more with its mass, and every cup lifted and put back."""

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.calibration.calibration_run import PROOF
from cupsboard.procedures.calibration.proof import Proving
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say
from cupsboard.station.files.board_files import BoardFiles, now
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, Verdict, grams_by
from cupsboard.systemd.exit_codes import Ending


def prepared(at: BoardFiles, _: Options) -> Prepared:
    """Prepare a proof of the calibration in force. Raises SensingError or DriverError."""
    calibration = at.load_calibration()
    cells = at.profile.places

    def job(_: Wired) -> Job:
        proving = Proving(calibration, cells, has_cups=not at.profile.spots)
        return Job(
            "prove", proving, lambda: _concluded(at, proving), grams_by(calibration), lambda: proving.progress
        )

    return job


def _concluded(at: BoardFiles, proving: Proving) -> Result:
    proof = proving.proof
    said = proof.said or (Message("proof.nothing"),)
    at.state.replace(PROOF, "\n".join((f"proved {now()}", *map(say, said), "")).encode("utf-8"))
    verdicts = [
        Verdict(place, each.is_right, _grams(f"{each.grams:.2f}")) for place, each in proof.masses.items()
    ]
    odd = [Verdict(place, False, _grams(f"{grams:+.3f}")) for place, grams in proof.odd_seats.items()]
    return Result.of(said, Ending.WELL if proof.is_good else Ending.FAULTY, (*verdicts, *odd))


def _grams(grams: str) -> Phrases:
    return (Message("diagnosis.weighs", {"grams": grams}),)
