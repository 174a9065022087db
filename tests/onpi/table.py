"""Cups and beans on emulated cells, and hands that move them as slowly as people do."""

import os
import time
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import tomli_w
from cupsboard import profile as profiles
from cupsboard.drivers.files import Files
from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.storage import calibration_file

from onpi.electronics import Electronics
from onpi.machine import Pi, User

BEAN_GRAMS, BEAN_SPREAD_GRAMS = 1.2, 0.02
CUP_GRAMS = 42.0
A_BEAN_SECONDS = 0.3
PRESS_SECONDS = 0.2
TOUCH_GRAMS = 60.0
TOUCH_SECONDS = 3.0
"""As long as somebody in no hurry presses: a busy machine may miss a second of it."""


def small_profile() -> bytes:
    """A board of 2x2, made from the built-in 2x3 as its owner would: fewer places, the same lines."""
    document = tomllib.loads(files("cupsboard").joinpath("profiles", "2x3.toml").read_text())
    gone = ("south-3", "north-3")
    document["name"], document["cups"] = "mine", 2
    document["cells"] = [cell for cell in document["cells"] if cell["place"] not in gone]
    spans = document["strip"]["spans"]
    document["strip"]["spans"] = {place: span for place, span in spans.items() if place not in gone}
    return tomli_w.dumps(document).encode()


def small_board() -> Profile:
    """The same board, read."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "mine.toml")
        path.write_bytes(small_profile())
        return profiles.load(str(path))


def furnished(pi: Pi, user: User, profile: bytes | None = None) -> tuple[str, ...]:
    """Put profile and calibration into a user's home; the options that name them from there."""
    pi.give(user, "mine.toml", profile or small_profile())
    calibration = pi.give(user, "cal.toml", b"")
    calibration.unlink()
    Table(pi.board).calibration(calibration)
    os.chown(calibration, user.number, user.number)
    return ("--profile", "mine.toml", "--calibration", "cal.toml")


class Table:
    """What lies on a board; every change is felt by its cells at once."""

    def __init__(self, board: Electronics, seed: int = 1) -> None:
        """Empty cups on all places."""
        self.board = board
        self._rng = Random(seed)
        self.cups = {place: CUP_GRAMS + 0.7 * index for index, place in enumerate(board.cells)}
        self.beans: dict[Place, list[float]] = {place: [] for place in board.cells}
        self._other: dict[Place, float] = {}
        for place in self.beans:
            self._weigh(place)

    @property
    def contents(self) -> Mapping[Place, int]:
        """How many beans lie where."""
        return {place: len(beans) for place, beans in self.beans.items()}

    def drop(self, place: str) -> None:
        """A bean of the stock falls into a cup."""
        self.beans[Place(place)].append(self._rng.gauss(BEAN_GRAMS, BEAN_SPREAD_GRAMS))
        self._weigh(Place(place))
        time.sleep(A_BEAN_SECONDS)

    def move(self, origin: str, *targets: str) -> None:
        """Take up all beans of a cup, and let one fall into each of the targets, the rest into the last."""
        hand, self.beans[Place(origin)] = self.beans[Place(origin)], []
        self._weigh(Place(origin))
        time.sleep(A_BEAN_SECONDS)
        for number, bean in enumerate(hand):
            target = Place(targets[min(number, len(targets) - 1)])
            self.beans[target].append(bean)
            self._weigh(target)
            time.sleep(A_BEAN_SECONDS)

    def press(self, side: Side | str, seconds: float = PRESS_SECONDS) -> None:
        """Press a button and let it go."""
        name = side.value if isinstance(side, Side) else side
        self.board.press(name, True)
        time.sleep(seconds)
        self.board.press(name, False)

    def touch(self, place: str) -> None:
        """Press on a cup with a finger."""
        self.put(place, TOUCH_GRAMS)
        time.sleep(TOUCH_SECONDS)
        self.put(place, 0.0)

    def put(self, place: str, grams: float) -> None:
        """Let something else lie on a place: a finger, a weight; nothing with 0."""
        self._other[Place(place)] = grams
        self._weigh(Place(place))

    def lift_cup(self, place: str) -> None:
        """Take a cup off, so that its platform is bare."""
        self.put(place, -self.cups[Place(place)])

    def lift_all_cups(self) -> None:
        """Take all cups off."""
        for place in self.cups:
            self.lift_cup(place)

    def put_cups_back(self) -> None:
        """Put all cups back, and take everything else away."""
        for place in self.cups:
            self.put(place, 0.0)

    def calibration(self, path: Path) -> None:
        """Write the calibration that this table has into a file."""
        state = self.board.state
        places = {
            place: PlaceCalibration(
                zero_counts=cell.empty_counts,
                counts_per_gram=cell.counts_per_gram,
                gain_error=5e-4,
                cup_grams=self.cups[place],
                cup_error_grams=0.005,
                noise_grams=cell.noise_counts / cell.counts_per_gram,
                zero_error_counts=5.0,
                method="100 g",
                reference_grams=100.0,
                reference_error_grams=0.1,
            )
            for place, cell in self.board.cells.items()
        }
        beans = PieceCalibration(BEAN_GRAMS, 0.002, BEAN_SPREAD_GRAMS, 60)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        rate = 80.0 if state.chips[0].is_fast else 10.0
        calibration_file.save(Files(path.parent), path.name, Calibration(made, rate, beans, places))

    def _weigh(self, place: Place) -> None:
        self.board.lay(place, self.cups[place] + sum(self.beans[place]) + self._other.get(place, 0.0))
