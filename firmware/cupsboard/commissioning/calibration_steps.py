"""The steps of a calibration, each a small thing: what it asks for, and what it makes of the readings.

A step is asked again and again with all cells watched, and says `None` as long as it must wait, the notes
with its readings when it is done, or a refusal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot, sqrt
from statistics import median
from typing import Protocol

from cupsboard.commissioning.counts_watch import Counts, CountsWatch, usual_noise_counts
from cupsboard.commissioning.notes import BeanNote, Notes, Rest
from cupsboard.commissioning.refusals import (
    Refusal,
    crossed,
    nothing_felt,
    same_signal,
    unfelt_beans,
    unreadable,
    wrong_direction,
)
from cupsboard.play.scene import Meaning, Message, Sign
from cupsboard.rules.places import Place

LEAST_CHANGE_COUNTS = 1_500.0
"""What a load must change: 3 g on a 5 kg cell, half a gram on one of 500 g."""
SURE = 6.0
"""Standard deviations from which a reading has changed."""
TOUCH_COUNTS = 5_000.0
"""What a finger changes at least; it is much more on all but the stiffest cells."""
SHARE_OF_A_TOUCH = 0.5
"""A place that moves so much as the most moved one is touched too."""
BEANS_WANTED = 24
FEWEST_BEANS = 8
SEVERAL_FROM = 1.8
"""In medians: what arrived with so much weight was more than one bean."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step is given: all cells, the time, and whether a button was just pressed."""

    watch: CountsWatch
    now: float
    is_pressed: bool


class Step(Protocol):
    """One thing to do."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """The notes with its readings, a refusal, or None while it waits."""

    def signs(self) -> tuple[Sign, ...]:
        """What the lights ask for."""

    def message(self) -> Message:
        """What the words ask for."""


def first_fault(watch: CountsWatch, places: Sequence[Place], rate_sps: float) -> Refusal | None:
    """The first of these places that can't be read."""
    for place, fault in watch.faults(places).items():
        return unreadable(place, fault, usual_noise_counts(rate_sps))
    return None


