"""The commands `cupsboard calibrate`, `beans` and `doctor`: procedures on the real ports and their files."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import tomli_w

from cupsboard import calibration_file, profile
from cupsboard.at_the_board import Desk, add_options, desk, wired_board
from cupsboard.commissioning import notes_file
from cupsboard.commissioning.bean_check import Checking
from cupsboard.commissioning.bean_report import check_report, sorting_report
from cupsboard.commissioning.bean_statistics import change_grams
from cupsboard.commissioning.beans import Sorting
from cupsboard.commissioning.budget import RATINGS
from cupsboard.commissioning.bundle import bundle
from cupsboard.commissioning.calibrating import Calibrating
from cupsboard.commissioning.calibration_report import page
from cupsboard.commissioning.calibration_values import calibration_of, merged
from cupsboard.commissioning.diagnosis import diagnose
from cupsboard.commissioning.examining import Examining
from cupsboard.commissioning.notes import Notes
from cupsboard.commissioning.procedure import Procedure, ProcedureLoop, Told
from cupsboard.commissioning.references import UNKNOWN_LOSS, reference
from cupsboard.commissioning.verdict import verdict_of
from cupsboard.drivers.pi import RaspberryPi
from cupsboard.drivers.wiring import Machine, Wired
from cupsboard.kept_games import KeptGames, journal_name
from cupsboard.loop import Board
from cupsboard.places_of_files import TRACE
from cupsboard.plain import to_plain
from cupsboard.play.scene import Message
from cupsboard.play.words import say
from cupsboard.ports import Edge, Frame
from cupsboard.rules.places import Place, is_cup
from cupsboard.sensing.calibration import Calibration
from cupsboard.sensing.errors import SensingError

FAULTY = 1
"""The exit code for a calibration that is not complete and for a board that something is wrong with."""
REPORT = "calibration.html"
NOTES, SESSION = "calibration-notes.json", "calibration-session.json"
"""The readings of a calibration that is not finished, and of the one that is."""

Progress = Callable[[], str]
"""How far a procedure has got, as a bar."""

_CALIBRATE = """\
Learn what every place and a bean weigh: bare platforms, the cups, a known mass on every place in turn, some
beans. Lights and the sentence here say what to do; the players' buttons answer: a press goes on or repeats, a
hold leaves out. Every reading is kept at once, so a calibration that was interrupted goes on where it was.
"""
_DOCTOR = """\
Examine the board: 20 seconds of reading with empty cups, a touch on every place, a press of both buttons;
then a line of verdict for every place. Nothing is changed. The exit code is 0 if all is well, 1 if not.
"""


def add_parsers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of a board's care to those of `cupsboard`."""
    calibrating = _added(commands, "calibrate", "learn what places and beans weigh", _CALIBRATE)
    calibrating.add_argument(
        "--reference",
        default="100 g",
        metavar="MASS",
        help='what goes on every place: "100 g", "2 nickels", or "none" for a handful of beans (100 g)',
    )
    calibrating.add_argument(
        "--cell", choices=tuple(RATINGS), help="the cells' rating, where the mass isn't known"
    )
    calibrating.add_argument("--place", metavar="PLACE", help="calibrate this place alone again")
    calibrating.add_argument("--anew", action="store_true", help="begin anew, whatever notes there are")
    calibrating.set_defaults(command=lambda asked: calibrate(asked, RaspberryPi()))
    beans = commands.add_parser("beans", help="weigh beans before a game", allow_abbrev=False)
    ways = beans.add_subparsers(title="commands", metavar="command", required=True)
    sorting = _added(ways, "sort", "keep a bean or throw it away", "Sort beans one by one by the lights.")
    sorting.set_defaults(command=lambda asked: sort(asked, RaspberryPi()))
    checking = _added(ways, "check", "is sorting worth it?", "Weigh portions of counted beans.")
    checking.add_argument("--each", type=int, default=5, metavar="N", help="beans to a cup (5)")
    checking.set_defaults(command=lambda asked: check(asked, RaspberryPi()))
    doctor = _added(commands, "doctor", "what is wrong with the board", _DOCTOR)
    doctor.add_argument(
        "--bundle", type=Path, metavar="FILE", help="write all there is to know to a zip FILE"
    )
    doctor.set_defaults(command=lambda asked: examine(asked, RaspberryPi()))


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


