"""What a page may ask of a simulated evening: every message is one of these, or it is no message of ours.

On the wire an order is a JSON object whose key `do` names it. Nothing here knows which places the board of
the moment has: that is for the evening to say, and asking for a cup of the last game is no crime.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.places import Side
from cupsboard.web.app import MalformedMessage
from cupsboard.web.game_links import LONGEST_CODE
from msgspec import Meta

PlaceName = Annotated[
    str, Meta(pattern="^((south|north)-([1-9]|1[0-2]|pot|stock)|off-board)$", max_length=11)
]
Several = Annotated[int, Meta(ge=1, le=480)]
Pieces = Annotated[int, Meta(ge=0, le=9_999)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Name = Annotated[str, Meta(max_length=20)]
CalledName = Annotated[str, Meta(max_length=20, pattern=r"^\S(.*\S)?$")]
GameName = Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*( [1-9])?$", max_length=40)]
Token = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Seed = Annotated[int, Meta(ge=0, le=2**53)]
BrowserNumber = Annotated[int, Meta(ge=1, le=2**53)]


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something a person at a page wants."""

    number: Annotated[int, Meta(ge=0, le=2**53)] = 0
    """Orders of one visit count up from 1, so that a page can be told which of them have arrived."""


class Here(Order, frozen=True, tag="here"):
    """A page says which browser it is in, and which visit of it this is, before it wants anything else."""

    token: Token
    visit: Token
    name: CalledName | None = None
    """What the person is called, if they have said so."""


class Take(Order, frozen=True, tag="take"):
    """Pieces out of a place into the hand, of one kind if that is said."""

    side: Side
    place: PlaceName
    count: Several = 1
    kind: Name | None = None


class Drop(Order, frozen=True, tag="drop"):
    """Pieces out of the hand into a place, of one kind if that is said."""

    side: Side
    place: PlaceName
    count: Several = 1
    kind: Name | None = None


class Lift(Order, frozen=True, tag="lift"):
    """A cup off its platform."""

    side: Side
    place: PlaceName


class Pour(Order, frozen=True, tag="pour"):
    """The cup that was lifted off `cup` into another place."""

    side: Side
    cup: PlaceName
    place: PlaceName


class TipOut(Order, frozen=True, tag="tip out"):
    """The cup that was lifted off `cup` into the hand."""

    side: Side
    cup: PlaceName


class PutBack(Order, frozen=True, tag="put back"):
    """The cup that was lifted off `cup` onto a free platform."""

    side: Side
    cup: PlaceName
    place: PlaceName


class Lean(Order, frozen=True, tag="lean"):
    """A hand on a rim for a while."""

    side: Side
    place: PlaceName


class Knock(Order, frozen=True, tag="bump"):
    """A knock against the table."""

    side: Side


class Button(Order, frozen=True, tag="button"):
    """A finger down on buttons, or off them; one that `slipped` off never meant to press."""

    sides: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=2)]
    down: bool
    slipped: bool = False


class Seat(Order, frozen=True, tag="seat"):
    """Who plays a side: "person" (whoever asks) or a kind of simulated player."""

    side: Side
    who: Name


class StandUp(Order, frozen=True, tag="stand up"):
    """A seat left to whoever wants it."""

    side: Side


class HandOver(Order, frozen=True, tag="hand over"):
    """A seat given to another browser."""

    side: Side
    to: BrowserNumber


class Ask(Order, frozen=True, tag="ask"):
    """A seat wanted that somebody else has."""

    side: Side


class Decline(Order, frozen=True, tag="decline"):
    """No to whoever asks for a seat."""

    side: Side


class Clumsiness(Order, frozen=True, tag="clumsiness"):
    """How clumsy the simulated hands are."""

    share: Share


class Speed(Order, frozen=True, tag="speed"):
    """How many times faster than life; 0 stands still."""

    factor: Annotated[float, Meta(ge=0.0, le=32.0)]


class Teach(Order, frozen=True, tag="teach"):
    """How strictly the board tells people of moves that lost something."""

    tutor: Tutor


class Opponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simulated player wanted at a side."""

    side: Side
    who: Name


class BeginGame(Order, frozen=True, kw_only=True):
    """A game wanted in the place of the one on the table, and who is to be simulated in it."""

    opponent: Opponent | None = None


class RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of the rules of a game of one's own."""

    name: Annotated[str, Meta(max_length=80)]
    text: Annotated[str, Meta(max_length=3000)]


class NewGame(BeginGame, frozen=True, kw_only=True, tag="new game"):
    """Another board with other beans; without a seed a new one is drawn."""

    cups: Annotated[int, Meta(ge=2, le=12)]
    beans: Name
    cells: Name
    sps: Literal[10, 80] = 10
    stock: Annotated[int, Meta(ge=1, le=120)] | None = None
    """Beans in each stock; ten for each cup if it isn't said."""
    odds: Annotated[str, Meta(pattern="^(south|north) [1-9][0-9]{0,3}( pot)?$", max_length=14)] | None = None
    """What one player gives the other, where a game knows odds."""
    trays: bool = False
    """Whether the stocks stand on scales too."""
    starter: Literal["open", "south", "north"] = "open"
    clock: Annotated[str, Meta(max_length=40)] | None = None
    """The time to think, as an option writes it; none if it isn't said."""
    game: GameName | None = None
    """Another game, and its stage where it has several; the one that was played if it isn't said."""
    rules: RulesFile | None = None
    """A game of one's own, on its usual board: in the place of `game`, `cups` and `sps`."""
    turns: Annotated[int, Meta(ge=1, le=99_999)] | None = None
    """After how many turns a round ends, where a game has such a limit."""
    friendly: bool = False
    """Whether what was illegal may be mended, where a game asks that."""
    seed: Seed | None = None
    anyway: bool = False
    """Play even where the board would refuse these beans."""

    def with_fields(self, **fields: Any) -> "NewGame":
        """Return the order with other values in these fields."""
        return msgspec.structs.replace(self, **fields)


