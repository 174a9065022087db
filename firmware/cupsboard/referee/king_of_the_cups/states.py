"""Where a game stands between the board and its players: every state the referee can be in.

None is a dead end: each is left by the table, by hands, by a tap or by time, and from each three taps lead to
a pause, from which a round can be taken back, a new game begun, and the board switched off.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee.states import Refusal
from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup
from cupsboard.rules.king_of_the_cups.seats import Seat


@dataclass(frozen=True, slots=True)
class Gathering:
    """Cups come onto the spots and players to their trays."""

    joined: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Homing:
    """All hands go home, and all cups where they belong."""


@dataclass(frozen=True, slots=True)
class Armed:
    """All is ready since a time; the board rolls at `roll_at`, or the roller whenever they want."""

    since: float
    roll_at: float | None


@dataclass(frozen=True, slots=True)
class WhoLifted:
    """A wrong cup was lifted and put back, and the hands don't say by whom: who did it taps.

    Or the right cup perhaps stood before somebody for a moment until another took it: they alone are asked.
    """

    cup: Cup
    candidates: frozenset[Seat]
    landing: Landed
    since: float
    otherwise: Landed | None = None
    """What is judged if nobody says so: the landing after that of this cup."""
    is_one_of_them: bool = False
    """Whether nobody's hand but theirs was away."""


@dataclass(frozen=True, slots=True)
class WhichFirst:
    """The right cup and a wrong one landed on a tray within one sample, and it matters which came first.

    A tap of anybody else says that the right one did; silence says no.
    """

    seat: Seat
    right: Landed
    wrong: Landed
    since: float


Question = WhoLifted | WhichFirst


@dataclass(frozen=True, slots=True)
class Race:
    """The dice lie since a time, or real ones were thrown and a first hand left home then.

    `untold` is what landed before the board was told what the real dice show, `ask_at` when it asks. `unsaid`
    are questions on which nothing hangs yet; `held` is what landed while the round hung on an answer;
    `brought` is what was put before players, `perhaps_back` what players may have taken up from their trays
    and put back, unseen.
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
    """What did the real dice show? The roller's taps go through the choices, a hold takes one.

    `told` are the choices taken: colour and shape of the one die, then of the other, and that all is right.
    Only what fingers began after `since` counts.
    """

    race: Race
    since: float
    told: tuple[int, ...] = ()
    choice: int = 0

    @property
    def is_to_confirm(self) -> bool:
        """Whether all is told, and only a yes is wanted."""
        return len(self.told) == 4

    @property
    def is_told(self) -> bool:
        """Whether all is told and confirmed."""
        return len(self.told) == 5


@dataclass(frozen=True, slots=True)
class Over:
    """Somebody has enough cups."""

    winner: Seat | None
    score: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing is judged; a tap goes on."""

    before: "Gathering | Homing | Race | TellingDice | Over"
    since: float


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """A new game was asked for at `since`: a tap says yes, time says no."""

    before: "Paused | Over"
    since: float


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """Switching off was asked for in a pause, at `since`: a tap says yes, time says no."""

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
    """A hand or a cup left before the roll; nobody is named where the hands don't say who it was."""

    seat: Seat | None
    cup: Cup | None
    until: float


@dataclass(frozen=True, slots=True)
class RoundWon:
    """Who got the right cup, and where it had stood."""

    seat: Seat
    cup: Cup
    until: float


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """All have grabbed wrong: this had been the right cup."""

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
"""What is shown for a moment beside a state, without holding it up."""
