"""Sorting beans: one to a cup, and the lights say keep or throw away. What a kind weighs by a sample.

Any cup will do, and several at once: a lit cup asks for a bean, and one whose bean has been judged says what
becomes of it. The first beans go dark until enough of them lie there to know the mean. Weights decide, not
events: a hand at a cup changes nothing that is not still different when it has gone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

from cupsboard.loop import Output
from cupsboard.procedures.beans.cup_scales import SURE, Content, CupsWatch, Empty, Holding
from cupsboard.procedures.beans.statistics import Grade, Portion, grade, mean_of_kept
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Gesture, Hold, LongHold, Press
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame, Weight
from cupsboard.signs.scene import Meaning, Message, Scene, Tone

FEWEST = 8
"""Fewer tell too little of how much they differ."""
ODD_SHARE = 0.08
ODD_DEVIATIONS = 8.0
"""Odd is what is further from the middle one than this share of it, and than so many times what is usual
among them. Coins of one kind are within 5 % even when worn; a copper cent among zinc ones is 25 % off."""


def kind_from_sample(kind: Kind, portions: Sequence[Portion]) -> PieceCalibration:
    """Return the masses of a kind by single pieces. Raises SensingError for too few or odd ones."""
    if len(portions) < FEWEST:
        raise SensingError(f"{kind}: {len(portions)} weighed, and {FEWEST} are needed at least; weigh more")
    masses = [portion.weight.grams for portion in portions]
    middle = median(masses)
    usual = median(abs(grams - middle) for grams in masses)
    far = max(ODD_SHARE * middle, ODD_DEVIATIONS * usual)
    if odd := [grams for grams in masses if abs(grams - middle) > far]:
        weights = ", ".join(f"{grams:.2f} g" for grams in odd)
        raise SensingError(
            f"{kind}: {len(odd)} of {len(masses)} weighed {weights}, where the middle one is {middle:.2f} g; "
            "sort out what is of another kind, put one at a time into a cup, and weigh again"
        )
    # The noise of the scales stays in the spread: more of it is believed than there is, so to take it off
    # would often leave nothing.
    spread = stdev(masses)
    return PieceCalibration(fmean(masses), spread / math.sqrt(len(masses)), spread, len(masses))


FIRST_BEANS = 10
"""The mean is known well enough to judge from so many beans on."""
FEWEST_FIRST_BEANS = 5
"""Or from so many, if they lie in all cups there are."""
SURE_BEANS = 20
"""From so many beans on the mean is sure enough to judge every bean."""
DOUBT = 1.5
"""Until then a bean so many standard errors of the mean from a limit has to be weighed again later."""
HAND_FROM = 3.0
"""In beans: what comes on top of a bean with so much weight is a hand; the bean is still there under it."""

_SHOWN = {
    Grade.KEEP: Meaning.KEEP,
    Grade.TOO_LIGHT: Meaning.THROW_AWAY,
    Grade.TOO_HEAVY: Meaning.THROW_AWAY,
    Grade.SEVERAL: Meaning.LOOK,
    Grade.UNSURE: Meaning.TOO_MANY,
}

_FINAL = (Grade.KEEP, Grade.TOO_LIGHT, Grade.TOO_HEAVY)


@dataclass(frozen=True, slots=True)
class Judged:
    """A bean with the grade that the lights gave it."""

    weight: Weight
    grade: Grade


@dataclass(frozen=True, slots=True)
class Sorted:
    """What a sorting came to; `beans` are those that were judged, single ones only, in their order."""

    beans: tuple[Judged, ...]
    mean_grams: float | None
    """The mean that was judged by last; None if there never was one."""
    several: int
    """How often more than one bean seemed to lie in a cup."""

    @property
    def kept(self) -> tuple[Judged, ...]:
        """Return the beans that were kept, to play with."""
        return tuple(bean for bean in self.beans if bean.grade is Grade.KEEP)


@dataclass(slots=True)
class _Lying:
    """What lies in a cup; its grade stays while it lies, so that the lights don't change their mind."""

    weight: Weight
    grade: Grade | None = None


