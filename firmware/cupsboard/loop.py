"""The only loop: reads the ports, steps the heart, writes the ports, and tells its listeners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cupsboard.core.heart import Decided, Heart
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.advice import Advice, Adviser, Question, nobody
from cupsboard.signs.scene import Scene
from cupsboard.signs.tones import tone_of

BUTTONS_SECONDS = 0.02
"""How often buttons, buzzer and lights are served: a quick tap lasts 50 ms or more."""
CORE_SECONDS = 0.13
"""How often the heart is stepped when neither a frame nor a button has anything new: holds and pauses.

Cells of ten samples a second give a frame before that, so an untouched table steps it once a frame."""


class Intake:
    """What a board has to give whenever that is due: a frame of its scales, and what its buttons did."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._next_service = 0.0
        self._wake_at = 0.0

    @property
    def next_time(self) -> float:
        """When something is due again."""
        return min(self._wake_at, self._next_service)

    def take(self) -> tuple[float, Frame | None, tuple[Edge, ...]] | None:
        """The time, the frame if there is one, and the edges; None if nothing is due yet."""
        board = self._board
        now = board.clock.now()
        frame: Frame | None = None
        if now >= self._wake_at:
            frame, self._wake_at = board.scales.step()
            now = board.clock.now()
        if frame is None and now < self._next_service:
            return None
        self._next_service = now + BUTTONS_SECONDS
        return now, frame, tuple(board.buttons.edges(now))


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the heart with what went in and what came out: the food of traces, journals and views."""

    time: float
    frame: Frame | None
    edges: tuple[Edge, ...]
    decided: Decided
    advice: tuple[Advice, ...] = ()


Listener = Callable[[Moment], None]


class Loop:
    """Runs one heart on one board."""

    def __init__(
        self, board: Board, heart: Heart, listeners: Sequence[Listener] = (), adviser: Adviser = nobody
    ) -> None:
        self._adviser = adviser
        self._question: Question | None = None
        self._board = board
        self.heart = heart
        self._listeners = list(listeners)
        self._intake = Intake(board)
        self._next_core = 0.0
        self._scene: Scene | None = None

    def listen(self, listener: Listener) -> None:
        """Tell one more listener of every moment from now on."""
        self._listeners.append(listener)

    def step(self) -> float:
        """Do everything that is due now; the time at which something will be due again."""
        taken = self._intake.take()
        if taken is None:
            return self._intake.next_time
        now, frame, edges = taken
        if frame is not None or edges or now >= self._next_core:
            self._next_core = now + CORE_SECONDS
            self._step_core(now, frame, edges)
        else:
            self._board.sound.step(now)
            if self._scene is not None:
                self._board.lights.show(self._scene, now)
        return self._intake.next_time

    def run_until(self, time: float) -> None:
        """Go on, sleeping in between, until the clock says `time`."""
        while self._board.clock.now() < time:
            self._board.clock.sleep_until(min(self.step(), time))

    def _step_core(self, now: float, frame: Frame | None, edges: tuple[Edge, ...]) -> None:
        board, heart = self._board, self.heart
        advice = self._adviser(self._question)
        decided = heart.step(now, frame, edges, advice)
        self._question = decided.question
        board.scales.allow_reset(still=not heart.moving)
        # What is shown has been written down: nobody goes on from what a power cut could take back.
        moment = Moment(now, frame, edges, decided, advice)
        for listener in self._listeners:
            listener(moment)
        for event in decided.events:
            if (tone := tone_of(event)) is not None:
                board.sound.show(tone, now)
        board.sound.step(now)
        board.lights.show(decided.scene, now)
        self._scene = decided.scene
