"""What a board's page is told over its connection, `/live`, as types of which firmware/EVENTS.md is made.

Each message is an object with one of the keys of `Message`. The first `state` is whole; each `patch` changes
it as a JSON merge patch (RFC 7396) does: a value that is null is gone. Keys without a value are left out.
Nothing is taken in: a message from a listener ends its connection.
"""

from typing import Any, NotRequired, TypedDict


class Said(TypedDict):
    """A sentence, in no language: a key of the words with its values."""

    key: str
    """Its key in `signs/words`, below `sentences`."""
    values: dict[str, Any]
    """What stands in its braces: text, a number, or a list of such sentences."""
    text: str
    """The sentence in English."""


class BoardShown(TypedDict):
    """What never changes while a board plays one game."""

    name: str
    """The name in its profile."""
    game: str
    """The game as a record names it, as in `cups 4`."""
    cups: int
    """The cups of a side; 0 round a table."""
    places: list[str]
    """Its weighed places, in their order."""
    seats: list[str]
    """The seats round a table; empty where two sides play."""
    stock: int
    """The beans in a stock at the start."""
    title: NotRequired[str]
    """The game's title, where the words have none for it."""


class GameShown(TypedDict):
    """How the game stands."""

    score: dict[str, float]
    """The points of each side or seat."""
    stock: dict[str, int]
    """The beans in each side's stock."""
    isOver: bool
    """Whether it is over."""
    winner: NotRequired[str]
    """The side or seat that has won; missing before the end, and for a tie."""
    turn: NotRequired[str]
    """The side or seat that has the turn."""
    message: NotRequired[Said]
    """What the board says now."""
    kind: NotRequired[str]
    """What that is: `hint`, `question` or `trouble`."""
    may: NotRequired[list[Said]]
    """What may be done now, in words."""
    computer: NotRequired[dict[str, str]]
    """The `side` that the board plays, and its `level`."""
    end: NotRequired[dict[str, Any]]
    """Why it ended other than on the board, as `why`, and its `winner`."""


class MoveShown(TypedDict):
    """One entry of the record."""

    side: str
    """Whose it is."""
    move: str
    """The move in the record's notation, as in `drop 3`."""
    how: NotRequired[str]
    """How the turn ended, as in `pressed`."""


class SignShown(TypedDict):
    """What the lights of one place say."""

    meaning: str
    """The meaning by its name, as in `MUST_NEXT`; the words have each below `signs`."""
    beans: NotRequired[int]
    """With how many beans, where it is about a number."""
    hue: NotRequired[Any]
    """The colour that is part of the meaning."""


class State(TypedDict):
    """All that everybody sees of a board. A program passes over keys that it doesn't know."""

    time: float
    """Seconds on the board's own clock; it comes with other news, and goes on unsaid."""
    board: BoardShown
    """What never changes while a board plays one game."""
    game: NotRequired[GameShown]
    """How the game stands; while something else is done missing, or an empty board with that `message`."""
    beans: dict[str, int]
    """How many beans lie in each place, as the board believes."""
    pieces: NotRequired[dict[str, dict[str, int]]]
    """The same by kind, where several kinds are played with."""
    moves: dict[str, MoveShown]
    """The record of the game, by the number of each entry; what was taken back is gone."""
    log: dict[str, Any]
    """The last forty things that happened, numbered: sentences, each with its `time` since the begin."""
    signs: NotRequired[dict[str, SignShown]]
    """What the lights say, by place."""
    lights: NotRequired[dict[str, Any]]
    """How the lights look, by place: `pictures` of their pixels in hex, and in which `slots` each shows."""
    moving: dict[str, bool]
    """The places whose weight is not at rest."""
    sureness: NotRequired[str]
    """Whether the board is `sure` of what lies where, or holds it `likely`, or `asks`."""
    faults: dict[str, dict[str, str]]
    """The cells that can't be weighed, each with its `fault` and its `words`."""
    tone: dict[str, Any]
    """The latest tone, numbered: its `name`, and on and off in `seconds`."""
    buttons: dict[str, bool]
    """Which buttons are down, by side or seat."""
    names: NotRequired[dict[str, str]]
    """What players are called, by side."""
    activity: NotRequired[dict[str, Any]]
    """What the board is busy with, by its `name`, as in `game`; missing in a simulator, which only plays."""
    settings: NotRequired[dict[str, Any]]
    """What an owner has set."""
    steps: NotRequired[list[list[Any]]]
    """The steps from a new board to its first game, each with whether it is done."""
    far: NotRequired[dict[str, Any]]
    """How things stand with another board, where the game is shared."""
    clock: NotRequired[dict[str, Any]]
    """What each side has `left`, in seconds, `from` which time on, and whose clock `runs`."""
    tutor: NotRequired[str]
    """How strictly players are told of moves that lost something."""
    round: NotRequired[dict[str, Any]]
    """The round of a race for cups: players, dice, faults, how it ended."""


class Hello(TypedDict):
    """Who answers."""

    languages: list[str]
    """The codes of the languages that the page has words in."""
    modules: list[str]
    """Scripts that a page loads beside its own."""
    version: str
    """Another wherever anything in the page's files is."""


class Message(TypedDict, total=False):
    """One message; exactly one of its keys is there."""

    hello: Hello
    """Who answers: the first message."""
    state: State
    """The whole state: the second message, and again for who could not keep up."""
    patch: dict[str, Any]
    """What has changed since; empty for a heartbeat, which comes after five seconds of silence."""


KINDS = (Message, Hello, State, BoardShown, GameShown, MoveShown, SignShown, Said)
