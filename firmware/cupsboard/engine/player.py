"""What a program that plays a game can be asked, in the manner of python-chess's `chess.engine`.

An engine is pure: whoever makes one passes in the clock that a limit in seconds needs, and calls a search off
through a callable. Moves are labels of the game's notation ("drop 3").
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)

PASS = "pass"
"""The move of a side that can't move while the other can."""

EVERY_MOVE = 1000
"""More lines than any position has moves."""

Clock = Callable[[], float]
"""Seconds that never run backwards."""
IsStopped = Callable[[], bool]
"""Whether a search is called off; asked again and again while it runs."""

Beans = tuple[Sequence[int], int]
"""One player's half of the table: the beans in the cups from the left, and the stock."""
Known = Callable[[Beans, Beans], tuple[int, int] | None]
"""What a table of exact values tells of a pair of halves, the mover's first.

The least and the most that the mover still gains on the other, in beans; None where the table doesn't reach.
"""


def never() -> bool:
    """Return False: the search is never called off."""
    return False


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search, which ends at the first that is reached, and once everything is proved."""

    nodes: int | None = None
    """Positions looked at. The same number gives the same move on each machine."""
    depth: int | None = None
    """Moves ahead."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value, least in (("nodes", self.nodes, 1), ("depth", self.depth, 1)):
            if value is not None and value < least:
                raise ValueError(f"limit of {value} {name}: give {least} or more, or none")
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"limit of {self.seconds} seconds: give 0 or more, or none")

    def stopping(self, clock: Clock | None, is_stopped: IsStopped) -> IsStopped:
        """Return a function that says whether a search is to end: called off, or out of its seconds.

        Raises ValueError for a limit in seconds without a clock.
        """
        if self.seconds is None:
            return is_stopped
        if clock is None:
            raise ValueError("a limit in seconds: make the engine with a clock, or limit nodes or depth")
        ends = clock() + self.seconds
        return lambda: clock() >= ends or is_stopped()


class Source(Enum):
    """The sources from which a value can come."""

    SEARCH = "search"
    TABLE = "table"
    """A search that is proved and met a table of exact values on its way."""
    BOOK = "book"
    """A best move out of a complete table, which came with the program."""
    PROOF = "proof"
    """A move by which the value of the whole game is proved to be kept; its score is a search's guess."""


@dataclass(frozen=True, slots=True)
class Info:
    """The engine's knowledge of one move, and of the moves that should follow it."""

    depth: int
    """How many moves ahead were looked at in full."""
    nodes: int
    """Positions looked at so far, for all moves together."""
    score_beans: float
    """The difference at the end of the game for the side to move: its score less the other's."""
    is_exact: bool
    """Whether the score is proved, and also that no move left out of the answer is better."""
    variation: tuple[str, ...]
    """The move and what is expected to follow, passes included."""
    source: Source
    error_beans: float
    """By how many beans a loss that is told from this score may be too large; 0 for a proved one, infinite
    where it is unknown."""

    @property
    def move(self) -> str:
        """Return the move to play; `PASS` where no other is allowed."""
        return self.variation[0]


Report = Callable[[tuple[Info, ...]], None]
"""Takes the answer so far, each time it has become deeper."""


class Engine(Protocol[P_contra]):
    """A program that plays one game on one size of board."""

    def play(self, position: P_contra, limit: Limit, is_stopped: IsStopped = never) -> Info:
        """Return the best move that is found.

        Raises RulesError if no player can move, or at an open start.
        """

    def analyse(
        self,
        position: P_contra,
        limit: Limit,
        lines: int = 1,
        is_stopped: IsStopped = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves (or all, if there are fewer), best first, each with its full value.

        `report` is called with each deeper answer. Raises RulesError if no player can move, or at an open
        start.
        """

    def prove(
        self, position: P_contra, limit: Limit, moves: Sequence[str] = (), is_stopped: IsStopped = never
    ) -> tuple[Info, ...]:
        """Return the best move, then the moves with the labels `moves`, with their proved values.

        A move is told once. Return () if the nodes don't suffice for all. Raises RulesError as `analyse`
        does, and ValueError for a limit without nodes.
        """
