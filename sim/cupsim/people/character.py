"""What a person at a board sees, what they are like, and what they have done."""

from dataclasses import dataclass
from typing import Any, Protocol

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Sign

from cupsim.people.reading_times import ADULTS, ReadingTimes


class Eyes(Protocol):
    """What a person at the table sees; never what the board believes."""

    def signs(self) -> tuple[Sign, ...]:
        """The meanings of the lights."""

    def turn(self) -> Side | None:
        """Return the side whose turn it is by the lights; None if they say of none."""

    def contents(self) -> Contents:
        """The beans in every cup, pot and stock, and (OFF_BOARD) on the table top."""

    def lit_side(self) -> Side | None:
        """Return the side whose cups are lit at this instant, as a glance shows; None if both or none are."""

    def is_reaching(self, side: Side) -> bool:
        """Whether the hands of the player on that side are over the board."""

    def has_drawn_back(self, side: Side) -> bool:
        """Whether the player on that side can be seen to have finished their move, and to wait."""


@dataclass(frozen=True, slots=True)
class Traits:
    """A person's character; `clumsiness` is 0 for clean play to 1 for a mishap at every third drop."""

    forgets: float | None = None
    """Chance of not pressing the button after a move; None: their own, drawn from the times."""
    clumsiness: float = 0.0
    opens: bool = True
    """Whether they start when either side may."""
    times: ReadingTimes = ADULTS
    """The kind of people they are one of."""
    goes_by_glances: bool = False
    """Whether the row that lights up is enough for them, before its rhythm can be read."""
    taps_twice: float = 0.0
    """Chance of pressing once more right after a press."""
    holds_instead: float = 0.0
    """Chance of holding the button for a second or more where a tap is meant."""
    takes_back: float = 0.0
    """Chance of taking a bean back that was just dropped, and of dropping it again."""
    begins_unpressed_after_seconds: float | None = 3.0
    """How long a move that the other has drawn back from must lie before they begin without its press.

    None waits for the press.
    """
    leaves_time: bool = False
    """Whether they leave the other time to take a move back while the board tells of a better one."""


@dataclass(slots=True)
class Deeds:
    """What a person has done so far, for the summary of a game."""

    moves: int = 0
    presses: int = 0
    holds: int = 0
    forgotten: int = 0
    reminded: int = 0
    """Presses that a light had to ask for."""
    begun_unpressed: int = 0
    repairs: int = 0
    questions_answered: int = 0
    lost: int = 0


class Player(Protocol):
    """Somebody simulated who plays one side. The caller calls `step` when it asks to be called."""

    traits: Traits
    deeds: Deeds

    @property
    def is_lost(self) -> bool:
        """Whether nothing that they know explains the table; tell them with `learn`."""

    @property
    def is_thinking(self) -> bool:
        """Whether a move is theirs that they have not begun."""

    @property
    def has_drawn_back(self) -> bool:
        """Whether they take their move for done, hold nothing and wait."""

    def learn(self, position: Any) -> None:
        """Tell them the position, as a screen does after an undo or for a new game."""

    def hurry(self) -> None:
        """Let them think no longer about the move that is theirs, if one is."""

    def step(self, now: float) -> float:
        """Do what is due, and return when to be called again; infinity once the game is over."""
