"""The step that finds out by touch which place gives which signal, and what makes it necessary."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot

from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.platform_and_cup_steps import SURE, Seen
from cupsboard.procedures.rejections import Rejection, crossed, nothing_felt, same_signal
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign

TOUCH_COUNTS = 5_000.0
"""What a finger changes at least; it is much more on all but the stiffest cells."""
SHARE_OF_A_TOUCH = 0.5
"""A place that moves so much as the most moved one is touched too."""


class Touches:
    """Asks for a touch on one place after the other, and learns which signal each of them gives."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._felt: dict[Place, frozenset[Place]] = {}
        self._before: Mapping[Place, float] | None = None
        self._most: dict[Place, float] = {}

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
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

    def _verdict(self, notes: Notes) -> Notes | Rejection:
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


def suspects(notes: Notes) -> tuple[tuple[Place, Place], ...]:
    """Pairs of places that read the same with and without their cups: perhaps one signal."""
    known = {place: each for place, each in notes.places.items() if each.zero and each.cup}
    found = []
    for one, other in combinations(known, 2):
        pairs = zip((*known[one].zero, *known[one].cup), (*known[other].zero, *known[other].cup), strict=True)
        if all(abs(a.mean - b.mean) < SURE * hypot(a.noise, b.noise) for a, b in pairs):
            found.append((one, other))
    return tuple(found)
