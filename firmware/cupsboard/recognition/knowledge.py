"""Knowledge: what the board believes of its places and pieces at the last agreed table, with its uncertainty.

Contents are known by conservation, not by counting: a place's content weight is its gross weight less its
tare, the tare is regained whenever the place is seen empty, and every piece that was accepted alone is one
more sample of its kind's mass.

Untouched pieces keep their weight. So a place where no piece came or went has a content without process noise
and a zero with some: beyond what the scale's own error explains, its change is the zero's.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.population import Population, mass_of, population_of
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.calibration import HEAVIEST_PIECE_GRAMS, Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class PlaceKnowledge:
    """The knowledge of one place at the last agreed table.

    `gross` is its weight with the pieces, `tare` its weight when empty (cup and platform); both in grams
    above the calibrated bare platform.
    """

    pieces: Mapping[Kind, int]
    gross: Weight
    tare: Weight
    cup_grams: float
    gain_error: float
    shared_variance: float = 0.0
    """The covariance of `gross` and `tare`: the part of the doubt about `gross` that is about the zero."""
    wander_variance: float = PHYSICS.drift_grams**2
    """Variance of this zero from one look or table to the next, beyond what noise explains."""
    slope_grams: float = 0.0
    """The mean drift of this zero from one look to the next."""
    touches: int = 0
    """How often pieces have come or gone since the zero was last seen."""

    @property
    def count(self) -> int:
        """Return how many pieces of any kind lie in this place."""
        return sum(self.pieces.values())

    @property
    def content_grams(self) -> float:
        """Return the weight of the pieces in this place."""
        return self.gross.grams - self.tare.grams

    @property
    def content_variance(self) -> float:
        """Return the variance (g²) of the weight of the pieces in this place."""
        return self.gross.variance + self.tare.variance - 2 * self.shared_variance

    def doubted(self, zero_variance: float, content_variance: float = 0.0) -> "PlaceKnowledge":
        """Return this place with larger variances of its zero and of its content, for an unknown reason.

        They grow by `zero_variance` and `content_variance` (g²). The weights stay the same.
        """
        variance = zero_variance + content_variance
        return replace(
            self,
            gross=Weight(self.gross.grams, self.gross.variance + variance),
            tare=Weight(self.tare.grams, self.tare.variance + zero_variance),
            shared_variance=self.shared_variance + zero_variance,
        )

    def weighed(self, weight: Weight) -> "PlaceKnowledge":
        """Return this place after a look at `weight`: a Kalman step of gross weight and zero.

        A scale shows the sum of zero and content. A look makes the sum certain, and divides its difference
        from the expected sum between the two in proportion to their variances. The division stays uncertain.
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
        """Return this place after one more look at the same pieces.

        The zero drifts between looks; the estimate of this drift is limited to `largest_wander_variance`
        (g²).
        """
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
        """Return this place with the weight `weight` and the same pieces: its zero has moved."""
        tare = Weight(weight.grams - self.content_grams, self.content_variance + weight.variance)
        return replace(self, gross=weight, tare=tare, shared_variance=weight.variance)

    def emptied(self) -> "PlaceKnowledge":
        """Return this place with no pieces in it."""
        return replace(self, pieces={}, gross=self.tare, shared_variance=self.tare.variance)

    def weighed_again(self, weight: Weight) -> "PlaceKnowledge":
        """Return this place with the same pieces and a new `weight` in the place of a doubtful one."""
        return self.weighed(weight) if self.count else self.refilled({}, weight, 0.0, 0)

    def refilled(
        self, pieces: Mapping[Kind, int], weight: Weight, jump_variance: float, looks: int
    ) -> "PlaceKnowledge":
        """Return this place after its contents changed to `pieces` and its weight to `weight`.

        Weight that the zero does not explain is ascribed to the content. `jump_variance` (g²) is how far a
        zero may jump under hands. The zero was not tracked for `looks` looks.
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

    def counted(self, expected: "PlaceKnowledge", weight: Weight) -> "PlaceKnowledge":
        """Return this place with the pieces of `expected`, which players have counted, at a `weight`.

        The weight that they leave unexplained is of pieces as light or heavy as few are, or of a zero that
        has moved: each counts as far as it explains that weight.
        """
        seen, off = expected.weighed(weight), weight.grams - expected.gross.grams
        variance = expected.gross.variance + weight.variance
        stays = (1.0 - _COSTS.moved_zero_share) * math.exp(-0.5 * off * off / variance)
        moves = _COSTS.moved_zero_share * math.sqrt(math.tau * variance) / (2.0 * _COSTS.zero_by_hand_grams)
        share = moves / (moves + stays)
        apart = expected.tare.grams + off - seen.tare.grams
        doubt = (1.0 - share) * seen.tare.variance + share * (expected.content_variance + weight.variance)
        tare = Weight(seen.tare.grams + share * apart, doubt + share * (1.0 - share) * apart * apart)
        return replace(
            expected, gross=weight, tare=tare, shared_variance=weight.variance, touches=self.touches + 1
        )

    def with_further_jumps(self, variance: float) -> "PlaceKnowledge":
        """Return this place with `variance` (g²) added to its zero's, once for each touch since it was seen.

        A negative `variance` makes the zero more certain.
        """
        doubt = max(self.tare.variance + self.touches * variance, self.shared_variance)
        return replace(self, tare=Weight(self.tare.grams, doubt))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of all places and kinds at an agreed table, from which the next recognition starts."""

    places: Mapping[Place, PlaceKnowledge]
    pieces: Mapping[Kind, Population]
    jump_variance: float = PHYSICS.drift_grams**2
    """Variance of a zero's jump where hands had been, beyond what noise and drift explain."""

    placement_share: float = _COSTS.first_placement_share
    """Standard deviation of a cup's weight after a hand has put it back, as a share of its load."""

    def placement_variance(self, gross_grams: float) -> float:
        """Return the variance (g²) by which lifting a cup and putting it back changes its weight.

        Both positions of the cup on its platform count.
        """
        return 2 * (self.placement_share * gross_grams) ** 2

    @property
    def contents(self) -> dict[Place, int]:
        """Return the piece counts of the agreed table, weighed places only."""
        return {place: known.count for place, known in self.places.items()}

    @property
    def lightest_grams(self) -> float:
        """Return the mean mass of the lightest kind of piece."""
        return min(population.mean_grams for population in self.pieces.values())

    @property
    def mean_wander_variance(self) -> float:
        """Return the variance of a zero's drift from look to look, as the mean of all places."""
        return sum(known.wander_variance for known in self.places.values()) / len(self.places)

    @property
    def unsteady_grams(self) -> float:
        """Return the larger of two standard deviations: of zeros' drift, and of their jumps under hands."""
        return math.sqrt(max(self.mean_wander_variance, self.jump_variance))


