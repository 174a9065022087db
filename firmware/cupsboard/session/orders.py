"""Orders that are given on a board's page, passed from the server's thread to the board's.

All but `Ask` and `ConfirmHere` are an owner's.

An order is answered once: carried out, or refused with the reason.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from cupsboard.rules.clocks import Clock
from cupsboard.rules.laid_table import TableRefused
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import NameRefused
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say

MOST_WAITING = 16
"""More orders than a thumb gives in a fifth of a second."""
PARTS, FEWEST_PRESSES, MOST_PRESSES = 3, 2, 5
"""Of the number by which players accept a browser. One press is no part of any: it always says no."""


class OrderRefused(Exception):
    """An order can't be carried out now; the message gives the reason and the next step."""

    def __init__(self, key: str, **values: str | int | Phrases) -> None:
        """`key` names the sentence in `signs/words`."""
        self.message = Message(f"refused.{key}", values)
        super().__init__(say(self.message))

    @classmethod
    def because(cls, fault: Exception) -> "OrderRefused":
        """Return a refusal for a fault that says in its own words what is wrong and what to do."""
        return cls("because", why=(spoken_of(fault),))


class Unwanted(SensingError):
    """An activity can't be begun as it was asked for; the message says why and what to do instead."""

    def __init__(self, key: str, **values: str | int | Phrases) -> None:
        """`key` names the sentence in `signs/words`."""
        self.message = Message(f"refused.{key}", values)
        super().__init__(say(self.message))


def spoken_of(fault: Exception) -> Message:
    """Return what a fault says, for any language where it is ours, else in its own words."""
    if isinstance(fault, Unwanted | OrderRefused):
        return fault.message
    if isinstance(fault, TableRefused):
        return Message(f"refused.{fault.key}", dict(fault.values))
    if isinstance(fault, NameRefused):
        return Message(f"refused.{fault.key}", {"name": fault.name})
    return Message("report.line", {"text": str(fault)})


@dataclass(frozen=True, slots=True)
class Begin:
    """The order to begin another activity, by its name; the present one is saved."""

    activity: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GoOn:
    """The order to press a button, for an activity other than a game.

    `is_long` is a long press, which leaves out what was refused.
    """

    is_long: bool = False


@dataclass(frozen=True, slots=True)
class GoBack:
    """The order to undo the last step of a procedure."""


@dataclass(frozen=True, slots=True)
class Again:
    """The order to measure a place once more."""

    place: Place


@dataclass(frozen=True, slots=True)
class NewGame:
    """The order to put the present game aside, and to begin a new one of this name.

    It may be the name of a family of one's own, for a game by those rules on this board. `clock` is the
    time to think in it; None for none.
    """

    name: str
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class PlayFrom:
    """The order to play on from what lies on the table, which was counted; without a `mover`, to count again.

    `numbers` are those of places of which the scales are not sure, or that players know better; `stocks` are
    how many pieces are in the stocks, where they are not what is left.
    """

    mover: Side | None
    numbers: Mapping[Place, int] = field(default_factory=dict)
    stocks: Mapping[Side, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PutUp:
    """The order to put the present game aside, and to put up the puzzle of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowWay:
    """The order to show the way of the puzzle on the table, which is help with it."""


@dataclass(frozen=True, slots=True)
class TakeUp:
    """The order to put the present game aside, and to go on with the one of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Delete:
    """The order to delete the game of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Rename:
    """The order to call the players of a game otherwise, by their sides or seats; "" is a guest."""

    number: int
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PowerOff:
    """The order to switch the board's computer off; the game that is played is kept."""


@dataclass(frozen=True, slots=True)
class Update:
    """The order to install the newest release at a `place`: a folder or an address; "" is the usual one."""

    place: str


@dataclass(frozen=True, slots=True)
class Change:
    """The order to change settings; `values` holds the new value by name."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MakeProfile:
    """Write another profile of the board; `answers` are those of `cupsboard setup profile new`."""

    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CalibrationBack:
    """The order to put an earlier calibration in force again, by the name of its file."""

    name: str


@dataclass(frozen=True, slots=True)
class Friend:
    """The order to play a game that is shared with a friend elsewhere; without `is_wanted` the own again."""

    is_wanted: bool


@dataclass(frozen=True, slots=True)
class JoinClub:
    """The order to join the club of a server by a code that its page gave a member, under a name."""

    server: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class LeaveClub:
    """The order to leave the club."""


@dataclass(frozen=True, slots=True)
class CallMembers:
    """The order to call two members of the club to this board, by their numbers."""

    south: int
    north: int
    game: str
    is_rated: bool


@dataclass(frozen=True, slots=True)
class ConfirmHere:
    """The request of a member who is called here, and types a code of the own: any page may send it."""

    code: str


@dataclass(frozen=True, slots=True)
class GiveUpCall:
    """The order to take the call to this board back, or to call its game off before the first move."""


@dataclass(frozen=True, slots=True)
class BeginAnew:
    """The order to end the program, so that its next start takes in files that are waiting."""


def _drawn_number() -> tuple[int, ...]:
    """Return a secret number: how often to press for each of its parts."""
    return tuple(FEWEST_PRESSES + secrets.randbelow(MOST_PRESSES + 1 - FEWEST_PRESSES) for _ in range(PARTS))


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """The request of a browser to become an owner's: carried out once the board says that a phone asks.

    Players accept it by repeating `number`: each part is a number of presses. `pressed` ends when they have,
    or with OrderRefused; a browser that goes away cancels it.
    """

    number: Sequence[int] = field(default_factory=_drawn_number)
    pressed: "Future[None]" = field(default_factory=Future)


Order = (
    Begin
    | GoOn
    | GoBack
    | Again
    | NewGame
    | PlayFrom
    | PutUp
    | ShowWay
    | TakeUp
    | Delete
    | Rename
    | PowerOff
    | Update
    | Change
    | MakeProfile
    | CalibrationBack
    | Friend
    | JoinClub
    | LeaveClub
    | CallMembers
    | ConfirmHere
    | GiveUpCall
    | BeginAnew
    | Ask
)


class Orders:
    """The queue of orders for the board's thread."""

    def __init__(self) -> None:
        # Asked at every step of the board: a SimpleQueue needs no lock to be empty.
        self._waiting: SimpleQueue[tuple[Order, Future[None]]] = SimpleQueue()

    def give(self, order: Order) -> "Future[None]":
        """Add an order. Its future ends when it was carried out, or with OrderRefused. For any thread."""
        answer: Future[None] = Future()
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put((order, answer))
        else:
            answer.set_exception(OrderRefused("too-many"))
        return answer

    def take(self) -> "Iterator[tuple[Order, Future[None]]]":
        """Take all waiting orders out of the queue and yield them; for the board's thread."""
        while not self._waiting.empty():
            yield self._waiting.get_nowait()

    def refuse_all(self, why: str) -> None:
        """Refuse all waiting orders with `OrderRefused(why)`, as when the board shuts down."""
        for _, answer in self.take():
            refuse(answer, OrderRefused(why))


def refuse(answer: "Future[None]", why: OrderRefused) -> None:
    """Refuse an order: end its future with `why`, unless it was cancelled."""
    if answer.set_running_or_notify_cancel():
        answer.set_exception(why)


def carried_out(answer: "Future[None]") -> None:
    """Report that an order was carried out: end its future, unless it was cancelled."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(None)
