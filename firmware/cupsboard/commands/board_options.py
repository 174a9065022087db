"""What all commands share that use the electronics: which board, which files, and the wired board itself."""

import argparse
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.console import say
from cupsboard.drivers.assembly import Machine, Wired, wired
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.files import Files
from cupsboard.drivers.raspberry_pi import RaspberryPi
from cupsboard.profile import Profile, ProfileError
from cupsboard.scales.calibration import Calibration
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import CALIBRATION, PROFILE, homes


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """The board that a command is about, and where its files are."""

    profile: Profile
    calibrations: Files
    calibration: str
    """The name of the calibration file among them."""
    calibration_path: Path
    state: Files
    state_path: Path

    def load_calibration(self) -> Calibration:
        """What the board was calibrated to. Raises SensingError or StoreError."""
        return calibration_file.load(self.calibrations, self.calibration, self.profile.places)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what tells the board and its files."""
    built_in = ", ".join(profile.built_in_names())
    parser.add_argument(
        "--profile",
        metavar="PROFILE",
        help=f"the board: a TOML file, or one of {built_in} ({PROFILE} in ~/.config/cupsboard)",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help=f"the board's calibration ({CALIBRATION} in ~/.config/cupsboard)",
    )


def board_files(
    asked: argparse.Namespace, environment: Mapping[str, str] = os.environ, *, may_have_spots: bool = False
) -> BoardFiles:
    """The board that was asked for, or the one in the settings folder. Raises ProfileError."""
    at = homes(environment, Path.home())
    said: str | None = asked.profile
    if said is None:
        path = at.settings / PROFILE
        if not path.exists():
            raise ProfileError(
                f"{path}: no such file; write one with `cupsboard profile new {path}`, or say --profile 2x4"
            )
        said = str(path)
    board = profile.load(said)
    if not board.cups and not may_have_spots:
        raise ProfileError(
            f"{said}: a board of {board.spots} spots, and this command is about beans and coins in cups; "
            "take one with two sides, as in --profile 2x4 (calibrate, doctor, cups and play know this one)"
        )
    calibration: Path = asked.calibration or at.settings / CALIBRATION
    return BoardFiles(
        board,
        Files(calibration.parent),
        calibration.name,
        calibration,
        Files(at.state),
        at.state,
    )


def this_machine(
    asked: argparse.Namespace, *, is_calibration_needed: bool = True, may_have_spots: bool = False
) -> RaspberryPi:
    """The header of this computer. Raises DriverError, unless a file is at fault: that is said first."""
    try:
        return RaspberryPi()
    except DriverError:
        _check_files(asked, is_calibration_needed, may_have_spots)
        raise


def _check_files(asked: argparse.Namespace, is_calibration_needed: bool, may_have_spots: bool) -> None:
    """Refuse files that were named, or are there, and can't be used. Raises ProfileError or SensingError."""
    settings = homes(os.environ, Path.home()).settings
    if asked.profile is None and not (settings / PROFILE).exists():
        # Nothing in a file would make a board of a computer that is none.
        return
    at = board_files(asked, may_have_spots=may_have_spots)
    if is_calibration_needed and (asked.calibration is not None or at.calibration_path.exists()):
        at.load_calibration()


def wired_board(board: Profile, machine: Machine | None = None) -> Wired:
    """The board on this computer's header, with words for what it lacks. Raises DriverError."""
    ready = wired(board, machine or RaspberryPi(), say)
    for lack in ready.missing_parts:
        say(lack)
    return ready


def now() -> str:
    """The clock on the wall, as an ISO date and time."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
