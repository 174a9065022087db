"""What the board knows of its places and beans at the last agreed table, with how sure it is of it.

Contents are known by conservation, not by counting: a place's content weight is its gross weight less its
tare, the tare is regained whenever the place is seen empty, and every bean that was accepted alone is one
more sample of what a bean weighs.

Pieces that nobody touches weigh what they weighed. So a place where none came or went has a content without
process noise and a zero with some: beyond what the scale's own error explains, its change is the zero's.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.population import Population, mass_of, population_of
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class PlaceKnowledge:
    """One place at the last agreed table.

    `gross` is what it weighed then, `tare` what it weighs empty (cup and platform); both in grams above
    the calibrated bare platform.
    """

    pieces: Mapping[Kind, int]
    gross: Weight
    tare: Weight
    cup_grams: float
    gain_error: float
    shared_variance: float = 0.0
    """The covariance of both: as much of the doubt about `gross` is doubt about the zero, not the content."""
    wander_variance: float = PHYSICS.drift_grams**2
    """How far this zero was seen to wander from one look or table to the next, beyond what noise explains."""
    slope_grams: float = 0.0
    """How far this zero goes from one look to the next, the same way each time."""
    touches: int = 0
    """How often pieces have come or gone since the zero was seen."""

    @property
    def count(self) -> int:
        """How many pieces of any kind lie there."""
        return sum(self.pieces.values())

    @property
    def content_grams(self) -> float:
        """The weight of the pieces in this place."""
        return self.gross.grams - self.tare.grams

    @property
    def content_variance(self) -> float:
        """How uncertain the content weight is."""
        return self.gross.variance + self.tare.variance - 2 * self.shared_variance

    def doubted(self, zero_variance: float, content_variance: float = 0.0) -> "PlaceKnowledge":
        """The place after something has changed its zero, its content or both by nobody knows what."""
        variance = zero_variance + content_variance
        return replace(
            self,
            gross=Weight(self.gross.grams, self.gross.variance + variance),
            tare=Weight(self.tare.grams, self.tare.variance + zero_variance),
            shared_variance=self.shared_variance + zero_variance,
        )

    def weighed(self, weight: Weight) -> "PlaceKnowledge":
        """The place after a look: a Kalman step of gross weight and zero.

        A scale shows the sum of zero and content. So a look makes the sum sure, and shares what is off
        between both as they were in doubt; how much of it was whose stays in doubt.
        """
        total = self.gross.variance + weight.variance
        off, share = weight.grams - self.gross.grams, self.shared_variance / total
        return replace(
            self,
            gross=Weight(
                self.gross.grams + self.gross.variance / total * off,
                self.gross.variance * weight.variance / total,
            ),
            tare=Weight(self.tare.grams + share * off, self.tare.variance - share * self.shared_variance),
            shared_variance=share * weight.variance,
        )

    def followed(self, weight: Weight, largest_wander_variance: float) -> "PlaceKnowledge":
        """The place after one more look at the same pieces in it, whose zero wanders."""
        # Looks at one still stretch share samples, so what they agree on is not believed beyond this.
        drifted = self.doubted(self.wander_variance + _COSTS.shared_samples_share * weight.variance)
        total = drifted.gross.variance + weight.variance
        furthest = _COSTS.outlier_sigmas * math.sqrt(total)
        off = max(-furthest, min(furthest, weight.grams - self.gross.grams))
        wandered = off * off - (self.gross.variance + weight.variance)
        wander = self.wander_variance + _COSTS.wander_share * (wandered - self.wander_variance)
        seen = drifted.weighed(Weight(self.gross.grams + off, weight.variance))
        step = seen.gross.grams - self.gross.grams
        slope = self.slope_grams + _COSTS.wander_share * (step - self.slope_grams)
        steepest = math.sqrt(largest_wander_variance)
        return replace(
            seen,
            slope_grams=min(max(slope, -steepest), steepest),
            wander_variance=min(max(wander, PHYSICS.drift_grams**2), largest_wander_variance),
        )

    def rezeroed(self, weight: Weight) -> "PlaceKnowledge":
        """The place with the same pieces, whose zero is elsewhere than it was thought."""
        tare = Weight(weight.grams - self.content_grams, self.content_variance + weight.variance)
        return replace(self, gross=weight, tare=tare, shared_variance=weight.variance)

    def emptied(self) -> "PlaceKnowledge":
        """The place with nothing in it."""
        return replace(self, pieces={}, gross=self.tare, shared_variance=self.tare.variance)

    def weighed_again(self, weight: Weight) -> "PlaceKnowledge":
        """The place with the same pieces, whose weight was in doubt and is known now."""
        return self.weighed(weight) if self.count else self.refilled({}, weight, 0.0, 0)

    def refilled(
        self, pieces: Mapping[Kind, int], weight: Weight, jump_variance: float, looks: int
    ) -> "PlaceKnowledge":
        """The place after pieces came or went: what its zero does not explain is content.

        `jump_variance` is how far a zero jumps where hands were, `looks` for how many it was not followed.
        """
        if not any(pieces.values()):
            return replace(
                self, pieces={}, gross=weight, tare=weight, shared_variance=weight.variance, touches=0
            )
        # A zero that creeps does so in one direction: what it went at every touch adds up, unlike its jumps.
        crept = (2 * self.touches + 1) * self.wander_variance
        tare = Weight(self.tare.grams + looks * self.slope_grams, self.tare.variance + crept + jump_variance)
        return replace(
            self, pieces=pieces, gross=weight, tare=tare, shared_variance=0.0, touches=self.touches + 1
        )

    def with_further_jumps(self, variance: float) -> "PlaceKnowledge":
        """The place, if its zero jumped further, or less far, than was thought wherever hands were."""
        doubt = max(self.tare.variance + self.touches * variance, self.shared_variance)
        return replace(self, tare=Weight(self.tare.grams, doubt))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything the next recognition starts from."""

    places: Mapping[Place, PlaceKnowledge]
    pieces: Mapping[Kind, Population]
    jump_variance: float = PHYSICS.drift_grams**2
    """How far zeros were seen to jump where hands had been, beyond what noise and wandering explain."""

    placement_share: float = _COSTS.first_placement_share
    """How far off its load a cup was seen to be that a hand had put back."""

    def placement_variance(self, gross_grams: float) -> float:
        """Of the weight of a cup that was lifted: where it stood before counts as much as where it stands."""
        return 2 * (self.placement_share * gross_grams) ** 2

    @property
    def contents(self) -> dict[Place, int]:
        """The counts of the agreed table, weighed places only."""
        return {place: known.count for place, known in self.places.items()}

    @property
    def lightest_grams(self) -> float:
        """The mean mass of the lightest kind of piece."""
        return min(population.mean_grams for population in self.pieces.values())

    @property
    def mean_wander_variance(self) -> float:
        """How far zeros wander from look to look, over all places."""
        return sum(known.wander_variance for known in self.places.values()) / len(self.places)

    @property
    def unsteady_grams(self) -> float:
        """How far zeros wander from look to look, or jump where hands were, whichever is further."""
        return math.sqrt(max(self.mean_wander_variance, self.jump_variance))


