"""A board that was never calibrated: what is assumed of it, and how its lights say that it can't play."""

from collections.abc import Sequence
from dataclasses import replace

from cupsboard.loop import Output
from cupsboard.procedures.procedure import as_side
from cupsboard.profile import Profile
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import LongHold, Press
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone


class Unusable:
    """Shows every place as one that can't be weighed until a button is pressed, and says the reason."""

    is_still = True
    """Nothing is weighed."""

    def __init__(self, places: Sequence[Place], reason: str) -> None:
        self._scene = Scene(
            tuple(Sign(place, Meaning.DEAD) for place in places), None, Message("unusable", {"what": reason})
        )
        self._gestures = Gestures()
        self.is_finished = False
        """Whether a button was pressed."""
        self.is_opened = False
        """Whether a phone may ask to become an owner's."""
        self._is_said = False

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Take what the ports gave."""
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        self.is_finished = self.is_finished or any(isinstance(gesture, Press) for gesture in gestures)
        self.is_opened = self.is_opened or any(isinstance(gesture, LongHold) for gesture in gestures)
        tone = None if self._is_said else Tone.WRONG
        self._is_said = True
        return Output.of(self._scene, tone)


COUNTS_PER_GRAM = 3000.0
"""Of a cell of 500 g and 0.7 mV/V, at gain 128 and 4.3 V (hardware/README.md)."""
NOISE_GRAMS = 0.04
"""What the building guide allows a place."""
CUP_GRAMS = 50.0
BEAN_GRAMS = 0.55
ASSUMED_BEANS = PieceCalibration(BEAN_GRAMS, BEAN_GRAMS / 2, BEAN_GRAMS / 4, 1)
NEVER = "1970-01-01T00:00:00+00:00"
"""When it was made; a trace with an assumed calibration has to read back."""
LIGHTEST_GRAMS, APART_GRAMS = 90.0, 20.0
"""Of pieces that were never weighed: so heavy is the first, and each the next one heavier."""


def assumed(board: Profile) -> Calibration:
    """A calibration in which nothing was measured; only what moves in a place can be judged by it."""
    place = PlaceCalibration(
        zero_counts=0.0,
        counts_per_gram=COUNTS_PER_GRAM,
        gain_error=0.5,
        cup_grams=CUP_GRAMS,
        cup_error_grams=CUP_GRAMS,
        noise_grams=NOISE_GRAMS,
    )
    return Calibration(NEVER, float(board.rate_sps), ASSUMED_BEANS, dict.fromkeys(board.places, place))


def with_kinds(calibration: Calibration, kinds: Sequence[Kind]) -> Calibration:
    """The same with masses assumed for those of these kinds that were never weighed."""
    assumed_kinds = {
        kind: PieceCalibration(LIGHTEST_GRAMS + number * APART_GRAMS, 1.0, 1.0, 1)
        for number, kind in enumerate(kinds)
    }
    return replace(calibration, kinds={**assumed_kinds, **calibration.kinds})
