"""The simpler referees against tables made by hand."""

from collections.abc import Mapping

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from studies.cups.baselines import nearest_move, rounding_changes, rounding_each_cup

GAME = Cups(2)
PLANS = GAME.plans(GAME.start(Side.SOUTH), Side.SOUTH)
"""On the empty board: a bean into cup 1, or one each into cups 1 and 2."""
ONE, TWO, NORTH_POT = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), pot(Side.NORTH)
CUP_GRAMS, BEAN_GRAMS = 25.0, 0.5


def known(beans: Mapping[Place, int] | None = None, grams: Mapping[Place, float] | None = None) -> Knowledge:
    """What is known of a table that holds `beans`, whose contents weigh `grams` where not the mean."""
    cell = PlaceCalibration(0.0, 1000.0, 0.003, CUP_GRAMS, 0.02, 0.03)
    calibration = Calibration(
        made="2026-01-01T00:00:00+00:00",
        rate_sps=80.0,
        beans=PieceCalibration(BEAN_GRAMS, 0.01, 0.075, 10),
        places=dict.fromkeys(GAME.places, cell),
    )
    counts = {place: (beans or {}).get(place, 0) for place in GAME.places}
    content = {place: count * BEAN_GRAMS for place, count in counts.items()} | (grams or {})
    weights = {place: Weight(CUP_GRAMS + content[place], 1e-4) for place in GAME.places}
    lying = of_beans(counts)
    return agreed(from_calibration(calibration, lying), lying, Settled(0.0, weights))


def weighing(knowledge: Knowledge, **more: float) -> Settled:
    """The table as it is known but for what came to some places ("south_1" for south-1)."""
    came = {Place(name.replace("_", "-")): grams for name, grams in more.items()}
    weights = {
        place: Weight(each.gross.grams + came.get(place, 0.0), 1e-4)
        for place, each in knowledge.places.items()
    }
    return Settled(0.0, weights)


def taken_for(baseline, knowledge: Knowledge, settled: Settled) -> str | None:
    took = baseline(knowledge, PLANS, settled)
    return None if took is None else took.label


@pytest.mark.parametrize("baseline", [rounding_each_cup, rounding_changes, nearest_move])
def test_beans_of_about_the_mean_mass_are_the_move_for_every_baseline(baseline) -> None:
    settled = weighing(known(), south_1=0.55, south_2=0.42)
    assert taken_for(baseline, known(), settled) == "drop 2"


def test_rounding_each_cup_alone_loses_count_where_light_beans_add_up() -> None:
    light = known({NORTH_POT: 8}, {NORTH_POT: 8 * 0.46})
    settled = weighing(light, south_1=0.5)
    assert taken_for(rounding_each_cup, light, settled) is None
    assert taken_for(rounding_changes, light, settled) == "drop 1"


def test_rounded_changes_refuse_a_move_with_a_bean_heavy_enough_for_two() -> None:
    settled = weighing(known(), south_1=0.76, south_2=0.5)
    assert taken_for(rounding_changes, known(), settled) is None
    assert taken_for(nearest_move, known(), settled) == "drop 2"


def test_the_nearest_move_swallows_a_wrong_bean_and_refuses_many() -> None:
    assert taken_for(nearest_move, known(), weighing(known(), south_1=0.5, north_pot=1.0)) == "drop 1"
    assert taken_for(nearest_move, known(), weighing(known(), south_1=0.5, north_pot=1.5)) is None
    assert taken_for(rounding_changes, known(), weighing(known(), south_1=0.5, north_pot=0.5)) is None


def test_a_place_that_cannot_be_read_is_left_out_of_the_comparison() -> None:
    settled = weighing(known(), south_1=0.5)
    weights = {**settled.weights, NORTH_POT: CellFault.SILENT}
    assert taken_for(rounding_changes, known(), Settled(0.0, weights)) == "drop 1"


def test_without_a_legal_move_there_is_no_nearest_one() -> None:
    assert nearest_move(known(), (), weighing(known())) is None