def calibrate(asked: argparse.Namespace, machine: Machine) -> int:
    """Calibrate the whole board or a place; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    made = datetime.now().astimezone().isoformat(timespec="seconds")
    notes = _notes(asked, at, made)
    if not notes.reference.is_known:
        print(UNKNOWN_LOSS)
    with wired_board(at.profile, machine) as ready:
        calibrating = Calibrating(
            at.profile.places,
            notes,
            lambda: _rates(ready, at.profile.places),
            lambda kept: notes_file.save(at.state, NOTES, kept),
        )
        _carry_out(ready.board, calibrating, lambda: _bar(*calibrating.progress))
    done = calibrating.notes
    if done.skipped:
        print(f"not calibrated: {', '.join(done.skipped)} left out; what was read is kept")
        return FAULTY
    _write(asked, at, done, made)
    return 0


def _notes(asked: argparse.Namespace, at: Desk, made: str) -> Notes:
    """What the calibration begins with: what was kept of one that was interrupted, or nothing."""
    kept = None if asked.anew else notes_file.load(at.state, NOTES)
    wanted = at.profile.places
    if asked.place is not None:
        if asked.place not in wanted:
            raise SensingError(
                f"--place: {asked.place} is not on this board; choose from {', '.join(wanted)}"
            )
        wanted = (Place(asked.place),)
    if kept is not None and set(kept.places) == set(wanted):
        return kept
    empty = Notes.empty(made, float(at.profile.rate_sps), reference(asked.reference), wanted)
    return replace(empty, are_beans_done=asked.place is not None)


def _write(asked: argparse.Namespace, at: Desk, done: Notes, made: str) -> None:
    session = done
    if asked.place is None:
        nominal = None if asked.cell is None else RATINGS[asked.cell].counts_per_gram
        calibration = calibration_of(done, made, nominal)
    else:
        old = calibration_file.load(at.calibrations, at.calibration, at.profile.places)
        calibration = merged(old, done, made, {})
        if (whole := notes_file.load(at.state, SESSION)) is not None:
            session = whole.noting(done.places)
    calibration_file.save(at.calibrations, at.calibration, calibration)
    notes_file.save(at.state, SESSION, session)
    notes_file.clear(at.state, NOTES)
    at.state.replace(REPORT, page(calibration, session, at.profile.cups).encode("utf-8"))
    print(verdict_of(calibration, at.profile.cups))
    print(f"written: {at.calibration_path} and {at.state_path / REPORT}")


def _rates(ready: Wired, places: Sequence[Place]) -> Mapping[Place, int | None]:
    health = ready.health()
    return {place: health[place].nominal_sps if place in health else None for place in places}


def sort(asked: argparse.Namespace, machine: Machine) -> int:
    """Sort beans; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    calibration = _calibration(at)
    sorting = Sorting(calibration, at.profile.places, _cups(at))
    with wired_board(at.profile, machine) as ready:
        _carry_out(ready.board, sorting)
    print(sorting_report(sorting.result, change_grams(calibration, _cups(at))))
    return 0


def check(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh portions of beans; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    calibration = _calibration(at)
    checking = Checking(calibration, at.profile.places, _cups(at), asked.each)
    with wired_board(at.profile, machine) as ready:
        _carry_out(ready.board, checking)
    print(check_report(checking.result, change_grams(calibration, _cups(at))))
    return 0


def examine(asked: argparse.Namespace, machine: Machine) -> int:
    """Examine the board; the exit code. Raises SensingError or DriverError."""
    at = desk(asked)
    calibration = _calibration(at)
    with wired_board(at.profile, machine) as ready:
        examining = Examining(calibration, at.profile.places, ready.health)
        _carry_out(ready.board, examining)
        lines = diagnose(examining.findings)
    diagnosis = "\n".join([*map(str, lines), *ready.lacks])
    print(diagnosis)
    if asked.bundle is not None:
        asked.bundle.write_bytes(bundle(diagnosis, _parts(at), _journal(at)))
        print(f"written: {asked.bundle}")
    return 0 if all(line.is_good for line in lines) and not ready.lacks else FAULTY


def _parts(at: Desk) -> Mapping[str, bytes]:
    head = {"format": profile.FORMAT, "version": profile.VERSION}
    parts = {
        "profile.toml": tomli_w.dumps({**head, **to_plain(at.profile)}).encode(),
        "calibration.toml": at.calibrations.read(at.calibration),
        TRACE: at.state.read(TRACE),
    }
    return {name: content for name, content in parts.items() if content}


def _journal(at: Desk) -> bytes:
    number = KeptGames(at.state, lambda: "").number
    return (number and at.state.read(journal_name(number))) or b""


def _calibration(at: Desk) -> Calibration:
    return calibration_file.load(at.calibrations, at.calibration, at.profile.places)


def _cups(at: Desk) -> list[Place]:
    return [place for place in at.profile.places if is_cup(place)]


def _carry_out(board: Board, procedure: Procedure, progress: Progress | None = None) -> None:
    """Run a procedure to its end, saying each sentence once."""
    ProcedureLoop(board, _Aloud(procedure, progress)).run()


def _bar(done: int, total: int) -> str:
    return f"[{'#' * round(20 * done / total):<20}] "


class _Aloud:
    """A procedure whose sentences are printed whenever they change; implements `Procedure`."""

    def __init__(self, procedure: Procedure, progress: Progress | None) -> None:
        self._procedure = procedure
        self._progress = progress
        self._said: Message | None = None

    @property
    def is_finished(self) -> bool:
        return self._procedure.is_finished

    @property
    def is_still(self) -> bool:
        return self._procedure.is_still

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Told:
        told = self._procedure.step(now, frame, edges)
        message = told.scene.message
        if message != self._said:
            self._said = message
            bar = "" if self._progress is None else self._progress()
            print(f"{bar}{say(message)}", flush=True)
        return told