def from_calibration(calibration: Calibration, lying: Pieces, kinds: Collection[Kind] = (BEAN,)) -> Knowledge:
    """Return the knowledge before any agreed table: the calibration, with the pieces `lying` in place.

    `kinds` are those of the game. Zeros may have drifted since the calibration, so the variances start large
    and shrink with the first agreed table. No place has a tare of its own before that.
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
    """Return the counts above zero, by kind."""
    return {kind: count for kind, count in pieces.items() if count}


def still(
    knowledge: Knowledge, settled: Settled, places: Collection[Place], traded: Collection[Place] = ()
) -> Knowledge:
    """Return the knowledge after another look, at which no piece had come or gone at `places`.

    In `traded` places other pieces may lie, as many as before. A significant difference in such a place is
    ascribed to the pieces and not to the zero.
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
    """Return the places with less certain zeros: each may have moved by its `gone_grams`."""
    return {**known, **{place: known[place].doubted(gone**2) for place, gone in gone_grams.items()}}


def largest_wander(knowledge: Knowledge) -> float:
    """Return the upper limit (g²) for the variance of a zero's drift from one look to the next."""
    return (_COSTS.most_wander_beans * knowledge.lightest_grams) ** 2


def rested(knowledge: Knowledge) -> Knowledge:
    """Return the knowledge after the board was off for an unknown time: zeros may have drifted."""
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
    """Return the knowledge for a later agreed table that holds `lying` and has not been weighed yet."""
    places = {
        place: unseen(known, present(lying[place]), knowledge.pieces)
        for place, known in knowledge.places.items()
    }
    return replace(knowledge, places=places)


