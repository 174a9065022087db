"""The command `cupsboard doctor`: a real board is examined, and all there is to know put into one file."""

import argparse
from datetime import datetime

from cupsboard.commands.board_options import BoardFiles, add_options, board_files, this_machine, wired_board
from cupsboard.commands.output_paths import file_to_write
from cupsboard.commands.parsers import describe
from cupsboard.commands.run_procedure import look_on
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.doctor.diagnosis import diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.doctor.support_bundle import EXAMINATION, bundle
from cupsboard.procedures.doctor.traced_procedure import Traced
from cupsboard.procedures.uncalibrated import NOTICE, assumed
from cupsboard.scales.calibration import Calibration
from cupsboard.session.trace_file import LONGEST_TRACE_BYTES
from cupsboard.storage.correction_log import NAME as CORRECTIONS
from cupsboard.storage.games import KeptGames, journal_name
from cupsboard.storage.paths import TRACE
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Examine the board: it reads its scales for 20 seconds with empty cups (spots and trays with nothing on them),
then asks you to touch every place and to press every button, and gives a line of verdict for every place. The
command changes nothing. The exit code is 0 if all is well, 1 if not.

--bundle writes one file for a report: the verdict, profile, calibration, the end of the game's journal, the
traces of the last evening and of the examination, and versions. `cupsboard replay` replays the traces.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_options(parser)
    parser.add_argument(
        "--bundle",
        type=file_to_write,
        metavar="FILE",
        help="write everything that helps to find a fault to a zip FILE",
    )
    parser.set_defaults(command=lambda asked: examine(asked, this_machine(asked, may_have_spots=True)))


def examine(asked: argparse.Namespace, machine: Machine) -> int:
    """Examine the board; the exit code. Raises SensingError or DriverError."""
    at = board_files(asked, may_have_spots=True)
    calibration = _calibration(asked, at)
    if calibration is None:
        print(NOTICE, flush=True)
    values = calibration or assumed(at.profile)
    with wired_board(at.profile, machine) as ready:
        examining = Examining(
            values,
            at.profile.places,
            ready.health,
            knows_weights=calibration is not None,
            seats=at.profile.owners if at.profile.spots else (),
        )
        traced = Traced(examining, at.profile, values)
        # A button that is typed would say nothing of the real ones.
        look_on(ready.board, traced)
        lines = diagnose(examining.findings)
        precedence = ready.precedence()
    reader = [] if precedence is None else [f"{'reader':<12} runs {precedence.value}"]
    diagnosis = "\n".join([*map(str, lines), *reader, *ready.missing_parts])
    print(diagnosis)
    if asked.bundle is not None:
        asked.bundle.write_bytes(bundled(at, diagnosis, traced.trace, datetime.now().astimezone()))
        print(f"written: {asked.bundle}")
    return 0 if all(line.is_good for line in lines) and not ready.missing_parts else Ending.FAULTY


def _calibration(asked: argparse.Namespace, at: BoardFiles) -> Calibration | None:
    """What the board was calibrated to; None while it is being built. Raises SensingError or DriverError."""
    if asked.calibration is None and at.calibrations.read(at.calibration) is None:
        return None
    return at.load_calibration()


def bundled(at: BoardFiles, diagnosis: str, examination: bytes, now: datetime) -> bytes:
    """All that is known of a board and its last evening, as a zip archive."""
    parts = {
        EXAMINATION: examination,
        TRACE: at.state.read(TRACE, LONGEST_TRACE_BYTES) or b"",
        CORRECTIONS: at.state.read_end(CORRECTIONS) or b"",
    }
    calibration = at.calibrations.read(at.calibration) or b""
    return bundle(diagnosis, at.profile, calibration, parts, now, _journal(at))


def _journal(at: BoardFiles) -> bytes:
    number = KeptGames(at.state, lambda: "").number
    return (number and at.state.read(journal_name(number))) or b""
