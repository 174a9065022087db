"""A board that can't play, because it is not calibrated or lacks something else: all its lights say so.

A press lets it look whether that is mended; a button held long lets a phone ask to become an owner's.
"""

from collections.abc import Sequence

from cupsboard.loop import Output
from cupsboard.procedures.procedure import as_side
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import LongHold, Press
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone


class Unusable:
    """Shows every place as one that can't be weighed until a button is pressed, and says the reason."""

    def __init__(self, places: Sequence[Place], reason: str) -> None:
        self._scene = Scene(
            tuple(Sign(place, Meaning.DEAD) for place in places), None, Message("unusable", {"what": reason})
        )
        self._gestures = Gestures()
        self._is_read = False
        self.is_opened = False
        """Whether a phone may ask to become an owner's."""
        self._is_said = False

    @property
    def is_finished(self) -> bool:
        """Whether a button was pressed."""
        return self._is_read

    @property
    def is_still(self) -> bool:
        """Nothing is weighed."""
        return True

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Take what the ports gave."""
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        self._is_read = self._is_read or any(isinstance(gesture, Press) for gesture in gestures)
        self.is_opened = self.is_opened or any(isinstance(gesture, LongHold) for gesture in gestures)
        tone = None if self._is_said else Tone.WRONG
        self._is_said = True
        return Output.of(self._scene, tone)
