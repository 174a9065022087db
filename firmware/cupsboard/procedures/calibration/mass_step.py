"""The step that puts the known mass on every place in turn and takes it off again.

The mass is asked for at one place after the other, and measured wherever it lands. What is neither the mass
nor its absence is said with its place while the hand is still there, and waits until it is gone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from math import inf, sqrt
from statistics import median

from cupsboard.procedures.calibration.fit import GAIN_WANTED, ODD_GAINS, is_tray
from cupsboard.procedures.calibration.measurements import Notes, Rest
from cupsboard.procedures.calibration.platform_and_cup_steps import (
    LEAST_CHANGE_COUNTS,
    SURE,
    Answer,
    Fell,
    MeasureAgain,
    Seen,
    TouchThem,
    first_fault,
)
from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.rejections import nothing_felt
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign

EMPTIED_SHARE = 0.1
"""A place that is within this share of the mass of what it read before has given the mass back."""
LEFT_SHARE = 0.003
"""What stays of the mass's change when that is out is a bean or crumbs, not the cell: 0.3 g of 100 g."""
LIKE_THE_MASS = 0.15
"""What reads so much less than the mass did is still all of it: what lay beside it was taken out again."""
PLACES_THAT_JUDGE = 3
"""From so many measured places on, another one's reading can be told to be odd at once."""
READING_SECONDS = 2.0
"""A press sooner after another is no answer to what that one has let the board say."""
MOST_TRIES = 2
"""What is found again after so many tries is no slip of a hand."""


class Ground(Enum):
    """What the mass is put on; the value ends the keys of the sentences that ask for it."""

    CUP = ""
    PLATFORM = "-bare"
    SPOT = "-spot"

    __hash__ = object.__hash__

    @property
    def reading(self) -> str:
        """The reading of a place that this step takes."""
        return "on_platform" if self is Ground.PLATFORM else "loaded"


