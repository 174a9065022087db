"""Events of a game in their order; journal, record, trace, sound and screen are made from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from cupsboard.recognition.accounts import Account, Mishap
from cupsboard.referee.far import FarWish
from cupsboard.referee.lap_events import OfLaps
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.game import Contents, Mark, Plan
from cupsboard.rules.places import Kind, Place, Player, Side

Y = TypeVar("Y", bound=Player)


class Ending(Enum):
    """How the board knew that a turn was over."""

    PRESSED = "pressed"
    OPPONENT_BEGAN = "opponent began"
    STILLNESS = "stillness"
    FAR = "far"
    """It was over at another board."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class TableAgreed:
    """From here on moves start from these contents; a reply may already lie there beyond them."""

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
    """A player asked for help and only a bean of their stock leads on; `beans` are believed left."""

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class StockQuestioned:
    """The board asks whether a player's stock is empty; `beans` are believed left."""

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class TableQuestioned:
    """Players say that the table `found` is right; `changes` of the record wait for confirmation.

    If the scales are not sure, the place `doubted` is to be looked at first.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """Both players confirmed these changes of the record; `side` is to move."""

    side: Side
    changes: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """A player has put back the beans of the last ended move: the move is taken back."""

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
    """A move that was never ended is to be put back; the record stays unchanged."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The table now agrees with the record."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class StillOwed:
    """A press found its move unfinished; the turn ends as soon as any of `plans` is finished."""

    side: Side
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class NotNow:
    """A gesture changed nothing."""

    side: Side | None
    why: Refusal


@dataclass(frozen=True, slots=True)
class WrongTableSeen:
    """The table has become illegal."""

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The weights did not decide; a look at `place` would. `account` is what a press confirms."""

    place: Place
    account: Account


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A press confirmed the table that the board thought possible."""

    side: Side
    account: Account


@dataclass(frozen=True, slots=True)
class LookedInVain:
    """A player has looked at places with an odd weight and says that only beans lie there."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class NewGameOffered:
    """A new game was requested and waits for confirmation."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """A new game was confirmed and the old record is closed; the table is yet to be emptied."""


@dataclass(frozen=True, slots=True)
class GameOver(Generic[Y]):
    """No player can move any more. `winner` None is a tie."""

    winner: Y | None
    score: Mapping[Y, int]


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """A player asked for the score."""

    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class PlayPaused:
    """A pause begins; the table is not judged in it."""


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """A pause is over; the table is compared with the record as after switching on."""


@dataclass(frozen=True, slots=True)
class PowerOffOffered:
    """Switching off was requested and waits for confirmation."""


@dataclass(frozen=True, slots=True)
class GoodbyeSaid:
    """Switching off was confirmed; for a moment it can still be cancelled."""


@dataclass(frozen=True, slots=True)
class PowerOffWanted:
    """All files are written: the system may switch the board off."""


@dataclass(frozen=True, slots=True)
class OwnershipOpened:
    """For a while the page of another browser may become an owner's, by a button of the board."""


@dataclass(frozen=True, slots=True)
class OtherGameWanted:
    """Players have chosen another game, by its name; this one may be put aside."""

    name: str


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A player asks for a hint; `stock` is how many beans are believed left to drop.

    None where more can be played than drops.
    """

    side: Side
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class MoveHurried:
    """The board is to stop thinking and move now for this side."""

    side: Side


@dataclass(frozen=True, slots=True)
class ComputerSeated:
    """The board plays this side at this level from now on.

    `side` None means no side; the level then holds for the next.
    """

    side: Side | None
    level: str


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A player has come to the table."""

    player: Player


@dataclass(frozen=True, slots=True)
class GameArranged:
    """Players and arrangement are known: from here on it is the game of this name."""

    game: str


@dataclass(frozen=True, slots=True)
class DiceFell:
    """The outcome of a player's dice, or of the draw that makes them begin."""

    player: Player
    outcome: str


@dataclass(frozen=True, slots=True)
class Called:
    """A call took effect, such as giving up or beginning a round: a change that no weight shows.

    `said` are the words of the call, by or for `player`.
    """

    player: Player
    said: str


@dataclass(frozen=True, slots=True)
class PieceLifted:
    """A piece was taken up at `time`; one of `kinds` until it is identified."""

    kinds: tuple[Kind, ...]
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PieceLanded:
    """A piece was put down at `time`."""

    kind: Kind
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PlayerQuestioned:
    """The board asks which of these players did something with a piece."""

    kind: Kind
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OrderQuestioned:
    """The board asks which of a player's two pieces landed first."""

    player: Player
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ChanceQuestioned:
    """The board asks for the result of a player's dice."""

    player: Player


@dataclass(frozen=True, slots=True)
class WentBack:
    """All agreed to cut the record to its first `entries` entries; the table is yet to follow."""

    entries: int


@dataclass(frozen=True, slots=True)
class FarAsked:
    """The player at this board said something to the one at the other board."""

    wish: FarWish


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
"""Events of games without sides or with chance; each game words them itself."""

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
    | OwnershipOpened
    | OtherGameWanted
    | HintAsked
    | MoveHurried
    | ComputerSeated
    | FarAsked
    | OfRounds
    | OfLaps
)
