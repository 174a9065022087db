"""The board that is wished for: which one it is, where its files are, and the wired board itself.

A profile, a calibration or a set of pieces is its owner's: a damaged one stays as it is, for the owner to
mend. The board plays by a copy of how the file could be used last, and says so. A file that says something
else than at the last start is believed, as its owner may have changed it; what has changed is said.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from cupsboard import profile
from cupsboard.drivers.assembly import Machine, Wired, wired
from cupsboard.drivers.files import Files
from cupsboard.drivers.raspberry_pi import NoHeader, RaspberryPi
from cupsboard.formats import file_reading
from cupsboard.formats.strict_data import to_plain
from cupsboard.ports import StoreError
from cupsboard.profile import Profile, ProfileError
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message
from cupsboard.station.terminal.console import say
from cupsboard.station.wishes import BoardWish
from cupsboard.storage import calibration_file, piece_sets
from cupsboard.storage.database import Database
from cupsboard.storage.ledger import LAST_SECONDS
from cupsboard.storage.memory import memory_in
from cupsboard.storage.owners import Owners, Tell
from cupsboard.storage.paths import CALIBRATION, PROFILE, Homes, homes
from cupsboard.storage.piece_sets import PieceSet
from cupsboard.storage.writer import BesideTheLoop, Writer, at_once


@cache
def disk_writer() -> BesideTheLoop:
    """Return the thread that writes the files of this program, each after those asked for before it."""
    return BesideTheLoop()


@cache
def copies_writer() -> BesideTheLoop:
    """Return the thread that writes copies of files that are there: no move waits behind them."""
    return BesideTheLoop()


def finish_writing() -> None:
    """Wait for the end of all writes, but not for ever."""
    for writer in (disk_writer(), copies_writer()):
        writer(lambda: None).wait(LAST_SECONDS)


FOLDER = "copies"
"""Beside the games."""
MOST_NAMED = 3
"""Of several changes so many are said."""

T = TypeVar("T")
_FAULTS = (ProfileError, SensingError, OSError)


class LastGood:
    """Loads files that its folder keeps copies of; `told` is what is to be said of them, each thing once."""

    def __init__(self, state: Path, writer: Writer[None] = at_once) -> None:
        """`writer` writes the copies."""
        self._folder = state / FOLDER
        self._copies = Files(self._folder)
        self._writer = writer
        self.told: list[Message] = []

    def loaded(self, path: str, load: Callable[[str], T]) -> T:
        """Return what `load` makes of a file, or of its copy where the file is damaged or can't be read.

        Raises what `load` raises for a file that is not there, and for one that has no copy.
        """
        name = quote(os.path.abspath(path), safe="")
        copy = str(self._folder / name)
        try:
            found = load(path)
        except _FAULTS as fault:
            if not os.path.lexists(path):
                raise
            try:
                kept = load(copy)
            except _FAULTS:
                raise fault from None
            self._tell(Message("notes.by-copy", {"why": str(fault), "name": copy}))
            return kept
        # A file that is gone meanwhile, or a disk that takes no copy, costs no more than the copy.
        with suppress(OSError):
            self._keep(path, name, found, load)
        return found

    def _keep(self, path: str, name: str, found: object, load: Callable[[str], object]) -> None:
        content = file_reading.read(path)
        before = self._kept(name)
        if before == content:
            return
        if before is not None:
            with suppress(*_FAULTS):
                self._tell_changes(path, load(str(self._folder / name)), found)
        self._writer(lambda: self._copies.replace(name, content))

    def _kept(self, name: str) -> bytes | None:
        try:
            return self._copies.read(name)
        except StoreError:
            return None

    def _tell_changes(self, path: str, before: object, now: object) -> None:
        changes = list(changed(to_plain(before), to_plain(now)))
        if not changes:
            return
        more = len(changes) - MOST_NAMED
        what = ", ".join(islice(changes, MOST_NAMED)) + (f", and {more} more" if more > 0 else "")
        self._tell(Message("notes.file-changed", {"name": path, "what": what}))

    def _tell(self, message: Message) -> None:
        if message not in self.told:
            self.told.append(message)


def changed(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Yield each value of plain data that is not as it was, with its place and what it was."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from changed(before.get(key), now.get(key), f"{where}.{key}" if where else str(key))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from changed(old, new, f"{where}[{index}]")
    elif before != now:
        yield f"{where} is {now!r} and was {before!r}"


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
    def memory(self) -> Database:
        """Return what the board remembers."""
        return memory_in(self.state_path)

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


def owners_at(state: Path, tell: Tell) -> Owners:
    """Return the owners of a board whose folder of state this is; `tell` hears of a damaged file."""
    # Since the computer began, alike in all its programs: the clock on the wall may jump.
    return Owners(state, now, time.monotonic, tell)
