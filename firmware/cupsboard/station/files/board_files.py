"""The board that is wished for: which one it is, where its files are, and the wired board itself."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cupsboard import profile
from cupsboard.drivers.assembly import Machine, Wired, wired
from cupsboard.drivers.files import Files
from cupsboard.drivers.raspberry_pi import NoHeader, RaspberryPi
from cupsboard.ports import Store, StoreError
from cupsboard.profile import Profile, ProfileError
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message
from cupsboard.station.files.disk_writer import copies_writer
from cupsboard.station.files.last_good import LastGood
from cupsboard.station.terminal.console import say
from cupsboard.station.wishes import BoardWish
from cupsboard.storage import calibration_file, piece_sets
from cupsboard.storage.owners import Owners, Tell
from cupsboard.storage.paths import CALIBRATION, PROFILE, Homes, homes
from cupsboard.storage.piece_sets import PieceSet

USUAL_BOARD = "2x4"
"""The profile whose buttons and lights a board without one of its own tries."""


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
    last_good: LastGood | None = None
    """What else the files are loaded from where they are damaged; None for who is to mend them."""
    homes: Homes | None = None
    """The folders of all files, if the profile is the one in them; None where the command names another."""
    no_profile: str | None = None
    """Why `profile` is merely the usual one, with which nothing may be done but choosing another."""

    @property
    def told(self) -> Sequence[Message]:
        """Return what is to be said of these files."""
        return () if self.last_good is None else self.last_good.told

    def load_calibration(self) -> Calibration:
        """Return what the board was calibrated to. Raises SensingError or StoreError."""

        def load(path: str) -> Calibration:
            folder, name = os.path.split(path)
            return calibration_file.load(Files(Path(folder)), name, self.profile.places)

        if self.last_good is None:
            return calibration_file.load(self.calibrations, self.calibration, self.profile.places)
        return self.last_good.loaded(str(self.calibration_path), load)

    def load_set(self, name: str) -> PieceSet:
        """The set of pieces of that name, or in that file. Raises SensingError."""
        return (
            piece_sets.load(name) if self.last_good is None else self.last_good.loaded(name, piece_sets.load)
        )


def board_files(
    wish: BoardWish,
    environment: Mapping[str, str] = os.environ,
    *,
    at: Homes | None = None,
    may_have_spots: bool = False,
    plays_by_copies: bool = False,
    may_lack_profile: bool = False,
) -> BoardFiles:
    """The board that is wished for, or the one in the settings folder. Raises ProfileError.

    `at` are its folders, if not those that the environment names. A board that `plays_by_copies` takes the
    copy of a damaged file. One that `may_lack_profile` is the usual one where none is in the settings folder.
    """
    at = at or homes(environment, Path.home())
    last_good = LastGood(at.state, copies_writer()) if plays_by_copies else None
    path = at.settings / PROFILE
    is_lacking = wish.profile is None and not path.exists()
    if is_lacking and not may_lack_profile:
        raise ProfileError(
            f"{path}: no such file; write one with `cupsboard setup profile new {path}`, or say --profile 2x4"
        )
    usual = USUAL_BOARD if is_lacking else str(path)
    said: str = usual if wish.profile is None else wish.profile
    board = profile.load(said) if last_good is None or is_lacking else last_good.loaded(said, profile.load)
    if not board.cups and not may_have_spots:
        raise ProfileError(
            f"{said}: a board of {board.spots} spots, and this command is about beans and coins in cups; "
            "take one with two sides, as in --profile 2x4 (calibrate, doctor, cups and play know this one)"
        )
    calibration: Path = wish.calibration or at.settings / CALIBRATION
    return BoardFiles(
        board,
        Files(calibration.parent),
        calibration.name,
        calibration,
        Files(at.state),
        at.state,
        last_good,
        at if wish.profile is None else None,
        f"{path}: no such file; choose the board's size and cells on its page, or write the file with "
        f"`cupsboard setup profile new {path}`"
        if is_lacking
        else None,
    )


def files_in(folder: Path, board: Profile) -> BoardFiles:
    """Return where a board's files are if all of them are in one folder."""
    return BoardFiles(board, Files(folder), CALIBRATION, folder / CALIBRATION, Files(folder), folder)


def this_machine(wish: BoardWish, check: Callable[[], object]) -> RaspberryPi:
    """The header of this computer. Raises DriverError.

    On a computer that is no board `check` raises first what is wrong with files named, or in their places.
    """
    try:
        return RaspberryPi()
    except NoHeader:
        if wish.profile is not None or (homes(os.environ, Path.home()).settings / PROFILE).exists():
            # Nothing in a file would make a board of a computer that is none.
            try:
                check()
            except StoreError as fault:
                raise SensingError(str(fault)) from None
        raise


def wired_board(board: Profile, machine: Machine | None = None) -> Wired:
    """The board on this computer's header, with words for what it lacks. Raises DriverError."""
    ready = wired(board, machine or RaspberryPi(), say)
    for lack in ready.missing_parts:
        say(lack)
    return ready


def now() -> str:
    """The clock on the wall, as an ISO date and time."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def owners_at(state: Store, tell: Tell) -> Owners:
    """Return the owners of a board whose games are in `state`; `tell` hears of a damaged file."""
    # Since the computer began, alike in all its programs: the clock on the wall may jump.
    return Owners(state, now, time.monotonic, tell)
