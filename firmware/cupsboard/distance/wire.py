"""What goes over the wire: JSON messages between the server of a game and those who follow it.

A *game* is a list of entries, numbered from 1 without a gap, which one server owns. Boards, pages and
watchers keep copies of the list. An entry is an envelope with an act in it; a program that does not know the
kind of an act keeps the entry and skips the act, so kinds can be added within a version.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec

from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side

VERSION = 1
"""Of the messages and of the rules of the games together: other numbers refuse each other in `hello`."""
MOST_BYTES = 4096
"""The longest message of a client."""
USUAL_PORT = 2878
"""Of a server: the one after that of a board's page."""
BEAT_SECONDS = 20.0
"""Between two beats of a client that only watches."""
SEATED_BEAT_SECONDS = 5.0
"""Between two beats of a client that may have a seat, as it has said a token. It is short, so that the
opponent is told soon when the connection of this client is lost."""
KEY_CHARACTERS = 32
"""A key is 128 random bits, as hexadecimal digits."""
TOKEN_CHARACTERS = 64
"""A token is 256 random bits, as hexadecimal digits."""
MOST_NAME_CHARACTERS = 40

SideName: TypeAlias = Literal["south", "north"]
Reason: TypeAlias = Literal["played", "resigned", "timed-out", "aborted", "withdrawn", "ruled"]
Wanted: TypeAlias = Literal["back", "adjourn", "abort"]
TableState: TypeAlias = Literal["agrees", "laying", "differs", "unweighed", "paused"]
"""What a side says of its own table; a page, which has no scales, is "unweighed"."""
Why: TypeAlias = Literal[
    "stale",
    "illegal",
    "declined",
    "not-yours",
    "over",
    "key-reused",
    "unwritten",
    "unknown-game",
    "full",
    "malformed",
    "ahead",
    "newer",
    "members-only",
    "rated-limit",
]
Phrase: TypeAlias = Literal[
    "hello",
    "have-fun",
    "well-played",
    "thank-you",
    "oops",
    "one-moment",
    "i-am-back",
    "your-turn",
    "beans-fell",
    "nice-capture",
    "good-game",
    "good-night",
]
"""All that two players can say to each other; there is no free text to look after."""
PASSING: tuple[Why, ...] = ("unwritten", "newer")
"""Refusals after which the same say is tried again."""


class WireError(ValueError):
    """A message or an entry that can't be used; the text names the value and what is expected."""


