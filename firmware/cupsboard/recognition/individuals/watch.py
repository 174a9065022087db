"""Follows the individuals on a board: what stands where, what is in the air since when, and what is odd.

Frames in, happenings out; the time is that of the frames. A lift is told while the weight still falls; what
landed, and what was lifted from among others, is told as soon as the place lies still and its weight
decides.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from cupsboard.numbers import PHYSICS
from cupsboard.recognition.individuals.arrivals import arrivals
from cupsboard.recognition.individuals.explaining import (
    ACCEPT,
    ACCEPT_OVER_ODD,
    SHOWN_SHARE,
    Look,
    Standing,
    explained,
    predicted,
)
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted, Loosened, Odd
from cupsboard.recognition.individuals.lifts import Course
from cupsboard.recognition.individuals.masses import masses_of, only_one_like
from cupsboard.recognition.individuals.rivals import Rivals
from cupsboard.recognition.individuals.visits import Visits
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing

SAME_SIGMAS = 4.5
"""A settled weight this close to what was believed changes nothing."""
FOLLOW_SECONDS = 1.0
"""How often the zero of a place that lies still is followed."""
LOOK_AGAIN_SECONDS = 0.1
"""How often a place that is doubtful is looked at once more while it lies still: its mean gets better."""
LEANING_GRAMS = 5.0
"""What leans on a place presses with a tenth of its weight and more; no zero goes so far within a game."""
SOONEST_SECONDS = 0.05
"""No cup is on another place sooner after it was lifted; half of it is for times told early or late."""
FIRMLY_SECONDS = 5.0
"""Who says that nothing lies there, of more than that, has looked for so long; no hand rests until then."""
LARGEST_WANDER_GRAMS = 0.25
"""A zero is never believed to wander further from look to look."""


class Watch:
    """The individuals of one board."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        knowledge: Knowledge,
        kinds: Collection[Kind],
        *,
        is_known: bool,
    ) -> None:
        """`cells` are the places in the order of a frame's readings.

        Unless it `is_known` what stands where, every place is taken for empty until its weight has spoken.
        Raises SensingError.
        """
        self._masses = masses_of(calibration, kinds)
        self._visits = Visits(min(mass.mean_grams for mass in self._masses.values()))
        self._calibration = calibration
        self._weighing = Weighing(calibration, cells)
        self._knowledge = knowledge
        self._known: dict[Place, PlaceKnowledge] = {
            place: knowledge.places[place] if is_known else knowledge.places[place].emptied()
            for place in cells
        }
        period = 1.0 / calibration.rate_sps
        self._courses = {place: Course(period) for place in cells}
        self._number = {place: number for number, place in enumerate(cells)}
        self._explained: dict[Place, int] = {}
        self._was_moving: frozenset[Place] = frozenset()
        self._moved_at: dict[Place, float] = {}
        """When each place was seen in movement last."""
        self._next_look: dict[Place, float] = {}
        self._next_follow = -math.inf
        self._rivals = Rivals(self._masses)
        self._loosened: dict[Place, float] = {}
        self._vouched: set[Place] = set()
        self.in_air: dict[Kind, Lifted | None] = {}
        """What stands nowhere, with how it was last lifted; None if that was never seen."""
        self.odd: dict[Place, Odd] = {}
        """The places that hold or bear something else."""
        self.doubts: dict[Place, tuple[Standing, ...]] = {}
        """The places whose weight doesn't decide, with what may stand there, the likeliest first."""
        self.dead: dict[Place, CellFault] = {}
        """The places that can't be weighed."""
        standing = set().union(*self.standing.values())
        self.in_air.update(dict.fromkeys(kind for kind in kinds if kind not in standing))
        for place in cells:
            self._begin_course(place)

    @property
    def standing(self) -> dict[Place, Standing]:
        """What is believed to stand on every place."""
        return {place: frozenset(known.pieces) for place, known in self._known.items()}

    @property
    def knowledge(self) -> Knowledge:
        """What is known of the places by now."""
        return replace(self._knowledge, places=dict(self._known))

    @property
    def moving(self) -> frozenset[Place]:
        """The places that are not still, or whose weight was not looked at yet."""
        unexplained = (place for place in self._known if place not in self._explained)
        return self._weighing.moving | {place for place in unexplained if place not in self.dead}

    @property
    def latest_grams(self) -> Mapping[Place, float | None]:
        """The newest weight of every place above its bare platform."""
        return self._weighing.latest_grams

    def step(self, frame: Frame) -> tuple[Happening, ...]:
        """Take one frame; what is known to have happened by it, in the order of its times."""
        self._weighing.step(frame)
        happened: list[Happening] = []
        for place, grams in self._weighing.fresh_grams.items():
            if self._courses[place].add(frame.time, grams):
                happened += self._falls(place)
        happened += self._look(frame.time)
        if frame.time >= self._next_follow:
            self._follow_zeros(frame.time)
        return tuple(sorted(happened, key=lambda each: each.time))

    def take_likeliest(self, place: Place) -> None:
        """Players say that on a doubtful place stands what seems likeliest: the next look takes it."""
        if place in self.doubts:
            self._vouched.add(place)
            self._explained.pop(place, None)

    def only_pieces(self, place: Place, now: float) -> None:
        """Players say that nothing else lies on an odd place: its zero is elsewhere than was thought.

        While an individual is missing they may have overlooked that it leans there, and a tap that is for
        something else may come while a hand rests there.
        """
        odd = self.odd.get(place)
        if odd is None:
            return
        is_much = abs(odd.grams) >= LEANING_GRAMS
        if is_much and (self.in_air or now - odd.since < FIRMLY_SECONDS):
            return
        weight = self._weighing.weight(place)
        if place not in self._weighing.moving and isinstance(weight, Weight):
            self._known[place] = self._known[place].rezeroed(weight)
            self._explained.pop(place, None)

    def _falls(self, place: Place) -> list[Happening]:
        kinds = frozenset(self._known[place].pieces)
        lightest = min(self._masses[kind].mean_grams for kind in kinds)
        time = self._courses[place].changed_at(-lightest)
        if len(kinds) > 1:
            self._loosened[place] = time
            return [Loosened(place, kinds, time)]
        (kind,) = kinds
        lifted = Lifted(kind, place, time)
        self.in_air[kind] = lifted
        self._take_away(kind, place)
        self._explained.pop(place, None)
        self._begin_course(place)
        return [lifted]

    def _take_away(self, kind: Kind, place: Place) -> None:
        self._now_holds(frozenset(self._known[place].pieces) - {kind}, place)

    def _now_holds(self, kinds: Standing, place: Place) -> None:
        """What is known of a place where individuals came or went and whose weight has yet to say so."""
        known = self._known[place]
        gross = predicted(known, self._masses, kinds)
        shared = min(known.tare.variance, gross.variance) if kinds else gross.variance
        pieces = dict.fromkeys(sorted(kinds), 1)
        self._known[place] = replace(known, pieces=pieces, gross=gross, shared_variance=shared)

    def _look(self, now: float) -> list[Happening]:
        """Explain the places that lie still and weigh otherwise than was believed."""
        moving, stretches = self._weighing.moving, self._weighing.stretches
        came_to_rest, self._was_moving = self._was_moving - moving, moving
        self._moved_at |= dict.fromkeys(moving, now)
        weights: dict[Place, Weight] = {}
        is_due = False
        for place, number in self._number.items():
            if place in moving:
                # A place in movement is nobody's to judge; what was said of it holds until it lies still.
                continue
            weight = self._weighing.weight(place)
            if isinstance(weight, CellFault):
                self.dead[place] = weight
                continue
            self.dead.pop(place, None)
            # What came and went without two samples alike began no stretch, and yet was there.
            is_new = self._explained.get(place) != stretches[number] or place in came_to_rest
            is_open = place in self.odd or place in self.doubts
            if is_new and self._is_as_believed(place, weight):
                # It may weigh so for a moment as one cup leaves and another comes: what loosened stays open.
                self._note_visit(place)
                self._settle(place, weight, stretches[number])
            elif is_new or is_open:
                weights[place] = weight
                is_due = is_due or is_new or now >= self._next_look.get(place, now)
        return self._explain(weights, now) if is_due else []

    def _explain(self, weights: Mapping[Place, Weight], now: float) -> list[Happening]:
        looks = [self._look_at(place, weight) for place, weight in weights.items()]
        best, *others = explained(looks, self._masses, self.in_air.keys())
        stretches = self._weighing.stretches
        arrivals: dict[Place, Standing] = {}
        happened: list[Happening] = []
        for place, weight in weights.items():
            self._explained[place] = stretches[self._number[place]]
            self._next_look[place] = now + LOOK_AGAIN_SECONDS
            kinds = best.standing[place]
            agreeing = best.probability + sum(
                other.probability for other in others if other.standing[place] == kinds
            )
            odd = sum(other.probability for other in others if other.standing[place] is None)
            is_sure = agreeing >= ACCEPT_OVER_ODD and agreeing + odd >= ACCEPT
            if kinds is None:
                was_doubted = self.doubts.pop(place, None) is not None
                grams = weight.grams - self._known[place].gross.grams
                before = self.odd.get(place) or Odd.begun(now, was_doubted=was_doubted)
                happened += self._came_back(place, grams - before.grams, before.grams)
                self.odd[place] = Odd(grams, before.since)
            elif not is_sure and place not in self._vouched:
                rivals = [other.standing[place] for other in others]
                named = [each for each in (kinds, *rivals) if each is not None]
                self.odd.pop(place, None)
                self.doubts[place] = tuple(dict.fromkeys(named))
            elif self._has_rival(place, kinds, now):
                self._explained.pop(place)
            elif place in best.burdened:
                happened += self._moved_beside_burden(place, kinds, weight, now)
            else:
                if kinds == self._known[place].pieces.keys():
                    self._note_visit(place)
                happened += self._gone(place, kinds, now)
                self._loosened.pop(place, None)
                arrivals[place] = kinds
        for place, kinds in arrivals.items():
            happened += self._come(place, kinds)
            self._known[place] = self._known[place].refilled(
                dict.fromkeys(sorted(kinds), 1), weights[place], PHYSICS.drift_grams**2, 0
            )
            self._settle(place, weights[place], stretches[self._number[place]])
        return happened

    def _has_rival(self, place: Place, kinds: Standing, now: float) -> bool:
        """Whether a cup that seems to have landed here may have landed where it moves yet."""
        more = [
            latest - self._known[other].gross.grams
            for other in self._weighing.moving - {place}
            if (latest := self._weighing.latest_grams[other]) is not None
        ]
        return self._rivals.are_waited_for(place, kinds - self._known[place].pieces.keys(), more, now)

    def _look_at(self, place: Place, weight: Weight) -> Look:
        since = self._moved_at.get(place, -math.inf)
        course = self._courses[place]
        absent = (
            kind
            for kind, lifted in self.in_air.items()
            if lifted is not None and (lifted.time > since or self._rose_too_soon(course, lifted, place))
        )
        burden = self.odd[place].grams if place in self.odd else None
        return Look(place, self._known[place], weight, *course.extremes(), burden, frozenset(absent))

    def _rose_too_soon(self, course: Course, lifted: Lifted, place: Place) -> bool:
        """Whether a place bore as much before anybody could have brought what was lifted elsewhere."""
        grams, soonest = self._masses[lifted.kind].mean_grams, lifted.time + SOONEST_SECONDS
        is_elsewhere = lifted.place != place and course.changed_at(grams) < soonest
        return is_elsewhere and course.risen_after(soonest) < SHOWN_SHARE * grams

    def _came_back(self, place: Place, more_grams: float, burden_grams: float) -> list[Happening]:
        """What loosened as a hand came to rest there, and is put down under that hand, by what it weighs."""
        if place not in self._loosened or place not in self.odd:
            return []
        kind = only_one_like(self._masses, self._known[place].pieces, more_grams)
        if kind is None:
            return []
        lifted = Lifted(kind, place, self._loosened.pop(place))
        return [
            lifted,
            Landed(kind, place, self._courses[place].changed_at(more_grams, burden_grams), lifted),
        ]

    def _moved_beside_burden(
        self, place: Place, kinds: Standing, weight: Weight, now: float
    ) -> list[Happening]:
        """What went and came while a hand or a thing lay there as heavy as before."""
        odd = self.odd[place]
        happened = self._gone(place, kinds, now, odd.grams)
        self._loosened.pop(place, None)
        happened += self._come(place, kinds, odd.grams)
        self._now_holds(kinds, place)
        self._begin_course(place)
        self.odd[place] = Odd(weight.grams - self._known[place].gross.grams, odd.since)
        return happened

    def _gone(self, place: Place, kinds: Standing, now: float, burden_grams: float = 0.0) -> list[Happening]:
        happened, before = list[Happening](), frozenset(self._known[place].pieces)
        came_grams = burden_grams + sum(self._masses[kind].mean_grams for kind in kinds - before)
        # A place that lies still has lost nothing since it moved.
        latest = min(now, self._moved_at.get(place, now))
        for kind in sorted(before - kinds):
            lost_grams = self._masses[kind].mean_grams
            time = self._loosened.get(place)
            if time is None:
                time = min(latest, self._courses[place].lost_at(lost_grams, came_grams))
            lifted = Lifted(kind, place, time)
            self.in_air[kind] = lifted
            happened.append(lifted)
            if not came_grams:
                self._note_visit(place, self._courses[place].since_lost(time, lost_grams))
        return happened

    def _come(self, place: Place, kinds: Standing, burden_grams: float = 0.0) -> list[Happening]:
        course, happened = self._courses[place], list[Happening]()
        came = kinds - frozenset(self._known[place].pieces)
        grams = {kind: self._masses[kind].mean_grams for kind in sorted(came)}
        times = arrivals(course, grams, burden_grams)
        for kind in sorted(came, key=times.__getitem__):
            for other, known in self._known.items():
                if kind in known.pieces and other != place:
                    # What moves or lies there hides that it went; once something odd goes, nothing falls.
                    self._take_away(kind, other)
                    if other in self.odd:
                        self._begin_course(other)
            happened += self._landed(kind, place, times[kind])
        return happened

    def _note_visit(self, place: Place, samples: Sequence[tuple[float, float]] | None = None) -> None:
        """A place lies as it lay before; perhaps something stood there for a moment."""
        changes = self._courses[place].changes() if samples is None else samples
        self._visits.note(place, changes, self._calibration.places[place].noise_grams)

    def _landed(self, kind: Kind, place: Place, time: float) -> list[Happening]:
        """An individual landed, perhaps after it had stood elsewhere for a moment."""
        lifted = self.in_air.pop(kind, None)
        if lifted is None:
            return [Landed(kind, place, time)]
        happened, perhaps = list[Happening](), list[Landed]()
        mass = self._masses[kind]
        for other in self._courses:
            if other in self._weighing.moving or other in self.odd:
                # Whoever took it from there may still press, or the bar rings.
                self._note_visit(other)
        for visit in self._visits.between(lifted.time, time, mass, place):
            landed = Landed(kind, visit.place, visit.came, lifted, tuple(perhaps))
            if visit.is_sure:
                lifted = Lifted(kind, visit.place, visit.left)
                happened += [landed, lifted]
                perhaps.clear()
            else:
                perhaps.append(replace(landed, meanwhile=()))
        return [*happened, Landed(kind, place, max(time, lifted.time), lifted, tuple(perhaps))]

    def _is_as_believed(self, place: Place, weight: Weight) -> bool:
        gross = self._known[place].gross
        sigma = math.sqrt(gross.variance + weight.variance)
        return abs(weight.grams - gross.grams) <= SAME_SIGMAS * sigma

    def _settle(self, place: Place, weight: Weight, stretch: int) -> None:
        """The place lies still and its weight is explained."""
        self._explained[place] = stretch
        self._known[place] = self._known[place].followed(weight, LARGEST_WANDER_GRAMS**2)
        self.odd.pop(place, None)
        self.doubts.pop(place, None)
        self._rivals.forget(place)
        self._vouched.discard(place)
        self._begin_course(place)

    def _begin_course(self, place: Place) -> None:
        known = self._known[place]
        lightest = min((self._masses[kind].mean_grams for kind in known.pieces), default=None)
        self._courses[place].begin(known.gross.grams, lightest)

    def _follow_zeros(self, now: float) -> None:
        self._next_follow = now + FOLLOW_SECONDS
        for place in self._known.keys() - self._weighing.moving - self.odd.keys() - self.doubts.keys():
            weight = self._weighing.weight(place)
            if (
                isinstance(weight, Weight)
                and place in self._explained
                and self._is_as_believed(place, weight)
            ):
                self._note_visit(place)
                self._known[place] = self._known[place].followed(weight, LARGEST_WANDER_GRAMS**2)
                self._begin_course(place)
                if now - self._moved_at.get(place, -math.inf) >= LOOK_AGAIN_SECONDS:
                    self._loosened.pop(place, None)
