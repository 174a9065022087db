"""What a screen shows of a simulated board at a moment, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cupsboard.rules.places import Kind, Place, Side
from cupsboard.signs.scene import Meaning

from cupsim.electronics.pins import Colour
from cupsim.runs.game_world import Setting
from cupsim.terminal.keys import Grip
from cupsim.terminal.kinds import Lot


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One cup or pot: its pixels as they are on the wire, what they say, its beans by belief and truth."""

    pixels: tuple[Colour, ...]
    meaning: Meaning | None
    believed: int
    truth: int
    grams: float | None
    """What lies in it by its scale, without the cup; None without a reading."""
    has_cup: bool
    is_moving: bool
    lot: Lot = field(default_factory=dict)
    """Its pieces by kind as the board believes, where kinds are followed."""
    true_lot: Lot = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the table; `stock` is what the board says of it everywhere."""

    name: str
    has_turn: bool
    stock: int
    true_stock: int
    score: int


@dataclass(frozen=True, slots=True)
class View:
    """The whole picture; `chosen` and `grip` are there only while a person plays."""

    setting: Setting
    seconds: float
    pace: str
    places: Mapping[Place, PlaceView]
    players: Mapping[Side, Player]
    message: str
    sureness: str
    """How sure the board is of the table, in a word; "" where it can't tell."""
    may: str
    """What a person may do, in words; "" where nothing is to be chosen."""
    chosen: Place | None
    grip: Grip | None
    notice: str
    lines: tuple[str, ...]
    shows_truth: bool
    kinds: Lot = field(default_factory=dict)
    """What a piece of each kind counts, where there are several kinds."""
    meant: Kind | None = None
    """The kind that fingers look for."""
    match: str = ""
    """The round of a match, and the coin that decides it."""
