"""Check that stored knowledge can be true; for knowledge from a file, not from the board itself."""

from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import Population
from cupsboard.scales.calibration import HEAVIEST_PIECE_GRAMS
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Weight

MOST_GRAMS = 100_000.0
MOST_PIECES = 20_000
LEAST_VARIANCE, MOST_VARIANCE = 1e-12, 1e6
"""In g²: no scale is surer than a microgram, and less sure than a kilogram is no knowledge."""

_NEXT_STEP = "the knowledge is damaged: let the board learn it anew from an empty table"


def check(knowledge: Knowledge) -> None:
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
