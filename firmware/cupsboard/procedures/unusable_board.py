"""A board that can't play, because it is not calibrated or lacks something else: all its lights say so."""

from collections.abc import Sequence

from cupsboard.loop import Output
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Press
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone


class Unusable:
    """Shows every place as one that can't be weighed until somebody presses a button, and says the reason."""

    def __init__(self, places: Sequence[Place], reason: str) -> None:
        self._scene = Scene(
            tuple(Sign(place, Meaning.DEAD) for place in places), None, Message("unusable", {"what": reason})
        )
        self._gestures = Gestures()
        self._is_read = False
        self._is_said = False

    @property
    def is_finished(self) -> bool:
        """Whether somebody pressed a button."""
        return self._is_read

    @property
    def is_still(self) -> bool:
        """Nobody weighs anything."""
        return True

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Take what the ports gave."""
        gestures = self._gestures.step(edges, now)
        self._is_read = self._is_read or any(isinstance(gesture, Press) for gesture in gestures)
        tone = None if self._is_said else Tone.WRONG
        self._is_said = True
        return Output.of(self._scene, tone)
