"""Calibrating a board, from bare platforms to known beans, guided by its own lights.

What has been measured is all in the notes: from them follows the next step, so a calibration that was
interrupted goes on where it was. A press goes on, or repeats what was refused; a hold leaves out what was
refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.procedures.calibration.bean_step import BeansOneByOne
from cupsboard.procedures.calibration.fit import GAIN_WANTED, gain_error, odd_gains, weak_signals
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.platform_and_cup_steps import (
    LEAST_CHANGE_COUNTS,
    CalibrationStep,
    CupsOn,
    EmptyPlatforms,
    Seen,
)
from cupsboard.procedures.calibration.raw_stillness import FAST_SPS, CountsWatch
from cupsboard.procedures.calibration.reference_step import Ground, ReferenceOn
from cupsboard.procedures.calibration.touch_step import Touches, suspects
from cupsboard.procedures.procedure import Output
from cupsboard.procedures.rejections import (
    Nonsense,
    Rejection,
    little_signal,
    mixed_rates,
    nothing_felt,
    odd_reference,
    small_reference,
)
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, LongHold, Press
from cupsboard.rules.places import Place, Side, is_cup
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone

Rates = Callable[[], Mapping[Place, int | None]]
"""The nominal conversions a second of every cell, as far as they are known yet."""
BY_TOUCH = (Nonsense.CROSSED, Nonsense.SAME_SIGNAL)


class Calibrating:
    """One calibration; `keep` is called with the notes whenever they have changed."""

    def __init__(
        self, cells: Sequence[Place], notes: Notes, rates: Rates, keep: Callable[[Notes], object]
    ) -> None:
        """`cells` are the places in the order of a frame's readings."""
        self.notes = notes
        self.refusal: Rejection | None = None
        """What was refused and waits for a press or a hold."""
        self.refused: list[Rejection] = []
        """Everything that was refused so far."""
        self._watch = CountsWatch(cells, notes.rate_sps)
        self._gestures = Gestures()
        self._rates = rates
        self._keep = keep
        self._is_touch_wanted = False
        self._step = self._next_step()

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be measured."""
        return self._step is None and self.refusal is None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return not self._watch.moving

    @property
    def progress(self) -> tuple[int, int]:
        """How many readings are done, and of how many."""
        notes = self.notes
        total = len(notes.readings) * sum(place not in notes.skipped for place in notes.places)
        missing = sum(len(notes.wanting(what)) for what in notes.readings)
        return total - missing + notes.are_beans_done, total + 1

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        gestures = self._gestures.step([_as_side(edge) for edge in edges], now)
        is_pressed = any(isinstance(gesture, Press) for gesture in gestures)
        is_held = any(isinstance(gesture, Hold | LongHold) for gesture in gestures)
        if frame is not None:
            self._watch.step(frame)
        tone: Tone | None = None
        if self.refusal is not None:
            if is_pressed or is_held:
                self._answer(self.refusal, is_left_out=is_held)
                tone = Tone.AGREED
        elif self._step is not None and (frame is not None or is_pressed):
            tone = self._take(
                self._mixed_rates() or self._step.look(Seen(self._watch, now, is_pressed), self.notes)
            )
        return Output(Scene(self._signs(), None, self._message()), tone)

    def _take(self, found: Notes | Rejection | None) -> Tone | None:
        if found is None:
            if not (isinstance(self._step, CupsOn) and self._step.is_said):
                return None
            if not self.notes.is_touched:
                self._ask_for_touches()
                return None
            found = nothing_felt(self._step.missing[0], 0.0, LEAST_CHANGE_COUNTS)
        if isinstance(found, Notes):
            found = self._judged(found)
        if isinstance(found, Rejection):
            if found.what in BY_TOUCH and not isinstance(self._step, Touches):
                # What looked so may have been a hand: a touch on each place tells for sure.
                self._ask_for_touches()
                return None
            self.refusal = found
            self.refused.append(found)
            self._is_touch_wanted = False
            return Tone.WRONG
        self._is_touch_wanted = False
        self.notes = found
        self._keep(found)
        self._step = self._next_step()
        return Tone.AGREED

    def _ask_for_touches(self) -> None:
        self._is_touch_wanted = True
        self._step = self._next_step()

    def _judged(self, notes: Notes) -> Notes | Rejection:
        """The same notes, or why their newest reading can't be believed."""
        for place, known in notes.places.items():
            if known.loaded and not self.notes.places[place].loaded:
                error = gain_error(known)
                if error > GAIN_WANTED:
                    grams = notes.reference.mass_grams or 1.0
                    return small_reference(place, error, GAIN_WANTED, grams)
        if not notes.wanting("loaded") and self.notes.wanting("loaded"):
            for place, ratio in odd_gains(notes).items():
                return odd_reference(place, ratio)
        if notes.are_beans_done and not self.notes.are_beans_done:
            for place, (signal, counts) in weak_signals(notes).items():
                return little_signal(place, signal, COSTS.suitability.least_signal, counts)
        return notes

    def _answer(self, refusal: Rejection, *, is_left_out: bool) -> None:
        self.refusal = None
        places = [place for place in refusal.places if place in self.notes.places]
        if is_left_out:
            self.notes = self.notes.skipping(places)
        elif isinstance(self._step, BeansOneByOne):
            self.notes = replace(self.notes, beans=(), are_beans_done=False)
        else:
            self.notes = self.notes.forgetting(places)
        self._keep(self.notes)
        self._step = self._next_step()

    def _next_step(self) -> CalibrationStep | None:
        notes = self.notes
        if self._is_touch_wanted:
            return Touches([place for place in notes.places if place not in notes.skipped])
        if bare := notes.wanting("zero"):
            return EmptyPlatforms(bare)
        if notes.is_line_wanted and (untried := notes.wanting("on_platform")):
            return ReferenceOn(untried[0], Ground.PLATFORM)
        if not notes.has_no_cups and (cupless := notes.wanting("cup")):
            return CupsOn(cupless)
        if not notes.is_touched and (pairs := suspects(notes)):
            return Touches(list(dict.fromkeys(place for pair in pairs for place in pair)))
        if unloaded := notes.wanting("loaded"):
            return ReferenceOn(unloaded[0], Ground.SPOT if notes.has_no_cups else Ground.CUP)
        cups = [place for place in notes.places if is_cup(place) and place not in notes.skipped]
        return None if notes.are_beans_done or not cups else BeansOneByOne(cups)

    def _mixed_rates(self) -> Rejection | None:
        rates = {place: rate for place, rate in self._rates().items() if rate is not None}
        fast = tuple(
            place for place, rate in rates.items() if rate > FAST_SPS and place not in self.notes.skipped
        )
        slow = tuple(
            place for place, rate in rates.items() if rate < FAST_SPS and place not in self.notes.skipped
        )
        return mixed_rates(fast, slow) if fast and slow else None

    def _signs(self) -> tuple[Sign, ...]:
        if self.refusal is not None:
            return tuple(Sign(place, Meaning.DEAD) for place in self.refusal.places)
        return () if self._step is None else self._step.signs()

    def _message(self) -> Message:
        if self.refusal is not None:
            return Message("calibrate-refused", {"what": f"Refused: {self.refusal}"})
        return Message("calibrate-done") if self._step is None else self._step.message()


def _as_side(edge: Edge) -> Edge:
    """Any button will do: those of a table without sides count as one and the same."""
    is_side = any(edge.button == side.value for side in Side)
    return edge if is_side else replace(edge, button=Side.SOUTH.value)
