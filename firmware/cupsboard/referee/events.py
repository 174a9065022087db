"""Events of a game in their order; memory, record, trace, sound and screen are made from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from cupsboard.recognition.accounts import Account, Mishap
from cupsboard.referee.far import FarAsk, FarPhrase, FarWish
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.game import Contents, Mark, Pieces, Plan
from cupsboard.rules.places import HAND, Kind, Place, Player, Side
from cupsboard.rules.turns import Act

Y = TypeVar("Y", bound=Player)


class Ending(Enum):
    """The way in which the board learned that a turn was over."""

    PRESSED = "pressed"
    OPPONENT_BEGAN = "opponent began"
    WENT_ON = "went on"
    """The player had another turn and began it."""
    STILLNESS = "stillness"
    FAR = "far"
    """It was over at another board."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class TableAgreed:
    """Event: from now on moves are read as changes from `contents`, on which board and players agree.

    A reply may already lie on the table beyond these contents.
    """

    contents: Contents


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Event: the set-up is complete, and the game begins with `starter`; None if either side may start."""

    starter: Side | None


@dataclass(frozen=True, slots=True)
class TurnEnded(Generic[Y]):
    """Event: the move `label` of `side` was entered into the record.

    `how` is the way in which the board learned that the turn was over.
    """

    side: Y
    label: str
    how: Ending


@dataclass(frozen=True, slots=True)
class TimeIsShort:
    """Event: the time to think of `side` runs out soon."""

    side: Side


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """Event: the time to think of `side` is over. The game goes on unless the other side claims it."""

    side: Side


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Event: the time of `side` was over, and the other side claimed the game; entered into the record."""

    side: Side


@dataclass(frozen=True, slots=True)
class Passed:
    """Event: `side` had no legal move, so the board entered a pass for it."""

    side: Side


@dataclass(frozen=True, slots=True)
class StockCorrected:
    """Event: a player confirmed that their stock is empty, so the record was corrected.

    `count` is the number of beans that the stock must have held at the agreed table.
    """

    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class StockCounted:
    """Event: the board tells `side` that only a bean of its stock leads on, as the player asked for help.

    `beans` is the number of beans that the stock is believed to hold.
    """

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class StockQuestioned:
    """Event: the board asks `side` whether its stock is empty; it is believed to hold `beans` beans."""

    side: Side
    beans: int


@dataclass(frozen=True, slots=True)
class TableQuestioned:
    """Event: players say that the table `found` is right, and the board asks them to confirm.

    `changes` are the corrections of the record that a confirmation enters. `doubted` is a place to look at
    first, because the scales are not sure of its count; None if they are sure of all.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """Event: both players confirmed `changes` of the record, which were entered; `side` is to move."""

    side: Side
    changes: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """Event: the last move was removed from the record, because its player put the beans back.

    It was the move `label` of `side`.
    """

    side: Side
    label: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Event: undo removed the last move from the record; players have yet to restore the table before it."""


@dataclass(frozen=True, slots=True)
class Redone:
    """Event: redo entered the undone move again; players have yet to make its table."""


@dataclass(frozen=True, slots=True)
class TakingBack:
    """Event: the move in progress is cancelled, and players are to put its pieces back.

    It was never entered, so the record stays unchanged.
    """


@dataclass(frozen=True, slots=True)
class Restored:
    """Event: the table that was wanted for `goal` lies there, so table and record agree again."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class StillOwed:
    """Event: `side` pressed for an unfinished move; its turn ends as soon as one of `plans` is finished."""

    side: Side
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class NotNow:
    """Event: a gesture of `side` was refused, for the reason `why`; `side` is None if both buttons asked."""

    side: Side | None
    why: Refusal


@dataclass(frozen=True, slots=True)
class WrongTableSeen:
    """Event: the table has become illegal.

    `repairs` are the smallest sets of changes that make it legal again, `mishaps` the errors that probably
    happened.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Event: the weights do not decide between several tables, and the board asks for a look at `place`.

    `account` tells how the table came about that a press confirms.
    """

    place: Place
    account: Account


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """Event: a press of `side` confirmed the table that the board had asked about.

    `account` tells how that table came about.
    """

    side: Side
    account: Account


@dataclass(frozen=True, slots=True)
class LookedInVain:
    """Event: players have looked at `places`, whose weights are odd, and say that only beans lie there."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class NewGameOffered:
    """Event: a gesture asked for a new game, and the board waits for a confirmation."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """Event: a new game was confirmed, and the record of the old one is closed.

    The table is yet to be emptied.
    """


@dataclass(frozen=True, slots=True)
class GameOver(Generic[Y]):
    """Event: the game ended with the pieces `score` of each player; `winner` None is a tie."""

    winner: Y | None
    score: Mapping[Y, int]


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """Event: a player asked for the score, and the board shows the beans in each pot."""

    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class PlayPaused:
    """Event: a pause begins, in which the table is not judged."""


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """Event: the pause is over; the table is compared with the record, as after switching on."""


@dataclass(frozen=True, slots=True)
class PowerOffOffered:
    """Event: a gesture asked to switch the board off, and the board waits for a confirmation."""


@dataclass(frozen=True, slots=True)
class GoodbyeSaid:
    """Event: switching off was confirmed; it can still be cancelled for a moment."""


@dataclass(frozen=True, slots=True)
class PowerOffWanted:
    """Event: all files are written, and the system is asked to switch the board off."""


@dataclass(frozen=True, slots=True)
class OwnershipOpened:
    """Event: a button of the board lets another browser's page become an owner's, for a limited time."""


@dataclass(frozen=True, slots=True)
class OtherGameWanted:
    """Event: players have chosen another game, named `name`; the present game may be put aside."""

    name: str


@dataclass(frozen=True, slots=True)
class HintAsked:
    """Event: the player of `side` asks for a hint.

    If the player can only drop, `stock` is the number of beans that the stock is believed to hold; None if
    other moves are possible.
    """

    side: Side
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class MoveHurried:
    """Event: a player asks the board, which plays `side`, to stop thinking and move now."""

    side: Side


@dataclass(frozen=True, slots=True)
class ComputerSeated:
    """Event: from now on the board plays `side` at `level`.

    `side` None means that it plays neither side; the level then holds for the next side that it takes.
    """

    side: Side | None
    level: str


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """Event: from now on the player at `side`, a side or a seat, is called `name`; "" is a guest."""

    side: Player
    name: str


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Event: `player` has joined the game that is being set up."""

    player: Player


