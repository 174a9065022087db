"""Calibrating a board, from bare platforms to known beans, guided by its own lights.

What has been measured is all in the notes: from them follows the next step, so a calibration that was
interrupted goes on where it was. A press goes on, or repeats what was refused; a hold leaves out what was
refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from cupsboard.loop import Output
from cupsboard.numbers import COSTS
from cupsboard.procedures import rejections
from cupsboard.procedures.calibration import platform_and_cup_steps
from cupsboard.procedures.calibration.charts import mass_message
from cupsboard.procedures.calibration.fit import (
    GAIN_WANTED,
    ExpectedGains,
    gain_error,
    is_shaken,
    odd_gains,
    odd_mass,
    weak_signals,
)
from cupsboard.procedures.calibration.mass_step import Ground, MassOn
from cupsboard.procedures.calibration.measurements import ONE_GRAM, Notes
from cupsboard.procedures.calibration.platform_and_cup_steps import BeansOneByOne
from cupsboard.procedures.calibration.raw_stillness import FAST_SPS, CountsWatch
from cupsboard.procedures.calibration.touch_step import Touches, suspects
from cupsboard.procedures.procedure import as_side
from cupsboard.procedures.uncalibrated import COUNTS_PER_GRAM
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, LongHold, Press
from cupsboard.rules.places import Place, is_cup
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone
from cupsboard.storage.writer import Job, Writer, at_once


def grams_so_far(notes: Notes, place: Place, counts: int) -> float | None:
    """Return the weight on a platform; None while its zero isn't known.

    A place without a gain of its own takes the middle one of the others, and the first one that of a usual
    cell.
    """
    known = notes.places.get(place)
    if known is None or not known.zero:
        return None
    return (counts - known.zero[0].mean) / _counts_per_gram(notes, place)


def _counts_per_gram(notes: Notes, place: Place) -> float:
    rises = {at: each.mass.mean for at, each in notes.places.items() if each.loaded}
    if not rises or not notes.reference.is_known:
        return COUNTS_PER_GRAM
    rise = rises.get(place, median(rises.values()))
    return rise / notes.reference.mass_grams


Rates = Callable[[], Mapping[Place, int | None]]
"""The nominal conversions a second of every cell, as far as they are known yet."""
FALLS_THAT_NEED_A_TOUCH = 2
"""A place that became lighter once was most likely not empty before; twice, and its wires may be swapped."""
UNREST_SECONDS = 10.0
"""Hands leave a place alone before that; after it what moves there is said."""
MOST_BACK = 100
"""So many steps can be taken back."""
BY_THE_MASS = (
    rejections.Nonsense.SMALL_REFERENCE,
    rejections.Nonsense.ODD_REFERENCE,
    rejections.Nonsense.UNLIKE_READINGS,
)
"""What is repeated with the mass alone: zero and cup were found right."""


@dataclass(frozen=True, slots=True)
class _Writing:
    """Notes on their way to the disk, and how it goes on once they are there."""

    job: Job[object]
    notes: Notes
    before: Sequence[Notes]
    """The steps that can then be taken back."""
    fallen: Place | None = None
    tone: Tone | None = None
    is_anew: bool = False
    """Whether what was refused, and the step under way, count no more."""


class Calibrating:
    """One calibration; `keep` is called with the notes whenever they have changed.

    While they are being written it shows what it showed before, and takes no press.
    """

    def __init__(
        self,
        cells: Sequence[Place],
        notes: Notes,
        rates: Rates,
        keep: Callable[[Notes], object],
        writer: Writer[object] = at_once,
        expected: ExpectedGains | None = None,
    ) -> None:
        """`cells` are the places in the order of a frame's readings; `writer` carries `keep` out."""
        self.notes = notes
        self.refusal: rejections.Rejection | None = None
        """What was refused and waits for a press or a hold."""
        self.refused: list[rejections.Rejection] = []
        """Everything that was refused so far."""
        self._watch = CountsWatch(cells, notes.rate_sps)
        self._gestures = Gestures()
        self._rates, self._expected = rates, expected
        self._doubted: Notes | None = None
        """The notes with a mass that is asked about."""
        self._keep, self._writer = keep, writer
        self._writing: _Writing | None = None
        self._falls: dict[Place, list[float]] = {}
        self._before: Sequence[Notes] = ()
        self._step: platform_and_cup_steps.CalibrationStep | None = None
        self._step = self._next_step()
        self._scene = self._shown()

    @property
    def is_writing(self) -> bool:
        """Whether notes are on their way to the disk."""
        return self._writing is not None

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be measured."""
        return self._step is None and self.refusal is None and self._writing is None

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

    def grams(self, place: Place, counts: int) -> float | None:
        """Return the weight on a platform by what was measured so far; None while its zero isn't known."""
        return grams_so_far(self.notes, place, counts)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave. Raises StoreError where notes could not be written."""
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        is_pressed = any(isinstance(gesture, Press) for gesture in gestures)
        is_held = any(isinstance(gesture, Hold | LongHold) for gesture in gestures)
        if frame is not None:
            self._watch.step(frame)
        tone: Tone | None = None
        if self._writing is not None:
            tone = self._written()
        elif self.refusal is not None:
            if is_pressed or is_held:
                tone = self._answer(self.refusal, is_left_out=is_held)
        elif self._step is not None and (frame is not None or is_pressed):
            tone = self._take(
                self._mixed_rates()
                or self._step.look(platform_and_cup_steps.Seen(self._watch, now, is_pressed), self.notes)
            )
        if self._writing is None:
            self._scene = self._shown()
        return Output.of(self._scene, tone)

    def _take(self, found: platform_and_cup_steps.Answer) -> Tone | None:
        match found:
            case None:
                return None
            case platform_and_cup_steps.Fell():
                return self._has_fallen(found.changes)
            case platform_and_cup_steps.MeasureAgain():
                return self._note(self.notes.forgetting(found.places))
            case platform_and_cup_steps.TouchThem():
                self._step = Touches(found.places, self._falls)
                return None
            case rejections.Rejection():
                return self._refuse(found)
        if isinstance(self._step, Touches):
            fallen = self._step.places_that_fell
            for place in fallen:
                del self._falls[place]
            return self._note(found.forgetting(fallen), next(iter(fallen), None))
        if (refused := self._judged(found)) is not None:
            if refused.what is rejections.Nonsense.ODD_MASS:
                self._doubted = found
            elif refused.what in (*BY_THE_MASS, rejections.Nonsense.TOO_LITTLE_SIGNAL):
                # Only what is refused is measured again; the answer takes it out.
                self.notes = found
            return self._refuse(refused)
        return self._note(found)

    def go_back(self) -> bool:
        """Take back what was measured last, or what was left out; return whether there was such a thing.

        Only while nothing is being written.
        """
        if not self._before:
            return False
        *before, notes = self._before
        self._write(_Writing(self._begun(notes), notes, before, is_anew=True))
        return True

    def knows(self, place: Place) -> bool:
        """Whether a place is measured at all."""
        return place in self.notes.places

    def measure_again(self, place: Place) -> None:
        """Forget what was measured at a place, so that it is measured once more.

        Only while nothing is being written.
        """
        notes = self.notes.forgetting((place,))
        self._write(
            _Writing(self._begun(notes), notes, (*self._before, self.notes)[-MOST_BACK:], is_anew=True)
        )

    def _note(
        self, notes: Notes, fallen: Place | None = None, tone: Tone | None = Tone.AGREED
    ) -> Tone | None:
        """Write notes, and go on from them once they are written; return the tone, None until then."""
        before = (*self._before, self.notes)[-MOST_BACK:]
        return self._write(_Writing(self._begun(notes), notes, before, fallen, tone))

    def _begun(self, notes: Notes) -> Job[object]:
        return self._writer(lambda: self._keep(notes))

    def _write(self, writing: _Writing) -> Tone | None:
        self._writing = writing
        return self._written()

    def _written(self) -> Tone | None:
        """Go on if the notes are written; return the tone of that. Raises StoreError if they can't be."""
        writing = self._writing
        if writing is None or not writing.job.done():
            return None
        self._writing = None
        writing.job.result()
        if writing.is_anew:
            self.refusal, self._step, self._doubted = None, None, None
            self._falls.clear()
        self.notes, self._before = writing.notes, writing.before
        self._step = self._next_step(writing.fallen)
        return writing.tone

    def _refuse(self, why: rejections.Rejection) -> Tone:
        self.refusal = why
        self.refused.append(why)
        return Tone.WRONG

    def _has_fallen(self, changes: Mapping[Place, float]) -> Tone:
        """Measure again what became lighter; where it does so once more, a touch tells why."""
        for place, change in changes.items():
            self._falls.setdefault(place, []).append(change)
        again = [place for place in changes if len(self._falls[place]) >= FALLS_THAT_NEED_A_TOUCH]
        if again:
            self._step = Touches(again, self._falls)
        elif isinstance(self._step, platform_and_cup_steps.CupsOn):
            fallen = min(changes, key=lambda place: changes[place])
            self._note(self.notes.forgetting(changes), fallen, tone=None)
        return Tone.WRONG

    def _judged(self, notes: Notes) -> rejections.Rejection | None:
        """Why a reading of these notes can't be believed."""
        for place, known in notes.places.items():
            if known.loaded and not self.notes.places[place].loaded:
                error = gain_error(known)
                if error > GAIN_WANTED:
                    grams = notes.reference.mass_grams or 1.0
                    return rejections.small_reference(place, error, GAIN_WANTED, grams)
        if not notes.wanting("loaded") and self.notes.wanting("loaded"):
            for place, ratio in odd_gains(notes).items():
                return rejections.odd_reference(place, ratio)
            if self._expected is not None and (times := odd_mass(notes, self._expected)) is not None:
                mass, told_by = mass_message(notes.reference.name), self._expected.told_by
                return rejections.odd_mass(mass, times, self._expected.usual, told_by.value)
        if _is_complete(notes) and not _is_complete(self.notes) and notes.beans:
            for place, (signal, counts) in weak_signals(notes).items():
                is_sure = not is_shaken(notes, place) or self._was_weak(place, 1)
                return rejections.little_signal(
                    place, signal, COSTS.suitability.least_signal, counts, is_sure=is_sure
                )
        return None

    def _was_weak(self, place: Place, times: int) -> bool:
        """Whether the signal of a place was refused `times` times; it was measured anew after each."""
        weak = [each for each in self.refused if each.what is rejections.Nonsense.TOO_LITTLE_SIGNAL]
        return sum(each.place == place for each in weak) >= times

    def _answer(self, refusal: rejections.Rejection, *, is_left_out: bool) -> Tone | None:
        self.refusal = None
        if self._doubted is not None:
            # Who presses says that the mass is right: the cells may be others.
            notes, self._doubted = self._doubted, None
            return self._note(notes)
        places = [place for place in refusal.places if place in self.notes.places]
        if is_left_out:
            return self._note(self.notes.skipping(places))
        if refusal.what is rejections.Nonsense.TOO_LITTLE_SIGNAL:
            return self._note(self._with_another_signal(places))
        if refusal.what in BY_THE_MASS:
            return self._note(self.notes.without_mass(places))
        # Who has mended wires need not be asked for a second fall before the next touch.
        self._falls = {place: falls[: FALLS_THAT_NEED_A_TOUCH - 1] for place, falls in self._falls.items()}
        return self._note(self.notes.forgetting(places))

    def _with_another_signal(self, places: Sequence[Place]) -> Notes:
        """Return the notes without what made a bean too little there: the noise, or the beans."""
        shaken = [place for place in places if is_shaken(self.notes, place)]
        if self.notes.reference == ONE_GRAM:
            # The places are those of the calibration in force, and only beans are weighed.
            shaken = []
        are_beans_to_blame = not shaken or self._was_weak(shaken[0], 2)
        notes = self.notes.without_mass(shaken)
        return replace(notes, beans=(), are_beans_done=False) if are_beans_to_blame else notes

    def _next_step(self, fallen: Place | None = None) -> platform_and_cup_steps.CalibrationStep | None:
        """`fallen` is the place that made it necessary to measure zeros again."""
        notes = self.notes
        if bare := notes.wanting("zero"):
            return platform_and_cup_steps.EmptyPlatforms(bare, fallen)
        if notes.is_line_wanted and notes.wanting("on_platform"):
            return self._mass_on(Ground.PLATFORM)
        if not notes.has_no_cups and (cupless := notes.wanting("cup")):
            return platform_and_cup_steps.CupsOn(cupless)
        if alike := suspects(notes):
            return Touches(alike, {})
        if notes.wanting("loaded"):
            return self._mass_on(Ground.SPOT if notes.has_no_cups else Ground.CUP)
        if unsure := [place for place in notes.unasked if place not in (*notes.touched, *notes.skipped)]:
            return Touches(unsure, {})
        if notes.wanting("again"):
            return self._mass_on(Ground.SPOT_AGAIN if notes.has_no_cups else Ground.CUP_AGAIN)
        cups = [place for place in notes.places if is_cup(place) and place not in notes.skipped]
        return None if notes.are_beans_done or not cups else BeansOneByOne(cups)

    def _mass_on(self, ground: Ground) -> MassOn:
        """The step that is under way with this ground, or a new one: hands may be faster than the notes."""
        step = self._step
        if isinstance(step, MassOn) and step.ground is ground and step.is_wanted(self.notes):
            return step
        return MassOn(ground, self.notes)

    def _mixed_rates(self) -> rejections.Rejection | None:
        rates = {place: rate for place, rate in self._rates().items() if rate is not None}
        fast = tuple(
            place for place, rate in rates.items() if rate > FAST_SPS and place not in self.notes.skipped
        )
        slow = tuple(
            place for place, rate in rates.items() if rate < FAST_SPS and place not in self.notes.skipped
        )
        return rejections.mixed_rates(fast, slow) if fast and slow else None

    def _shown(self) -> Scene:
        return Scene(self._signs(), None, self._message())

    def _signs(self) -> tuple[Sign, ...]:
        if self.refusal is not None:
            return tuple(Sign(place, Meaning.DEAD) for place in self.refusal.places)
        return () if self._step is None else self._step.signs()

    def _message(self) -> Message:
        if self.refusal is not None:
            return Message("calibrate-refused", {"what": (self.refusal.message,)})
        if restless := self._watch.restless(UNREST_SECONDS):
            is_one = len(restless) == 1
            return (
                Message("calibrate-restless", {"place": restless[0]})
                if is_one
                else Message("calibrate-shaken")
            )
        return Message("calibrate-done") if self._step is None else self._step.message()


def _is_complete(notes: Notes) -> bool:
    return notes.are_beans_done and not notes.wanting("again")
