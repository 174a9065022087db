"""The step that puts the known mass on every place in turn and takes it off again.

The mass goes from place to place, and is measured wherever it lands. What is neither the mass nor its absence
is said with its place while the hand is still there, and waits until it is gone.

It goes round twice, and the second time every cup is lifted too, so that both readings of a place share
nothing: neither how the weight leant, nor how the cup sat, nor which weight it was. A place that reads
otherwise the second time is read anew until two of its readings agree.
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
from cupsboard.procedures.rejections import nothing_felt, unlike_readings
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
LIFTED_SHARE = 0.7
"""With this share of its cup gone a place's cup is off the platform."""
LIFTED_FRAMES = 3
"""The number of frames that show a lifted cup."""
AGREEING_SHARE = 2 * GAIN_WANTED
"""Readings of the mass that differ by less agree; their mean is then right to half of this."""
AGREEING_DEVIATIONS = 3.0
"""Readings agree too that differ by fewer standard deviations of their difference."""
MOST_READINGS = 4
"""The number of readings, no two of which agree, after which a place is refused."""
READING_SECONDS = 2.0
"""A press sooner after another is no answer to what that one has let the board say."""
MOST_TRIES = 2
"""What is found again after so many tries is no slip of a hand."""


class Ground(Enum):
    """What the mass is put on; the value ends the keys of the sentences that ask for it."""

    CUP = ""
    PLATFORM = "-bare"
    SPOT = "-spot"
    CUP_AGAIN = "-again"
    SPOT_AGAIN = "-spot-again"

    __hash__ = object.__hash__

    @property
    def is_again(self) -> bool:
        """Whether the mass comes to the place for the second time."""
        return self in (Ground.CUP_AGAIN, Ground.SPOT_AGAIN)

    @property
    def reading(self) -> str:
        """The reading of a place that this step takes."""
        if self.is_again:
            return "again"
        return "on_platform" if self is Ground.PLATFORM else "loaded"


IN_CUPS = (Ground.CUP, Ground.CUP_AGAIN)
LIFT_BOTH = ("calibrate-lift", "calibrate-unlike", "calibrate-unlike-spot")
"""What asks for the mass to be lifted with what it stands in."""