class MassOn:
    """Waits for the mass at any place that lacks it and for its end there, until no place lacks it."""

    def __init__(self, ground: Ground, notes: Notes) -> None:
        self.ground = ground
        self._asked = notes.wanting(ground.reading)[0]
        self._empty: dict[Place, RawCounts] = {}
        self._loaded: tuple[Place, RawCounts] | None = None
        self._is_spoiled = False
        """Whether something else lay beside the mass, no one knows since when."""
        self._fallen: frozenset[Place] = frozenset()
        self._misses: list[tuple[Place, Place]] = []
        self._odd: dict[Place, int] = {}
        self._together: dict[frozenset[Place], int] = {}
        self._early_presses = 0
        self._heeds_from = -inf
        """From when on a press counts again."""
        self._denials = 0
        """Presses while something was to be taken off: perhaps there is nothing."""
        self._message = Message("calibrate-still")
        self._lit: tuple[Sign, ...] = ()

    def is_wanted(self, notes: Notes) -> bool:
        """Whether a place still lacks the mass; asks for the next one."""
        wanting = notes.wanting(self.ground.reading)
        if wanting and self._asked not in wanting:
            self._asked, self._early_presses = wanting[0], 0
        return bool(wanting)

    def look(self, seen: Seen, notes: Notes) -> Answer:
        """See `CalibrationStep`."""
        if seen.is_pressed:
            seen = replace(seen, is_pressed=seen.now >= self._heeds_from)
            if seen.is_pressed:
                self._heeds_from = seen.now + READING_SECONDS
        answer = self._looked(seen, notes)
        if answer is not None or not self._to_take_off:
            self._denials = 0
        elif seen.is_pressed:
            self._denials += 1
            if self._denials >= MOST_TRIES:
                # A cup that was changed for another stays heavier, and has nothing in it.
                self._loaded, self._denials = None, 0
                return MeasureAgain(self._to_take_off)
        return answer

    def _looked(self, seen: Seen, notes: Notes) -> Answer:
        watched = [place for place in notes.places if place not in notes.skipped]
        if (fault := first_fault(seen.watch, (self._asked,), notes.rate_sps)) is not None:
            return fault
        now = seen.watch.all_counts(watched)
        if now is None:
            return None
        for place, counts in now.items():
            self._empty.setdefault(place, _as_it_rested(counts, notes, place, self.ground))
        changes = {place: counts.mean - self._empty[place].mean for place, counts in now.items()}
        if self._loaded is not None:
            return self._given_back(changes, now, notes, seen)
        heavy = [place for place, change in changes.items() if change > LEAST_CHANGE_COUNTS]
        light = {place: change for place, change in changes.items() if change < -LEAST_CHANGE_COUNTS}
        new_falls = {place: change for place, change in light.items() if place not in self._fallen}
        self._fallen = frozenset(light)
        if new_falls and not heavy:
            return Fell(new_falls)
        if len(heavy) > 1:
            return self._several(heavy)
        if heavy:
            return self._landed(heavy[0], now[heavy[0]], changes[heavy[0]], notes, is_pressed=seen.is_pressed)
        if light:
            place = next(iter(light))
            self._say("calibrate-lighter", Sign(place, Meaning.TOO_MANY), place=place)
            return MeasureAgain(tuple(light)) if seen.is_pressed else None
        # Nothing lies anywhere: what the places read now is what they read without the mass.
        self._empty.update(now)
        return self._asking(changes[self._asked], is_pressed=seen.is_pressed)

    def _asking(self, change: float, *, is_pressed: bool) -> Answer:
        self._early_presses += is_pressed
        if self._early_presses >= MOST_TRIES:
            self._early_presses = 0
            return nothing_felt(self._asked, change, LEAST_CHANGE_COUNTS)
        key = "calibrate-load-early" if self._early_presses else f"calibrate-load{self.ground.value}"
        self._say(key, Sign(self._asked, Meaning.MUST_NEXT), place=self._asked)
        return None

    def _several(self, heavy: Sequence[Place]) -> Answer:
        """More than one place became heavier: two weights, a hand, or something that couples them."""
        one, other = heavy[:2]
        key = "calibrate-two"
        if self._message.key != key:
            together = frozenset(heavy)
            self._together[together] = self._together.get(together, 0) + 1
            if self._together[together] > MOST_TRIES:
                self._together.clear()
                return TouchThem(tuple(heavy))
        self._say(key, *(Sign(place, Meaning.TOO_MANY) for place in heavy), place=one, other=other)
        return None

    def _landed(
        self, place: Place, counts: RawCounts, change: float, notes: Notes, *, is_pressed: bool
    ) -> Answer:
        if place not in notes.wanting(self.ground.reading):
            return self._landed_where_it_was(place, change, notes, is_pressed=is_pressed)
        if place != self._asked and sqrt(counts.variance) > GAIN_WANTED * change:
            self._say("calibrate-more", Sign(place, Meaning.TOO_MANY), place=place)
            return MeasureAgain((place,)) if is_pressed else None
        share = _share_of_the_mass(place, change, notes, self.ground)
        low, high = ODD_GAINS
        if share is not None and not low < share < high:
            key = "calibrate-odd"
            if (self._message.key, self._message.values.get("place")) != (key, place):
                self._odd[place] = self._odd.get(place, 0) + 1
            if self._odd[place] < MOST_TRIES:
                self._say(key, Sign(place, Meaning.TOO_MANY), place=place, percent=round(100 * share))
                return None
        self._loaded, self._is_spoiled = (place, counts), False
        if place != self._asked:
            self._misses.append((self._asked, place))
        self._ask_back(place)
        return None

    def _landed_where_it_was(self, place: Place, change: float, notes: Notes, *, is_pressed: bool) -> Answer:
        """The mass, or something else, on a place that needs it no more."""
        share = _share_of_the_mass(place, change, notes, self.ground)
        if share is not None and share < ODD_GAINS[0]:
            self._say("calibrate-more", Sign(place, Meaning.TOO_MANY), place=place)
            return MeasureAgain((place,)) if is_pressed else None
        miss = (self._asked, place)
        if self._message.key != "calibrate-done-there":
            self._misses.append(miss)
        self._say(
            "calibrate-done-there",
            Sign(place, Meaning.TOO_MANY),
            Sign(self._asked, Meaning.MUST_NEXT),
            place=place,
            next=self._asked,
        )
        if self._misses.count(miss) >= MOST_TRIES:
            self._misses.clear()
            return TouchThem(miss)
        return None

    def _given_back(
        self, changes: Mapping[Place, float], now: Mapping[Place, RawCounts], notes: Notes, seen: Seen
    ) -> Answer:
        assert self._loaded is not None
        place, loaded = self._loaded
        before, after = self._empty[place], now[place]
        rise = loaded.mean - before.mean
        also = [other for other, change in changes.items() if change > LEAST_CHANGE_COUNTS and other != place]
        if changes[place] < -LEAST_CHANGE_COUNTS and changes[place] < -EMPTIED_SHARE * rise:
            self._say("calibrate-lighter", Sign(place, Meaning.LIFTED), place=place)
            return MeasureAgain((place,)) if seen.is_pressed else None
        if changes[place] > EMPTIED_SHARE * rise:
            self._ask_back(place)
            if changes[place] > (1 - LIKE_THE_MASS) * rise:
                self._loaded = (place, after)
            if also:
                self._loaded = None
                return self._several([place, *also])
            return None
        if changes[place] > max(LEFT_SHARE * rise, SURE * sqrt(before.variance + after.variance)):
            self._is_spoiled = True
            self._say("calibrate-more", Sign(place, Meaning.TOO_MANY), place=place)
            return MeasureAgain((place,)) if seen.is_pressed else None
        self._loaded = None
        if self._is_spoiled:
            return None
        # The mean of before and after takes out whatever drifted evenly in between.
        middle = (before.mean + after.mean) / 2
        variance = loaded.variance + (before.variance + after.variance) / 4
        rise_counts = RawCounts(loaded.mean - middle, variance, loaded.noise)
        known = notes.places[place]
        is_asked = place == self._asked
        noted = notes if is_asked else replace(notes, unasked=(*notes.unasked, place))
        if self.ground is Ground.PLATFORM:
            return noted.noting({place: replace(known, on_platform=(rise_counts,))})
        # All the others stood there empty meanwhile: one more point of their drift.
        rested = {
            other: replace(
                notes.places[other], rests=(*notes.places[other].rests, Rest(seen.now, counts.mean))
            )
            for other, counts in now.items()
            if abs(changes[other]) <= LEAST_CHANGE_COUNTS or other == place
        }
        loaded_place = replace(rested[place], loaded=(rise_counts,), back_counts=changes[place])
        return noted.noting({**rested, place: loaded_place})

    def _ask_back(self, place: Place) -> None:
        key = f"calibrate-unload{self.ground.value}" if place == self._asked else "calibrate-unload-there"
        self._say(key, Sign(place, Meaning.TOO_MANY), place=place)

    def _say(self, key: str, *lit: Sign, **values: Place | int) -> None:
        self._message, self._lit = Message(key, dict(values)), lit

    @property
    def _to_take_off(self) -> tuple[Place, ...]:
        return tuple(sign.place for sign in self._lit if sign.meaning is Meaning.TOO_MANY)

    def signs(self) -> tuple[Sign, ...]:
        """In, and out again."""
        return self._lit

    def message(self) -> Message:
        """See `CalibrationStep`."""
        if self._denials:
            return Message("calibrate-or-nothing", {"place": self._to_take_off[0]})
        return self._message


def _as_it_rested(counts: RawCounts, notes: Notes, place: Place, ground: Ground) -> RawCounts:
    """What a place read without the mass: now, unless that is far from what was measured there."""
    known = notes.places[place]
    before = known.zero[0] if ground is Ground.PLATFORM or not known.cup else known.cup[0]
    rest = known.rests[-1].counts if known.rests else before.mean
    is_far = abs(counts.mean - rest) > LEAST_CHANGE_COUNTS
    return replace(before, mean=rest) if is_far else counts


def _share_of_the_mass(place: Place, change: float, notes: Notes, ground: Ground) -> float | None:
    """A change as a multiple of what the mass came to on the middle place; None while too few know it."""
    known = [
        getattr(each, ground.reading)[0].mean
        for at, each in notes.places.items()
        if getattr(each, ground.reading) and is_tray(at) == is_tray(place)
    ]
    return change / median(known) if len(known) >= PLACES_THAT_JUDGE else None
