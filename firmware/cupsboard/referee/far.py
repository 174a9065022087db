"""A game shared with another board: what the record there and here says, as far as the referee needs it."""

from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Side


class FarWish(Enum):
    """The messages that the player at this board can send to the other board, beside moves."""

    TAKE_BACK = "take-back"
    YES = "yes"
    NO = "no"
    RESUME = "resume"
    GIVE_UP = "give-up"

    __hash__ = object.__hash__


class FarAsk(Enum):
    """The questions that the other side asks, or the answers to a question of this side."""

    BACK = "back"
    ADJOURN = "adjourn"
    ABORT = "abort"
    RESUME = "resume"
    """The game is adjourned, and waits for either side to go on."""

    __hash__ = object.__hash__


class FarEnd(Enum):
    """The ways in which a shared game ends before its last move."""

    WON = "won"
    LOST = "lost"
    OFF = "off"
    STOPPED = "stopped"
    """It can't go on at this board; the page and the terminal say why."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Far:
    """The state of a game that is shared with another board; `own` is the side that sits at this board.

    `entries` are those of the record in words ("south drop 3"), with a move of this side that is on its way.
    `asked` is a question of the other side, `ask` the number of the entry with it, which this side is to
    answer.
    """

    own: Side
    entries: tuple[str, ...] = ()
    is_on_its_way: bool = False
    is_linked: bool = True
    asked: FarAsk | None = None
    ask: int = 0
    is_asking: bool = False
    """Whether this side has asked for something, and waits for the answer."""
    end: FarEnd | None = None
