"""The ledger: where each individual stands or that it is in the air, by the samples of every place."""

import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import accumulate, permutations

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.explaining import Standing, predicted
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted, Loosened
from cupsboard.recognition.individuals.lifts import Course, arrivals
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.recognition.individuals.trail import are_shown, away, means, rises, shows, taken_up_and_back
from cupsboard.recognition.individuals.visits import Sought, Visit, before, journey, visit, without
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Weight


def departures(
    course: Course, gone: Mapping[Kind, float], came_grams: float, within_grams: float
) -> Mapping[Kind, tuple[float, float]]:
    """Return the earliest and latest time at which each individual in `gone` left a place.

    `course` holds the place's samples since it last lay still, `gone` the mass of each individual in grams.
    `came_grams` is the summed mass of what arrived since then, before or after the lifts. A weight matches to
    within `within_grams`. The two times are equal if a weight after the lift shows which individual was
    lifted.
    """
    if len(gone) == 2 and not came_grams:
        for first, second in permutations(gone):
            began, ended = course.changed_at(-gone[first]), course.last_fall_at(gone[second])
            if shows(course.weights_between(began, ended), course.level_grams - gone[first], within_grams):
                return {first: (began, began), second: (ended, ended)}
    whole = sum(gone.values())
    found = {}
    for kind, grams in gone.items():
        began = course.lost_at(grams, came_grams)
        ended = max(began, course.last_fall_at(min(grams, whole)))
        below = course.level_grams + came_grams - grams
        is_known = len(gone) == 1 and shows(
            course.weights_below(below + grams / 2, began), below, within_grams
        )
        found[kind] = (began, began if is_known else ended)
    return found


_COSTS = COSTS.individuals


