"""The seam between a game and the board: players, places, turns, contents, plans, and a plan's progress.

A game says which acts a turn is made of (`cupsboard.rules.turns`). Where their order is free, the *plans* a
player may carry out from a position are generated from that (`cupsboard.rules.turn_plans`); a plan is nothing
but transfers of pieces between places. Everything the board does with the hands' progress (is this table on
the way to a legal one, what is missing, what is too many) follows from the transfers, and is the same for
every game.

`GameOf` is the seam for any players; `Game` is that of boards with two sides, which are all that recognition,
referee and signs carry. They carry pieces of one kind, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from cupsboard.rules.places import BEAN, Kind, Place, Player, Side
from cupsboard.rules.turns import Turns

P_contra = TypeVar("P_contra", contravariant=True)


@runtime_checkable
class GameOfRounds(Protocol[P_contra]):
    """A match of rounds between two sides; a single round is a match, too."""

    @property
    def rounds(self) -> int:
        """Return how many rounds are played."""

    @property
    def offence_ends_round(self) -> bool:
        """Return whether an illegal act ends the round if the opponent says so.

        Otherwise it can only be mended.
        """

    def round_of(self, position: P_contra) -> int:
        """Return the number of the round, counted from 1."""

    def round_score(self, position: P_contra) -> Mapping[Side, int]:
        """Return the points of the round that is over. Raises RulesError before its end."""

    def winning_coin(self, position: P_contra) -> Kind | None:
        """Return the kind that decides the round; None if none does."""


P = TypeVar("P")
Y = TypeVar("Y", bound=Player)
Y_contra = TypeVar("Y_contra", bound=Player, contravariant=True)

Contents = Mapping[Place, int]
"""How many pieces lie in each weighed place."""
Pieces = Mapping[Place, Mapping[Kind, int]]
"""How many pieces of each kind lie in each place."""


def of_beans(contents: Contents) -> Pieces:
    """Return the contents of a table as pieces that are all beans."""
    return {place: {BEAN: count} if count else {} for place, count in contents.items()}


@dataclass(frozen=True, slots=True)
class Transfer:
    """`count` pieces of one kind going from one place to another."""

    source: Place
    target: Place
    count: int = 1
    kind: Kind = BEAN


def carried_out(contents: Contents, transfers: Iterable[Transfer]) -> dict[Place, int]:
    """Return the contents after the transfers, in the places that `contents` holds."""
    after = dict(contents)
    for transfer in transfers:
        if transfer.source in after:
            after[transfer.source] -= transfer.count
        if transfer.target in after:
            after[transfer.target] += transfer.count
    return after


@dataclass(frozen=True, slots=True)
class Plan:
    """A move that a player may make from the agreed table, as the scales would see it.

    `label` names it in the game's notation ("drop 3"). `settled` must be completely done before `open`
    begins: it is empty for a single move. For a player who begins before the last move was closed it is
    that move, of `settled_side`: of the opponent, or of the player itself where it gave another turn. The
    transfers of `open` may be done in any order and by any hand; a plan is complete when all of them are
    done. Transfers of `owed` are a subset of `open` that follow from the rest (a capture): once
    everything else is done, the lights may ask for them.
    """

    side: Side | None
    label: str
    open: tuple[Transfer, ...]
    owed: tuple[Transfer, ...] = ()
    settled: tuple[Transfer, ...] = ()
    settled_label: str | None = None
    settled_side: Side | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """A plan, and the transfers of pieces that a table still misses of it."""

    plan: Plan
    missing: tuple[Transfer, ...]
    """The transfers still to be done; a piece already lifted shows as a transfer from OFF_BOARD."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place with the wrong number of pieces of a kind: `surplus` > 0 is too many, < 0 too few."""

    place: Place
    surplus: int
    kind: Kind = BEAN


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a table by the rules.

    Complete plans and plans under way stand side by side: after bean 2 of a drop the drop of 2 is complete
    and the drop of 3 under way. If there is neither, the table is wrong, and `repairs` holds each smallest
    set of marks that leads to a legal table or onto the way to one.
    """

    complete: tuple[Plan, ...]
    under_way: tuple[Progress, ...]
    repairs: tuple[tuple[Mark, ...], ...]
    is_unchanged: bool


class Standing(Enum):
    """The possible standings of a game: a player can move, or what comes first."""

    TO_MOVE = "to move"
    PASS = "must pass"
    CHANCE = "chance decides"
    BETWEEN_ROUNDS = "the next round is to be begun"
    OVER = "over"


class GameOf(Protocol[P, Y]):
    """The interface of a game for players `Y`; its positions `P` are opaque to everything else.

    A move is named by player and label ("south", "drop 3"); the label is the game's own notation and is what
    plans, records, traces and screens carry. No label begins with a word that a record has for other entries.
    """

    @property
    def name(self) -> str:
        """Return the game's name with its size, as it stands in a record ("cups 4")."""

    @property
    def players(self) -> Sequence[Y]:
        """Return the players, in the order in which records name them."""

    @property
    def turns(self) -> Turns[P, Y, Any]:
        """Return the machine of the game's turns."""

    @property
    def places(self) -> Sequence[Place]:
        """Return the places a board needs for this game, in a fixed order (stock trays not counted)."""

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """Return the points of one piece of each kind, in the order in which kinds are shown."""

    @property
    def most_moves(self) -> int:
        """Return the most moves that a game can have, if no stock is corrected.

        A game that could last for ever returns how many a record may hold.
        """

    def start(self, starter: Y | None) -> P:
        """Return the position a game begins with; without a starter either player may make the first move."""

    def contents(self, position: P) -> Contents:
        """Return how many pieces lie in every place of the position, stocks included."""

    def pieces(self, position: P) -> Pieces:
        """Return how many pieces of each kind lie in every place; counts of 0 may be left out."""

    def movers(self, position: P) -> tuple[Y, ...]:
        """Return the players who may move: one, several (at an open start, in a race), or none."""

    def passer(self, position: P) -> Y:
        """Return the player who must pass. Raises RulesError if none must."""

    def standing(self, position: P) -> Standing:
        """Return whether there is a move, a forced pass, chance or a new round first, or the end."""

    def plans(self, position: P, player: Y) -> tuple[Plan, ...]:
        """Return every legal move of a player as a plan, as `turn_plans.plans` generates them.

        Raises RulesError if turns of this game are no plans.
        """

    def play(self, position: P, player: Y, label: str) -> P:
        """Return the position after a legal move. Raises RulesError for any other."""

    def pass_turn(self, position: P) -> P:
        """Return the position after a forced pass. Raises RulesError if a move is possible."""

    def set_stock(self, position: P, player: Y, count: int) -> P:
        """Return the position with a player's stock corrected; an unweighed stock is only believed."""

    def correct(self, position: P, changes: Sequence[Mark]) -> P:
        """Return the position with the piece counts of these places changed; the player to move stays.

        Raises RulesError for a place or a kind that the game does not have, and for an impossible count.
        """

    def blocked(self, position: P) -> frozenset[Place]:
        """Return the cups that can never be sown again, for the lights."""

    def owner_of(self, position: P, place: Place) -> Player | None:
        """Return whose a place is, for the lights; None for a common one."""

    @property
    def has_emblems(self) -> bool:
        """Return whether a position of this game may have emblems."""

    def emblems(self, position: P) -> Mapping[Place, str]:
        """Return what a position has at places though no piece shows it, such as a tuz, by a name for each.

        Lights, sentence and page show an emblem while the game is played. Its name is the same in
        every language.
        """

    def winner(self, position: P) -> Y | None:
        """Return the winner of a finished game; None for a tie."""

    def score(self, position: P) -> Mapping[Y, int]:
        """Return the points of each player by now."""

    def format_position(self, position: P) -> str:
        """Return one line of text that `parse_position` reads back."""

    def parse_position(self, text: str) -> P:
        """Return the position of a line. Raises RulesError with what is wrong and where."""


@runtime_checkable
class GameOfChance(Protocol[P, Y_contra]):
    """The further interface of a game with dice or cards."""

    def chance(self, position: P, player: Y_contra, outcome: str) -> P:
        """Return the position after a player's dice came to `outcome`.

        Raises RulesError if they can't have.
        """


@runtime_checkable
class GameOfCalls(Protocol[P, Y_contra]):
    """The further interface of a game in which calls count: giving up, beginning a round, an offence.

    A call isn't seen on the table and is part of no turn. It consists of printable words with plain spaces.
    """

    def calls(self, position: P, player: Y_contra) -> Sequence[str]:
        """Return the calls that may be made by or for this player now."""

    def call(self, position: P, player: Y_contra, said: str) -> P:
        """Return the position after a call. Raises RulesError if it isn't among the `calls`."""


Game: TypeAlias = GameOf[P, Side]
"""A game of two sides."""
