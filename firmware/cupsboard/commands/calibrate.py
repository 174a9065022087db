"""The command `cupsboard calibrate`: a real board learns what its places and beans weigh."""

import argparse
from collections.abc import Mapping, Sequence

from cupsboard.commands import calibration_options, corrections
from cupsboard.commands.board_options import add_options, board_files, now, this_machine, wired_board
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.parsers import describe
from cupsboard.commands.run_procedure import bar, carry_out
from cupsboard.drivers.assembly import Machine, Wired
from cupsboard.procedures.beans.forecast import verdict_of
from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.calibration_run import REPORT, CalibrationFiles, CalibrationSession
from cupsboard.procedures.reference_masses import UNKNOWN_LOSS
from cupsboard.profile import Profile
from cupsboard.rules import games
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.errors import SensingError
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Measure what every place and a bean weigh: bare platforms, the cups, a known mass on every place in turn, some
beans. A board of spots is asked for bare spots and trays, and the known mass on each. The lights, and a
sentence here, say what to do. Answer with a player's button: press it to go on or to repeat, hold it to leave
something out. Without a button, type Enter for a press and the word hold for a hold. The command keeps every
reading at once, so an interrupted calibration goes on where it was.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_options(parser)
    calibration_options.add_options(parser)
    parser.add_argument(
        "--cell", choices=tuple(RATINGS), help="rating of the load cells, where you have no known mass"
    )
    parser.add_argument(
        "--zero",
        metavar="PLACE",
        help="only take this cup, empty as it stands, for zero; the calibration stays as it is",
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    is_old_one_needed = asked.place is not None or asked.zero is not None
    machine = this_machine(asked, is_calibration_needed=is_old_one_needed, may_have_spots=True)
    return calibrate(asked, machine)


def calibrate(asked: argparse.Namespace, machine: Machine) -> int:
    """Calibrate the whole board or a place; the exit code. Raises SensingError or DriverError."""
    at = board_files(asked, may_have_spots=True)
    if asked.zero is not None and at.profile.spots:
        raise SensingError(
            "--zero: takes an empty cup for zero, and spots have none; use --place to measure one again"
        )
    if asked.zero is not None:
        return corrections.zero(at, asked.zero, machine, now())
    nominal = None if asked.cell is None else RATINGS[asked.cell].counts_per_gram
    session = CalibrationSession(
        CalibrationFiles(at.calibrations, at.calibration, at.state),
        at.profile,
        wish_of(asked, nominal),
    )
    if asked.place is not None:
        # Fail now if the calibration that the place belongs to is unusable, not when all is done.
        at.load_calibration()
    notes = session.begun(now())
    if not notes.reference.is_known:
        print(UNKNOWN_LOSS)
    with wired_board(at.profile, machine) as ready:
        calibrating = Calibrating(
            at.profile.places, notes, lambda: _rates(ready, at.profile.places), session.keep
        )
        carry_out(ready.board, calibrating, lambda: bar(*calibrating.progress))
    done = calibrating.notes
    if done.skipped:
        print(f"not calibrated: {', '.join(done.skipped)} left out; what was read is kept")
        return Ending.FAULTY
    calibration = session.concluded(done, now())
    if at.profile.cups:
        print(verdict_of(calibration, at.profile.cups))
    print(f"written: {at.calibration_path} and {at.state_path / REPORT}")
    if not all(kind in calibration.kinds for kind in _individuals(at.profile)):
        print("next: cupsboard cups weigh, so that the board knows its cups")
    return 0


def _individuals(board: Profile) -> Sequence[Kind]:
    """The pieces that a board of spots has to know one by one."""
    return list(games.of_table(len(board.owners)).kinds) if board.spots else ()


def _rates(ready: Wired, places: Sequence[Place]) -> Mapping[Place, int | None]:
    health = ready.health()
    return {place: health[place].nominal_sps if place in health else None for place in places}