class Sorting:
    """Sorts beans until a button is pressed; a hold of the button says that all cups are empty.

    While no cup can be weighed a press may be meant for the next beans, so that only a hold ends the sorting.
    """

    def __init__(self, calibration: Calibration, cells: Sequence[Place], places: Sequence[Place]) -> None:
        """`cells` are the places in the order of a frame's readings, `places` those that beans go to."""
        self._watch = CupsWatch(calibration, cells, places)
        self._gestures = Gestures()
        self._lying: dict[Place, _Lying] = {}
        self._unjudged: list[Weight] = []
        self._beans: list[Judged] = []
        self._several = 0
        self._mean_grams: float | None = None
        self._possible_means: tuple[float, ...] = ()
        self.is_finished = False
        """Whether a button has ended the sorting."""

    @property
    def is_still(self) -> bool:
        """Return whether nothing moves in any cup."""
        return self._watch.is_still

    @property
    def result(self) -> Sorted:
        """Return the sorting so far; beans that still lie in cups count by their grade."""
        beans = [Judged(each.weight, each.grade) for each in self._lying.values() if each.grade in _FINAL]
        return Sorted((*self._beans, *beans), self._mean_grams, self._several)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave, and grade the beans that lie still."""
        tone: Tone | None = None
        for gesture in self._gestures.step(edges, now):
            tone = self._obey(gesture)
        if self.is_finished:
            return Output.of(Scene((), None, self._message()), Tone.AGREED)
        if frame is not None:
            self._watch.step(frame, self._mean_grams)
            if self._watch.has_begun:
                self._follow_cups()
            tone = Tone.WRONG if self._judge() else tone
        return Output.of(Scene(self._watch.signs(self._meanings()), None, self._message()), tone)

    def _obey(self, gesture: Gesture) -> Tone | None:
        match gesture:
            case Press() if self._watch.is_blind:
                return Tone.NOT_NOW
            case Hold() | LongHold() if not self._watch.is_blind:
                self._watch.call_empty()
                self._lying.clear()
            case Press() | Hold() | LongHold():
                self.is_finished = True
            case _:
                pass
        return None

    def _follow_cups(self) -> None:
        changed = [self._follow(place, content) for place, content in self._watch.contents.items()]
        if any(changed):
            self._learn_mean()

    def _follow(self, place: Place, content: Content) -> bool:
        """Note what lies in a cup now; whether that is something else than before."""
        lying = self._lying.get(place)
        match content:
            case Holding(weight) if lying is not None and _is_same(lying.weight, weight):
                lying.weight = weight
                return False
            case Holding(weight) if lying is not None and self._is_hand(weight, lying):
                return False
            case Holding(weight):
                # A quick hand has put in the next bean before the scale could see the cup empty. After what
                # seemed several, a hand has only gone from the bean.
                if lying is not None and lying.grade is not Grade.SEVERAL and self._is_single(weight):
                    self._gone(lying)
                self._lying[place] = _Lying(weight)
                return True
            case Empty() if lying is not None:
                del self._lying[place]
                self._gone(lying)
                return True
            case _:
                return False

    def _is_single(self, weight: Weight) -> bool:
        return self._mean_grams is not None and grade(weight.grams, self._mean_grams) is not Grade.SEVERAL

    def _is_hand(self, weight: Weight, lying: _Lying) -> bool:
        return weight.grams >= HAND_FROM * (self._mean_grams or lying.weight.grams)

    def _gone(self, lying: _Lying) -> None:
        """Count what has been taken out of its cup."""
        match lying.grade:
            case None | Grade.UNSURE:
                self._unjudged.append(lying.weight)
            case Grade.SEVERAL:
                self._several += 1
            case judged:
                self._beans.append(Judged(lying.weight, judged))

    def _learn_mean(self) -> None:
        gone = [*self._unjudged, *(bean.weight for bean in self._beans)]
        lying = [each.weight for each in self._lying.values()]
        count = len(gone) + len(lying)
        is_enough = count >= FIRST_BEANS or (self._watch.is_full and len(lying) >= FEWEST_FIRST_BEANS)
        if is_enough or (self._mean_grams is not None and count):
            masses = [weight.grams for weight in (*gone, *lying)]
            self._mean_grams = mean = mean_of_kept(masses)
            self._possible_means = (mean,) if count >= SURE_BEANS else _around(mean, masses)

    def _judge(self) -> bool:
        """Judge what is new; whether anything of it has to go."""
        if self._mean_grams is None:
            return False
        fresh = [lying for lying in self._lying.values() if lying.grade is None]
        for lying in fresh:
            grades = {grade(lying.weight.grams, each) for each in self._possible_means}
            lying.grade = grades.pop() if len(grades) == 1 else Grade.UNSURE
        return any(lying.grade is not Grade.KEEP for lying in fresh)

    def _meanings(self) -> dict[Place, Meaning]:
        """What the cups say that hold something; one not judged yet is dark while another cup is free."""
        if self._mean_grams is None:
            return dict.fromkeys(self._lying, Meaning.TOO_MANY) if self._watch.is_full else {}
        return {place: _SHOWN[lying.grade] for place, lying in self._lying.items() if lying.grade is not None}

    def _message(self) -> Message:
        if (trouble := self._watch.trouble()) is not None:
            return trouble
        several = (place for place, lying in self._lying.items() if lying.grade is Grade.SEVERAL)
        if (place := next(several, None)) is not None:
            return Message("beans-several", {"place": place})
        if self._mean_grams is None:
            key = "beans-first-back" if self._watch.is_full else "beans-first"
            weighed = len(self._unjudged) + len(self._lying)
            return Message(key, {"weighed": weighed, "needed": FIRST_BEANS})
        result = self.result
        kept = len(result.kept)
        return Message("beans-sorting", {"kept": kept, "thrown": len(result.beans) - kept})


def _around(mean_grams: float, masses_grams: Sequence[float]) -> tuple[float, ...]:
    """Return what the mean of all beans may be: few can lie around two means, and the median between."""
    good = [grams for grams in masses_grams if grade(grams, mean_grams) is Grade.KEEP]
    if len(good) < 2:
        return (mean_grams,)
    doubt = DOUBT * stdev(good) / math.sqrt(len(good))
    return (mean_grams - doubt, mean_grams, mean_grams + doubt, median(masses_grams))


def _is_same(one: Weight, other: Weight) -> bool:
    return abs(one.grams - other.grams) <= SURE * math.sqrt(one.variance + other.variance)
