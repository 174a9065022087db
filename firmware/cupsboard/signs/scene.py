"""Scenes: what the board says at a moment, before it becomes light or sound."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from cupsboard.rules.places import Place, Player, Side


class Kind(Enum):
    """What a light or a scene is to players."""

    HINT = "hint"
    """It tells how the game stands, or what may or should be done next."""
    QUESTION = "question"
    """It waits for an answer by a button."""
    TROUBLE = "trouble"
    """Something is wrong and wants to be put right."""


class Meaning(Enum):
    """The meanings that a place's lights can have; `light_patterns.GRAMMAR` says how each looks."""

    kind: Kind
    """What the light is by itself."""

    def __new__(cls, said: str, kind: Kind = Kind.HINT) -> "Meaning":
        """Make the meaning that is `said` in these words."""
        made = object.__new__(cls)
        made._value_, made.kind = said, kind
        return made

    YOUR_TURN = "your turn"
    PRESS = "finished? press your button"
    MAY_NEXT = "you may put a bean here"
    MUST_NEXT = "put a bean here"
    MAY_CAPTURE = "you may capture this"
    MUST_CAPTURE = "move this to your pot"
    INTO_POT = "the captured beans go here"
    BLOCKED = "blocked cup"
    EMBLEM = "a mark of this game"
    TOO_MANY = "take a bean out", Kind.TROUBLE
    TOO_FEW = "put a bean in", Kind.TROUBLE
    LOOK = "look here and check", Kind.TROUBLE
    LIFTED = "put the cup back", Kind.TROUBLE
    DEAD = "this place can't be weighed", Kind.TROUBLE
    GOOD_MOVE = "the move of this cup is as good as any"
    WAS_BETTER = "there is a better move than this"
    PASSED = "passed"
    THINKING = "the board is thinking"
    NOT_NOW = "not now"
    HELD = "let go, or hold on for more"
    NEW_GAME = "a new game?", Kind.QUESTION
    STOCK_EMPTY = "stock empty?", Kind.QUESTION
    TABLE_RIGHT = "the table right?", Kind.QUESTION
    POWER_OFF = "switch off?", Kind.QUESTION
    GOODBYE = "goodbye"
    PAUSED = "paused"
    TENS = "the score: a ten a pixel"
    ONES = "the score: a bean a pixel"
    WINNER = "winner"
    TIE = "tie"
    KEEP = "keep this bean"
    THROW_AWAY = "throw this bean away"
    UNWRITTEN = "not written down: leave the board on"
    OWNER = "may a phone become an owner's?", Kind.QUESTION
    DAMAGED = "a file was damaged: read the page"
    HOME = "rest your hand on your button"
    READY = "your hand is at home"
    RACE = "grab the right cup"
    RIGHT = "this was the right cup"
    OUT = "out of this round"
    TAKE_AWAY = "this does not belong here", Kind.TROUBLE
    YOU = "was it you? tap your button", Kind.QUESTION
    TAKE_UP = "take all of this up and sow it"
    GIVE_UP = "give up?", Kind.QUESTION
    TIME_SHORT = "the time to think runs out"
    NO_LINK = "no link to the other board"
    FAR_ASKS = "the other side asks: tap for yes, hold for no", Kind.QUESTION
    CIRCLE = "a die shows a circle"
    SQUARE = "a die shows a square"
    TRIANGLE = "a die shows a triangle"
    TRIED = "this light is being tried"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Sign:
    """One meaning shown at one place.

    `beans` is a number that belongs to it, else 0. While the lights of a place are tried, it is the number of
    the one that is lit, counted from 1; 0 means all. Of a row whose turn it is, it is how many lights still
    glow as time to think runs down; 0 means all. `hue` is a colour that is part of the message; without one
    the meaning has its own.
    """

    place: Place
    meaning: Meaning
    beans: int = 0
    hue: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in no language yet: the key of a sentence, and the values to put into it.

    A value may be phrases, which are messages themselves.
    """

    key: str
    values: "Mapping[str, str | int | Phrases]" = field(default_factory=dict)


Phrases = tuple[Message, ...]
"""Parts of a sentence, said one after the other."""
Values = dict[str, str | int | Phrases]
"""The named values of a message, while it is put together."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a board shows at a moment: signs for the lights, whose turn it is, and a message."""

    signs: tuple[Sign, ...]
    turn: Player | None
    message: Message
    stocks: Mapping[Side, int] = field(default_factory=dict)
    """The beans in each stock, as every screen and sentence says it; empty for a game without stocks."""
    given: Kind | None = None
    """What the scene is without a question in its lights; None for what its lights are by themselves."""

    @property
    def kind(self) -> Kind:
        """Return what the scene is to players."""
        kinds = {sign.meaning.kind for sign in self.signs}
        if Kind.QUESTION in kinds:
            return Kind.QUESTION
        return self.given or (Kind.TROUBLE if Kind.TROUBLE in kinds else Kind.HINT)


class Tone(Enum):
    """The sounds that the board can make."""

    AGREED = "agreed"
    NOT_NOW = "not now"
    WRONG = "wrong"
    PASSED = "passed"
    OVER = "over"
    ROLLED = "rolled"
    TIME = "time"

    __hash__ = object.__hash__
