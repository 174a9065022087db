"""What the board knows of a game: players, places, turns, contents, plans, and how far a plan has got.

This is the whole seam between a game and the board. A game says which acts a turn is made of
(`cupsboard.rules.turns`). Where their order is free, the *plans* a player may carry out from a position are
generated from that (`cupsboard.rules.turn_plans`); a plan is nothing but transfers of pieces between places.
Everything the board does with the hands' progress (is this table on the way to a legal one, what is missing,
what is too many) follows from the transfers, and is the same for every game.

`GameOf` is the seam as it is for any players; `Game` is that of the boards with two sides, which are all that
recognition, referee and signs carry. They carry pieces of one kind, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from cupsboard.rules.places import BEAN, Kind, Place, Player, Side
from cupsboard.rules.turns import Turns

P = TypeVar("P")
Y = TypeVar("Y", bound=Player)
Y_contra = TypeVar("Y_contra", bound=Player, contravariant=True)

Contents = Mapping[Place, int]
"""How many pieces lie in each weighed place."""
Pieces = Mapping[Place, Mapping[Kind, int]]
"""How many pieces of each kind lie in each place."""


def of_beans(contents: Contents) -> Pieces:
    """The contents of a table on which beans lie and nothing else."""
    return {place: {BEAN: count} if count else {} for place, count in contents.items()}


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
    """A place with the wrong number of pieces of a kind: `surplus` > 0 is too many, < 0 too few."""

    place: Place
    surplus: int
    kind: Kind = BEAN


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
    """Whether a player can move in a position."""

    TO_MOVE = "to move"
    PASS = "must pass"
    CHANCE = "chance decides"
    BETWEEN_ROUNDS = "the next round is to be begun"
    OVER = "over"


class GameOf(Protocol[P, Y]):
    """The narrow face of a game of players `Y`; its positions `P` are opaque to everything else.

    A move is named by player and label ("south", "drop 3"); the label is the game's own notation and is what
    plans, records, traces and screens carry. No label begins with a word that a record has for other entries.
    """

    @property
    def name(self) -> str:
        """The game's name with its size, as it stands in a record ("cups 4")."""

    @property
    def players(self) -> Sequence[Y]:
        """Who plays, in the order in which records name them."""

    @property
    def turns(self) -> Turns[P, Y, Any]:
        """What a turn is made of."""

    @property
    def places(self) -> Sequence[Place]:
        """The places a board needs for this game, in a fixed order (stock trays not counted)."""

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """The kinds of its pieces, in the order in which they are shown, with what a piece of each counts."""

    @property
    def most_moves(self) -> int:
        """No game has more moves than this, if no stock is corrected.

        A game that could last for ever says here how many a record may hold.
        """

    def start(self, starter: Y | None) -> P:
        """Return the position a game begins with; without a starter either player may make the first move."""

    def contents(self, position: P) -> Contents:
        """How many pieces lie in every place of the position, stocks included."""

    def pieces(self, position: P) -> Pieces:
        """How many of each kind these are; a kind of which there are none may be left out."""

    def movers(self, position: P) -> tuple[Y, ...]:
        """Return the players who may move: one, several (at an open start, in a race), or none."""

    def passer(self, position: P) -> Y:
        """Return the player who must pass. Raises RulesError if none must."""

    def standing(self, position: P) -> Standing:
        """Return whether there is a move, a forced pass, chance or a new round first, or the end."""

    def plans(self, position: P, player: Y) -> tuple[Plan, ...]:
        """Every legal move of a player as a plan, as `turn_plans.plans` generates them.

        Raises RulesError where a turn is no plan.
        """

    def play(self, position: P, player: Y, label: str) -> P:
        """The position after a legal move. Raises RulesError for any other."""

    def pass_turn(self, position: P) -> P:
        """The position after a forced pass. Raises RulesError if a move is possible."""

    def set_stock(self, position: P, player: Y, count: int) -> P:
        """The position with a player's believed stock corrected (the stock is believed, not seen)."""

    def correct(self, position: P, changes: Sequence[Mark]) -> P:
        """Return the position with the piece counts of these places changed; the player to move stays.

        Raises RulesError for a place or a kind that the game hasn't, and for a count that can't be.
        """

    def blocked(self, position: P) -> frozenset[Place]:
        """The cups that can never be sown again, for the lights."""

    def winner(self, position: P) -> Y | None:
        """Who won a finished game; None for a tie."""

    def score(self, position: P) -> Mapping[Y, int]:
        """What counts for each player by now."""

    def format_position(self, position: P) -> str:
        """One line of text that `parse_position` reads back."""

    def parse_position(self, text: str) -> P:
        """A position from its line. Raises RulesError naming what is wrong and where."""


@runtime_checkable
class GameOfChance(Protocol[P, Y_contra]):
    """What a game with dice or cards has beside the rest."""

    def chance(self, position: P, player: Y_contra, outcome: str) -> P:
        """The position after this player's dice came to `outcome`. Raises RulesError if they can't have."""


@runtime_checkable
class GameOfCalls(Protocol[P, Y_contra]):
    """What a game has beside the rest where words count: giving up, who begins a round, an offence.

    A call isn't seen on the table and is part of no turn. It is of printable words with plain spaces.
    """

    def calls(self, position: P, player: Y_contra) -> Sequence[str]:
        """What may be called by or for this player now."""

    def call(self, position: P, player: Y_contra, said: str) -> P:
        """The position after a call. Raises RulesError for one that isn't among the `calls`."""


Game: TypeAlias = GameOf[P, Side]
"""A game of two sides."""