class EmptyPlatforms:
    """Waits for a press that says all platforms are bare, and measures their zeros."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._is_said = False

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """See `Step`."""
        self._is_said = self._is_said or seen.is_pressed
        if not self._is_said:
            return None
        if (fault := first_fault(seen.watch, self._places, notes.rate_sps)) is not None:
            return fault
        zeros = seen.watch.all_counts(self._places)
        if zeros is None:
            return None
        return notes.noting(
            {place: replace(notes.places[place], zero=(zero,)) for place, zero in zeros.items()}
        )

    def signs(self) -> tuple[Sign, ...]:
        """Every cup is to come off."""
        return () if self._is_said else tuple(Sign(place, Meaning.TOO_MANY) for place in self._places)

    def message(self) -> Message:
        """See `Step`."""
        key = "calibrate-still" if self._is_said else "calibrate-empty"
        return Message(key, {"place": self._places[0]} if len(self._places) == 1 else {})


class CupsOn:
    """Waits until a cup stands on every platform, and measures them."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._felt: set[Place] = set()
        self._places = tuple(places)
        self.is_said = False
        """Whether a press said that all cups stand, though not all were felt."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """See `Step`."""
        if (fault := first_fault(seen.watch, self._places, notes.rate_sps)) is not None:
            return fault
        found = {place: seen.watch.counts(place) for place in self._places}
        cups = {place: counts for place, counts in found.items() if isinstance(counts, Counts)}
        rises = {place: counts.mean - notes.places[place].zero[0].mean for place, counts in cups.items()}
        # What moves keeps what was last felt there.
        self._felt |= {place for place, rise in rises.items() if abs(rise) >= LEAST_CHANGE_COUNTS}
        self._felt -= {place for place, rise in rises.items() if abs(rise) < LEAST_CHANGE_COUNTS}
        if self.missing:
            self.is_said = self.is_said or seen.is_pressed
            return None
        if len(rises) < len(self._places):
            return None
        for place, rise in rises.items():
            if rise < 0:
                return wrong_direction(place, rise)
        rest = {place: (Rest(seen.now, counts.mean),) for place, counts in cups.items()}
        return notes.noting(
            {
                place: replace(notes.places[place], cup=(counts,), rests=rest[place])
                for place, counts in cups.items()
            }
        )

    def signs(self) -> tuple[Sign, ...]:
        """Every platform without its cup."""
        return tuple(Sign(place, Meaning.LIFTED) for place in self.missing)

    @property
    def missing(self) -> tuple[Place, ...]:
        """The platforms where no cup was felt yet."""
        return tuple(place for place in self._places if place not in self._felt)

    def message(self) -> Message:
        """See `Step`."""
        return Message("calibrate-cups", {"missing": len(self.missing)})


class ReferenceOn:
    """Waits for the reference in one cup and for its end there; no neighbour may feel it."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._before: Mapping[Place, Counts] | None = None
        self._loaded: Counts | None = None

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """See `Step`."""
        others = [place for place in notes.places if place not in notes.skipped]
        if (fault := first_fault(seen.watch, (self._place,), notes.rate_sps)) is not None:
            return fault
        now = seen.watch.all_counts(others)
        if now is None:
            return None
        if self._before is None:
            self._before = now
            return None
        changes = {
            place: now[place].mean - self._before[place].mean for place in now if place in self._before
        }
        if self._loaded is None:
            return self._felt(changes, now, seen)
        return self._emptied(changes[self._place], now, notes, seen.now)

    def _felt(
        self, changes: Mapping[Place, float], now: Mapping[Place, Counts], seen: Seen
    ) -> Refusal | None:
        own = changes[self._place]
        elsewhere = [
            place for place, change in changes.items() if _is_change(change) and place != self._place
        ]
        if _is_change(own) and own < 0:
            return wrong_direction(self._place, own)
        if elsewhere:
            return (
                same_signal(self._place, elsewhere[0])
                if _is_change(own)
                else crossed(self._place, elsewhere[0])
            )
        if _is_change(own):
            self._loaded = now[self._place]
        elif seen.is_pressed:
            return nothing_felt(self._place, own, LEAST_CHANGE_COUNTS)
        return None

    def _emptied(self, change: float, now: Mapping[Place, Counts], notes: Notes, time: float) -> Notes | None:
        assert self._before is not None
        assert self._loaded is not None
        before, after, loaded = self._before[self._place], now[self._place], self._loaded
        rise = loaded.mean - before.mean
        if abs(change) > 0.1 * abs(rise):
            if now[self._place].mean - before.mean > rise:
                self._loaded = after
            return None
        # The mean of before and after takes out whatever drifted evenly in between.
        middle = (before.mean + after.mean) / 2
        known = notes.places[self._place]
        variance = loaded.variance + (before.variance + after.variance) / 4
        # All the others stood there empty meanwhile: one more point of their drift.
        rested = {
            place: replace(notes.places[place], rests=(*notes.places[place].rests, Rest(time, counts.mean)))
            for place, counts in now.items()
        }
        return notes.noting(
            {
                **rested,
                self._place: replace(
                    known,
                    loaded=(Counts(loaded.mean - middle, variance, loaded.noise),),
                    back_counts=change,
                    rests=(*known.rests, Rest(time, after.mean)),
                ),
            }
        )

    def signs(self) -> tuple[Sign, ...]:
        """In, and out again."""
        if self._before is None:
            return ()
        return (Sign(self._place, Meaning.MUST_NEXT if self._loaded is None else Meaning.TOO_MANY),)

    def message(self) -> Message:
        """See `Step`."""
        if self._before is None:
            return Message("calibrate-still")
        key = "calibrate-load" if self._loaded is None else "calibrate-unload"
        return Message(key, {"place": self._place})