class MassOn:
    """Waits for the mass at any place that lacks it and for its end there, until no place lacks it."""

    def __init__(self, ground: Ground, notes: Notes) -> None:
        self.ground = ground
        self._asked = notes.wanting(ground.reading)[0]
        self._empty: dict[Place, RawCounts] = {}
        self._loaded: tuple[Place, RawCounts] | None = None
        self._off_frames: dict[Place, int] = {}
        """In how many frames a place's cup, or on a spot the mass, was lifted since its last reading."""
        self._readings: dict[Place, list[RawCounts]] = {}
        """What the mass came to at a place that is being read again, of which no two agree so far."""
        self._overruled: set[Place] = set()
        """The places whose first reading two later ones spoke against."""
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
        self._mind_lifts(seen, notes)
        if seen.is_pressed:
            # Each press puts it off: a child that goes on pressing has pressed once.
            seen = replace(seen, is_pressed=seen.now >= self._heeds_from)
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

    def _mind_lifts(self, seen: Seen, notes: Notes) -> None:
        """Count the frames in which the cup is off a place, or on a spot the mass."""
        for place, known in notes.places.items():
            latest = seen.watch.latest[place]
            if latest is not None and known.zero and known.loaded:
                zero = known.zero[0].mean
                thing = known.cup[0].mean - zero if known.cup else known.loaded[0].mean
                is_off = latest < zero + (1 - LIFTED_SHARE) * thing
                self._off_frames[place] = self._off_frames.get(place, 0) + is_off
        if self._message.key in LIFT_BOTH and self._is_lifted(self._lit[0].place):
            # It is seen; who is asked for it once more would lift it for ever.
            self._say("calibrate-still")

    def _is_lifted(self, place: Place) -> bool:
        """Whether the cup, or on a spot the mass, was lifted since the last reading."""
        return self._off_frames.get(place, 0) >= LIFTED_FRAMES

    def _looked(self, seen: Seen, notes: Notes) -> Answer:
        watched = [place for place in notes.places if place not in notes.skipped]
        needed = (self._asked,) if self._loaded is None else (self._asked, self._loaded[0])
        if (fault := first_fault(seen.watch, needed, notes.rate_sps)) is not None:
            self._loaded = None
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
        if self.ground.is_again:
            # It is to be lifted.
            light.pop(self._asked, None)
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
        self._rest(now, changes)
        return self._asking(changes[self._asked], is_pressed=seen.is_pressed)

    def _rest(self, now: Mapping[Place, RawCounts], changes: Mapping[Place, float]) -> None:
        """Take what places read that have nothing on them, and lack nothing, for what they read so."""
        self._empty |= {at: each for at, each in now.items() if abs(changes[at]) <= LEAST_CHANGE_COUNTS}

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
        if self.ground.is_again:
            return self._landed_again(place, counts, change, notes, is_pressed=is_pressed)
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
        self._ask_on(place, notes)
        return None

    def _landed_again(
        self, place: Place, counts: RawCounts, change: float, notes: Notes, *, is_pressed: bool
    ) -> Answer:
        """Read a place once more after its cup was lifted; believe what agrees with a reading before."""
        lift = Sign(place, Meaning.LIFTED)
        if not (is_pressed or self._is_lifted(place)):
            if self._message.key not in LIFT_BOTH or self._lit != (lift,):
                self._say("calibrate-lift", lift, place=place)
            return None
        before = self._readings.setdefault(place, list(notes.places[place].loaded))
        reading = replace(counts, mean=change, variance=counts.variance + self._empty[place].variance)
        self._off_frames[place] = 0
        if any(_agree(reading, each) for each in before):
            self._loaded, self._is_spoiled = (place, counts), False
            self._ask_on(place, notes)
            return None
        before.append(reading)
        share = change / before[0].mean
        if len(before) >= MOST_READINGS:
            del self._readings[place]
            return unlike_readings(place, share, AGREEING_SHARE)
        key = f"calibrate-unlike{'-spot' if self.ground is Ground.SPOT_AGAIN else ''}"
        self._say(key, lift, place=place, percent=round(100 * share))
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
        self._rest({at: each for at, each in now.items() if at != place}, changes)
        if changes[place] < -LEAST_CHANGE_COUNTS and changes[place] < -EMPTIED_SHARE * rise:
            self._say("calibrate-lighter", Sign(place, Meaning.LIFTED), place=place)
            return MeasureAgain((place,)) if seen.is_pressed else None
        if changes[place] > EMPTIED_SHARE * rise:
            self._ask_on(place, notes)
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
        self._loaded, self._empty[place] = None, after
        if self._is_spoiled:
            return None
        if self.ground.is_again:
            rested = self._rested(changes, now, notes, seen, place)
            return self._read_again(place, loaded, (before, after), rested)
        # The mean of before and after takes out whatever drifted evenly in between.
        middle = (before.mean + after.mean) / 2
        variance = loaded.variance + (before.variance + after.variance) / 4
        rise_counts = RawCounts(loaded.mean - middle, variance, loaded.noise)
        known = notes.places[place]
        is_asked = place == self._asked
        noted = notes if is_asked else replace(notes, unasked=(*notes.unasked, place))
        if self.ground is Ground.PLATFORM:
            return noted.noting({place: replace(known, on_platform=(rise_counts,))})
        rested = self._rested(changes, now, noted, seen, place)
        loaded_place = replace(rested.places[place], loaded=(rise_counts,), back_counts=changes[place])
        return rested.noting({place: loaded_place})

    def _rested(
        self,
        changes: Mapping[Place, float],
        now: Mapping[Place, RawCounts],
        notes: Notes,
        seen: Seen,
        place: Place,
    ) -> Notes:
        """Note one more point of the drift of all that stands there empty, `place` among them."""
        if notes.beans:
            # They lie in the cups since.
            return notes
        return notes.noting(
            {
                other: replace(
                    notes.places[other], rests=(*notes.places[other].rests, Rest(seen.now, counts.mean))
                )
                for other, counts in now.items()
                if abs(changes[other]) <= LEAST_CHANGE_COUNTS or other == place
            }
        )

    def _read_again(
        self, place: Place, loaded: RawCounts, empty: tuple[RawCounts, RawCounts], notes: Notes
    ) -> Notes:
        """Note the second reading of a place, and a first one that it agrees with.

        `empty` is the place without the mass, before its cup was lifted and after it was put back.
        """
        known, (before_lift, after) = notes.places[place], empty
        reading = RawCounts(loaded.mean - after.mean, loaded.variance + after.variance, loaded.noise)
        before = self._readings.pop(place, [])
        agreed = next((each for each in before if _agree(reading, each)), None)
        if agreed is None:
            # It was one of them while the mass lay there, and is none without it.
            return notes
        seat = after.mean - before_lift.mean
        noted = replace(known, loaded=(agreed,), again=(reading,), seat_counts=seat)
        if agreed == known.loaded[0]:
            return notes.noting({place: noted})
        self._overruled.add(place)
        if known.cup and not notes.beans:
            # The cup sat otherwise then.
            noted = replace(noted, cup=(after,))
        found = notes.noting({place: noted})
        # Either the first reading was wrong, or this is another mass: a place that was sure tells which.
        sure = [at for at, each in found.places.items() if each.again and at not in self._overruled]
        return found.noting({at: replace(found.places[at], again=()) for at in sure[:1]})

    def _ask_on(self, place: Place, notes: Notes) -> None:
        """Ask for the mass at the next place; where there is none, or it went astray, ask for it back."""
        following = [each for each in notes.wanting(self.ground.reading) if each != place]
        take = Sign(place, Meaning.TOO_MANY)
        if place != self._asked:
            self._say("calibrate-unload-there", take, place=place)
        elif following:
            key = f"calibrate-move{self.ground.value}"
            self._say(key, take, Sign(following[0], Meaning.MUST_NEXT), place=place, next=following[0])
        else:
            self._say(
                "calibrate-unload" if self.ground in IN_CUPS else "calibrate-unload-spot", take, place=place
            )

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


def _agree(one: RawCounts, other: RawCounts) -> bool:
    """Whether two readings of one mass at one place can both be right."""
    chance = AGREEING_DEVIATIONS * sqrt(one.variance + other.variance)
    return abs(one.mean - other.mean) <= max(AGREEING_SHARE * abs(other.mean), chance)


def _as_it_rested(counts: RawCounts, notes: Notes, place: Place, ground: Ground) -> RawCounts:
    """Return what a place read without the mass: now, unless that is far from what was measured there.

    What lies in the cups once the beans are weighed are these.
    """
    if notes.beans:
        return counts
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