def from_calibration(calibration: Calibration, lying: Pieces, kinds: Collection[Kind] = (BEAN,)) -> Knowledge:
    """What is known before any table has been agreed: the calibration, and what should lie where.

    `kinds` are those of the game. Zeros may have wandered since the calibration, so this begins unsure and is
    made sure by the first agreed table; nothing is ever tared without one.
    """
    populations = {kind: population_of(calibration.pieces[kind], is_grown=kind == BEAN) for kind in kinds}
    places = {}
    for place, values in calibration.places.items():
        pieces = present(lying.get(place, {}))
        tare = Weight(values.cup_grams, values.cup_error_grams**2 + PHYSICS.stored_drift_grams**2)
        content = mass_of(pieces, populations)
        places[place] = PlaceKnowledge(
            pieces=pieces,
            gross=Weight(tare.grams + content.grams, tare.variance + content.variance),
            tare=tare,
            cup_grams=values.cup_grams,
            gain_error=values.gain_error,
            # A zero that is elsewhere shifts both: a first look that finds the place empty shows it.
            shared_variance=tare.variance,
        )
    lightest = min(each.mean_grams for each in populations.values())
    jump = _COSTS.first_jump_beans * lightest
    return Knowledge(places, populations, max(jump, PHYSICS.drift_grams) ** 2)