class Touches:
    """Asks for a touch on one place after the other, and learns which signal each of them gives."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._felt: dict[Place, frozenset[Place]] = {}
        self._before: Mapping[Place, float] | None = None
        self._most: dict[Place, float] = {}

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """See `Step`."""
        watched = [place for place in notes.places if place not in notes.skipped]
        if self._before is None:
            counts = seen.watch.all_counts(watched)
            self._before = None if counts is None else {place: each.mean for place, each in counts.items()}
            return None
        latest = seen.watch.latest
        for place, before in self._before.items():
            if (now := latest[place]) is not None:
                self._most[place] = max(self._most.get(place, 0.0), abs(now - before))
        settled = seen.watch.all_counts(watched)
        if settled is None or not (self._is_felt or seen.is_pressed):
            return None
        least = max(TOUCH_COUNTS, SHARE_OF_A_TOUCH * max(self._most.values(), default=0.0))
        self._felt[self._asked] = frozenset(place for place, most in self._most.items() if most >= least)
        self._before, self._most = None, {}
        return self._verdict(notes) if len(self._felt) == len(self._places) else None

    @property
    def _is_felt(self) -> bool:
        return max(self._most.values(), default=0.0) >= TOUCH_COUNTS

    @property
    def _asked(self) -> Place:
        return self._places[min(len(self._felt), len(self._places) - 1)]

    def _verdict(self, notes: Notes) -> Notes | Refusal:
        for place, felt in self._felt.items():
            if place in felt and len(felt) > 1:
                return same_signal(place, min(felt - {place}))
        for place, felt in self._felt.items():
            if felt and place not in felt:
                return crossed(place, min(felt))
        for place, felt in self._felt.items():
            if not felt:
                return nothing_felt(place, 0.0, TOUCH_COUNTS)
        return replace(notes, is_touched=True)

    def signs(self) -> tuple[Sign, ...]:
        """The place to be touched; its light goes out as soon as the touch is felt anywhere."""
        is_waiting = self._before is not None and not self._is_felt
        return (Sign(self._asked, Meaning.LOOK),) if is_waiting else ()

    def message(self) -> Message:
        """See `Step`."""
        return Message("calibrate-touch", {"place": self._asked})


class BeansOneByOne:
    """Learns what beans weigh: whatever arrives in a cup is one bean, and the sample grows as it may."""

    def __init__(self, cups: Sequence[Place]) -> None:
        self._cups = tuple(cups)
        self._before: dict[Place, Counts] = {}
        self._beans: list[BeanNote] = []
        self._is_enough = False

    def look(self, seen: Seen, notes: Notes) -> Notes | Refusal | None:
        """See `Step`."""
        if (fault := first_fault(seen.watch, self._cups, notes.rate_sps)) is not None:
            return fault
        for place in self._cups:
            now = seen.watch.counts(place)
            if not isinstance(now, Counts):
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
        if seen.is_pressed and len(singles) < FEWEST_BEANS:
            return unfelt_beans(self._cups[0], len(singles), FEWEST_BEANS)
        is_ended = seen.is_pressed
        if not (self._is_enough or is_ended) or seen.watch.moving:
            return None
        return replace(notes, beans=singles, are_beans_done=True)

    def _last_of(self, place: Place) -> BeanNote | None:
        return next((bean for bean in reversed(self._beans) if bean.place == place), None)

    def signs(self) -> tuple[Sign, ...]:
        """Every cup that is at rest takes one more bean."""
        if self._is_enough:
            return ()
        fewest = min((self._in(place) for place in self._before), default=0)
        return tuple(Sign(place, Meaning.MAY_NEXT) for place in self._before if self._in(place) == fewest)

    def _in(self, place: Place) -> int:
        return sum(bean.place == place for bean in self._beans)

    def message(self) -> Message:
        """See `Step`."""
        return Message("calibrate-beans", {"weighed": len(self._beans), "wanted": BEANS_WANTED})


def single_beans(notes: Notes, beans: Sequence[BeanNote]) -> tuple[BeanNote, ...]:
    """Those of the arrivals that were one bean, by their weight against the middle one."""
    if not beans:
        return ()
    gains = {place: known.loaded[0].mean for place, known in notes.places.items() if known.loaded}
    weights = [bean.counts / gains[bean.place] for bean in beans]
    middle = median(weights)
    return tuple(bean for bean, weight in zip(beans, weights, strict=True) if weight < SEVERAL_FROM * middle)


def suspects(notes: Notes) -> tuple[tuple[Place, Place], ...]:
    """Pairs of places that read the same with and without their cups: perhaps one signal."""
    known = {place: each for place, each in notes.places.items() if each.zero and each.cup}
    found = []
    for one, other in combinations(known, 2):
        pairs = zip((*known[one].zero, *known[one].cup), (*known[other].zero, *known[other].cup), strict=True)
        if all(abs(a.mean - b.mean) < SURE * hypot(a.noise, b.noise) for a, b in pairs):
            found.append((one, other))
    return tuple(found)


def _is_change(change: float) -> bool:
    return abs(change) > LEAST_CHANGE_COUNTS
