"""What recognition and referee know of a game: contents, plans, and how far a plan has got.

This is the whole seam between a game and the board. A game says which *plans* a player may carry out from
a position; a plan is nothing but transfers of pieces between places. Everything the board does with the
hands' progress (is this table on the way to a legal one, what is missing, what is too many) follows from
the transfers, and is the same for every game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from cupsboard.rules.places import BEAN, Kind, Place, Side

P = TypeVar("P")

Contents = Mapping[Place, int]
"""How many pieces lie in each weighed place."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`count` pieces of one kind going from one place to another."""

    source: Place
    target: Place
    count: int = 1
    kind: Kind = BEAN


def carried_out(contents: Contents, transfers: Iterable[Transfer]) -> dict[Place, int]:
    """What lies where once the transfers are done, in the places that `contents` holds."""
    after = dict(contents)
    for transfer in transfers:
        if transfer.source in after:
            after[transfer.source] -= transfer.count
        if transfer.target in after:
            after[transfer.target] += transfer.count
    return after


@dataclass(frozen=True, slots=True)
class Plan:
    """Something a player may do from the agreed table, as the scales would see it.

    `label` names it in the game's notation ("drop 3"). `settled` must be completely done before `open`
    begins: for a single move it is empty; for an opponent who starts before the first player's move was
    closed it is the first player's move. The transfers of `open` may be done in any order and by any
    hand; a plan is complete when all of them are done. Transfers of `owed` are a subset of `open` that
    follow from the rest (a capture): once everything else is done, the lights may ask for them.
    """

    side: Side | None
    label: str
    open: tuple[Transfer, ...]
    owed: tuple[Transfer, ...] = ()
    settled: tuple[Transfer, ...] = ()
    settled_label: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one plan has got on the table that was found."""

    plan: Plan
    missing: tuple[Transfer, ...]
    """What still has to be done; a piece already lifted shows as a transfer from OFF_BOARD."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place with the wrong number of pieces: `surplus` > 0 is too many, < 0 too few."""

    place: Place
    surplus: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a table that was found.

    Complete plans and plans on the way stand side by side: after bean 2 of a drop the drop of 2 is
    complete and the drop of 3 on its way. Where there is neither, the table is wrong, and `repairs`
    holds each smallest set of marks that leads to a legal table or onto the way to one.
    """

    complete: tuple[Plan, ...]
    under_way: tuple[Progress, ...]
    repairs: tuple[tuple[Mark, ...], ...]
    is_unchanged: bool


class Standing(Enum):
    """Whether somebody can move in a position."""

    TO_MOVE = "to move"
    PASS = "must pass"
    OVER = "over"


class Game(Protocol[P]):
    """The narrow face of a game towards the board; its positions `P` are opaque to everything else.

    A move is named by side and label ("south", "drop 3"); the label is the game's own notation and is what
    plans, records, traces and screens carry.
    """

    @property
    def name(self) -> str:
        """The game's name with its size, as it stands in a record ("cups 4")."""

    @property
    def places(self) -> Sequence[Place]:
        """The places a board needs for this game, in a fixed order (stock trays not counted)."""

    @property
    def most_moves(self) -> int:
        """No game has more moves than this, if no stock is corrected."""

    def start(self, starter: Side | None) -> P:
        """The position a game begins with; without a starter whoever moves first starts."""

    def contents(self, position: P) -> Contents:
        """How many pieces lie in every place of the position, stocks included."""

    def movers(self, position: P) -> tuple[Side, ...]:
        """Who may move: one side, or both before an open start, or nobody (pass or over)."""

    def standing(self, position: P) -> Standing:
        """Whether the side whose turn it is can move, must pass, or the game is over."""

    def plans(self, position: P, side: Side) -> tuple[Plan, ...]:
        """Every legal move of a side as a plan."""

    def play(self, position: P, side: Side, label: str) -> P:
        """The position after a legal move. Raises RulesError for any other."""

    def pass_turn(self, position: P) -> P:
        """The position after a forced pass. Raises RulesError if a move is possible."""

    def set_stock(self, position: P, side: Side, count: int) -> P:
        """The position with a player's believed stock corrected (the stock is believed, not seen)."""

    def correct(self, position: P, changes: Sequence[Mark]) -> P:
        """The position with so many more or fewer pieces in these places; whose turn it is stays.

        Raises RulesError for a place that the game hasn't, and for a count that can't be.
        """

    def blocked(self, position: P) -> frozenset[Place]:
        """The cups that can never be sown again, for the lights."""

    def winner(self, position: P) -> Side | None:
        """Who won a finished game; None for a tie."""

    def score(self, position: P) -> Mapping[Side, int]:
        """What counts for each side by now."""

    def format_position(self, position: P) -> str:
        """One line of text that `parse_position` reads back."""

    def parse_position(self, text: str) -> P:
        """A position from its line. Raises RulesError naming what is wrong and where."""
