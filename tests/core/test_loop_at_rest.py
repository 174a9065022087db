"""What a loop does while nothing happens on its board."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from cupsboard.loop import BELIEVED_SECONDS, BUTTONS_SECONDS, STEP_SECONDS, UNTOUCHED_SECONDS, Loop, Output
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Gesture, Press
from cupsboard.rules.places import Side
from cupsboard.scales.readings import Frame
from cupsboard.signs.light_patterns import SLOT_SECONDS, slot_at
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


class Calling:
    """Scales of another process; implements `Scales` and `Arrivals`."""

    def __init__(self, bare: Bare, frames_at: Sequence[float] = ()) -> None:
        self._bare, self._frames_at = bare, list(frames_at)

    def have_come(self) -> bool:
        return bool(self._frames_at) and self._frames_at[0] <= self._bare.time

    def wait(self, seconds: float) -> bool:
        until = self._bare.time + seconds
        self._bare.sleep_until(min([until, *self._frames_at]))
        return self.have_come()

    def step(self) -> tuple[Frame | None, float]:
        return Frame(self._frames_at.pop(0), (1,)) if self.have_come() else None, self._bare.time + 0.1

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""


class Dark:
    """Lights that change in every slot, and count how often they are called."""

    def __init__(self) -> None:
        self.pictures = 0

    def show(self, scene: Scene, now: float) -> float:
        self.pictures += 1
        return (slot_at(now) + 1) * SLOT_SECONDS


class Soft:
    """A sound that counts how often it is called."""

    def __init__(self) -> None:
        self.calls = 0

    def show(self, tone: Tone, now: float) -> None:
        """Nobody hears it."""

    def step(self, now: float) -> None:
        self.calls += 1


class Waiting:
    """An activity that waits; it notes when it was stepped."""

    is_still = True

    def __init__(self) -> None:
        self.steps: list[float] = []
        self.edges: list[Edge] = []

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        self.steps.append(now)
        self.edges += edges
        return Output(Scene((), None, Message("your-turn")))


def test_while_nothing_comes_mostly_buttons_and_buzzer_are_served() -> None:
    bare, dark, soft, waiting = Bare(), Dark(), Soft(), Waiting()
    loop = Loop(Board(bare, Speechless(), dark, bare, soft), waiting)
    loop.run_until(1.0)
    assert bare.services >= 0.9 / BUTTONS_SECONDS
    assert soft.calls == bare.services
    assert 1.0 / SLOT_SECONDS <= dark.pictures <= 1.0 / SLOT_SECONDS + 1.0 / STEP_SECONDS + 1
    assert len(waiting.steps) <= 1.0 / STEP_SECONDS + 1


def test_a_press_between_two_steps_is_taken_at_once() -> None:
    bare, waiting = Bare(), Waiting()
    loop = Loop(Board(bare, Speechless(), Dark(), bare, Soft()), waiting)
    loop.run_until(0.53)
    bare.pressed = [Edge("south", True, 0.53)]
    before = len(waiting.steps)
    loop.run_until(0.53 + 1.5 * BUTTONS_SECONDS)
    assert len(waiting.steps) == before + 1


def calling(bare: Bare, *frames_at: float) -> tuple[Loop, Soft, Waiting]:
    """A loop whose scales give frames at some times."""
    scales, soft, waiting = Calling(bare, frames_at), Soft(), Waiting()
    return Loop(Board(bare, scales, Dark(), bare, soft, arrivals=scales), waiting), soft, waiting


def test_a_rest_of_any_length_serves_buttons_and_buzzer_as_often() -> None:
    bare = Bare()
    loop, soft, waiting = calling(bare)
    loop.run_until(1.0)
    assert bare.services >= 0.9 / UNTOUCHED_SECONDS
    assert soft.calls >= 0.9 / UNTOUCHED_SECONDS
    assert len(waiting.steps) <= 1.0 / STEP_SECONDS + 1


def test_a_press_ends_a_rest_and_is_taken_once() -> None:
    bare = Bare()
    loop, _, waiting = calling(bare)
    loop.step()
    began, press = bare.time, Edge("south", True, 0.01)
    bare.pressed = [press]
    loop.rest_until(1e9)
    assert bare.time <= began + UNTOUCHED_SECONDS
    steps = len(waiting.steps)
    loop.step()
    assert waiting.edges == [press]
    assert len(waiting.steps) == steps + 1
    loop.run_until(bare.time + 0.5)
    assert waiting.edges == [press]


def test_a_frame_ends_a_rest() -> None:
    bare = Bare()
    loop, _, waiting = calling(bare, 0.013, 0.114)
    loop.run_until(0.2)
    assert loop.weighed_at == 0.114
    assert {0.013, 0.114} <= set(waiting.steps)


class Contact(Bare):
    """A clock, and a button that is down from one time to another."""

    def __init__(self, down_at: float, up_at: float) -> None:
        super().__init__()
        self._down_at, self._up_at = down_at, up_at
        self._was_down = False

    def edges(self, now: float) -> Sequence[Edge]:
        is_down = self._down_at <= now < self._up_at
        if is_down == self._was_down:
            return []
        self._was_down = is_down
        return [Edge("south", is_down, now)]


class Understanding(Waiting):
    """An activity that notes the gestures, and when each was understood."""

    def __init__(self) -> None:
        super().__init__()
        self._gestures = Gestures()
        self.understood: list[tuple[float, Gesture]] = []

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        self.understood += [(now, gesture) for gesture in self._gestures.step(edges, now)]
        return super().step(now, frame, edges)


@pytest.mark.parametrize("milliseconds", range(1000, 1300, 7))
def test_a_tap_of_50_ms_at_any_moment_of_a_rest_is_understood_as_soon_as_no_bounce_can_change_it(
    milliseconds: int,
) -> None:
    down_at = milliseconds / 1000
    up_at = down_at + 0.0501
    contact, understanding = Contact(down_at, up_at), Understanding()
    scales = Calling(contact, [tenth / 10 for tenth in range(20)])
    Loop(Board(contact, scales, Dark(), contact, Soft(), arrivals=scales), understanding).run_until(2.0)
    ((understood_at, gesture),) = understanding.understood
    assert isinstance(gesture, Press)
    assert gesture.side is Side.SOUTH
    assert understood_at <= up_at + BUTTONS_SECONDS + BELIEVED_SECONDS + UNTOUCHED_SECONDS


class Stalling(Contact):
    """A computer that does nothing from one time to another, and then what it had to do in between."""

    def __init__(self, down_at: float, up_at: float, stalls_at: float, goes_on_at: float) -> None:
        super().__init__(down_at, up_at)
        self._stalls_at, self._goes_on_at = stalls_at, goes_on_at

    def sleep_until(self, time: float) -> None:
        super().sleep_until(time)
        if self._stalls_at <= self.time < self._goes_on_at:
            self.time = self._goes_on_at


@pytest.mark.parametrize("milliseconds", range(3000, 3600, 23))
@pytest.mark.parametrize("stalled_seconds", [0.1, 0.2, 0.3, 0.4])
def test_a_press_on_a_board_at_rest_is_understood_though_its_computer_stalls(
    milliseconds: int, stalled_seconds: float
) -> None:
    stalls_at = milliseconds / 1000
    goes_on_at = stalls_at + stalled_seconds
    down_at = goes_on_at - 0.05
    stalling, understanding = Stalling(down_at, down_at + 0.25, stalls_at, goes_on_at), Understanding()
    scales = Calling(stalling, [half / 2 for half in range(12)])
    Loop(Board(stalling, scales, Dark(), stalling, Soft(), arrivals=scales), understanding).run_until(6.0)
    ((_, gesture),) = understanding.understood
    assert isinstance(gesture, Press)
