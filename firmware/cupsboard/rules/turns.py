"""A turn as a machine of acts: what hands may do next, one act at a time, and where the turn may end.

    turn = game.turns.begin(position, player)
    for act, after, log_prior in game.turns.acts(counts, turn): ...
    following = game.turns.ends(counts, turn)              None where the turn can't end yet

`counts` say how many pieces lie in each place, HAND and the stocks that no scale weighs among them. They and
the turn together are the whole state, so two ways to the same counts and an equal turn are one from there on.
A game whose rules look at kinds of pieces keeps in its turn what they need of them; the acts of one whose
rules don't are of ANY_KIND, and tables that differ in their kinds alone stay one table. All that such a
machine may come to is walked with a bound.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar

from cupsboard.rules.places import BEAN, HAND, Kind, Place, Player, Side

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
T = TypeVar("T")
Y = TypeVar("Y", bound=Player)

Verb = NewType("Verb", str)
"""The name of an act's verb in its game."""

PUT = Verb("put")
TAKE = Verb("take")
CAPTURE = Verb("capture")
"""A capture follows from the acts before it: once they are done, the lights may ask for it."""

Counts = Mapping[Place, int]
"""Pieces by place; a place that isn't named has none."""


class Act(NamedTuple):
    """One act of hands: `pieces` pieces of a kind go from one place to another at once."""

    verb: Verb
    source: Place
    target: Place
    pieces: int = 1
    kind: Kind = BEAN


class Choice(NamedTuple, Generic[T]):
    """An act that may come next, and the turn after it."""

    act: Act
    turn: T
    log_prior: float = 0.0
    """Log prior of the act relative to the other choices; equal values are equally probable."""


class Order(Enum):
    """The significance of the order of a turn's acts."""

    FREE = "free"
    """The acts only say which tables a turn may lead to; any order and both hands are allowed."""
    AS_LANDED = "as landed"
    """A piece that lands decides which acts may follow."""


class Turns(Hashable, Protocol[P_contra, Y, T]):
    """The machine of a game's turns `T`: frozen values, opaque to everything else."""

    @property
    def order(self) -> Order:
        """Return whether the order of the acts matters."""

    def begin(self, position: P_contra, player: Y) -> T:
        """Return a turn of this player with no act done."""

    def acts(self, counts: Counts, turn: T) -> Iterable[Choice[T]]:
        """Return the acts that may come next."""

    def ends(self, counts: Counts, turn: T) -> T | None:
        """Return the turn that follows if this one ends here; None while it can't end.

        Forced passes are left out: the turn is of the next player who can move, if any. A turn that waits for
        chance has no acts yet.
        """

    def player(self, turn: T) -> Y | None:
        """Return the player who makes the turn; None in a race, which has no turns, and after the end."""

    def label(self, acts: Sequence[Act]) -> str:
        """Return a whole turn in the game's notation. Each act has a known kind."""


class Walk(NamedTuple, Generic[T]):
    """One way to make a turn, and the turn after it."""

    acts: tuple[Act, ...]
    following: T


def walks(turns: Turns[P, Y, T], counts: Counts, turn: T) -> list[Walk[T]]:
    """Return every way to make a turn from here.

    Of ways with the same beginning, the shorter one comes first.
    """
    found: list[Walk[T]] = []
    _walk_on(turns, {HAND: 0, **counts}, turn, (), found)
    return found


def _walk_on(
    turns: Turns[P, Y, T], counts: dict[Place, int], turn: T, done: tuple[Act, ...], found: list[Walk[T]]
) -> None:
    """Add every way that goes on from here to `found`."""
    following = turns.ends(counts, turn)
    if following is not None:
        found.append(Walk(done, following))
    for act, after, _ in turns.acts(counts, turn):
        # Done and undone in one table: to copy it for every act would take most of the time.
        source, target, count = act.source, act.target, act.pieces
        counts[source] -= count
        counts[target] += count
        _walk_on(turns, counts, after, (*done, act), found)
        counts[source] += count
        counts[target] -= count


def counts_after(counts: Counts, acts: Iterable[Act]) -> Counts:
    """Return the counts of each place after the acts."""
    after = {HAND: 0, **counts}
    for act in acts:
        after[act.source] -= act.pieces
        after[act.target] += act.pieces
    return after


@dataclass(frozen=True, slots=True)
class Beginning:
    """A turn in which no act is done yet."""

    player: Side


@dataclass(frozen=True, slots=True)
class Captured:
    """A turn in which all captured pieces lie in the player's pot, so that it may end."""

    player: Side


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a game or a round: no further turn begins."""

    player: None = None


class _OfPlayer(Protocol):
    @property
    def player(self) -> Side | None: ...


class TurnsOfSides:
    """The part of a turn machine that is the same in games whose turns all begin alike."""

    def begin(self, position: Any, player: Side) -> Beginning:  # noqa: ARG002
        """Return the beginning of a turn, which is the same in every position."""
        return Beginning(player)

    def player(self, turn: _OfPlayer) -> Side | None:
        """Return the player of the turn; None once there is none."""
        return turn.player
