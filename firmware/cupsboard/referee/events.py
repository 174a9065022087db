"""What happened, in the order in which it happened: the food of journal, record, trace, sound and screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cupsboard.recognition.accounts import Account, Mishap
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.game import Contents, Mark, Plan
from cupsboard.rules.places import Place, Side


class Ending(Enum):
    """What told the board that a turn was over."""

    PRESSED = "pressed"
    OPPONENT_BEGAN = "opponent began"
    STILLNESS = "stillness"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class TableAgreed:
    """From here on moves begin from these contents; a reply may lie there beyond them already."""

    contents: Contents


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The set-up is done and a game begins."""

    starter: Side | None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A move entered the record."""

    side: Side
    label: str
    how: Ending


@dataclass(frozen=True, slots=True)
class Passed:
    """A side had no move and the board passed for it."""

    side: Side


@dataclass(frozen=True, slots=True)
class StockCorrected:
    """A player confirmed that the stock is empty; `count` is what it held at the agreed table."""

    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class StockCounted:
    """A player asked for help where only a bean of their stock helps; `beans` are believed left there."""

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class StockQuestioned:
    """A player's stock may be empty, where `beans` are believed left, and that waits for a confirmation."""

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class TableQuestioned:
    """Players say that the table is right as it was `found`; `changes` of the record wait for a confirmation.

    Where the scales are not sure, the place that is `doubted` is to be looked at first.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """Both confirmed that so many pieces more or fewer lie there than the record said; `side` is to move."""

    side: Side
    changes: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """A player has put back the move that was ended last: that takes it back."""

    side: Side
    label: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The record went back by one move; the table has yet to follow."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The record went forward by one move; the table has yet to follow."""


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A move that was never ended is to be put back; the record stays as it is."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The table has followed the record."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class StillOwed:
    """A press found its move unfinished; finishing any of `plans` ends the turn."""

    side: Side
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class NotNow:
    """A gesture changed nothing."""

    side: Side | None
    why: Refusal


@dataclass(frozen=True, slots=True)
class WrongTableSeen:
    """The table became one that no move leads to."""

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The weights did not decide; a look at `place` would. `account` is what a press says yes to."""

    place: Place
    account: Account


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A press said that the table is what the board thought possible."""

    side: Side
    account: Account


@dataclass(frozen=True, slots=True)
class LookedInVain:
    """A player has looked at places that seem burdened and says that nothing but beans lies there."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class NewGameOffered:
    """A new game was asked for and waits for its confirmation."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """A new game was confirmed and the old record is closed; the table has yet to be emptied."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """Nobody can move any more; no winner is a tie."""

    winner: Side | None
    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """A player asked for the score."""

    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class PlayPaused:
    """From here on the table is nobody's business."""


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """A pause is over; what lies there is compared with the record as after switching on."""


@dataclass(frozen=True, slots=True)
class PowerOffOffered:
    """Switching off was asked for and waits for its confirmation."""


@dataclass(frozen=True, slots=True)
class GoodbyeSaid:
    """Switching off was confirmed; there is a moment left to think better of it."""


@dataclass(frozen=True, slots=True)
class PowerOffWanted:
    """Everything is written down: the system may switch the board off."""


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A player wants to know where to play; `stock` is how many beans are believed left to drop.

    None where more can be played than drops.
    """

    side: Side
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class MoveHurried:
    """The board is to move now, without thinking any longer about this side's move."""

    side: Side


@dataclass(frozen=True, slots=True)
class ComputerSeated:
    """From now on the board plays this side at this level; no side is none, and the level for the next."""

    side: Side | None
    level: str


Event = (
    TableAgreed
    | GameStarted
    | TurnEnded
    | Passed
    | StockCounted
    | StockQuestioned
    | StockCorrected
    | TableQuestioned
    | TableCorrected
    | PutBack
    | Undone
    | Redone
    | TakingBack
    | Restored
    | StillOwed
    | NotNow
    | WrongTableSeen
    | QuestionAsked
    | QuestionAnswered
    | LookedInVain
    | NewGameOffered
    | GameClosed
    | GameOver
    | ScoreShown
    | PlayPaused
    | PlayResumed
    | PowerOffOffered
    | GoodbyeSaid
    | PowerOffWanted
    | HintAsked
    | MoveHurried
    | ComputerSeated
)
