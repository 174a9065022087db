"""A game shared with another board: what the record there and here says, as far as the referee needs it."""

from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Side


class FarWish(Enum):
    """What the player at this board says to the other one, beside moves."""

    TAKE_BACK = "take-back"
    YES = "yes"
    NO = "no"
    RESUME = "resume"
    GIVE_UP = "give-up"

    __hash__ = object.__hash__


class FarAsk(Enum):
    """What the other side asks for, or what its own ask comes to."""

    BACK = "back"
    ADJOURN = "adjourn"
    ABORT = "abort"
    RESUME = "resume"
    """The game is adjourned, and waits for either side to go on."""

    __hash__ = object.__hash__


class FarEnd(Enum):
    """How a shared game ended before its last move."""

    WON = "won"
    LOST = "lost"
    OFF = "off"
    STOPPED = "stopped"
    """It can't go on at this board; the page and the terminal say why."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Far:
    """How things stand with the other board; `own` is the side that sits at this one.

    `entries` are those of the record in words ("south drop 3"), a move of this side that is on its way among
    them. `ask` is the number of the entry that asks for `asked`, where this side is to answer.
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
