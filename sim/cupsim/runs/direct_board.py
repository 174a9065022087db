"""A board without pins: the same cells, sampled at the same rate, whose counts go straight to the loop.

What passes the pins is left out (the bank reader, the chips' own clocks, the strip's bytes); all that the
board decides from is the same. A campaign runs several times faster so.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Player
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Scene, Tone


class Sampled(Protocol):
    """A cell that says what a converter shows of it."""

    def signal(self, end: float, period: float) -> int:
        """Counts of a conversion that ends at `end` on a chip of that period in seconds."""


@dataclass(slots=True)
class DirectClock:
    """Virtual time that only sleeping moves on."""

    time: float = 0.0

    def now(self) -> float:
        """See `cupsboard.ports.Clock`."""
        return self.time

    def sleep_until(self, time: float) -> None:
        """See `cupsboard.ports.Clock`."""
        self.time = max(self.time, time)


@dataclass(slots=True)
class DirectScales:
    """All cells at once, as often as their chips convert."""

    cells: Mapping[Place, Sampled]
    clock: DirectClock
    period: float
    due: float = 0.0

    def step(self) -> tuple[Frame | None, float]:
        """See `cupsboard.ports.Scales`."""
        now = self.clock.time
        if now < self.due:
            return None, self.due
        self.due += self.period
        return Frame(now, tuple(cell.signal(now, self.period) for cell in self.cells.values())), self.due

    def allow_reset(self, *, still: bool) -> None:
        """See `cupsboard.ports.Scales`; there is nothing to reset."""


@dataclass(slots=True)
class DirectLights:
    """The meanings that are shown, by place."""

    meanings: Mapping[Place, Meaning] = field(default_factory=dict)
    _shown: Scene | None = None

    def show(self, scene: Scene, now: float) -> float:  # noqa: ARG002
        """See `cupsboard.ports.Lights`."""
        if scene is not self._shown:
            self._shown = scene
            self.meanings = {sign.place: sign.meaning for sign in scene.signs}
        return math.inf


@dataclass(slots=True)
class DirectButtons:
    """Contacts whose edges come as they happen, bounces included."""

    waiting: list[Edge] = field(default_factory=list)

    def set_button(self, player: Player, is_down: bool, time: float) -> None:
        """Close or open a contact."""
        self.waiting.append(Edge(player.value, is_down, time))

    def edges(self, now: float) -> Sequence[Edge]:
        """See `cupsboard.ports.Buttons`."""
        edges = [edge for edge in self.waiting if edge.time <= now]
        self.waiting = [edge for edge in self.waiting if edge.time > now]
        return edges


class DirectSound:
    """Nobody listens."""

    def show(self, tone: Tone, now: float) -> None:
        """See `cupsboard.ports.Sound`."""

    def step(self, now: float) -> None:
        """See `cupsboard.ports.Sound`."""


@dataclass(frozen=True, slots=True)
class DirectBench:
    """The board with a grip on what people see and press."""

    board: Board
    lights: DirectLights
    buttons: DirectButtons

    def set_button(self, player: Player, is_down: bool, time: float) -> None:
        """Close or open the contact of a player's button."""
        self.buttons.set_button(player, is_down, time)


def build_direct(cells: Mapping[Place, Sampled], sps: int) -> DirectBench:
    """A board over these cells, in the order of a frame."""
    clock, lights, buttons = DirectClock(), DirectLights(), DirectButtons()
    scales = DirectScales(cells, clock, 1 / sps)
    return DirectBench(Board(clock, scales, lights, buttons, DirectSound()), lights, buttons)
