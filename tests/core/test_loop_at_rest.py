"""What a loop does while nothing happens on its board."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cupsboard.loop import BUTTONS_SECONDS, Loop, Output
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.light_patterns import SLOT_SECONDS
from cupsboard.signs.scene import Message, Scene, Tone


@dataclass
class Bare:
    """A clock that nobody hurries, and buttons that count how often they are asked."""

    time: float = 0.0
    pressed: list[Edge] = field(default_factory=list)
    services: int = 0

    def now(self) -> float:
        return self.time

    def sleep_until(self, time: float) -> None:
        self.time = max(self.time, time)

    def edges(self, now: float) -> Sequence[Edge]:
        self.services += 1
        edges, self.pressed = self.pressed, []
        return edges


class Speechless:
    """Scales without a frame; implements `Scales`."""

    def step(self) -> tuple[Frame | None, float]:
        return None, 1e9

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""


class Dark:
    """Lights and sound that count how often they are called."""

    def __init__(self) -> None:
        self.pictures = self.sounds = 0

    def show(self, what: Scene | Tone, now: float) -> None:
        self.pictures += 1

    def step(self, now: float) -> None:
        self.sounds += 1


class Waiting:
    """An activity that waits; it notes when it was stepped."""

    is_still = True

    def __init__(self) -> None:
        self.steps: list[float] = []

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        self.steps.append(now)
        return Output(Scene((), None, Message("your-turn")))


def test_between_two_pictures_only_buttons_and_buzzer_are_served() -> None:
    bare, dark, waiting = Bare(), Dark(), Waiting()
    loop = Loop(Board(bare, Speechless(), dark, bare, dark), waiting)
    loop.run_until(1.0)
    assert bare.services >= 0.9 / BUTTONS_SECONDS
    assert dark.sounds == bare.services
    assert len(waiting.steps) == dark.pictures <= 1.0 / SLOT_SECONDS + 1


def test_a_press_between_two_pictures_is_taken_at_once() -> None:
    bare, dark, waiting = Bare(), Dark(), Waiting()
    loop = Loop(Board(bare, Speechless(), dark, bare, dark), waiting)
    loop.run_until(0.53)
    bare.pressed = [Edge("south", True, 0.53)]
    before = len(waiting.steps)
    loop.run_until(0.53 + 1.5 * BUTTONS_SECONDS)
    assert len(waiting.steps) == before + 1
