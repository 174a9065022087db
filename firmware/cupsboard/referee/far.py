"""A game shared with another board: what the record there and here says, as far as the referee needs it."""

from dataclasses import dataclass
from enum import Enum

from cupsboard.referee.states import Refusal
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.places import Side


class FarWish(Enum):
    """The messages that the player at this board can send to the other board, beside moves."""

    TAKE_BACK = "take-back"
    YES = "yes"
    NO = "no"
    RESUME = "resume"
    GIVE_UP = "give-up"
    ADJOURN = "adjourn"
    ABORT = "abort"
    CLAIM = "claim"
    """The other side's time is over, and this side wins by it."""
    AGAIN = "again"
    """Another game, in which each side sits where the other did."""
    SAY = "say"
    """One of the set phrases."""

    __hash__ = object.__hash__


class FarAsk(Enum):
    """The questions that the other side asks, or the answers to a question of this side."""

    BACK = "back"
    ADJOURN = "adjourn"
    ABORT = "abort"
    RESUME = "resume"
    """The game is adjourned, and waits for either side to go on."""
    AGAIN = "again"
    """The game is over, and the other side would like another."""

    __hash__ = object.__hash__


class FarPhrase(Enum):
    """All that two players can say to each other, in the order in which a board offers it."""

    HELLO = "hello"
    HAVE_FUN = "have-fun"
    WELL_PLAYED = "well-played"
    THANK_YOU = "thank-you"
    OOPS = "oops"
    ONE_MOMENT = "one-moment"
    I_AM_BACK = "i-am-back"
    YOUR_TURN = "your-turn"
    BEANS_FELL = "beans-fell"
    NICE_CAPTURE = "nice-capture"
    GOOD_GAME = "good-game"
    GOOD_NIGHT = "good-night"

    __hash__ = object.__hash__


class FarOther(Enum):
    """The state of the other side's table, as that side reports it."""

    AWAY = "away"
    """It is not connected."""
    THERE = "there"
    """Its table agrees, or it is a page without one."""
    LAYING = "laying"
    """It lays out what was played here."""
    DIFFERS = "differs"
    """Its table is to be put right, or a move is begun on it."""
    PAUSED = "paused"

    __hash__ = object.__hash__


class FarEnd(Enum):
    """The ways in which a shared game ends before its last move."""

    WON = "won"
    """The other side has given up."""
    WON_BY_TIME = "won-by-time"
    LOST = "lost"
    """This side has given up."""
    LOST_BY_TIME = "lost-by-time"
    OFF = "off"
    RULED_OFF = "ruled-off"
    """A director has ended it."""
    WITHDREW = "withdrew"
    """This side has withdrawn from the tournament of which the game was."""
    OTHER_WITHDREW = "other-withdrew"
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
    other: FarOther | None = None
    """None while nothing is known of it."""
    clocks: Clocks | None = None
    """In the loop's time; None for a game without clocks."""
    has_waiting_clocks: bool = False
    """Whether the clocks stand until both sides are there at once."""
    alone_from: float | None = None
    """When this side may call the game off alone, in the loop's time; None while it can't come to that."""
    said: FarPhrase | None = None
    """What the other side said last, in entry `said_in` of the record."""
    said_in: int = 0
    declined_in: int = 0
    """The entry in which the other side said no to this one last; 0 without one since the last move."""
    refusals: int = 0
    """How often what was said here was refused, since the board was switched on."""
    refusal: Refusal = Refusal.NOT_TAKEN
    """Why the last one was."""
    again: tuple[Side, ...] = ()
    """The sides that would like another game."""
