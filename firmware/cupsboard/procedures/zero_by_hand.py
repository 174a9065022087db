"""A zero by hand: somebody says, on purpose, that a cup is empty as it stands.

Only what the board has learnt is changed by it, never the calibration.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.loop import Output
from cupsboard.recognition.corrections import zeroed_by_hand
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Press
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.scales.settling import Weighing
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone

STILL_SECONDS = 2.0
"""What is believed for long must lie still for longer than a bean."""


@dataclass(frozen=True, slots=True)
class NotZeroed:
    """Why this cup can't be the zero."""

    why: str


class Zeroing:
    """Asks for a press and takes the weight of one empty cup; it must have no pieces in the agreed table."""

    def __init__(
        self, calibration: Calibration, cells: Sequence[Place], knowledge: Knowledge, place: Place
    ) -> None:
        """`cells` are the places in the order of a frame's readings."""
        self.found: Knowledge | NotZeroed | None = None
        """The knowledge with the new zero, or why there is none; None until the press."""
        self._weighing = Weighing(calibration, (place,))
        self._cell = tuple(cells).index(place)
        self._gestures = Gestures()
        self._knowledge = knowledge
        self._place = place
        self._is_said = False
        self._still_since: float | None = None

    @property
    def is_finished(self) -> bool:
        """Whether it is decided."""
        return self.found is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return not self._weighing.moving

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        gestures = self._gestures.step(edges, now)
        self._is_said = self._is_said or any(isinstance(each, Press) for each in gestures)
        if frame is not None:
            self._weighing.step(Frame(frame.time, (frame.readings[self._cell],)))
            if self._weighing.moving:
                self._still_since = None
            elif self._still_since is None:
                self._still_since = now
        is_still = self._still_since is not None and now - self._still_since >= STILL_SECONDS
        tone = self._take() if self._is_said and is_still and self.found is None else None
        key = "calibrate-still" if self._is_said else "calibrate-zero"
        message = Message(key, {} if self._is_said else {"place": self._place})
        return Output.of(Scene((Sign(self._place, Meaning.LOOK),), None, message), tone)

    def _take(self) -> Tone:
        try:
            self.found = zeroed_by_hand(self._knowledge, self._weighing.settled, self._place)
        except SensingError as fault:
            self.found = NotZeroed(str(fault))
            return Tone.WRONG
        return Tone.AGREED