def present(pieces: Mapping[Kind, int]) -> dict[Kind, int]:
    """The kinds of which there are any, with how many."""
    return {kind: count for kind, count in pieces.items() if count}


def still(
    knowledge: Knowledge, settled: Settled, places: Collection[Place], traded: Collection[Place] = ()
) -> Knowledge:
    """The knowledge after another look at places where no piece has come or gone since the last.

    In `traded` places as many other pieces may lie: what is no chance there is theirs and not the zero's.
    """
    found = dict(knowledge.places)
    for place in places:
        weight, known = settled.weights[place], found[place]
        if isinstance(weight, Weight):
            doubt = math.sqrt(known.gross.variance + known.wander_variance + weight.variance)
            if place in traded and abs(weight.grams - known.gross.grams) > COSTS.limits.chance_sigmas * doubt:
                found[place] = replace(known, gross=weight, shared_variance=0.0)
            else:
                found[place] = known.followed(weight, largest_wander(knowledge))
    return replace(knowledge, places=found)


def zeros_doubted(
    known: Mapping[Place, PlaceKnowledge], gone_grams: Mapping[Place, float]
) -> dict[Place, PlaceKnowledge]:
    """What is known of the same places, where the zeros of these may have gone so far."""
    return {**known, **{place: known[place].doubted(gone**2) for place, gone in gone_grams.items()}}


def largest_wander(knowledge: Knowledge) -> float:
    """The largest variance by which a zero is believed to wander from one look to the next."""
    return (_COSTS.most_wander_beans * knowledge.lightest_grams) ** 2


def rested(knowledge: Knowledge) -> Knowledge:
    """The same knowledge after the board was off for nobody knows how long: zeros may have wandered."""
    drift = PHYSICS.stored_drift_grams**2

    def wandered(weight: Weight) -> Weight:
        return Weight(weight.grams, weight.variance + drift)

    places = {
        place: replace(
            known,
            gross=wandered(known.gross),
            tare=wandered(known.tare),
            shared_variance=known.shared_variance + drift,
        )
        for place, known in knowledge.places.items()
    }
    return replace(knowledge, places=places)


def followed(knowledge: Knowledge, lying: Pieces) -> Knowledge:
    """The same knowledge of a table that was agreed after it and has not been weighed since."""
    places = {
        place: unseen(known, present(lying[place]), knowledge.pieces)
        for place, known in knowledge.places.items()
    }
    return replace(knowledge, places=places)


def filled_places(knowledge: Knowledge, settled: Settled) -> frozenset[Place]:
    """The places that weigh so much more than when empty that something must lie there."""
    filled = []
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, Weight):
            doubt = math.sqrt(weight.variance + known.tare.variance)
            if weight.grams - known.tare.grams > max(
                COSTS.limits.piece_beans * knowledge.lightest_grams, COSTS.limits.chance_sigmas * doubt
            ):
                filled.append(place)
    return frozenset(filled)


def unseen(
    known: PlaceKnowledge, pieces: Mapping[Kind, int], populations: Mapping[Kind, Population]
) -> PlaceKnowledge:
    """The place with these pieces in it, which has not been weighed with them."""
    if not pieces:
        return known.emptied()
    gross = known.gross
    for kind in {**known.pieces, **pieces}:
        arrived = pieces.get(kind, 0) - known.pieces.get(kind, 0)
        gross = Weight(
            gross.grams + arrived * populations[kind].mean_grams,
            gross.variance + abs(arrived) * populations[kind].variance,
        )
    return replace(known, pieces=pieces, gross=gross)