class Ledger:
    """The individuals of one board: the place of each, or the last lift of one that is in the air."""

    def __init__(
        self, calibration: Calibration, masses: Masses, places: Mapping[Place, PlaceKnowledge]
    ) -> None:
        self.known = dict(places)
        """The knowledge of every place."""
        self.courses = {place: Course(1.0 / calibration.rate_sps) for place in places}
        """The samples of every place since it last lay still or a lift from it was recorded."""
        self.loosened: dict[Place, float] = {}
        """Places from which one of several individuals, not known yet, was lifted; the time of the lift."""
        self.perhaps_back: list[Landed] = []
        """Individuals that may have been lifted and put back without a trace in the weight."""
        self._masses = masses
        self._told: deque[Lifted | Landed] = deque(maxlen=_COSTS.told_kept)
        self._coming: list[Landed] = []
        self._noise_grams = {place: calibration.places[place].noise_grams for place in places}
        standing = set().union(*self.standing.values())
        self.in_air: dict[Kind, Lifted | None] = {kind: None for kind in masses if kind not in standing}
        """The individuals that stand on no place, each with its last lift; None if no lift was seen."""
        for place in places:
            self.begin_course(place)

    @property
    def standing(self) -> dict[Place, Standing]:
        """Return the individuals on every place, as far as known."""
        return {place: frozenset(known.pieces) for place, known in self.known.items()}

    def remember(self, happened: Iterable[Happening]) -> None:
        """Record the events `happened`, so that their weight changes are not taken for other events.

        Delete the arrivals that `foresee` recorded.
        """
        self._told += [each for each in happened if not isinstance(each, Loosened)]
        self._coming.clear()

    def foresee(self, arrivals: Mapping[Place, Standing]) -> None:
        """Record the individuals found on each place, `arrivals`, before their landings are reported.

        The landings are reported one by one. None of them may be taken for another individual's short
        visit.
        """
        self._coming = [
            Landed(kind, place, first)
            for place, kinds in arrivals.items()
            for kind, (first, _) in self._arrivals(place, kinds - self.standing[place], 0.0).items()
        ]

    def begin_course(self, place: Place) -> None:
        """Start a new course of samples for `place`, at the weight that is known or predicted now.

        This is due when the place lies still, or when the individuals recorded on it have changed.
        """
        known = self.known[place]
        lightest = min((self._masses[kind].mean_grams for kind in known.pieces), default=None)
        self.courses[place].begin(known.gross.grams, lightest)

    def falls(self, place: Place) -> list[Happening]:
        """Record a lift at `place`, whose weight has just fallen by most of an individual's mass.

        Return its events: `Lifted` if one individual stood on the place, `Loosened` if several did and it is
        not known yet which was lifted, none if the place was already empty.
        """
        kinds, course = self.standing[place], self.courses[place]
        if not kinds:
            return []  # it was taken away meanwhile
        time = course.changed_at(-min(self._masses[kind].mean_grams for kind in kinds))
        if len(kinds) > 1:
            self.loosened[place] = time
            return [Loosened(place, kinds, time)]
        (kind,) = kinds
        lifted = Lifted(kind, place, time, course.touched_at(time))
        self._seek_put_back(place, kinds, time)
        self.in_air[kind] = lifted
        self.take_away(kind, place)
        self.begin_course(place)
        return [lifted]

    def take_away(self, kind: Kind, place: Place) -> None:
        """Record that the individual `kind` no longer stands on `place`."""
        self.now_holds(self.standing[place] - {kind}, place)

    def now_holds(self, kinds: Standing, place: Place) -> None:
        """Record that the individuals `kinds` stand on `place`, with a predicted weight.

        This is for a place that has not been weighed with these individuals alone.
        """
        known = self.known[place]
        gross = predicted(known, self._masses, kinds)
        shared = min(known.tare.variance, gross.variance) if kinds else gross.variance
        pieces = dict.fromkeys(sorted(kinds), 1)
        self.known[place] = replace(known, pieces=pieces, gross=gross, shared_variance=shared)

    def fill(self, place: Place, kinds: Standing, weight: Weight) -> None:
        """Record that the individuals `kinds` stand on `place`, and that the place weighs `weight`."""
        pieces = dict.fromkeys(sorted(kinds), 1)
        self.known[place] = self.known[place].refilled(pieces, weight, PHYSICS.drift_grams**2, 0)

    def leave(
        self,
        place: Place,
        kinds: Standing,
        latest: float,
        still_open: Collection[Place],
        burden_grams: float = 0.0,
    ) -> list[Happening]:
        """Record that all individuals of `place` but `kinds` are in the air. Return their lifts.

        The place has lost nothing since `latest` (in seconds). An individual that was lifted and put back is
        included, with its lift and landing. `burden_grams` is what the place bears besides individuals (a
        hand or a foreign thing). `still_open` are the places that still move or bear an odd weight. `fill` or
        `now_holds` then records the individuals that are left on `place`.
        """
        before, course = self.standing[place], self.courses[place]
        came_grams = burden_grams + sum(self._masses[kind].mean_grams for kind in kinds - before)
        loosened = self.loosened.pop(place, math.inf)
        gone, missed = before - kinds, frozenset[Kind]()
        if loosened < math.inf and not came_grams:
            missed = self._missed(place, gone) - gone
        left = departures(course, self._grams(gone | missed), came_grams, self._within(place, gone | missed))
        happened = list[Happening]()
        for kind, (first, last) in left.items():
            # What loosened before the place was last taken for still is not among its samples since.
            time = min(latest, loosened if loosened < course.begun else first)
            lifted = Lifted(kind, place, time, course.touched_at(time), min(latest, last))
            self._seek_put_back(place, {kind}, time)
            self.in_air[kind] = lifted
            happened.append(lifted)
        self._seek_put_back(place, (before & kinds) - missed, latest, happened)
        came = self._arrivals(place, missed, -sum(self._grams(gone | missed).values()))
        for kind, (first, last) in sorted(came.items(), key=lambda each: each[1]):
            happened += self.landed(kind, place, first, last, still_open)
        return happened

    def come(
        self, place: Place, kinds: Standing, still_open: Collection[Place], burden_grams: float = 0.0
    ) -> list[Happening]:
        """Record that the individuals that came to `place` are no longer elsewhere. Return their events.

        `kinds` are all individuals that stand on the place now. Those that did not stand on it earlier came
        from the air, or from another place if their lift was not seen. Each has its certain short visits to
        other places, then its landing. `burden_grams` is what `place` bears besides individuals (a hand or a
        foreign thing). `still_open` are the places that still move or bear an odd weight. `fill` or
        `now_holds` then records the individuals on `place`.
        """
        happened = list[Happening]()
        came = self._arrivals(place, kinds - self.standing[place], burden_grams)
        if self.standing[place] - kinds:
            # What left meanwhile may hide when that was seen.
            risen = {
                kind: self.courses[place].first_rise_at(grams) for kind, grams in self._grams(came).items()
            }
            came = {kind: (min(first, risen[kind]), last) for kind, (first, last) in came.items()}
        for kind, (first, last) in sorted(came.items(), key=lambda each: each[1]):
            for other, known in self.known.items():
                if kind in known.pieces and other != place:
                    # What moves or lies there hides that it went; once something odd goes, nothing falls.
                    lifted = self._unseen_lift(kind, other, first)
                    self._seek_put_back(other, {kind}, lifted.time)
                    self.in_air[kind] = lifted
                    self.take_away(kind, other)
                    if other in still_open:
                        self.begin_course(other)
            *ways, landed = self.landed(kind, place, first, max(first, last), still_open)
            happened += [*ways, self._preceded(landed, max(first, last))]
        return happened

    def seen_whole_at(self, place: Place) -> float:
        """Return the time at which `place` was last seen at its full weight, with all its individuals.

        Negative infinity if none of the kept samples show that.
        """
        gross, within = self.known[place].gross.grams, _COSTS.near_sigmas * self._noise_grams[place]
        found = self.courses[place].trail.last_at(gross, within)
        return -math.inf if found is None else found

    def fell_at(self, place: Place, kind: Kind) -> float | None:
        """Return the time at which the individual `kind` may have been lifted from `place`.

        This is the first time since the place was last at its full weight at which the place had become
        lighter by most of the individual's mass. None if no such fall was seen.
        """
        grams, samples = (
            self._masses[kind].mean_grams,
            self.courses[place].trail.since(self.seen_whole_at(place)),
        )
        shown = means([weight for _, weight in samples])
        highest = accumulate(shown, max)
        fallen = (high - mean >= _COSTS.away_share * grams for high, mean in zip(highest, shown, strict=True))
        return next((time for (time, _), has in zip(samples, fallen, strict=False) if has), None)

    def shows_steps(self, place: Place, kinds: Standing, elsewhere: Standing, burden_grams: float) -> bool:
        """Return whether the samples of `place` show each step from its recorded individuals to `kinds`.

        `burden_grams` is what the place bears throughout besides individuals (a hand or a foreign thing). The
        departure of an individual in `elsewhere`, which stands on another place now, needs no step: that
        individual may have left at any time.
        """
        before, course = self.standing[place], self.courses[place]
        came, gone = self._grams(kinds - before), self._grams(before - kinds)
        went_grams = sum(grams for kind, grams in gone.items() if kind not in elsewhere)
        moved_grams, level_grams = sum(gone.values()) - went_grams, course.level_grams + burden_grams
        weights, within = [grams for _, grams in course.samples], self._within(place, before ^ kinds)
        return any(
            are_shown(weights, start, [*came.values()], went_grams, within)
            for start in {level_grams, level_grams - moved_grams}
        )

    def return_to(self, place: Place, now: float, still_open: Collection[Place]) -> list[Happening]:
        """Record that at `now` (in seconds) `place` is back at its weight from before a lift.

        Return the lift and landing of the individual that was away; none if that individual was not
        identified. An individual that may have been lifted and put back unseen is recorded in `perhaps_back`.
        `still_open` are the places that still move or bear an odd weight.
        """
        if place not in self.loosened or not self._missed(place):
            self._seek_put_back(place, self.standing[place], now)
            return []
        return self.leave(place, self.standing[place], now, still_open)

    def rests(self, place: Place, now: float, still_open: Collection[Place]) -> list[Happening]:
        """Record the certain short visits to `place` by individuals that are in the air now.

        A visit is certain if the place's samples up to `now` (in seconds), when the place is still, leave no
        doubt of it. Return the events of these visits: each landing, then the lift from `place`. `still_open`
        are the places that still move or bear an odd weight.
        """
        happened = list[Happening]()
        for lifted in list(self.in_air.values()):
            if lifted is None or (found := self._visit(place, lifted, now, frozenset())) is None:
                continue
            if found.is_sure and not found.is_open:
                taken = Lifted(lifted.kind, place, found.left)
                came = found.came
                happened += [*self.landed(lifted.kind, place, came, came, still_open), taken]
                self.in_air[lifted.kind] = taken
        return happened

    def _seek_put_back(
        self, place: Place, kinds: Collection[Kind], until: float, new: Iterable[Happening] = ()
    ) -> None:
        """Record which of these may have been lifted and put back under a hand, before a time.

        `new` are events that are not recorded yet.
        """
        samples = [sample for sample in self.courses[place].samples if sample[0] <= until]
        for kind, grams in self._grams(kinds).items():
            times = taken_up_and_back(without(samples, self._changes(place, kind, new)), grams)
            if times is not None:
                up, down = times
                self.perhaps_back.append(Landed(kind, place, down, Lifted(kind, place, up)))

    def _missed(self, place: Place, gone: Standing = frozenset()) -> Standing:
        """Return which individuals were away meanwhile, as far as the weight showed it.

        The weight while the individuals `gone` for good were leaving shows nothing of others.
        """
        course, standing = self.courses[place], self._grams(self.standing[place])
        weights = [grams for _, grams in course.samples]
        return away(weights, course.level_grams, standing, self._within(place, standing), gone)

    def _arrivals(
        self, place: Place, kinds: Standing, burden_grams: float
    ) -> Mapping[Kind, tuple[float, float]]:
        within, quiet = self._within(place, kinds), self._quiet_grams(place)
        return arrivals(self.courses[place], self._grams(kinds), burden_grams, within, quiet)

    def landed(
        self, kind: Kind, place: Place, time: float, latest: float, still_open: Collection[Place]
    ) -> list[Happening]:
        """Record that the individual `kind` is no longer in the air, because it landed on `place`.

        Return its events: certain short visits to other places since its lift, then the landing. The landing
        was between `time` and `latest` (in seconds). `still_open` are the places that still move or bear an
        odd weight.
        """
        lifted = self.in_air.pop(kind, None)
        if lifted is None or (lifted.place == place and not self._was_seen_away(lifted, time)):
            return [Landed(kind, place, time)]
        visits = [
            found
            for other in self.courses
            if other != place
            and (found := self._visit_before(place, other, lifted, (time, latest), still_open))
        ]
        return journey(lifted, place, time, latest, visits)

    def _visit_before(
        self,
        place: Place,
        other: Place,
        lifted: Lifted,
        between: tuple[float, float],
        still_open: Collection[Place],
    ) -> Visit | None:
        """Return an individual's possible visit to another place before it landed here; None without one.

        By then it had left again, though a hand may press on there. After its earliest landing only a place
        that was seen to lose it counts, and only if this place rose once more.
        """
        shown_after = _COSTS.lift_shown_seconds - _COSTS.least_carry_seconds
        landed_at, landed_by = between
        found = self._visit(other, lifted, landed_at + shown_after, still_open)
        if found is not None or landed_by <= landed_at:
            return found
        found = self._visit(other, lifted, landed_by + shown_after, frozenset())
        if found is None or found.is_open:
            return None
        least_grams = _COSTS.risen_share * self._masses[lifted.kind].mean_grams
        return found if rises(self.courses[place].trail.since(found.left)) >= least_grams else None

    def _was_seen_away(self, lifted: Lifted, landed_at: float) -> bool:
        """Return whether the place was seen lighter without the individual, and not just knocked."""
        trail, grams = self.courses[lifted.place].trail, self._masses[lifted.kind].mean_grams
        begin, end = lifted.earliest - _COSTS.before_lift_seconds, landed_at + _COSTS.lift_shown_seconds
        shown = means([weight for time, weight in trail.since(begin) if time <= end], _COSTS.swinging_samples)
        highest = accumulate(shown, max)
        return any(
            high - mean >= _COSTS.away_share * grams for high, mean in zip(highest, shown, strict=True)
        )

    def _unseen_lift(self, kind: Kind, place: Place, landed_at: float) -> Lifted:
        """Return the lift of an individual that landed elsewhere; its place hasn't lain still since."""
        course, latest = self.courses[place], landed_at - _COSTS.least_carry_seconds
        time = min(latest, course.changed_at(-self._masses[kind].mean_grams))
        return Lifted(kind, place, time, min(time, course.begun), latest)

    def _preceded(self, landed: Happening, latest: float) -> Happening:
        """Return a landing with its latest time, and the possible short landings of others before it."""
        assert isinstance(landed, Landed)
        newest = self.courses[landed.place].trail.latest
        now = latest if newest is None else newest[0]
        perhaps = [
            Landed(lifted.kind, landed.place, found.came, before(found.came, lifted))
            for lifted in self.in_air.values()
            if lifted is not None
            if (found := self._visit(landed.place, lifted, now, frozenset()))
            and found.came + _COSTS.apart_seconds <= latest
            and found.left - found.came >= _COSTS.apart_seconds
        ]
        until = latest if latest > landed.time else None
        return replace(landed, preceded_by=tuple(perhaps), perhaps_until=until)

    def _visit(
        self, place: Place, lifted: Lifted, until: float, still_open: Collection[Place]
    ) -> Visit | None:
        """Return an individual's possible visit to a place between its lift and a time; None without one."""
        if place == lifted.place:
            # It may come back there sooner than any hand has it elsewhere, but not before its fall has shown.
            soonest = lifted.time + _COSTS.lift_shown_seconds
        else:
            # What comes as soon as it can shows half of itself then.
            soonest = lifted.earliest + _COSTS.least_carry_seconds
        samples = self.courses[place].trail.since(soonest - _COSTS.lift_shown_seconds)
        shown = without(
            [sample for sample in samples if sample[0] <= until], self._changes(place, lifted.kind)
        )
        (grams,) = self._grams((lifted.kind,)).values()
        period = self.courses[place].period_seconds
        sought = Sought(grams, self._within(place, (lifted.kind,)), self._quiet_grams(place), period)
        found = visit(place, shown, sought, soonest, is_open=place in still_open)
        if found is None or found.came + _COSTS.least_stand_seconds > found.left:
            return None
        return None if not found.is_sure and self._is_of_another(found, lifted.kind) else found

    def _is_of_another(self, visit: Visit, kind: Kind) -> bool:
        """Return whether another individual is known to have come there then, and no second one."""
        course, after = self.courses[visit.place], visit.came + _COSTS.apart_seconds
        return any(
            isinstance(each, Landed)
            and each.kind != kind
            and each.place == visit.place
            and abs(each.time - visit.came) <= _COSTS.apart_seconds
            and rises(course.trail.since(after)) < _COSTS.risen_share * self._masses[each.kind].mean_grams
            for each in (*self._told, *self._coming)
        )

    def _changes(self, place: Place, but: Kind, new: Iterable[Happening] = ()) -> list[tuple[float, float]]:
        """Return the time and grams (negative if gone) of other individuals' known changes at a place."""
        return [
            (each.time, self._masses[each.kind].mean_grams * (1 if isinstance(each, Landed) else -1))
            for each in (*self._told, *new)
            if not isinstance(each, Loosened)
            if each.place == place and each.kind != but and each.latest == each.time
        ]

    def _quiet_grams(self, place: Place) -> float:
        """Return how far apart samples of an untouched place lie at most."""
        return _COSTS.shown_sigmas * self._noise_grams[place]

    def _grams(self, kinds: Iterable[Kind]) -> Mapping[Kind, float]:
        return {kind: self._masses[kind].mean_grams for kind in sorted(kinds)}

    def _within(self, place: Place, kinds: Collection[Kind]) -> float:
        """Return how far a sample may be off the weight that one of these individuals makes."""
        heaviest = max((self._masses[kind].mean_grams for kind in kinds), default=0.0)
        return (
            _COSTS.shown_sigmas * self._noise_grams[place]
            + _COSTS.shown_share * heaviest
            + _COSTS.shown_grams
        )
