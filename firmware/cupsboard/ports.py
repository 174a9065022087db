"""The few seams between the pure core and the world, and the small values that cross them.

`Lines` is the pin level of the bank reader. Everything else is shaped by meaning: places, scenes, tones.
A real board, the simulator and a test differ only in what stands behind these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol, TypeVar

from cupsboard.referee.edges import Edge
from cupsboard.rules.names import folded
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message, Scene, Tone

R = TypeVar("R")


class Lines(Protocol):
    """One clock line out and a group of data lines in; the pin level of the HX711 bank.

    The bank calls `set_clock` and `read_lines` only from one thread. Each call may cost time, and the
    process may be preempted at any moment; `now` tells.
    """

    def set_clock(self, level: bool) -> None:
        """Drive the shared SCK line."""

    def read_lines(self) -> int:
        """All DOUT levels: bit i is line i, 1 = high; each as it was at some moment of this call."""

    def now(self) -> float:
        """Monotonic seconds, readable between two clock edges at negligible cost."""


class Scales(Protocol):
    """All cells of a board."""

    def step(self) -> tuple[Frame | None, float]:
        """Do what is due now; return a frame if one is finished, and when to be called again.

        Never sleeps: its caller does, until the returned time.
        """

    def allow_reset(self, *, still: bool) -> None:
        """Say whether the table is still, so that starting all cells anew would disturb nobody."""


class Buttons(Protocol):
    """The players' buttons: "south" and "north"."""

    def edges(self, now: float) -> Sequence[Edge]:
        """The changes since the last call."""


class Lights(Protocol):
    """The lights of all places."""

    def show(self, scene: Scene, now: float) -> float:
        """Let the lights say what the scene says; return when its rhythms want to be shown again."""


class Sound(Protocol):
    """The board's voice."""

    def show(self, tone: Tone, now: float) -> None:
        """Begin a tone; one that still sounds gives way."""

    def step(self, now: float) -> None:
        """Go on with the tone that sounds; called at every step."""


class StoreError(OSError):
    """Data that could not be kept or fetched; the message names the file, the reason and the next step."""


class UnfitError(StoreError):
    """What lies under a name is no data of ours and stays so: a folder, a pipe, a file that is too large."""


class GoneError(StoreError):
    """What was written before was taken away: it has to be written again."""


class Store(Protocol):
    """Named pieces of data that outlive the program and a power cut."""

    def read(self, name: str) -> bytes | None:
        """All of it; None where there is nothing of that name."""

    def replace(self, name: str, data: bytes) -> None:
        """Put new data in the place of the old; after a power cut it is the one or the other."""

    def set_aside(self, name: str) -> str:
        """Give what lies under a name another one that is free, and return that; nothing is lost."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Stands among rows that are kept for one that is to be deleted: its table, and its key."""

    table: type[Any]
    key: int | str


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rows that are wanted: below a key, with all words, in any case, in the texts `within`.

    The text `filled` of each is not ""; without one that is not asked.
    """

    most: int = 1
    below: int | None = None
    words: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    filled: str = ""

    def is_row(self, key: Any, row: object) -> bool:
        """Return whether a row with this key is wanted."""
        is_here = (self.below is None or key < self.below) and bool(getattr(row, self.filled or "__class__"))
        return is_here and self.is_met([getattr(row, name) for name in self.within])

    def is_met(self, texts: Sequence[str]) -> bool:
        """Return whether these texts hold all the words."""
        found = folded("\n".join(texts))
        return all(folded(word) in found for word in self.words)


HIGHEST = Wanted()
"""The row with the highest key."""


class Rows(Protocol):
    """Rows of tables that outlive the program and a power cut.

    A table is a frozen dataclass of numbers, texts and booleans. Its first field is the key of its rows.
    """

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """Put rows in the place of those with the same keys, all or none; they would survive a power cut.

        A `Gone` among them deletes a row.

        Return what is to be said of what was found meanwhile. Raises StoreError, and GoneError once.
        """

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        """Return the rows of a table whose fields equal these, in the order of their keys.

        Raises StoreError.
        """

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:
        """Return the wanted rows of a table, the one with the highest key first. Raises StoreError."""


def aside_names(name: str) -> Iterator[str]:
    """Yield the names that what lies under a name may get when it is set aside, without end."""
    return (f"{name}.aside-{number}" for number in count(1))


class Clock(Protocol):
    """Time as the loop sees it."""

    def now(self) -> float:
        """Monotonic seconds."""

    def sleep_until(self, time: float) -> None:
        """Wait until `time`; return at once if it has passed."""


class Arrivals(Protocol):
    """Tells whether the process that reads the scales has samples that the board has not taken yet."""

    def have_come(self) -> bool:
        """Return whether a step of the scales would find something new."""

    def wait(self, seconds: float) -> bool:
        """Sleep until something new is there, `seconds` at the most; return whether it is."""


@dataclass(frozen=True, slots=True)
class Board:
    """The ports of one board, real or simulated."""

    clock: Clock
    scales: Scales
    lights: Lights
    buttons: Buttons
    sound: Sound
    arrivals: Arrivals | None = None
    """Those of scales that can't say in advance when they will have something."""
