"""Lights, tones and pages that wait while a move is being written, so that nothing shown can be lost.

Meanwhile the board still reads scales and buttons. It waits a second at most: then the lights say that the
move is not written yet.
"""

from collections import deque
from collections.abc import Callable, Sequence

from cupsboard.loop import Listener, Moment
from cupsboard.ports import Lights, Sound
from cupsboard.signs.scene import Scene, Tone

IsWriting = Callable[[], bool]
HELD_SECONDS = 0.02
"""How soon lights that wait look again whether the move is written."""


class HeldListeners:
    """Passes every moment to its listeners in order, but none before the moment is written to disk."""

    def __init__(self, is_writing: IsWriting, listeners: Sequence[Listener]) -> None:
        self._is_writing = is_writing
        self._listeners = listeners
        self._held: deque[Moment] = deque()

    def __call__(self, moment: Moment) -> None:
        """Pass on this moment and those that were held back, or hold it back too."""
        self._held.append(moment)
        if not self._is_writing():
            self.release()

    def release(self) -> None:
        """Pass all moments that were held back to the listeners."""
        while self._held:
            held = self._held.popleft()
            for listener in self._listeners:
                listener(held)


class HeldLights:
    """Lights that keep their scene while a move is being written; implements `Lights`."""

    def __init__(self, lights: Lights, is_writing: IsWriting) -> None:
        self._lights = lights
        self._is_writing = is_writing
        self._scene: Scene | None = None

    def show(self, scene: Scene, now: float) -> float:
        """Show `scene`; while a move is being written, keep showing the scene from before."""
        is_held = self._scene is not None and scene is not self._scene and self._is_writing()
        if self._scene is None or not is_held:
            self._scene = scene
        due = self._lights.show(self._scene, now)
        return min(due, now + HELD_SECONDS) if is_held else due


class HeldSound:
    """A sound that keeps its latest tone back while a move is being written; implements `Sound`."""

    def __init__(self, sound: Sound, is_writing: IsWriting) -> None:
        self._sound = sound
        self._is_writing = is_writing
        self._held: Tone | None = None

    def show(self, tone: Tone, now: float) -> None:
        """Begin a tone; while a move is being written, keep it for later."""
        if self._is_writing():
            self._held = tone
        else:
            self._held = None
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """Continue the present tone, or begin the one that was kept back."""
        if self._held is not None and not self._is_writing():
            tone, self._held = self._held, None
            self._sound.show(tone, now)
        self._sound.step(now)
