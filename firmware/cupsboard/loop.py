"""The only loop: reads the ports, steps what the board is busy with, and writes the ports."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cupsboard.core.heart import Decided, Heart
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.advice import Advice, Adviser, Question
from cupsboard.signs.scene import Scene, Tone
from cupsboard.signs.tones import tone_of

BUTTONS_SECONDS, UNTOUCHED_SECONDS = 0.02, 0.03
"""How often buttons and buzzer are served, and on a board at rest whose buttons are left alone.

A quick tap lasts 50 ms or more: it is seen, and seen again before it ends."""
BELIEVED_SECONDS = 0.03
"""How soon after a button moved an activity is stepped: a contact is believed after 25 ms."""
STEP_SECONDS, UNTOUCHED_STEP_SECONDS = 0.13, 0.27
"""How often an activity is stepped when neither a frame nor a button has anything new: holds and pauses.

A longer pause is a stall of the computer, and may be an unwatched one (`referee.unwatched`)."""
STALLED_SECONDS = 0.05
"""An edge that is found so much later than a step was due came in a stall: first the activity is stepped for
the last look before it."""
TOUCHED_SECONDS = 5.0
"""How long a button that moved counts as touched: the longest hold takes 4 s."""


class Intake:
    """What a board has to give whenever that is due: a frame of its scales, and what its buttons did."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._next_service = 0.0
        self._touched_until = 0.0
        self._edges: list[Edge] = []
        """What the buttons did that was not taken yet."""
        self.idle_at = 0.0
        """When the buttons were last seen to do nothing."""
        self.wake_at = 0.0
        """When the scales are due again."""

    @property
    def next_time(self) -> float:
        """When something is due again."""
        return min(self.wake_at, self._next_service)

    def serve(self, now: float) -> bool:
        """Look at the buttons; return whether they did anything that was not taken yet."""
        if edges := self._board.buttons.edges(now):
            self._touched_until = now + TOUCHED_SECONDS
            self._edges += edges
        if not self._edges:
            self.idle_at = now
        return bool(self._edges)

    def is_touched(self, now: float) -> bool:
        """Return whether a button has moved lately."""
        return now < self._touched_until

    def take(self) -> tuple[float, Frame | None, tuple[Edge, ...]] | None:
        """The time, the frame if there is one, and the edges; None if nothing is due yet."""
        board = self._board
        now = board.clock.now()
        frame: Frame | None = None
        if now >= self.wake_at or (board.arrivals is not None and board.arrivals.have_come()):
            frame, self.wake_at = board.scales.step()
            now = board.clock.now()
        is_service_due = now >= self._next_service
        if frame is None and not self._edges and not is_service_due:
            return None
        if is_service_due:
            self._next_service = now + BUTTONS_SECONDS
            self.serve(now)
        edges, self._edges = tuple(self._edges), []
        return now, frame, edges


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the heart with what went in and what came out: the food of traces, games and views."""

    time: float
    frame: Frame | None
    edges: tuple[Edge, ...]
    decided: Decided
    advice: tuple[Advice, ...] = ()


Listener = Callable[[Moment], None]


@dataclass(frozen=True, slots=True)
class Output:
    """What an activity shows after a step, and the tones that begin with it."""

    scene: Scene
    tones: tuple[Tone, ...] = ()

    @classmethod
    def of(cls, scene: Scene, tone: Tone | None) -> "Output":
        """Return an output with one tone, or none."""
        return cls(scene, () if tone is None else (tone,))


class Activity(Protocol):
    """What a board is busy with: a game, or a procedure. It neither waits nor touches a port."""

    @property
    def is_still(self) -> bool:
        """Whether the cells could be started anew without disturbing anybody."""

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave, and say what is to be shown."""


