"""The calibrations that a board had before: listed, and one of them put in force again."""

from collections.abc import Sequence
from contextlib import suppress

from cupsboard.drivers.folder_lock import locked
from cupsboard.procedures.calibration.calibration_run import CalibrationFiles, put_in_force
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.storage import calibration_file


def show(at: BoardFiles) -> int:
    """List what there is; the exit code. Raises StoreError."""
    in_force: Calibration | None = None
    try:
        in_force = at.load_calibration()
        print(_told("in force", in_force))
    except SensingError as fault:
        print(f"in force: {fault}")
    for name in kept_names(at):
        try:
            if (kept := _loaded(at, name)) != in_force:
                print(_told(name, kept))
        except SensingError as fault:
            print(f"not usable: {fault}")
    return 0


def bring_back(at: BoardFiles, name: str | None) -> int:
    """Put a kept calibration in force; the exit code. Raises SensingError, StoreError or DriverError."""
    with locked(at.state_path):
        calibration = bring_back_now(at, _before(at) if name is None else name)
    print(_told("in force", calibration))
    print(f"written: {at.calibration_path}; what it replaced is kept beside it")
    return 0


def bring_back_now(at: BoardFiles, name: str) -> Calibration:
    """Put a kept calibration in force, and return it. Raises SensingError or StoreError."""
    if name not in kept_names(at):
        raise SensingError(f"{name}: no such calibration is kept; see `cupsboard calibrate list`")
    calibration = _loaded(at, name)
    put_in_force(CalibrationFiles(at.calibrations, at.calibration, at.state), calibration, at.profile)
    return calibration


def kept(at: BoardFiles) -> Sequence[tuple[str, Calibration]]:
    """Return the kept calibrations that can be used and are not the one in force, with their names."""
    found = []
    in_force: Calibration | None = None
    with suppress(SensingError):
        in_force = at.load_calibration()
    for name in kept_names(at):
        with suppress(SensingError):
            if (calibration := _loaded(at, name)) != in_force:
                found.append((name, calibration))
    return found


def kept_names(at: BoardFiles) -> Sequence[str]:
    """Return the names of the calibrations kept beside the one in force, the newest first."""
    stem, suffix = at.calibration_path.stem, at.calibration_path.suffix
    found = at.calibration_path.parent.glob(f"{stem}-*{suffix}")
    return sorted((path.name for path in found), reverse=True)


def _before(at: BoardFiles) -> str:
    """The newest that was made before the one in force, or the newest where that can't be read."""
    try:
        made = at.load_calibration().made
    except SensingError:
        made = None
    for name in kept_names(at):
        try:
            if made is None or _loaded(at, name).made < made:
                return name
        except SensingError:
            # A damaged one is passed over; the list names it.
            continue
    raise SensingError(
        f"{at.calibration_path.parent}: no calibration from before is kept there; calibrate the board again"
    )


def _loaded(at: BoardFiles, name: str) -> Calibration:
    return calibration_file.load(at.calibrations, name, at.profile.places)


def _told(name: str, calibration: Calibration) -> str:
    beans, (how, *_) = calibration.beans, calibration.occasions
    return (
        f"{name:<40} made {calibration.made}, beans {beans.mean_grams:.3f} g ({beans.sample} weighed), "
        f"{how.method}"
    )
