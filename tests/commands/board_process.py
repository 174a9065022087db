"""`cupsboard play` in a process of its own: weights from a file, and hands that drop beans.

Run as a program it plays until a signal comes: `board_process.py FOLDER [an option of play ...]`.
"""

import argparse
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from cupsboard import profile
from cupsboard.commands import evening, play
from cupsboard.commands.board_options import REFUSALS, BoardFiles, wired_board
from cupsboard.commands.console import ended
from cupsboard.drivers.assembly import SystemClock, Wired, around
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.files import Files
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import Journal, JournalError

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))

from header_fakes import EMPTY_COUNTS, Bench

BOARD = profile.load("2x3")
COUNTS_PER_GRAM = 2000.0
BEAN_GRAMS = 0.55
FINGER_SECONDS = 0.25
FRAME_SECONDS = 0.1
WITH_READER = "--with-reader"
"""Instead of the file's weights and the hands: a reader process, and cells at rest."""
REST_SECONDS = 1.0
"""So long a dropped bean lies before the button is pressed."""


def calibrated() -> Calibration:
    place = PlaceCalibration(
        zero_counts=EMPTY_COUNTS - 20_000,
        counts_per_gram=COUNTS_PER_GRAM,
        gain_error=0.003,
        cup_grams=10.0,
        cup_error_grams=0.02,
        noise_grams=0.02,
    )
    beans = PieceCalibration(BEAN_GRAMS, 0.01, 0.06, 30)
    return Calibration("2026-11-21", 80.0, beans, dict.fromkeys(BOARD.places, place))


def desk_in(folder: Path) -> BoardFiles:
    """A calibrated board whose files are in a folder."""
    settings, state = folder / "settings", folder / "state"
    calibration_file.save(Files(settings), "calibration.toml", calibrated())
    path = settings / "calibration.toml"
    return BoardFiles(BOARD, Files(settings), "calibration.toml", path, Files(state), state)


def asked(*options: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    play.define(parser)
    return parser.parse_args(["--port", "0", *options])


def being_played(desk: BoardFiles) -> Journal | None:
    """The game as it is kept now; only looked at, for another process writes it."""
    games = KeptGames(desk.state, lambda: "")
    return games.journal(games.number) if games.number else None


def is_set_up(desk: BoardFiles) -> bool:
    kept = being_played(desk)
    return kept is not None and kept.is_set_up


def entries(desk: BoardFiles) -> int:
    """How many entries are kept of the game that is being played."""
    kept = being_played(desk)
    return 0 if kept is None else len(kept.history.entries)


class FileScales:
    """Scales that weigh what a file says, a byte of beans for each place; implements `Scales`."""

    def __init__(self, beans: Path) -> None:
        self._beans = beans
        self._noise = Random(1)

    def step(self) -> tuple[Frame, float]:
        now = time.monotonic()
        counts = (EMPTY_COUNTS + each * BEAN_GRAMS * COUNTS_PER_GRAM for each in self._beans.read_bytes())
        return Frame(now, tuple(round(self._noise.gauss(each, 40)) for each in counts)), now + FRAME_SECONDS

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""


class Hands:
    """Both players: in turn each drops a bean into the first cup and presses until it counts."""

    def __init__(self, machine: Bench, beans: Path, desk: BoardFiles) -> None:
        self._machine = machine
        self._beans = beans
        self._desk = desk
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        while not self._may_begin():
            time.sleep(0.1)
        lines = {side: BOARD.buttons[side.value] for side in Side}
        for _ in range(25):
            for side in Side:
                before = entries(self._desk)
                self._drop(side)
                time.sleep(REST_SECONDS)
                while entries(self._desk) == before:
                    self._machine.pins().press(lines[side])
                    time.sleep(FINGER_SECONDS)
                    self._machine.pins().release(lines[side])
                    time.sleep(REST_SECONDS)

    def _may_begin(self) -> bool:
        try:
            return is_set_up(self._desk)
        except (DriverError, JournalError):
            # There is no game, and never will be.
            return False

    def _drop(self, side: Side) -> None:
        beans = bytearray(self._beans.read_bytes())
        beans[BOARD.places.index(cup(side, 1))] += 1
        fresh = self._beans.with_suffix(".new")
        fresh.write_bytes(beans)
        fresh.replace(self._beans)


def main(folder: Path, options: Sequence[str]) -> int:
    desk, machine, beans = desk_in(folder), Bench(BOARD), folder / "beans"
    if options[:1] == [WITH_READER]:
        return played(asked(*options[1:]), desk, lambda: wired_board(BOARD, machine))
    if not beans.exists():
        beans.write_bytes(bytes(len(BOARD.cells)))
    board = around(FileScales(beans), dict, SystemClock(), BOARD, machine)
    assert machine.strip is not None
    Hands(machine, beans, desk)
    code = played(asked(*options), desk, lambda: board)
    strip = "lit" if any(machine.strip.wire) else "dark"
    (folder / "strip").write_text(f"{machine.strip.transmissions} pictures, the last {strip}")
    return code


def played(asked: argparse.Namespace, desk: BoardFiles, open_board: Callable[[], Wired]) -> int:
    return ended("cupsboard", lambda: evening.run(asked, desk, open_board), REFUSALS)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
