"""What happened, in the order in which it happened: the food of journal, record, trace, sound and screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from cupsboard.recognition.accounts import Account, Mishap
from cupsboard.referee.lap_events import OfLaps
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.game import Contents, Mark, Plan
from cupsboard.rules.places import Kind, Place, Player, Side

Y = TypeVar("Y", bound=Player)


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
class TurnEnded(Generic[Y]):
    """A move entered the record."""

    side: Y
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
class GameOver(Generic[Y]):
    """Nobody can move any more; no winner is a tie."""

    winner: Y | None
    score: Mapping[Y, int]


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
class OtherGameWanted:
    """Players have chosen another game than this one, by its name: this one may be put aside."""

    name: str


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


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A player has come to the table."""

    player: Player


@dataclass(frozen=True, slots=True)
class GameArranged:
    """Who plays and how the pieces stand is known: from here on it is the game of this name."""

    game: str


@dataclass(frozen=True, slots=True)
class DiceFell:
    """Chance has decided for a player: their dice came to this, or it is they who begin."""

    player: Player
    outcome: str


@dataclass(frozen=True, slots=True)
class Called:
    """Words by or for a player that count, and that no scale sees."""

    player: Player
    said: str


@dataclass(frozen=True, slots=True)
class PieceLifted:
    """A piece was taken up at a time of the board; of several it may be any as long as none is named."""

    kinds: tuple[Kind, ...]
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PieceLanded:
    """A piece was put down at a time of the board."""

    kind: Kind
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PlayerQuestioned:
    """One of these players did something with a piece, and the board asks who it was."""

    kind: Kind
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OrderQuestioned:
    """Two pieces of a player landed at once, and it matters which was first."""

    player: Player
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ChanceQuestioned:
    """The board asks what a player's dice show."""

    player: Player


@dataclass(frozen=True, slots=True)
class WentBack:
    """The record went back to its first so many entries, by agreement of all; the table has yet to follow."""

    entries: int


OfRounds = (
    PlayerJoined
    | GameArranged
    | DiceFell
    | Called
    | PieceLifted
    | PieceLanded
    | PlayerQuestioned
    | OrderQuestioned
    | ChanceQuestioned
    | WentBack
)
"""What happens where a table has no sides, or chance has a part; each game tells it in words of its own."""

Event = (
    TableAgreed
    | GameStarted
    | TurnEnded[Any]
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
    | GameOver[Any]
    | ScoreShown
    | PlayPaused
    | PlayResumed
    | PowerOffOffered
    | GoodbyeSaid
    | PowerOffWanted
    | OtherGameWanted
    | HintAsked
    | MoveHurried
    | ComputerSeated
    | OfRounds
    | OfLaps
)
