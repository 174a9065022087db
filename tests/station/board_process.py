"""`cupsboard play` in a process of its own: a table, hands that move as often as they may, and quick time.

Run as a program it plays until a signal comes: `board_process.py FOLDER SPEED [an option of play ...]`. The
size of the file `may-move` in the folder says how many moves the hands may make in all. What lay on the table
when the program was killed lies there when it is run again.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import sleep

from cupsboard import profile
from cupsboard.commands import play
from cupsboard.commands.launch import ended
from cupsboard.commands.main import refusals
from cupsboard.commands.parsers import program
from cupsboard.drivers.assembly import Wired, around
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.files import Files
from cupsboard.ports import Clock
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame
from cupsboard.station.files.board_files import BoardFiles, wired_board
from cupsboard.station.wishes import Wishes
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGame, KeptGameError, KeptGames

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))

from header_fakes import EMPTY_COUNTS, Bench

BOARD = profile.load("2x3")
COUNTS_PER_GRAM = 2000.0
BEAN_GRAMS = 0.55
FINGER_SECONDS = 0.25
FRAME_SECONDS = 0.1
WITH_READER = "--with-reader"
"""Instead of the table and its hands: a reader process, cells at rest, and the system's time.

The samples a second of the cells may follow."""
MAY_MOVE, TABLE = "may-move", "table.json"
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
    path = settings / "calibration.toml"
    # Test and board both look: a file that is there is not written beside whoever reads it.
    if not path.exists():
        calibration_file.save(Files(settings), path.name, calibrated())
    return BoardFiles(BOARD, Files(settings), "calibration.toml", path, Files(state), state)


def asked(*options: str) -> Wishes:
    parser = program("a command", "", "")
    play.define(parser)
    return play.wishes_of(parser.parse_args([*([] if "--no-page" in options else ["--port", "0"]), *options]))


def being_played(desk: BoardFiles) -> KeptGame | None:
    """The game as it is kept now; only looked at, for another process writes it."""
    games = KeptGames(desk.memory, lambda: "")
    return games.game(games.number) if games.number else None


def is_set_up(desk: BoardFiles) -> bool:
    kept = being_played(desk)
    return kept is not None and kept.is_set_up


def entries(desk: BoardFiles) -> int:
    """How many entries are kept of the game that is being played."""
    kept = being_played(desk)
    return 0 if kept is None else len(kept.history.entries)


class QuickClock:
    """Time that goes by in the board's sleeps alone, and `speed` times as fast; implements `Clock`.

    A crowded computer makes the evening slower, but nothing in it late.
    """

    def __init__(self, speed: float) -> None:
        self._now = 0.0
        self._speed = speed

    def now(self) -> float:
        return self._now

    def sleep_until(self, time: float) -> None:
        if time > self._now:
            sleep((time - self._now) / self._speed)
            self._now = time


class Table:
    """Scales with beans on them, and both players' hands, who make as many moves as they may.

    In turn each drops a bean into the first cup, and presses until that counts. Implements `Scales`.
    """

    def __init__(self, folder: Path, clock: Clock, machine: Bench, desk: BoardFiles) -> None:
        self._may_move = folder / MAY_MOVE
        self._clock = clock
        self._machine = machine
        self._desk = desk
        self._noise = Random(1)
        self._kept = Files(folder)
        kept = json.loads(self._kept.read(TABLE) or "{}")
        self._begun = kept.get("begun", 0)
        """How many moves the hands have begun."""
        self._beans = dict.fromkeys(BOARD.places, 0) | kept.get("beans", {})
        self._hands = self._play()
        self._act_at = 0.0

    def step(self) -> tuple[Frame, float]:
        now = self._clock.now()
        if now >= self._act_at:
            self._act_at = now + next(self._hands)
        counts = (EMPTY_COUNTS + each * BEAN_GRAMS * COUNTS_PER_GRAM for each in self._beans.values())
        return Frame(now, tuple(round(self._noise.gauss(each, 40)) for each in counts)), now + FRAME_SECONDS

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""

    def _play(self) -> Iterator[float]:
        """Act, and yield for how long to do nothing then."""
        while True:
            while not self._may_begin(self._begun):
                yield REST_SECONDS
            before = entries(self._desk)
            side = list(Side)[self._begun % 2]
            self._begun += 1
            self._beans[cup(side, 1)] += 1
            self._kept.replace(TABLE, json.dumps({"begun": self._begun, "beans": self._beans}).encode())
            yield REST_SECONDS
            while entries(self._desk) == before:
                self._machine.pins().press(BOARD.buttons[side.value])
                yield FINGER_SECONDS
                self._machine.pins().release(BOARD.buttons[side.value])
                yield REST_SECONDS

    def _may_begin(self, number: int) -> bool:
        if not self._may_move.exists() or self._may_move.stat().st_size <= number:
            return False
        try:
            return is_set_up(self._desk)
        except (DriverError, KeptGameError):
            # There is no game, and never will be.
            return False


def main(folder: Path, speed: float, options: Sequence[str]) -> int:
    desk, machine = desk_in(folder), Bench(BOARD)
    if options[:1] == [WITH_READER]:
        given = options[1:]
        if given and given[0].isdigit():
            machine, given = Bench(BOARD, sps=int(given[0])), given[1:]
        return played(asked(*given), desk, lambda: wired_board(BOARD, machine))
    clock = QuickClock(speed)
    board = around(Table(folder, clock, machine, desk), dict, clock, BOARD, machine)
    assert machine.strip is not None
    code = played(asked(*options), desk, lambda: board)
    strip = "lit" if any(machine.strip.wire) else "dark"
    (folder / "strip").write_text(f"{machine.strip.transmissions} pictures, the last {strip}")
    return code


def played(wishes: Wishes, desk: BoardFiles, open_board: Callable[[], Wired]) -> int:
    return ended("cupsboard", lambda: play.run_seated(wishes, desk, open_board), refusals)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
