"""Lights, tones and pages that wait while a move is being written, so that nothing that is shown can be lost.

The board reads scales and buttons meanwhile. It waits a second at most: then the lights say that the move is
not written yet.
"""

from collections import deque
from collections.abc import Callable, Sequence

from cupsboard.loop import Listener, Moment
from cupsboard.ports import Lights, Sound
from cupsboard.signs.scene import Scene, Tone

IsWriting = Callable[[], bool]


class HeldListeners:
    """Listeners of the loop that hear of every moment in its order, and of none before it is written."""

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
        """Pass on what was held back."""
        while self._held:
            held = self._held.popleft()
            for listener in self._listeners:
                listener(held)


class HeldLights:
    """Lights that stay as they were while a move is written; a `Lights`."""

    def __init__(self, lights: Lights, is_writing: IsWriting) -> None:
        self._lights = lights
        self._is_writing = is_writing
        self._scene: Scene | None = None

    def show(self, scene: Scene, now: float) -> None:
        """Show the scene, or the one before it while it can't be shown yet."""
        if self._scene is None or not self._is_writing():
            self._scene = scene
        self._lights.show(self._scene, now)


class HeldSound:
    """A sound whose latest tone waits while a move is written; a `Sound`."""

    def __init__(self, sound: Sound, is_writing: IsWriting) -> None:
        self._sound = sound
        self._is_writing = is_writing
        self._held: Tone | None = None

    def show(self, tone: Tone, now: float) -> None:
        """Begin a tone, now or as soon as it may be heard."""
        if self._is_writing():
            self._held = tone
        else:
            self._held = None
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """Go on with the tone that sounds, or begin the one that waited."""
        if self._held is not None and not self._is_writing():
            tone, self._held = self._held, None
            self._sound.show(tone, now)
        self._sound.step(now)
