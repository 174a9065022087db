"""The states that the turns of several games of two sides begin and end with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from cupsboard.rules.places import Place, Side, cup
from cupsboard.rules.turns import Act, Order


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


@dataclass(frozen=True)
class SowingTurns(TurnsOfSides):
    """The part of a turn machine that games share in which every move sows one of `cups` cups a side."""

    cups: int
    order = Order.FREE

    def label(self, acts: Sequence[Act]) -> str:
        """Return the sowing that was made, as its label."""
        return f"sow {acts[0].source.partition('-')[2]}"

    @cached_property
    def rows(self) -> Mapping[Side, tuple[Place, ...]]:
        """Return each player's cups from the left."""
        return {side: tuple(cup(side, number) for number in range(1, self.cups + 1)) for side in Side}
