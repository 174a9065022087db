"""`cupsboard play` on simulated pins and its own fast clock, with the files of a home folder."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

from board_process import BEAN_GRAMS, COUNTS_PER_GRAM, calibrated
from cupsboard import profile
from cupsboard.commands import play
from cupsboard.commands.parsers import program
from cupsboard.drivers.assembly import around
from cupsboard.drivers.files import Files
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame
from cupsboard.station.files.board_files import BoardFiles, board_files
from cupsboard.station.occupation import Plan
from cupsboard.station.station import Station
from cupsboard.station.wishes import Wishes
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGame, KeptGameError, KeptGames
from cupsboard.storage.paths import homes
from header_fakes import EMPTY_COUNTS, Bench

BOARD = "2x3"
FRAME_SECONDS = 0.1
REST_SECONDS = 2.0
FINGER_SECONDS = 0.3
PATIENCE_SECONDS = 60.0
"""By the quick clock, and by a real one: the disk takes its own time to write a move down."""


class Table:
    """Beans by place, weighed on a clock that goes on as soon as somebody waits; a `Scales` and a `Clock`."""

    def __init__(self, places: tuple[str, ...]) -> None:
        self.beans = dict.fromkeys(places, 0)
        self.frames = 0
        self._time = 0.0
        self._noise = Random(1)

    def now(self) -> float:
        return self._time

    def sleep_until(self, time: float) -> None:
        self._time = max(self._time, time)

    def step(self) -> tuple[Frame, float]:
        self.frames += 1
        counts = (EMPTY_COUNTS + each * BEAN_GRAMS * COUNTS_PER_GRAM for each in self.beans.values())
        readings = tuple(round(self._noise.gauss(each, 40)) for each in counts)
        return Frame(self._time, readings), self._time + FRAME_SECONDS

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""


def environment(home: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}


def furnish(home: Path) -> None:
    """Write profile and calibration as their owner would have them."""
    settings = Files(homes(environment(home), home).settings)
    source = Path(profile.__file__).parent / "profiles" / f"{BOARD}.toml"
    settings.replace("profile.toml", source.read_bytes())
    calibration_file.save(settings, "calibration.toml", calibrated())


def furnish_with_spots(home: Path) -> None:
    """Write the files of a board of nine spots whose cups were weighed."""
    settings = Files(homes(environment(home), home).settings)
    source = Path(profile.__file__).parent / "profiles" / "3x3-2.toml"
    settings.replace("profile.toml", source.read_bytes())
    place = PlaceCalibration(EMPTY_COUNTS, 1500.0, 1e-3, 0.0, 0.0, 0.03)
    cups = {cup.kind: PieceCalibration(140.0 + 12 * mark, 0.05, 0.05, 3) for mark, cup in enumerate(CUPS)}
    places = dict.fromkeys(profile.load("3x3-2").places, place)
    beans = PieceCalibration(0.5, 0.01, 0.05, 24)
    calibration_file.save(
        settings, "calibration.toml", Calibration("2026-01-01T00:00:00", 80.0, beans, places, cups)
    )


def asked(*options: str) -> Wishes:
    parser = program("a command", "", "")
    play.define(parser)
    return play.wishes_of(parser.parse_args(["--no-page", *options]))


def kept_game(at: BoardFiles) -> tuple[int, KeptGame | None]:
    """The number of the game that is being played, and what is written of it."""
    games = KeptGames(at.memory, lambda: "")
    with suppress(KeptGameError):
        return games.number, games.game(games.number) if games.number else None
    return games.number, None


def played_a_move(home: Path, beans: dict[str, int], *options: str) -> tuple[int, int]:
    """Play until one more move is written down; the exit code, and the number of the game.

    `beans` lie on the table. Hands empty it where a new game begins, drop a bean for whoever's turn it is and
    press.
    """
    wishes = asked(*options)
    at = board_files(wishes.board, environment(home), plays_by_copies=True)
    table, machine = Table(at.profile.places), Bench(at.profile)
    table.beans.update(beans)
    ready = around(table, dict, table, at.profile, machine)
    hands = _hands(at, table, machine)
    with ready:
        code = Station(wishes, at, ready, hands).run(Plan())
    beans.update(table.beans)
    return code, kept_game(at)[0]


def _hands(at: BoardFiles, table: Table, machine: Bench) -> Callable[[], bool]:
    dropped_at: float | None = None
    before = -1
    began = monotonic()

    def is_over() -> bool:
        nonlocal dropped_at, before
        _, game = kept_game(at)
        is_patient = min(table.now(), monotonic() - began) < PATIENCE_SECONDS
        assert is_patient, f"nothing was written down: {table.beans}, {game}"
        if game is None:
            return False
        entries = len(game.history.entries)
        if not game.is_set_up:
            table.beans.update(dict.fromkeys(table.beans, 0))
        elif dropped_at is None and table.now() > REST_SECONDS:
            before, dropped_at = entries, table.now()
            side = Side.SOUTH if entries % 2 == 0 else Side.NORTH
            if sum(table.beans.values()) == entries:
                # Else it lies there already: a move that is not kept any more.
                table.beans[cup(side, 1)] += 1
        if dropped_at is None:
            return False
        side = Side.SOUTH if before % 2 == 0 else Side.NORTH
        line = at.profile.buttons[side.value]
        since = (table.now() - dropped_at) % (2 * REST_SECONDS)
        if REST_SECONDS < since < REST_SECONDS + FINGER_SECONDS:
            machine.pins().press(line)
        else:
            machine.pins().release(line)
        return entries > before

    return is_over