@dataclass(frozen=True, slots=True)
class GameArranged:
    """Event: the players and the places of all pieces are known; `game` is the name of that game."""

    game: str


@dataclass(frozen=True, slots=True)
class DiceFell:
    """Event: `player`'s dice show `outcome`, or a draw with that outcome lets `player` begin."""

    player: Player
    outcome: str


@dataclass(frozen=True, slots=True)
class Called:
    """Event: a call was entered: a change of the game that no weight shows, such as giving up a round.

    `said` are the words of the call, made by `player` or on that player's behalf.
    """

    player: Player
    said: str


@dataclass(frozen=True, slots=True)
class PieceLifted:
    """Event: a piece was lifted from `place` at `time` (s).

    `kinds` are the kinds that it may be; a single one once it is identified.
    """

    kinds: tuple[Kind, ...]
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PieceLanded:
    """Event: a piece of the kind `kind` was put down on `place` at `time` (s)."""

    kind: Kind
    place: Place
    time: float


@dataclass(frozen=True, slots=True)
class PlayerQuestioned:
    """Event: the board asks which of `players` moved the piece of the kind `kind`."""

    kind: Kind
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OrderQuestioned:
    """Event: the board asks which of two pieces (their `kinds`) landed first on `player`'s tray."""

    player: Player
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ChanceQuestioned:
    """Event: the board asks `player` to enter what the thrown dice show."""

    player: Player


@dataclass(frozen=True, slots=True)
class WentBack:
    """Event: the record was cut to its first `entries` entries, as all players agreed.

    The table has yet to follow.
    """

    entries: int


@dataclass(frozen=True, slots=True)
class FarAsked:
    """Event: the player at this board sends `wish` to the player at the other board.

    A yes or a no is to the question in entry `ask` of the record, and to no later one.
    """

    wish: FarWish
    phrase: FarPhrase | None = None
    ask: int = 0


@dataclass(frozen=True, slots=True)
class FarWanted:
    """The player at the other board asks for something, and waits for an answer."""

    side: Side
    ask: FarAsk


@dataclass(frozen=True, slots=True)
class FarSaid:
    """The player at the other board said one of the set phrases."""

    side: Side
    phrase: FarPhrase


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


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Event: round `number` is over and another is to begin.

    `score` are the points of this round for each side, `total` those of all rounds up to now.
    """

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class LapSeen:
    """Event: the acts of a turn in progress, as accepted up to now.

    `pieces` are the pieces in each place after these acts, hand and stocks included. Each act has a known
    kind, except one that takes a cup up.
    """

    side: Side
    acts: tuple[Act, ...]
    pieces: Pieces

    @property
    def is_written_down(self) -> bool:
        """Return whether the board keeps this state of the turn: only with an empty hand.

        After a power cut play goes on from the last state that was kept.
        """
        return not any(self.pieces.get(HAND, {}).values())


@dataclass(frozen=True, slots=True)
class OffenceSeen:
    """Event: `side` made an illegal act; the changes `marks` would mend it.

    `said` is the call that names the offence in a record; None if the game has none. `mishaps` are the errors
    that probably happened.
    """

    side: Side
    said: str | None
    marks: tuple[Mark, ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class ConcessionOffered:
    """Event: the board asks the player of `side` whether they give up the round."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableDoubted:
    """Event: several tables are possible; a look at `places` would decide.

    So would one piece, taken out of the cup `lift`: its weight shows which of `kinds` it is.
    """

    places: tuple[Place, ...]
    lift: Place
    kinds: tuple[Kind, ...]


OfLaps = RoundOver | LapSeen | OffenceSeen | ConcessionOffered | TableDoubted

OfTime = TimeIsShort | TimeIsUp | TimedOut
"""Events of the clock, each about one side."""

WithoutValues = (
    Undone
    | Redone
    | TakingBack
    | NewGameOffered
    | GameClosed
    | PlayPaused
    | PlayResumed
    | PowerOffOffered
    | GoodbyeSaid
    | PowerOffWanted
    | OwnershipOpened
)
"""Events whose sentence is always the same."""

OfTable = (
    StockCorrected
    | StockCounted
    | StockQuestioned
    | TableQuestioned
    | TableCorrected
    | WrongTableSeen
    | QuestionAsked
    | QuestionAnswered
    | LookedInVain
    | Restored
)
"""Events about what lies on the table or in a stock, without a move."""

Event = (
    TableAgreed
    | GameStarted
    | TurnEnded[Any]
    | Passed
    | OfTime
    | PutBack
    | StillOwed
    | NotNow
    | GameOver[Any]
    | ScoreShown
    | OtherGameWanted
    | HintAsked
    | MoveHurried
    | ComputerSeated
    | PlayerSeated
    | FarAsked
    | FarSaid
    | FarWanted
    | WithoutValues
    | OfTable
    | OfRounds
    | OfLaps
)
