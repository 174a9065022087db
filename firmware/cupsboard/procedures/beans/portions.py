"""Checking beans: how much they differ, from portions that somebody has counted.

The same number of beans goes into every lit cup; a press weighs them all, and the cups are emptied for the
next round. A press while all cups are empty ends it. The weight of a whole bag tells the mean only; shared
out over the cups it tells the spread too, as well as so many single beans would.
"""

from collections.abc import Sequence
from statistics import median

from cupsboard.loop import Output
from cupsboard.procedures.beans.cup_scales import CupsWatch, Empty, Holding, Unreadable
from cupsboard.procedures.beans.statistics import Portion
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, LongHold, Press
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone


class Checking:
    """Weighs portions of `beans_each` until a button is pressed with nothing in the cups."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        places: Sequence[Place],
        beans_each: int,
        kind: Kind = BEAN,
        fewest: int = 0,
    ) -> None:
        """`cells` are the places in the order of a frame's readings, `places` those that beans go to.

        Of another `kind` one goes into each, whatever is weighed in place of beans. Once something is
        weighed, no press ends it before `fewest` portions are.
        """
        if beans_each < 1:
            raise SensingError(f"beans in a cup: {beans_each} can't be weighed; put one or more into each")
        self._watch = CupsWatch(calibration, cells, places)
        self._gestures = Gestures()
        self._beans_each = beans_each
        self._kind, self._fewest = kind, fewest
        self._portions_at_press: int | None = None
        """How many portions were weighed when a button was pressed too early."""
        self._portions: list[Portion] = []
        self._to_empty: set[Place] = set()
        """The cups whose portions are weighed and that were not seen empty since."""
        self.is_finished = False
        """Whether a button was pressed with nothing in the cups, or held while none can be weighed."""

    @property
    def is_still(self) -> bool:
        """Whether nothing moves in any cup."""
        return self._watch.is_still

    @property
    def result(self) -> tuple[Portion, ...]:
        """The portions weighed so far."""
        return tuple(self._portions)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        tone: Tone | None = None
        if frame is not None:
            self._watch.step(frame, self._mean_grams)
            contents = self._watch.contents
            self._to_empty = {place for place in self._to_empty if not isinstance(contents[place], Empty)}
        for gesture in self._gestures.step(edges, now):
            if isinstance(gesture, Press):
                tone = self._weigh()
            elif isinstance(gesture, Hold | LongHold) and self._watch.is_blind:
                self.is_finished = True
            elif isinstance(gesture, Hold | LongHold):
                self._watch.call_empty()
        return Output.of(Scene(self._signs(), None, self._message()), tone)

    @property
    def _mean_grams(self) -> float | None:
        if not self._portions:
            return None
        return median(portion.weight.grams / portion.beans for portion in self._portions)

    @property
    def _held(self) -> dict[Place, Holding]:
        contents = self._watch.contents
        return {place: content for place, content in contents.items() if isinstance(content, Holding)}

    @property
    def _is_emptying(self) -> bool:
        """Whether a weighed portion may still lie in a cup whose cell gives a weight."""
        return any(not isinstance(self._watch.contents[place], Unreadable) for place in self._to_empty)

    def _weigh(self) -> Tone:
        if not self._watch.has_begun or not self.is_still or self._is_emptying:
            return Tone.NOT_NOW
        if not self._held and 0 < len(self._portions) < self._fewest:
            self._portions_at_press = len(self._portions)
            return Tone.NOT_NOW
        if not self._held:
            self.is_finished = True
        self._portions += [Portion(self._beans_each, holding.weight) for holding in self._held.values()]
        self._to_empty |= self._held.keys()
        return Tone.AGREED

    def _signs(self) -> tuple[Sign, ...]:
        """Empty cups ask to be filled, and then, all of them, to be emptied."""
        if self.is_finished:
            return ()
        if self._is_emptying:
            return self._watch.signs(dict.fromkeys(self._to_empty, Meaning.TOO_MANY), empty=None)
        return self._watch.signs({})

    def _message(self) -> Message:
        if (trouble := self._watch.trouble()) is not None:
            return trouble
        if self._is_emptying:
            return Message("beans-empty")
        weighed = len(self._portions)
        if self._kind != BEAN:
            key = "kinds-few" if self._portions_at_press == weighed else "kinds-each"
            return Message(key, {"kind": self._kind, "weighed": weighed, "wanted": self._fewest})
        return Message("beans-portions", {"beans": self._beans_each, "weighed": weighed})
