"""The states of a game of King of the Cups, between the board and its players.

None is a dead end: each is left by the table, by hands, by a tap or by time. From each three taps lead to a
pause, in which a round can be taken back, a new game begun, and the board switched off.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee.states import Refusal
from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup
from cupsboard.rules.king_of_the_cups.seats import Seat


@dataclass(frozen=True, slots=True)
class Gathering:
    """Cups are put onto the spots, and players join by holding their buttons."""

    joined: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Homing:
    """The board waits for all hands at home and all cups in their places."""


@dataclass(frozen=True, slots=True)
class Armed:
    """State: all hands and cups are at home since `since`, and the dice may be rolled.

    The board rolls at `roll_at`. If that is None, it waits for the roller.
    """

    since: float
    roll_at: float | None


@dataclass(frozen=True, slots=True)
class WhoLifted:
    """A wrong cup was lifted and put back, by an unknown hand: the player who did it taps.

    Or the right cup perhaps stood before one player for a moment until another took it; then only that player
    is asked.
    """

    cup: Cup
    candidates: frozenset[Seat]
    landing: Landed
    since: float
    otherwise: Landed | None = None
    """The landing to judge if no player claims this one: the cup's next landing."""
    is_one_of_them: bool = False
    """Whether only the candidates' hands were away."""


@dataclass(frozen=True, slots=True)
class WhichFirst:
    """The right cup and a wrong one landed on a tray within one sample, and their order matters.

    A tap of any other player says that the right one was first; silence says no.
    """

    seat: Seat
    right: Landed
    wrong: Landed
    since: float


Question = WhoLifted | WhichFirst


@dataclass(frozen=True, slots=True)
class Race:
    """A race since `since`: the board rolled then, or real dice were thrown and the first hand left home.

    `untold` are landings before the board knew the real dice, `ask_at` is when it asks for them. `unsaid` are
    questions that don't matter yet. `held` are landings that wait for an answer. `brought` are cups put on
    trays. `perhaps_back` are cups that players may have taken up from their trays and put back unseen.
    """

    since: float
    untold: tuple[Landed, ...] = ()
    ask_at: float | None = None
    questions: tuple[Question, ...] = ()
    unsaid: tuple[WhoLifted, ...] = ()
    held: tuple[Landed, ...] = ()
    brought: tuple[Landed, ...] = ()
    perhaps_back: tuple[Landed, ...] = ()


@dataclass(frozen=True, slots=True)
class TellingDice:
    """The roller enters the real dice: taps go through the choices, a hold takes one.

    `told` are the choices taken: colour and shape of one die, then of the other, and that all is right. Only
    gestures that began after `since` count.
    """

    race: Race
    since: float
    told: tuple[int, ...] = ()
    choice: int = 0

    @property
    def is_to_confirm(self) -> bool:
        """Return whether all is entered and only a confirmation is missing."""
        return len(self.told) == 4

    @property
    def is_told(self) -> bool:
        """Return whether all is entered and confirmed."""
        return len(self.told) == 5


@dataclass(frozen=True, slots=True)
class Over:
    """A player has enough cups: the game is over."""

    winner: Seat | None
    score: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Paused:
    """The table is not judged; a tap goes on."""

    before: "Gathering | Homing | Race | TellingDice | Over"
    since: float


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """The board asks since `since` whether to begin a new game: a tap means yes, no tap for a while means no.

    `before` is the state to return to after a no.
    """

    before: "Paused | Over"
    since: float


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """The board asks in a pause, since `since`, whether to switch off: a tap is a yes, time a no."""

    before: Paused
    since: float


@dataclass(frozen=True, slots=True)
class Leaving:
    """The board says goodbye, or (`is_asked`) waits for the system to switch it off, each until `until`."""

    before: Paused
    until: float
    is_asked: bool = False


State = (
    Gathering
    | Homing
    | Armed
    | Race
    | TellingDice
    | Over
    | Paused
    | OfferingNewGame
    | AskingPowerOff
    | Leaving
)


@dataclass(frozen=True, slots=True)
class Early:
    """A hand or a cup left before the roll; `seat` is None if the hands don't show whose."""

    seat: Seat | None
    cup: Cup | None
    until: float


@dataclass(frozen=True, slots=True)
class RoundWon:
    """The player who got the right cup, and the cup."""

    seat: Seat
    cup: Cup
    until: float


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """All players have grabbed wrong; `cup` was the right one."""

    cup: Cup
    until: float


@dataclass(frozen=True, slots=True)
class RoundBack:
    """A round was taken back."""

    until: float


@dataclass(frozen=True, slots=True)
class Refused:
    """A gesture changed nothing."""

    why: Refusal
    until: float


Notice = Early | RoundWon | NobodyWon | RoundBack | Refused
"""A message that is shown for a moment beside a state, without blocking it."""
