"""Follow the individuals on a board: which stands where, which is in the air since when, and odd weights.

Frames in, events out; the time is that of the frames. A lift is reported while the weight still falls. A
landing, and a lift from among others, is reported as soon as the place lies still and its weight decides.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.explaining import Explanation, Look, Standing, explained
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted, Odd
from cupsboard.recognition.individuals.ledger import Ledger
from cupsboard.recognition.individuals.masses import Masses, masses_of, only_one_like
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing

_COSTS = COSTS.individuals


class Rivals:
    """The landings whose report is delayed, and the time since which each is.

    A landing is delayed while another place still moves on which the same individual may have landed: the
    weight of the first place may then be a hand's.
    """

    def __init__(self, masses: Masses) -> None:
        self._masses = masses
        self._since: dict[Place, float] = {}

    def are_waited_for(self, place: Place, came: Standing, more_grams: Iterable[float], now: float) -> bool:
        """Record a doubtful landing of the individuals `came` on `place`. Return whether to delay it.

        The landing is delayed while a moving place has become heavier by most of an individual in `came`, but
        only for a set time after the first call. `more_grams` is the measured minus the expected weight of
        each moving place, `now` the time in seconds.
        """
        more = tuple(more_grams)
        masses = (self._masses[kind].mean_grams for kind in came)
        if not any(each >= _COSTS.rival_share * mass for mass in masses for each in more):
            return False
        return now - self._since.setdefault(place, now) < _COSTS.rival_seconds

    def forget(self, place: Place) -> None:
        """End the delay of a landing on `place`, because the weight of the place has been explained."""
        self._since.pop(place, None)


class Watch:
    """Detects the lifts and landings of the individuals of one board from its frames."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        knowledge: Knowledge,
        kinds: Collection[Kind],
        *,
        is_known: bool,
    ) -> None:
        """Begin with the places `cells`, in the order of a frame's readings, and the individuals `kinds`.

        If `is_known`, `knowledge` holds the individuals on each place; otherwise every place counts as empty
        until its weight has been explained. Raises SensingError if an individual was never weighed on this
        board.
        """
        self._masses = masses_of(calibration, kinds)
        self._weighing = Weighing(calibration, cells)
        self._noise_grams = {place: calibration.places[place].noise_grams for place in cells}
        self._knowledge = knowledge
        places = {place: knowledge.places[place] for place in cells}
        if not is_known:
            places = {place: known.emptied() for place, known in places.items()}
        self._ledger = Ledger(calibration, self._masses, places)
        self._number = {place: number for number, place in enumerate(cells)}
        self._explained: dict[Place, int] = {}
        self._moving: frozenset[Place] = frozenset(cells)
        self._was_moving: frozenset[Place] = frozenset()
        self._unwatched = set(cells)
        """Places whose changes were not seen yet: the power was off."""
        self._moved_at: dict[Place, float] = {}
        """When each place was last seen moving."""
        self._next_look: dict[Place, float] = {}
        self._next_follow = -math.inf
        self._rivals = Rivals(self._masses)
        self._vouched: set[Place] = set()
        self._settled: list[Place] = []
        self.odd: dict[Place, Odd] = {}
        """The places with an odd weight."""
        self.doubts: dict[Place, tuple[Standing, ...]] = {}
        """The places whose weight doesn't decide, each with its possible contents, the most probable
        first."""
        self.dead: dict[Place, CellFault] = {}
        """The places that can't be weighed."""

    @property
    def standing(self) -> dict[Place, Standing]:
        """Return the individuals on every place, as far as known."""
        return self._ledger.standing

    @property
    def in_air(self) -> Mapping[Kind, Lifted | None]:
        """Return the individuals on no place, each with its last lift; None if no lift was seen."""
        return self._ledger.in_air

    @property
    def perhaps_back(self) -> tuple[Landed, ...]:
        """Return the landings of individuals that may have been lifted and put back under a hand.

        Only what the latest frame showed is included.
        """
        return tuple(self._ledger.perhaps_back)

    @property
    def knowledge(self) -> Knowledge:
        """Return the present knowledge of the places: their individuals, weights and zeros."""
        return replace(self._knowledge, places=dict(self._ledger.known))

    @property
    def moving(self) -> frozenset[Place]:
        """Return the places that are not still, or whose weight has not been explained yet."""
        unexplained = (place for place in self._ledger.known if place not in self._explained)
        return self._moving | {place for place in unexplained if place not in self.dead}

    @property
    def latest_grams(self) -> Mapping[Place, float | None]:
        """Return the newest weight of every place above its bare platform; None without a sample."""
        return self._weighing.latest_grams

    def step(self, frame: Frame) -> tuple[Happening, ...]:
        """Evaluate one frame. Return the lifts and landings that it has made known, in order of time."""
        self._ledger.perhaps_back.clear()
        self._weighing.step(frame)
        self._moving = self._weighing.moving | self._trembling()
        happened: list[Happening] = []
        for place, grams in self._weighing.fresh_grams.items():
            if self._ledger.courses[place].add(frame.time, grams):
                happened += self._ledger.falls(place)
                if not self._ledger.known[place].pieces:
                    self._explained.pop(place, None)
        happened += self._look(frame.time)
        for place in self._settled:
            happened += self._ledger.rests(place, frame.time, self._open)
        self._settled.clear()
        if frame.time >= self._next_follow:
            self._follow_zeros(frame.time)
        self._ledger.remember(happened)
        return tuple(sorted(happened, key=lambda each: each.time))

    def take_likeliest(self, place: Place) -> None:
        """Accept the most probable content of `place`, because the players confirmed it.

        The content is accepted when the place is next evaluated. Does nothing unless the place is in
        `doubts`.
        """
        if place in self.doubts:
            self._vouched.add(place)
            self._explained.pop(place, None)

    def only_pieces(self, place: Place, now: float) -> None:
        """Ascribe the odd weight of `place` to its zero: the players say that no foreign thing lies on it.

        Does nothing if the place moves or has no odd weight. A large odd weight is ignored while an
        individual is in the air, which may lean on the place. A large one is also ignored if it began only
        some seconds before `now`: a hand may rest on the place, and the players' tap mean something else.
        """
        odd = self.odd.get(place)
        if odd is None:
            return
        is_much = abs(odd.grams) >= _COSTS.leaning_grams
        if is_much and (self.in_air or now - odd.since < _COSTS.firmly_seconds):
            return
        weight = self._weighing.weight(place)
        if place not in self._moving and isinstance(weight, Weight):
            self._ledger.known[place] = self._ledger.known[place].rezeroed(weight)
            self._explained.pop(place, None)

    def _trembling(self) -> set[Place]:
        """Return the places that only seem still: a hand trembles there."""
        calibrated = self._noise_grams
        return {
            place
            for place, noise in self._weighing.noise_grams.items()
            if place not in self.dead
            and noise > _COSTS.grown_times * calibrated[place]
            and self._ledger.courses[place].trail.trembles(calibrated[place])
        }

    def _look(self, now: float) -> list[Happening]:
        """Return the events of places that lie still and weigh otherwise than expected."""
        moving, stretches = self._moving, self._weighing.stretches
        came_to_rest, self._was_moving = self._was_moving - moving, moving
        self._moved_at |= dict.fromkeys(moving, now)
        weights: dict[Place, Weight] = {}
        happened = list[Happening]()
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
                happened += self._ledger.return_to(place, now, self._open)
                self._settle(place, weight, stretches[number])
            elif is_new or is_open:
                weights[place] = weight
                is_due = is_due or is_new or now >= self._next_look.get(place, now)
        return [*happened, *self._explain(weights, now)] if is_due else happened

    def _explain(self, weights: Mapping[Place, Weight], now: float) -> list[Happening]:
        looks = [self._look_at(place, weight) for place, weight in weights.items()]
        best, *others = explained(looks, self._masses, self.in_air.keys())
        stretches = self._weighing.stretches
        arrivals: dict[Place, Standing] = {}
        happened: list[Happening] = []
        for place, weight in weights.items():
            self._explained[place] = stretches[self._number[place]]
            self._next_look[place] = now + _COSTS.look_again_seconds
            kinds = best.standing[place]
            agreeing = best.probability + sum(
                other.probability for other in others if other.standing[place] == kinds
            )
            odd = sum(
                other.probability
                for other in others
                if other.standing[place] is None and place not in other.half_off
            )
            is_sure = agreeing >= _COSTS.accept_over_odd and agreeing + odd >= _COSTS.accept
            if kinds is None:
                was_doubted = self.doubts.pop(place, None) is not None
                grams = weight.grams - self._ledger.known[place].gross.grams
                before = self.odd.get(place) or Odd.begun(now, was_doubted=was_doubted)
                happened += self._came_back(place, grams - before.grams, before.grams)
                self.odd[place] = Odd(grams, before.since)
            elif not (is_sure and self._shows_steps(place, best)) and place not in self._vouched:
                rivals = [other.standing[place] for other in others]
                named = [each for each in (kinds, *rivals) if each is not None]
                self.odd.pop(place, None)
                self.doubts[place] = tuple(dict.fromkeys(named))
            elif self._has_rival(place, kinds, now):
                self._explained.pop(place)
            elif place in best.burdened:
                happened += self._moved_beside_burden(place, kinds, weight, now)
            else:
                happened += self._ledger.leave(place, kinds, self._latest(place, now), self._open)
                arrivals[place] = kinds
        self._ledger.foresee(arrivals)
        for place, kinds in arrivals.items():
            happened += self._ledger.come(place, kinds, self._open)
            self._ledger.fill(place, kinds, weights[place])
            self._settle(place, weights[place], stretches[self._number[place]])
        return happened

    def _has_rival(self, place: Place, kinds: Standing, now: float) -> bool:
        """Return whether a cup that seems to have landed here may have landed on a moving place."""
        more = [
            latest - self._ledger.known[other].gross.grams
            for other in self._moving - {place}
            if (latest := self._weighing.latest_grams[other]) is not None
        ]
        return self._rivals.are_waited_for(place, kinds - self._ledger.known[place].pieces.keys(), more, now)

    def _look_at(self, place: Place, weight: Weight) -> Look:
        known, course = self._ledger.known[place], self._ledger.courses[place]
        burden = self.odd[place].grams if place in self.odd else None
        if place in self._unwatched:
            return Look(place, known, weight, burden_grams=burden)
        risen = {
            kind: course.risen_after(self._soonest_at(place, kind))
            for kind in self._masses.keys() - known.pieces.keys()
        }
        shown_grams = _COSTS.step_share * (weight.grams - known.gross.grams)
        carried = frozenset(
            kind for kind, lifted in self.in_air.items() if lifted is not None and risen[kind] >= shown_grams
        )
        unfallen = frozenset(kind for kind in known.pieces if self._ledger.fell_at(place, kind) is None)
        return Look(place, known, weight, risen, course.fallen(), carried, unfallen, burden)

    def _soonest_at(self, place: Place, kind: Kind) -> float:
        """Return the earliest time at which a place may rise because an individual was brought."""
        if kind in self.in_air:
            lifted = self.in_air[kind]
            left = -math.inf if lifted is None or lifted.place == place else lifted.earliest
        else:
            stood_at = next(at for at, kinds in self.standing.items() if kind in kinds)
            fell_at = self._ledger.fell_at(stood_at, kind)
            left = self._ledger.seen_whole_at(stood_at) if fell_at is None else fell_at
        # What came just before shows until a step has shown.
        return left + _COSTS.soonest_seconds + _COSTS.lift_shown_seconds

    def _shows_steps(self, place: Place, best: Explanation) -> bool:
        """Return whether every arrival and departure at a place left a weight that was seen.

        The departure of an individual that has landed elsewhere needs no such weight.
        """
        if place in self._unwatched:
            return True
        elsewhere = frozenset[Kind]().union(
            *(kinds for other, kinds in best.standing.items() if other != place and kinds is not None)
        )
        burden = self.odd[place].grams if place in best.burdened else 0.0
        return self._ledger.shows_steps(place, best.standing[place] or frozenset(), elsewhere, burden)

    def _came_back(self, place: Place, more_grams: float, burden_grams: float) -> list[Happening]:
        """Return the lift and landing of an individual put back under a hand, identified by its weight."""
        if place not in self._ledger.loosened or place not in self.odd:
            return []
        kind = only_one_like(self._masses, self._ledger.known[place].pieces, more_grams)
        if kind is None:
            return []
        lifted = Lifted(kind, place, self._ledger.loosened.pop(place))
        return [
            lifted,
            Landed(kind, place, self._ledger.courses[place].changed_at(more_grams, burden_grams), lifted),
        ]

    def _moved_beside_burden(
        self, place: Place, kinds: Standing, weight: Weight, now: float
    ) -> list[Happening]:
        """Return the events at a place that still bears a hand or a thing as heavy as before."""
        odd = self.odd[place]
        happened = self._ledger.leave(place, kinds, self._latest(place, now), self._open, odd.grams)
        happened += self._ledger.come(place, kinds, self._open, odd.grams)
        self._ledger.now_holds(kinds, place)
        self._ledger.begin_course(place)
        self.odd[place] = Odd(weight.grams - self._ledger.known[place].gross.grams, odd.since)
        return happened

    @property
    def _open(self) -> frozenset[Place]:
        """Return the places whose content is unknown: they move, or bear an odd weight."""
        return self._moving | self.odd.keys()

    def _latest(self, place: Place, now: float) -> float:
        """Return the time since which a place has lost nothing: it lies still."""
        return min(now, self._moved_at.get(place, now))

    def _is_as_believed(self, place: Place, weight: Weight) -> bool:
        gross = self._ledger.known[place].gross
        sigma = math.sqrt(gross.variance + weight.variance)
        return abs(weight.grams - gross.grams) <= _COSTS.same_sigmas * sigma

    def _settle(self, place: Place, weight: Weight, stretch: int) -> None:
        """Note that a place lies still and its weight is explained."""
        self._settled.append(place)
        self._unwatched.discard(place)
        self._explained[place] = stretch
        self._ledger.known[place] = self._ledger.known[place].followed(weight, _COSTS.largest_wander_grams**2)
        self.odd.pop(place, None)
        self.doubts.pop(place, None)
        self._rivals.forget(place)
        self._vouched.discard(place)
        self._ledger.begin_course(place)

    def _follow_zeros(self, now: float) -> None:
        self._next_follow = now + _COSTS.follow_seconds
        for place in self._ledger.known.keys() - self._moving - self.odd.keys() - self.doubts.keys():
            weight = self._weighing.weight(place)
            if (
                isinstance(weight, Weight)
                and place in self._explained
                and self._is_as_believed(place, weight)
            ):
                self._ledger.known[place] = self._ledger.known[place].followed(
                    weight, _COSTS.largest_wander_grams**2
                )
                self._ledger.begin_course(place)
                if now - self._moved_at.get(place, -math.inf) >= _COSTS.look_again_seconds:
                    self._ledger.loosened.pop(place, None)
