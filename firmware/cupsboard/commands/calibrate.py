"""The commands `cupsboard calibrate` and `beans`: procedures on the real ports and their files."""

import argparse
from collections.abc import Mapping, Sequence

from cupsboard.commands import calibration_options, corrections, doctor
from cupsboard.commands.argument_types import whole
from cupsboard.commands.board_options import Desk, add_options, desk, now, this_machine, wired_board
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.run_procedure import bar, carry_out
from cupsboard.drivers.assembly import Machine, Wired
from cupsboard.procedures.beans.forecast import verdict_of
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.procedures.beans.report import check_report, sorting_report
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.calibration_run import REPORT, CalibrationFiles, CalibrationSession
from cupsboard.procedures.reference_masses import UNKNOWN_LOSS
from cupsboard.rules.places import Place, is_cup
from cupsboard.scales.calibration import Calibration
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import FAULTY

MOST_EACH = 1000

_CALIBRATE = """\
Measure what every place and a bean weigh: bare platforms, the cups, a known mass on every place in turn, some
beans. The lights, and a sentence here, say what to do. Answer with a player's button: press it to go on or to
repeat, hold it to leave something out. Without a button, type Enter for a press and the word hold for a hold.
The command keeps every reading at once, so an interrupted calibration goes on where it was.
"""


def add_parsers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of a board's care to those of `cupsboard`."""
    calibrating = _added(commands, "calibrate", "measure what every place and a bean weigh", _CALIBRATE)
    calibration_options.add_options(calibrating)
    calibrating.add_argument(
        "--cell", choices=tuple(RATINGS), help="rating of the load cells, where you have no known mass"
    )
    calibrating.add_argument(
        "--zero",
        metavar="PLACE",
        help="only take this cup, empty as it stands, for zero; the calibration stays as it is",
    )
    calibrating.set_defaults(command=_calibrate)
    beans = commands.add_parser(
        "beans", help="sort beans by weight, or check whether that is worth it", allow_abbrev=False
    )
    ways = beans.add_subparsers(title="commands", metavar="command", required=True)
    sorting = _added(
        ways,
        "sort",
        "weigh bean by bean: keep it, or throw it away",
        "Sort beans: drop them one by one, and the lights say which to keep.",
    )
    sorting.set_defaults(command=lambda asked: sort(asked, this_machine(asked)))
    checking = _added(
        ways,
        "check",
        "check whether sorting is worth it",
        "Weigh counted portions of beans, and say whether sorting them is worth it.",
    )
    checking.add_argument(
        "--each", type=whole(1, MOST_EACH), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=lambda asked: check(asked, this_machine(asked)))
    doctor.add_parser(commands)
    corrections.add_parser(commands)


def _added(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, help: str, description: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=help,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_options(parser)
    return parser


def _calibrate(asked: argparse.Namespace) -> int:
    is_old_one_needed = asked.place is not None or asked.zero is not None
    return calibrate(asked, this_machine(asked, is_calibration_needed=is_old_one_needed))


def calibrate(asked: argparse.Namespace, machine: Machine) -> int:
    """Calibrate the whole board or a place; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    if asked.zero is not None:
        return corrections.zero(at, asked.zero, machine, now())
    nominal = None if asked.cell is None else RATINGS[asked.cell].counts_per_gram
    session = CalibrationSession(
        CalibrationFiles(at.calibrations, at.calibration, at.state),
        at.profile,
        wish_of(asked, nominal),
    )
    if asked.place is not None:
        # What the place is to be put into; else its fault would show when all is done.
        _calibration(at)
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
        return FAULTY
    calibration = session.concluded(done, now())
    print(verdict_of(calibration, at.profile.cups))
    print(f"written: {at.calibration_path} and {at.state_path / REPORT}")
    return 0


def _rates(ready: Wired, places: Sequence[Place]) -> Mapping[Place, int | None]:
    health = ready.health()
    return {place: health[place].nominal_sps if place in health else None for place in places}


def sort(asked: argparse.Namespace, machine: Machine) -> int:
    """Sort beans; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    calibration = _calibration(at)
    sorting = Sorting(calibration, at.profile.places, _cups(at))
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, sorting)
    print(sorting_report(sorting.result, change_grams(calibration, _cups(at))))
    return 0


def check(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh portions of beans; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    calibration = _calibration(at)
    checking = Checking(calibration, at.profile.places, _cups(at), asked.each)
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, checking)
    print(check_report(checking.result, change_grams(calibration, _cups(at))))
    return 0


def _calibration(at: Desk) -> Calibration:
    return calibration_file.load(at.calibrations, at.calibration, at.profile.places)


def _cups(at: Desk) -> list[Place]:
    return [place for place in at.profile.places if is_cup(place)]