class Rematch(BeginGame, frozen=True, kw_only=True, tag="rematch"):
    """The same board and players again; the other side starts."""


class GoOn(BeginGame, frozen=True, kw_only=True, tag="go on"):
    """A saved game gone on with after one of its moves; `game` is its record as it stands in a link."""

    game: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=LONGEST_CODE)]
    move: Annotated[int, Meta(ge=0, le=1_000_000)]


class BeginPuzzle(BeginGame, frozen=True, kw_only=True, tag="puzzle"):
    """A puzzle, by its number in the list, on a board of its size."""

    puzzle: Annotated[int, Meta(ge=1, le=9_999)]


class PlayFrom(BeginGame, frozen=True, kw_only=True, tag="play from"):
    """A game wanted that goes on from a table: whose turn it is, and how many beans lie where."""

    turn: Side
    numbers: dict[PlaceName, Pieces]
    stocks: dict[Side, Pieces]


class CountTable(Order, frozen=True, tag="count table"):
    """What lies on the table counted, for a game that goes on from there, with what is known of it by now."""

    numbers: dict[PlaceName, Pieces] = {}
    stocks: dict[Side, Pieces] = {}


class Answer(Order, frozen=True, tag="answer"):
    """Whether another person's game may begin; no is also who takes their own wish back."""

    yes: bool


class MayBegin(Order, frozen=True, tag="may begin"):
    """Whether games may begin at this table; for a class's leader."""

    is_allowed: bool


class ShowWay(Order, frozen=True, tag="show way"):
    """The way of the puzzle on the table, which then is not solved alone any more."""


class PutUp(Order, frozen=True, tag="put up"):
    """Simulated hands wanted that put the beans where the board wants them."""


class MoveNow(Order, frozen=True, tag="move now"):
    """A simulated player's move wanted at once, as far as they have thought about it."""

    side: Side


class Call(Order, frozen=True, tag="call"):
    """What the player at a side is called; "" for a guest."""

    side: Side
    name: Annotated[str, Meta(max_length=20)]


class RenameGame(Order, frozen=True, tag="rename game"):
    """What the players of a game of the past are called; "" for a guest."""

    game: Annotated[int, Meta(ge=1, le=2**53)]
    names: dict[str, Annotated[str, Meta(max_length=20)]]
    """By the players' sides or seats."""


class DeleteGame(Order, frozen=True, tag="delete game"):
    """A game of the past deleted."""

    game: Annotated[int, Meta(ge=1, le=2**53)]


class ChangeSides(Order, frozen=True, tag="change sides"):
    """Each side played by who plays the other."""


class Undo(Order, frozen=True, tag="undo"):
    """Back to a person's last move: both buttons held, and hands that put the beans back."""


class Redo(Order, frozen=True, tag="redo"):
    """Forth again after an undo: both buttons tapped, and hands that put the beans."""


class Cable(Order, frozen=True, tag="cable"):
    """A cell's cable pulled, or plugged in again."""

    place: PlaceName
    pulled: bool


class Coin(Order, frozen=True, tag="coin"):
    """A coin laid into a cup, or taken out again."""

    place: PlaceName
    lies: bool


class Swap(Order, frozen=True, tag="swap"):
    """Two cups exchanged by somebody else's hands."""

    one: PlaceName
    other: PlaceName


class Warm(Order, frozen=True, tag="warm"):
    """The sun comes in."""


class Stall(Order, frozen=True, tag="stall"):
    """The board's computer does nothing for a few seconds."""


class Power(Order, frozen=True, tag="power"):
    """The power cut, or back."""

    on: bool


Hand = Take | Drop | Lift | Pour | TipOut | PutBack | Lean | Knock
Mischief = Cable | Coin | Swap | Warm | Stall | Power
OfSeats = Seat | StandUp | HandOver | Ask | Decline | Call | ChangeSides | Answer | MayBegin
OfGames = RenameGame | DeleteGame
Begin = NewGame | Rematch | GoOn | BeginPuzzle | PlayFrom
"""Orders that begin a game."""
OfTable = (
    Hand
    | Button
    | Clumsiness
    | Speed
    | Teach
    | Begin
    | OfGames
    | CountTable
    | ShowWay
    | PutUp
    | MoveNow
    | Undo
    | Redo
    | Mischief
)
AnyOrder = Here | OfSeats | OfTable


def reader(orders: Any) -> Callable[[str], Any]:
    """What reads the order in a message, one of these classes; it raises MalformedMessage."""
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(orders)

    def read(text: str) -> Any:
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise MalformedMessage(f"no order: {fault}") from None

    return read


_read = reader(AnyOrder)


def read_order(text: str) -> AnyOrder:
    """The order in a message. Raises MalformedMessage."""
    order: AnyOrder = _read(text)
    return order