def filled_places(knowledge: Knowledge, settled: Settled) -> frozenset[Place]:
    """Return the places that weigh significantly more than when empty, by half a piece at least."""
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
    """Return the knowledge of a place that holds `pieces` and could not be weighed.

    Its weight is estimated from the masses of the pieces.
    """
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


MOST_GRAMS = 100_000.0
MOST_PIECES = 20_000
LEAST_VARIANCE, MOST_VARIANCE = 1e-12, 1e6
"""In g²: no scale is surer than a microgram, and less sure than a kilogram is no knowledge."""

_NEXT_STEP = "the knowledge is damaged: let the board learn it anew from an empty table"


def check_knowledge(knowledge: Knowledge) -> None:
    """Raise SensingError, naming the value, for knowledge that no board can have."""
    if not knowledge.places:
        raise SensingError(f"places: there are none; {_NEXT_STEP}")
    for place, known in knowledge.places.items():
        _check_place(f"places.{place}", known, knowledge)
    _within("jump_variance", knowledge.jump_variance, 0.0, MOST_VARIANCE)
    _within("placement_share", knowledge.placement_share, 0.0, 0.5)
    if not knowledge.pieces:
        raise SensingError(f"kinds: none is known; {_NEXT_STEP}")
    for kind, population in knowledge.pieces.items():
        _check_population(f"pieces.{kind}", population)


def _check_place(where: str, known: PlaceKnowledge, knowledge: Knowledge) -> None:
    for kind, count in known.pieces.items():
        if kind not in knowledge.pieces:
            raise SensingError(f"{where}.pieces.{kind}: it is not known what these weigh; {_NEXT_STEP}")
        _within(f"{where}.pieces.{kind}", count, 1, MOST_PIECES)
    _check_weight(f"{where}.gross", known.gross)
    _check_weight(f"{where}.tare", known.tare)
    # What gross and zero share is no more than either has, but for rounding.
    most = min(known.gross.variance, known.tare.variance) * (1.0 + 1e-9)
    _within(f"{where}.shared_variance", known.shared_variance, 0.0, most)
    _within(f"{where}.wander_variance", known.wander_variance, 0.0, MOST_VARIANCE)
    _within(f"{where}.touches", known.touches, 0, MOST_PIECES)
    _within(f"{where}.cup_grams", known.cup_grams, 0.0, MOST_GRAMS)
    _within(f"{where}.gain_error", known.gain_error, 0.0, 0.5)


def _check_weight(where: str, weight: Weight) -> None:
    _within(f"{where}.grams", weight.grams, -MOST_GRAMS, MOST_GRAMS)
    _within(f"{where}.variance", weight.variance, LEAST_VARIANCE, MOST_VARIANCE)


def _check_population(where: str, population: Population) -> None:
    _within(f"{where}.mean_grams", population.mean_grams, 0.01, HEAVIEST_PIECE_GRAMS)
    _within(f"{where}.mean_variance", population.mean_variance, 0.0, MOST_VARIANCE)
    _within(f"{where}.variance", population.variance, LEAST_VARIANCE, MOST_VARIANCE)
    _within(f"{where}.sample", population.sample, 1.0, 1e6)


def _within(where: str, value: float, lowest: float, highest: float) -> None:
    # Written so that NaN is refused too.
    if not lowest <= value <= highest:
        raise SensingError(f"{where}: {value} is not between {lowest:g} and {highest:g}; {_NEXT_STEP}")