class Game:
    """A heart with those who hear of its moments and who answers its questions; an `Activity`."""

    def __init__(
        self, heart: Heart, listeners: Sequence[Listener] = (), adviser: Adviser | None = None
    ) -> None:
        self.heart = heart
        self._adviser = adviser
        self._question: Question | None = None
        self._listeners = list(listeners)

    def listen(self, listener: Listener) -> None:
        """Tell one more listener of every moment from now on."""
        self._listeners.append(listener)

    @property
    def is_still(self) -> bool:
        """See `Activity`."""
        return not self.heart.moving

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Step the heart, with what the engine has answered meanwhile; tell the listeners."""
        advice = () if self._adviser is None else self._adviser(self._question)
        decided = self.heart.step(now, frame, edges, advice)
        self._question = decided.question
        # What is shown has been written down: a power cut takes nothing back that players have gone on from.
        moment = Moment(now, frame, tuple(edges), decided, advice)
        for listener in self._listeners:
            listener(moment)
        tones = (tone_of(event) for event in decided.events)
        return Output(decided.scene, tuple(tone for tone in tones if tone is not None))


class Loop:
    """Runs one activity on one board; another loop may go on with the same board afterwards."""

    def __init__(self, board: Board, activity: Activity) -> None:
        self._board = board
        self._activity = activity
        self._intake = Intake(board)
        self._stepped_at = self._next_step = self._next_picture = self._believed_at = 0.0
        self.scene: Scene | None = None
        """What was last shown."""
        self.weighed_at: float | None = None
        """When the last frame came."""

    def step(self) -> float:
        """Do everything that is due now; the time at which something will be due again."""
        taken = self._intake.take()
        if taken is None:
            return self._intake.next_time
        now, frame, edges = taken
        self._board.sound.step(now)
        if frame is not None:
            self.weighed_at = now
        is_same = frame is None and not edges and now < self._next_step
        if self.scene is None or not is_same:
            scene = self._step_activity(now, frame, edges)
        elif now < self._next_picture:
            return self._intake.next_time
        else:
            scene = self.scene
        self._next_picture = self._board.lights.show(scene, now)
        return self._intake.next_time

    def _step_activity(self, now: float, frame: Frame | None, edges: tuple[Edge, ...]) -> Scene:
        if edges:
            self._believed_at = now + BELIEVED_SECONDS
            idle_at = self._intake.idle_at
            if self._stepped_at < idle_at and now > self._next_step + STALLED_SECONDS:
                self._step_activity(idle_at, None, ())
        self._stepped_at = now
        self._next_step = self._next_after(now)
        shown = self._activity.step(now, frame, edges)
        self._board.scales.allow_reset(still=self._activity.is_still)
        for tone in shown.tones:
            self._board.sound.show(tone, now)
        self.scene = shown.scene
        return shown.scene

    def _next_after(self, now: float) -> float:
        if now < self._believed_at:
            return self._believed_at
        return now + (STEP_SECONDS if self._intake.is_touched(now) else UNTOUCHED_STEP_SECONDS)

    def rest_until(self, time: float) -> None:
        """Wait until the next step is due, until `time` at the most.

        Scales of another process end the wait with what they give. Buttons and buzzer are served meanwhile.
        """
        clock, arrivals, intake = self._board.clock, self._board.arrivals, self._intake
        if arrivals is None:
            clock.sleep_until(min(time, intake.next_time))
            return
        due = min(self._next_step, self._next_picture)
        time = min(time, intake.wake_at, max(due, intake.next_time))
        now = clock.now()
        service = BUTTONS_SECONDS if intake.is_touched(now) else UNTOUCHED_SECONDS
        while (pause := time - now) > 0.0 and not arrivals.wait(min(pause, service)):
            now = clock.now()
            self._board.sound.step(now)
            if intake.serve(now):
                return

    def run_until(self, time: float) -> None:
        """Go on, sleeping in between, until the clock says `time`."""
        while self._board.clock.now() < time:
            self.step()
            self.rest_until(time)


class GameLoop(Loop):
    """Runs one heart on one board."""

    def __init__(
        self, board: Board, heart: Heart, listeners: Sequence[Listener] = (), adviser: Adviser | None = None
    ) -> None:
        self._game = Game(heart, listeners, adviser)
        super().__init__(board, self._game)

    @property
    def heart(self) -> Heart:
        """The heart that runs."""
        return self._game.heart

    def listen(self, listener: Listener) -> None:
        """Tell one more listener of every moment from now on."""
        self._game.listen(listener)
