"""The states of a game of King of the Cups, between the board and its players.

None is a dead end: each is left by the table, by hands, by a tap or by time. From each three taps lead to a
pause, in which a round can be taken back, a new game begun, and the board switched off.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee.states import Refusal
from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup, Seat


@dataclass(frozen=True, slots=True)
class Gathering:
    """State: players put the cups onto the spots, and join the game by holding their buttons."""

    joined: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Homing:
    """State: the board waits until all hands are at home and all cups in their places."""


@dataclass(frozen=True, slots=True)
class Armed:
    """State: all hands and cups are at home since `since`, and the dice may be rolled.

    The board rolls at `roll_at`. If that is None, it waits for the roller.
    """

    since: float
    roll_at: float | None


@dataclass(frozen=True, slots=True)
class WhoLifted:
    """Question: the board asks which of `candidates` lifted `cup` and put it back; that player taps.

    The hand was not identified. Or the right cup perhaps stood before one player for a moment until another
    took it; then only the first is asked.
    """

    cup: Cup
    candidates: frozenset[Seat]
    landing: Landed
    otherwise: Landed | None = None
    """The landing to judge if no player claims this one: the cup's next landing."""
    is_one_of_them: bool = False
    """Whether only the candidates' hands were away."""


@dataclass(frozen=True, slots=True)
class WhichFirst:
    """Question: the board asks which of two cups landed first on the tray of `seat`.

    They are the `right` one and a `wrong` one, landed within one sample. A tap of any other player says that
    the right one was first; silence says that the wrong one was.
    """

    seat: Seat
    right: Landed
    wrong: Landed


Question = WhoLifted | WhichFirst


@dataclass(frozen=True, slots=True)
class Race:
    """State: a race since `since`, when the board rolled, or when the first hand left home after real dice.

    `untold` are landings before the board knew the real dice, `ask_at` is when it asks for them. `questions`
    are open, `unsaid` are questions that don't matter yet. `held` are landings that wait for an answer.
    `brought` are cups put on trays. `perhaps_back` are cups that players may have taken up from their trays
    and put back unseen.
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
    """State: the roller enters what the real dice show; taps go through the choices, a hold takes one.

    `told` are the choices taken: colour and shape of one die, then of the other, and that all is right.
    """

    race: Race
    told: tuple[int, ...] = ()
    choice: int = 0

    @property
    def is_to_confirm(self) -> bool:
        """Return whether both dice are entered and only the confirmation is missing."""
        return len(self.told) == 4

    @property
    def is_told(self) -> bool:
        """Return whether both dice are entered and confirmed."""
        return len(self.told) == 5


@dataclass(frozen=True, slots=True)
class Over:
    """State: the game is over, because `winner` has enough cups; `score` is each player's number of cups."""

    winner: Seat | None
    score: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Paused:
    """State: a pause since `since`; the table is not judged, and a tap ends the pause."""

    before: "Gathering | Homing | Race | TellingDice | Over"
    since: float


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """State: the board asks, since `since`, whether to begin a new game.

    A tap means yes, no tap for a while means no; then `before` is the state again.
    """

    before: "Paused | Over"
    since: float


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """State: the board asks in a pause, since `since`, whether to switch off.

    A tap means yes, no tap for a while means no.
    """

    before: Paused
    since: float


@dataclass(frozen=True, slots=True)
class Leaving:
    """State: the board says goodbye until `until`, and can still be told to stay.

    Afterwards (`is_asked`) it waits until a later `until` for the system to switch it off.
    """

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
    """Notice: a hand or a cup left before the roll; `seat` is None if the hands don't show whose."""

    seat: Seat | None
    cup: Cup | None
    until: float


@dataclass(frozen=True, slots=True)
class RoundWon:
    """Notice: the player at `seat` won the round with the right cup, `cup`."""

    seat: Seat
    cup: Cup
    until: float


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """Notice: all players grabbed a wrong cup; `cup` was the right one."""

    cup: Cup
    until: float


@dataclass(frozen=True, slots=True)
class RoundBack:
    """Notice: the last round was removed from the record."""

    until: float


@dataclass(frozen=True, slots=True)
class Refused:
    """Notice: a gesture was refused for the reason `why`."""

    why: Refusal
    until: float


Notice = Early | RoundWon | NobodyWon | RoundBack | Refused
"""A message that is shown for a moment beside a state, without blocking it."""


def question_in(state: State) -> object:
    """Return a value that tells the question to the players apart from every other; None without one."""
    match state:
        case OfferingNewGame() | AskingPowerOff():
            return type(state)
        case TellingDice(told=told):
            return TellingDice, told
        case Race(questions=(question, *_)):
            return question
        case _:
            return None
