"""The step that learns what beans weigh, one after the other."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import median

from cupsboard.procedures.calibration.measurements import BeanNote, Notes
from cupsboard.procedures.calibration.platform_and_cup_steps import SURE, Seen, first_fault
from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.rejections import Rejection
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign

BEANS_WANTED = 24
FEWEST_BEANS = 8
SEVERAL_FROM = 1.8
"""In medians: what arrived with so much weight was more than one bean."""


class BeansOneByOne:
    """Learns the beans' masses: each arrival in a cup is taken for one bean and added to the sample."""

    def __init__(self, cups: Sequence[Place]) -> None:
        self._cups = tuple(cups)
        self._before: dict[Place, RawCounts] = {}
        self._beans: list[BeanNote] = []
        self._is_enough = False
        self._felt_at_press: int | None = None
        """How many beans were felt when a button was pressed too early; None once there are more."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
        """See `CalibrationStep`."""
        if (fault := first_fault(seen.watch, self._cups, notes.rate_sps)) is not None:
            return fault
        for place in self._cups:
            now = seen.watch.counts(place)
            if not isinstance(now, RawCounts):
                continue
            before = self._before.setdefault(place, now)
            rise, variance = now.mean - before.mean, now.variance + before.variance
            if rise > SURE * sqrt(variance):
                self._beans.append(BeanNote(place, rise, variance))
                self._before[place] = now
            elif abs(rise) < 2 * sqrt(variance) or rise < 0:
                # A lighter cup has lost a bean, or a hand that was counted has gone.
                if rise < -SURE * sqrt(variance) and (mine := self._last_of(place)) is not None:
                    self._beans.remove(mine)
                self._before[place] = now
        singles = single_beans(notes, self._beans)
        self._is_enough = len(singles) >= BEANS_WANTED
        if seen.is_pressed:
            self._felt_at_press = len(singles)
        elif self._felt_at_press != len(singles):
            self._felt_at_press = None
        is_ended = seen.is_pressed and len(singles) >= FEWEST_BEANS
        if not (self._is_enough or is_ended) or seen.watch.moving:
            return None
        return replace(notes, beans=singles, are_beans_done=True)

    def _last_of(self, place: Place) -> BeanNote | None:
        return next((bean for bean in reversed(self._beans) if bean.place == place), None)

    def signs(self) -> tuple[Sign, ...]:
        """Return a sign at every cup that is at rest: it may take one more bean."""
        if self._is_enough:
            return ()
        fewest = min((self._in(place) for place in self._before), default=0)
        return tuple(Sign(place, Meaning.MAY_NEXT) for place in self._before if self._in(place) == fewest)

    def _in(self, place: Place) -> int:
        return sum(bean.place == place for bean in self._beans)

    def message(self) -> Message:
        """See `CalibrationStep`."""
        if self._felt_at_press is not None and self._felt_at_press < FEWEST_BEANS:
            return Message("calibrate-beans-few", {"weighed": self._felt_at_press, "wanted": FEWEST_BEANS})
        return Message("calibrate-beans", {"weighed": len(self._beans), "wanted": BEANS_WANTED})


def single_beans(notes: Notes, beans: Sequence[BeanNote]) -> tuple[BeanNote, ...]:
    """Return the arrivals that were a single bean, judged by their ratio to the median arrival."""
    if not beans:
        return ()
    gains = {place: known.mass.mean for place, known in notes.places.items() if known.loaded}
    weights = [bean.counts / gains[bean.place] for bean in beans]
    middle = median(weights)
    return tuple(bean for bean, weight in zip(beans, weights, strict=True) if weight < SEVERAL_FROM * middle)
