"""An evening as bytes: what lies on the table and in hands, the board's own record, seats and settings.

The table lies again as it lay. The board begins as after a power cut, with its record and its knowledge. A
press that was under way is over; a helper's and a simulated player's hands put aside what they held.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from cupsboard.engine.foreign import command_of
from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.referee.options import Options
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceError, TraceWriter, read_trace

from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.table.kept_table import KeptCup, KeptTable

FORMAT, VERSION = b"cupsim evening", 1


class KeptEveningError(ValueError):
    """Bytes that are no evening of this release; the message says what they are instead."""


@dataclass(frozen=True, slots=True)
class KeptSetting:
    """What the evening was drawn from."""

    seed: int
    cups: int
    sps: int
    beans: str
    cells: str
    stock_beans: int | None
    stock_trays: bool
    game: str | None = None
    handling: str = "usual"
    noise: str = "white"
    child: str = "none"
    pico: bool = False

    @classmethod
    def of(cls, setting: Setting) -> "KeptSetting":
        """The part of a setting that is kept here; the board keeps the game and its options itself."""
        return cls(*(getattr(setting, name) for name in cls.__slots__))

    def setting(self, options: Options) -> Setting:
        """The whole setting again."""
        return Setting(**{name: getattr(self, name) for name in self.__slots__}, options=options)


@dataclass(frozen=True, slots=True)
class KeptHands:
    """The masses of the pieces in a pair of hands, the cup they hold in the air, and the pieces' kinds.

    There are no kinds where all are beans.
    """

    beans_grams: tuple[float, ...] = ()
    cup: KeptCup | None = None
    cup_from: str | None = None
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptBrowser:
    """A browser that was here, and the last order of each of its visits that has arrived."""

    token: str
    number: int
    arrived: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class KeptSeats:
    """Who was here, and the tokens of those who held a seat."""

    browsers: tuple[KeptBrowser, ...]
    holders: Mapping[str, str]
    given_numbers: int
    called: Mapping[str, str] = field(default_factory=dict)
    """What the players at the sides are called."""


@dataclass(frozen=True, slots=True)
class KeptEvening:
    """Everything that outlives a restart of the server. `board` is the first line of a trace."""

    setting: KeptSetting
    players: Mapping[str, str]
    clumsiness: float
    speed: float
    began: str
    board: str
    table: KeptTable
    hands: Mapping[str, KeptHands]
    coins: tuple[str, ...]
    pulled: tuple[str, ...]
    seats: KeptSeats
    distance: str = ""
    """The code of the game that is shared with another board; "" for a game at this one alone."""

    def start(self) -> Start:
        """What the board begins with. Raises KeptEveningError."""
        try:
            return Start.from_header(read_trace([self.board.encode("ascii")]).header)
        except TraceError as fault:
            raise KeptEveningError(str(fault)) from None


def board_line(start: Start) -> str:
    """What a board is switched on with, as the first line of its trace."""
    lines: list[bytes] = []
    TraceWriter(lines.append, start.header())
    return lines[0].decode("ascii")


def to_bytes(kept: KeptEvening) -> bytes:
    """An evening as it is written: a line that says what it is, and its data."""
    data = json.dumps(to_plain(kept), separators=(",", ":")).encode("ascii")
    return b"%s %d %s\n%s\n" % (FORMAT, VERSION, _checksum(data), data)


def from_bytes(content: bytes) -> KeptEvening:
    """Read an evening back. Raises KeptEveningError."""
    first, _, rest = content.partition(b"\n")
    match first.rsplit(b" ", 2):
        case [name, version, _] if name == FORMAT and version != b"%d" % VERSION:
            raise KeptEveningError(f"is of version {version.decode('ascii', 'replace')[:20]}, not {VERSION}")
        case [name, _, checksum] if name == FORMAT:
            pass
        case _:
            raise KeptEveningError("is no evening of cupsim")
    data = rest.removesuffix(b"\n")
    if _checksum(data) != checksum:
        raise KeptEveningError("is damaged")
    try:
        return from_plain(KeptEvening, json.loads(data))
    except (ValueError, RecursionError) as fault:
        raise KeptEveningError(f"can't be read: {fault}") from None


def with_engines_of(players: Collection[str], kept: KeptEvening) -> KeptEvening:
    """Return the evening with a person for each foreign engine that is not among the players.

    An evening's folder may come from anybody: what it names is a command, which only an option may start.
    """
    known = {
        side: PERSON if command_of(who) is not None and who not in players else who
        for side, who in kept.players.items()
    }
    return replace(kept, players=known)


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode("ascii")