class Act(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """What an entry says happened."""


class Begin(Act, frozen=True, tag="begin"):
    """The game begins: its name as in a record, who sits where, and who moves first.

    `members` are the numbers of those who are members of the server's club. `rated` is the list in which the
    result counts, "" for none. `tournament` is the number of the one of which the game is a pairing's.
    """

    game: str
    seats: dict[str, str]
    starter: SideName
    clock: Clock | None = None
    takebacks: bool = True
    members: dict[str, int] = {}
    rated: str = ""
    tournament: int | None = None


class AtBoard(Act, frozen=True, tag="at-board"):
    """Both sides sit at the board of this name, which plays by a clock of its own; "" ends that.

    Then each sits elsewhere again, with all time of the game's clock. The server writes it.
    """

    board: str


class Move(Act, frozen=True, tag="move"):
    """A move in the game's notation, as "drop 3"."""

    label: str


class Pass(Act, frozen=True, tag="pass"):
    """The side that must pass does; written by the server with the move before it."""


class Ask(Act, frozen=True, tag="ask"):
    """One side wants the position after entry `to` back, to adjourn, or to abort; only one ask is open.

    What came to a no can be asked again after a move.
    """

    what: Wanted
    to: int | None = None


class Yes(Act, frozen=True, tag="yes"):
    """The other side agrees to the ask in entry `ask`."""

    ask: int


class No(Act, frozen=True, tag="no"):
    """The other side declines the ask in entry `ask`, or its own side withdraws it."""

    ask: int


class Back(Act, frozen=True, tag="back"):
    """The position is again that after entry `to`.

    The server writes it after an agreed ask. A board at which both players sit says it by itself, too.
    """

    to: int


class Adjourned(Act, frozen=True, tag="adjourned"):
    """The clocks stand, and neither side moves until the game is resumed."""


class Resumed(Act, frozen=True, tag="resumed"):
    """An adjourned game goes on."""


class ClocksStand(Act, frozen=True, tag="clocks-stand"):
    """The clocks stand until both sides are there at once; moves may be made. Written by the server."""


class ClocksRun(Act, frozen=True, tag="clocks-run"):
    """Both sides are there, and the clocks run. Written by the server."""


class Resigned(Act, frozen=True, tag="resigned"):
    """The side of this entry gives the game up."""


class TimedOut(Act, frozen=True, tag="timed-out"):
    """The side of this entry claims that the other's time is over, and it is."""


class Said(Act, frozen=True, tag="said"):
    """One of the set phrases."""

    phrase: Phrase


class Again(Act, frozen=True, tag="again"):
    """After the end, the side would like another game, which begins when both sides have said so."""


class Next(Act, frozen=True, tag="next"):
    """Both sides play again: `game` is the code of the new game, in which they have changed sides.

    The server writes it.
    """

    game: str


class Rated(Act, frozen=True, tag="rated"):
    """Change two members' ratings by their game, which is result number `place` of the ratings in `list`.

    `score` is South's: 1, 0.5 or 0. A rating, kept to a thousandth, changes by `max(24, 1000/(g + 8))` times
    the score less the expected one, `1/(1 + 10^((other - own)/400))`, of the ratings `before`; g is one less
    than `games`, which counts this game. `opponents` are the different ones so far. The server writes it
    behind the end.
    """

    list: str
    place: int
    score: float
    before: dict[str, float]
    after: dict[str, float]
    games: dict[str, int]
    opponents: dict[str, int]


class Paired(Act, frozen=True, tag="paired"):
    """The game was one of a pairing of this round of a tournament, called so; how that stands by then.

    `points` are those of each side in all games of the pairing, of which `left` are still to be played. The
    server writes it behind the end.
    """

    tournament: str
    round: int
    points: dict[str, float]
    left: int


class End(Act, frozen=True, tag="end"):
    """The game is over. `score` is of a game played to its end, `winner` None for a tie and for no result.

    A game has no result that was called off (`aborted`), that a director ended (`ruled`), or that ended as
    the side `by` has withdrawn from its tournament (`withdrawn`).
    """

    why: Reason
    winner: SideName | None = None
    score: dict[str, int] | None = None
    by: SideName | None = None


AnyAct: TypeAlias = (
    Begin
    | Move
    | Pass
    | Ask
    | Yes
    | No
    | Back
    | Adjourned
    | Resumed
    | ClocksStand
    | ClocksRun
    | Resigned
    | TimedOut
    | Said
    | End
    | Again
    | Next
    | Rated
    | Paired
    | AtBoard
)
KINDS: tuple[type[Act], ...] = get_args(AnyAct)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the record: its number, when the server wrote it (the server's time), and what happened.

    `by` is a side, or None for the server; `key` is that of the `say` that brought it.
    """

    n: int
    at: float
    act: dict[str, Any]
    by: SideName | None = None
    key: str | None = None

    @property
    def what(self) -> AnyAct | None:
        """The act; None for a kind that this version does not know. Raises WireError for a malformed one."""
        return act_from(self.act)


class Message(msgspec.Struct, frozen=True, tag_field="message", omit_defaults=True):
    """One JSON object on the wire."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a client. `token` is its secret, which its seats belong to; "" only watches."""

    v: int
    token: str
    agent: str = ""


class Invite(Message, frozen=True, tag="invite"):
    """Open a game and take a seat at it; the same key again is answered by the same game.

    A game that is `listed` stands where everybody finds it who looks at the server's page, until it begins.
    `to` keeps the other seat for the member of the server's club with that number, or with 0 for any member;
    such a game stands in the club's lobby, and can be `rated`.
    """

    key: str
    game: str
    name: str
    side: SideName | None = None
    starter: SideName | None = None
    clock: Clock | None = None
    takebacks: bool = True
    listed: bool = False
    to: int | None = None
    rated: bool = False


class Withdraw(Message, frozen=True, tag="withdraw"):
    """Ask the server to delete `game`, which nobody has joined yet; its invitation then ends.

    The one who opened it may ask for that, and the member whom it is for.
    """

    game: str


class Join(Message, frozen=True, tag="join"):
    """Take the free seat of a game; who has one already is told it again."""

    game: str
    name: str


class Follow(Message, frozen=True, tag="follow"):
    """Ask for all entries after number `since`, and for each that is written from now on."""

    game: str
    since: int = 0


class Say(Message, frozen=True, tag="say"):
    """Ask that an act be written. `after` is the last entry by which the position had changed.

    The same key with the same act is written once, however often it comes. `by` is the side that acts: a
    board at which both sit says it; any other client has one side, and leaves it out.
    """

    game: str
    key: str
    after: int
    act: dict[str, Any]
    by: SideName | None = None


class Newer(Message, frozen=True, tag="newer"):
    """Offer entries of a side's own copy to a server that was put back to an older one, and refuses: `newer`.

    The first is the newest entry that the server has named as `head`, the others follow it.
    """

    game: str
    entries: tuple[Entry, ...]


class Table(Message, frozen=True, tag="table"):
    """Tell how far a side's own table is: which entry it has laid out, and whether it agrees."""

    game: str
    laid: int
    state: TableState


class Beat(Message, frozen=True, tag="beat"):
    """A sign of life, both ways; the server's names the newest entry of each game that is followed."""

    time: float
    heads: dict[str, int] = {}


class Lobby(Message, frozen=True, tag="lobby"):
    """Ask, as a member of the server's club, to be told whenever anything in its lobby changes."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The server's answer to `hello`: its time, and the seconds between two beats."""

    time: float
    beat: float


class Bye(Message, frozen=True, tag="bye"):
    """The server ends the connection; without `retry_after`, in seconds, coming back is of no use."""

    why: str
    retry_after: float | None = None


class Seated(Message, frozen=True, tag="seated"):
    """The answer to `invite` and `join`: which seat of which game is the client's.

    `name` is that of the game as in a record; `starter` is None while it is still to be drawn.
    """

    game: str
    side: SideName
    name: str
    starter: SideName | None = None
    key: str | None = None


class Entries(Message, frozen=True, tag="entries"):
    """Consecutive entries of a game whose newest is `head`.

    `since` is that of the `follow` that they answer, in the first message of the answer alone.
    """

    game: str
    head: int
    entries: tuple[Entry, ...] = ()
    since: int | None = None


class Refused(Message, frozen=True, tag="refused"):
    """What was asked for is not done; `text` is for people, in English."""

    game: str
    why: Why
    text: str
    head: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class AtTable:
    """Whether a side is connected, since when, and what it says of its table."""

    link: bool
    since: float
    laid: int = 0
    table: TableState = "unweighed"


class Presence(Message, frozen=True, tag="presence"):
    """Whether each side is connected, and since when; sent with each `follow` and on every change."""

    game: str
    sides: dict[str, AtTable]


class News(Message, frozen=True, tag="news"):
    """The lobby has changed: `here` are the numbers of the members who are connected now.

    What else stands in it is to be looked at anew.
    """

    here: tuple[int, ...]


FromClient: TypeAlias = Hello | Invite | Withdraw | Join | Follow | Say | Newer | Table | Beat | Lobby
FromServer: TypeAlias = Welcome | Bye | Seated | Entries | Refused | Presence | Beat | News
CLIENT_KINDS: tuple[type[Message], ...] = get_args(FromClient)
SERVER_KINDS: tuple[type[Message], ...] = get_args(FromServer)


def _tags(kinds: tuple[type[msgspec.Struct], ...]) -> frozenset[str]:
    return frozenset(str(kind.__struct_config__.tag) for kind in kinds)


_ACTS, _CLIENTS, _SERVERS = _tags(KINDS), _tags(CLIENT_KINDS), _tags(SERVER_KINDS)


def act_from(said: Mapping[str, Any]) -> AnyAct | None:
    """Return the act in an entry; None for a kind that is not known. Raises WireError for a malformed one."""
    kind = said.get("kind")
    if isinstance(kind, str) and kind not in _ACTS:
        return None
    return cast(AnyAct, _converted(dict(said), AnyAct))


def side_name(side: Side) -> SideName:
    """Return a side's name as messages write it."""
    return "south" if side is Side.SOUTH else "north"


def plain(act: Act) -> dict[str, Any]:
    """Return an act as an entry or a `say` carries it."""
    said: dict[str, Any] = msgspec.to_builtins(act)
    return said


def written(message: Message | Entry) -> str:
    """Return a message or an entry as the text that is sent."""
    return msgspec.json.encode(message).decode()


def client_message(text: str | bytes) -> FromClient | None:
    """Return what a client sent; None for a kind that is not known. Raises WireError."""
    return cast(FromClient | None, _read(text, _CLIENTS, FromClient))


def server_message(text: str | bytes) -> FromServer | None:
    """Return what a server sent; None for a kind that is not known. Raises WireError."""
    return cast(FromServer | None, _read(text, _SERVERS, FromServer))


def entry_from(text: str | bytes) -> Entry:
    """Return the entry that `written` wrote. Raises WireError."""
    try:
        return msgspec.json.decode(text, type=Entry)
    except (ValueError, RecursionError) as fault:
        raise WireError(f"{fault}; the entry is damaged or of another program") from None


def _read(text: str | bytes, known: frozenset[str], kinds: Any) -> Any:
    try:
        said = msgspec.json.decode(text)
    except (ValueError, RecursionError) as fault:
        raise WireError(f"{fault}; send one JSON object") from None
    if not isinstance(said, dict) or not isinstance(said.get("message"), str):
        raise WireError('send a JSON object that names its kind in "message"')
    return _converted(said, kinds) if said["message"] in known else None


def _converted(said: dict[str, Any], kinds: Any) -> Any:
    try:
        return msgspec.convert(said, kinds)
    except (ValueError, RecursionError) as fault:
        raise WireError(f"{fault}; see the protocol, version {VERSION}") from None
