"""The step that finds out by touch which place gives which signal, and what makes it necessary."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot

from cupsboard.procedures import rejections
from cupsboard.procedures.calibration import platform_and_cup_steps
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign

TOUCH_COUNTS = 5_000.0
"""What a finger changes at least; it is much more on all but the stiffest cells."""
SHARE_OF_A_TOUCH = 0.5
"""A place that moves so much as the most moved one is touched too."""
LIKE_A_THING = 0.15
"""A fall within this share of an earlier one may be a thing lifted, not a finger on swapped wires."""


class Touches:
    """Asks for a touch on one place after the other, and learns which signal each of them gives.

    Whatever a slip of the hand may have been is asked for once more; only what comes again is refused.
    """

    def __init__(self, places: Sequence[Place], falls: Mapping[Place, Sequence[float]]) -> None:
        """`falls` are the changes in counts of places that became lighter when a load was asked for."""
        self._left = list(places)
        self._falls = {place: list(falls[place]) for place in places if place in falls}
        self._touched: list[Place] = []
        self._silent: Place | None = None
        """A place where no touch was felt; its cell may show what lies on another."""
        self._silent_counts = 0.0
        """The most that it changed meanwhile."""
        self._dips: list[float] = []
        """The touches of the asked place under which it became lighter, in counts."""
        self._before: Mapping[Place, float] | None = None
        self._most: dict[Place, float] = {}
        self._doubted: frozenset[Place] | None = None
        """Where the last touch was felt that can't have been one on the asked place alone."""

    @property
    def places_that_fell(self) -> tuple[Place, ...]:
        """The places whose readings no longer hold, whatever the touches say."""
        return tuple(self._falls)

    def look(self, seen: platform_and_cup_steps.Seen, notes: Notes) -> platform_and_cup_steps.Answer:
        """See `CalibrationStep`."""
        watched = [place for place in notes.places if place not in notes.skipped]
        if (
            fault := platform_and_cup_steps.first_fault(seen.watch, self._left[:1], notes.rate_sps)
        ) is not None:
            return fault
        settled = seen.watch.all_counts(watched)
        if self._before is None:
            self._before = None if settled is None else {at: each.mean for at, each in settled.items()}
            return None
        for place, before in self._before.items():
            now = seen.watch.latest[place]
            if now is not None and abs(now - before) > abs(self._most.get(place, 0.0)):
                self._most[place] = now - before
        if settled is None or not (self._is_felt or seen.is_pressed):
            return None
        stayed = any(
            abs(each.mean - self._before[at])
            > max(platform_and_cup_steps.LEAST_CHANGE_COUNTS, 0.2 * abs(self._most.get(at, 0.0)))
            for at, each in settled.items()
            if at in self._before
        )
        most, self._before, self._most = self._most, None, {}
        if stayed:
            # Something was put there or taken away: that was no touch.
            self._doubted = frozenset({self._asked})
            return None
        if (refused := self._learnt(most, notes)) is not None:
            return refused
        if self._left:
            return None
        if self._silent is not None:
            return rejections.nothing_felt(self._silent, self._silent_counts, TOUCH_COUNTS)
        return replace(notes, touched=tuple(dict.fromkeys((*notes.touched, *self._touched))))

    def _learnt(self, most: Mapping[Place, float], notes: Notes) -> rejections.Rejection | None:
        """Take a touch: why the asked place can't be believed, or None where it can or is asked again."""
        asked = self._asked
        least = max(TOUCH_COUNTS, SHARE_OF_A_TOUCH * max(map(abs, most.values()), default=0.0))
        felt = frozenset(place for place, change in most.items() if abs(change) >= least)
        if felt == {asked}:
            return self._felt_there_alone(most[asked], notes)
        if asked in felt:
            joined = [other for other in felt - {asked} if _are_one_signal(asked, other, most, notes)]
            if joined:
                self._go_on()
                return rejections.same_signal(asked, min(joined))
        # A press without another touch says that the last one was as it was asked for.
        is_said = not felt and self._doubted is not None and self._doubted != {asked}
        if not is_said and felt != self._doubted:
            self._doubted = felt
            return None
        felt = felt if self._doubted is None or not is_said else self._doubted
        self._go_on()
        if not felt:
            if self._silent is None:
                self._silent, self._silent_counts = asked, most.get(asked, 0.0)
            # It may show what lies on another place: every other one is to tell.
            known = {*self._left, *self._touched, asked}
            self._left += [place for place in notes.places if place not in (*known, *notes.skipped)]
            return None
        return (
            rejections.moved_too(asked, sorted(felt))
            if asked in felt
            else rejections.crossed(asked, min(felt))
        )

    def _felt_there_alone(self, change: float, notes: Notes) -> rejections.Rejection | None:
        """Take a touch of the asked place that only it felt; `change` is in counts."""
        asked = self._asked
        if change > 0 or not self._true_falls(asked):
            self._touched.append(asked)
            self._go_on()
            return None
        dips = [dip for dip in self._dips if abs(change - dip) > LIKE_A_THING * abs(dip)]
        self._dips.append(change)
        if not dips or self._may_be_a_thing(change, notes):
            # A thing that is lifted and put back does the same each time; a finger doesn't.
            self._doubted = frozenset({asked})
            return None
        self._go_on()
        return rejections.wrong_direction(asked, change)

    def _go_on(self) -> None:
        self._left.pop(0)
        self._doubted = None
        self._dips = []

    def _may_be_a_thing(self, change: float, notes: Notes) -> bool:
        """Whether what was taken for a touch may be something that was lifted and put back."""
        falls = self._true_falls(self._asked)
        cups = [each.zero[0].mean - each.cup[0].mean for each in notes.places.values() if each.cup]
        things = {*cups, *falls, *(cup + fall for cup in cups for fall in falls)}
        return any(abs(change - thing) < LIKE_A_THING * abs(thing) for thing in things)

    def _true_falls(self, place: Place) -> list[float]:
        return [
            fall for fall in self._falls.get(place, ()) if fall <= -platform_and_cup_steps.LEAST_CHANGE_COUNTS
        ]

    @property
    def _is_felt(self) -> bool:
        return max(map(abs, self._most.values()), default=0.0) >= TOUCH_COUNTS

    @property
    def _asked(self) -> Place:
        return self._left[0]

    def signs(self) -> tuple[Sign, ...]:
        """The place to be touched; its light goes out as soon as the touch is felt anywhere."""
        is_waiting = bool(self._left) and self._before is not None and not self._is_felt
        return (Sign(self._asked, Meaning.LOOK),) if is_waiting else ()

    def message(self) -> Message:
        """See `CalibrationStep`."""
        if not self._left:
            return Message("calibrate-still")
        if self._doubted is None:
            return Message("calibrate-touch", {"place": self._asked})
        if elsewhere := sorted(self._doubted - {self._asked}):
            return Message("calibrate-touch-there", {"place": self._asked, "other": elsewhere[0]})
        return Message("calibrate-touch-again", {"place": self._asked})


def suspects(notes: Notes) -> tuple[Place, ...]:
    """Places that read the same as another, bare and with their cups, and that no touch told apart."""
    known = [place for place, each in notes.places.items() if each.zero and each.cup]
    pairs = [pair for pair in combinations(known, 2) if _are_paired(*pair, notes)]
    return tuple(
        dict.fromkeys(place for pair in pairs if not set(pair) <= set(notes.touched) for place in pair)
    )


def _are_paired(one: Place, other: Place, notes: Notes) -> bool:
    """Whether two places read the same, bare and with their cups."""
    a, b = notes.places[one], notes.places[other]
    if one == other or not (a.zero and b.zero):
        return False
    pairs = zip((*a.zero, *a.cup), (*b.zero, *b.cup), strict=False)
    return all(abs(x.mean - y.mean) < platform_and_cup_steps.SURE * hypot(x.noise, y.noise) for x, y in pairs)


def _are_one_signal(one: Place, other: Place, most: Mapping[Place, float], notes: Notes) -> bool:
    """Whether two places always read the same, and a touch moved both by the same amount."""
    is_alike = abs(most[one] - most[other]) < LIKE_A_THING * abs(most[one])
    return is_alike and _are_paired(one, other, notes)
