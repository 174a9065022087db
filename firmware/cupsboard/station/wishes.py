"""What is wished of a board: one frozen value, by which alone a station does anything."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cupsboard.rules.places import Side
from cupsboard.rules.record import BOARD

if TYPE_CHECKING:
    from cupsboard.rules.clocks import Clock
    from cupsboard.session.orders import Begin
    from cupsboard.station.terminal.follower import Follower


@dataclass(frozen=True, slots=True)
class BoardWish:
    """The board that is meant. None of either: the one in the settings folder."""

    profile: str | None = None
    """A TOML file, or the name of a built-in board."""
    calibration: Path | None = None


@dataclass(frozen=True, slots=True)
class GameWish:
    """A game by its family, and what is to differ from the usual, as it is said.

    Without a family it is the game that was played last. `kinds` are a set, or kinds with what each counts;
    `odds` are in the words of `Odds.said`.
    """

    family: str | None = None
    stage: int | None = None
    kinds: str | None = None
    turns: int | None = None
    friendly: bool | None = None
    odds: str | None = None


@dataclass(frozen=True, slots=True)
class AnotherGame:
    """The game being played is put aside, and another begins."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was put aside goes on."""

    number: int


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The game in a record, or a puzzle ("puzzle:7"), goes on after `move`; after its last one if None."""

    record: str
    move: int | None = None


Beginning: TypeAlias = AnotherGame | KeptGame | SavedGame


@dataclass(frozen=True, slots=True)
class Opponent:
    """A side that the board plays itself, at a level by its name or by the program that a command starts."""

    level: str | None = None
    engine: str | None = None
    think_seconds: float | None = None
    """How long the program may think about a move; None for as long as usual."""
    side: Side = Side.NORTH


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Which seat at a shared game is wanted: at `server`, of the game with the code `join` if there is one.

    `name` is what the other side is told. Without `is_new` the game shared last is gone on with. `starter`
    None has it drawn; `clock` is for a game that is opened. `shown` is the server's address for others.
    `member` is a code that makes this board a device of a member of the server's club.
    """

    server: str
    join: str | None = None
    name: str = BOARD
    is_new: bool = False
    starter: Side | None = None
    clock: "Clock | None" = None
    shown: str | None = None
    member: str | None = None
    own_port: int | None = None
    """The port of a server that this board begins itself; None for a server that is there."""


@dataclass(frozen=True, slots=True)
class ClubWish:
    """Which club the board is to join: the server, a code of a member there, and the board's name."""

    server: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class PageWish:
    """Where the page is served; port 0 is any that is free."""

    address: str = "127.0.0.1"
    port: int = 2877


@dataclass(frozen=True, slots=True)
class Wishes:
    """All that is wished of a board when it is begun with.

    `job` is done first, before a game; None goes to the game at once. `beginning` says which game; None goes
    on with the one being played. `page` None serves none. `sound`, `brightness` and `tutor` None are as they
    are set.
    """

    board: BoardWish = BoardWish()
    job: "Begin | None" = None
    follower: "Follower | None" = None
    """Who tells at the terminal what happens; None for the usual one."""
    beginning: Beginning | None = None
    game: GameWish = GameWish()
    starter: Side | None = None
    """Who starts a new game; None for the side that plays first."""
    has_real_dice: bool = False
    clock: "Clock | None" = None
    """The time to think in a new game; None for none."""
    opponent: Opponent | None = None
    seat: SeatWish | None = None
    club: ClubWish | None = None
    """The club to join before anything else; None for the one that the board is in, if any."""
    sound: str | None = None
    brightness: float | None = None
    tutor: str | None = None
    voice: str | None = None
    """The language in which sentences are said aloud, "none" for silence; None as it is set."""
    page: PageWish | None = PageWish()
    mqtt: str | None = None
    """The broker that is told what happens, as in `HOST` or `HOST:1883`; None for what is set at the page."""
