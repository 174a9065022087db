"""What the board has learnt survives a restart, and nothing else is taken for it."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.agreement import Notes, agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import BEAN, Kind, board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight
from cupsboard.storage import learnt
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st

PLACES = board_places(2)
CENT, DIME = Kind("cent"), Kind("dime")
CALIBRATION = Calibration(
    made="2026-11-21T18:30:00",
    rate_sps=10.0,
    beans=PieceCalibration(0.55, 0.02, 0.08, 10),
    places=dict.fromkeys(PLACES, PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012)),
)


def after_moves(seed: int, moves: int) -> Knowledge:
    """The knowledge after some tables were agreed, one of them with a place that could not be read."""
    random = Random(seed)
    knowledge = from_calibration(CALIBRATION, {})
    for number in range(moves):
        contents = {place: random.randrange(6) for place in PLACES}
        weights: dict[object, Weight | CellFault] = {
            place: Weight(25.0 + 0.55 * count + random.gauss(0.0, 0.01), 1e-4)
            for place, count in contents.items()
        }
        if number == 1:
            weights[PLACES[0]] = CellFault.SILENT
        alone = {PLACES[1]: Weight(random.gauss(0.55, 0.05), 1e-4)}
        knowledge = agreed(knowledge, of_beans(contents), Settled(0.0, weights), Notes(alone))  # type: ignore[arg-type]
    return knowledge


def saved(knowledge: Knowledge, calibration: Calibration = CALIBRATION) -> Memory:
    memory = Memory()
    memory.keep((learnt.row(knowledge, calibration),))
    return memory


@given(st.integers(0, 1000), st.integers(0, 5))
def test_knowledge_reads_back_to_the_last_digit(seed: int, moves: int) -> None:
    knowledge = after_moves(seed, moves)
    assert learnt.load(saved(knowledge), CALIBRATION) == knowledge


def test_what_was_learnt_of_several_kinds_reads_back() -> None:
    coins = {CENT: PieceCalibration(2.495, 0.005, 0.02, 16), DIME: PieceCalibration(2.255, 0.025, 0.025, 1)}
    calibration = replace(CALIBRATION, kinds=coins)
    knowledge = from_calibration(calibration, {PLACES[0]: {CENT: 2, DIME: 1}}, (CENT, DIME))
    memory = saved(knowledge, calibration)
    assert learnt.load(memory, calibration) == knowledge
    with pytest.raises(SensingError, match="its kinds were calibrated anew since; empty the board"):
        learnt.load(memory, replace(calibration, kinds=coins | {DIME: coins[CENT]}))
    # Of quarters nothing was learnt yet.
    learnt.load(memory, replace(calibration, kinds=coins | {Kind("quarter"): coins[CENT]}))


def test_pieces_of_a_kind_whose_weight_is_not_known_are_refused() -> None:
    knowledge = from_calibration(CALIBRATION, {})
    odd = replace(knowledge.places[PLACES[0]], pieces={DIME: 1})
    memory = saved(replace(knowledge, places={**knowledge.places, PLACES[0]: odd}))
    with pytest.raises(
        SensingError, match=r"places\.south-1\.pieces\.dime: it is not known what these weigh"
    ):
        learnt.load(memory, CALIBRATION)


def test_a_new_board_knows_nothing_yet() -> None:
    assert learnt.load(Memory(), CALIBRATION) is None


def test_each_calibration_has_what_was_learnt_with_it() -> None:
    newer = replace(CALIBRATION, made="2026-12-01T09:00:00")
    before, after = after_moves(4, 2), after_moves(4, 3)
    memory = saved(before)
    assert learnt.load(memory, newer) is None
    memory.keep((learnt.row(after, newer),))
    assert (learnt.load(memory, newer), learnt.load(memory, CALIBRATION)) == (after, before)


def test_any_changed_value_makes_another_calibration() -> None:
    place = CALIBRATION.places[PLACES[0]]
    others = [
        replace(CALIBRATION, places={**CALIBRATION.places, PLACES[0]: replace(place, method="coins")}),
        replace(CALIBRATION, beans=replace(CALIBRATION.beans, sample=11)),
        replace(CALIBRATION, places={**CALIBRATION.places, PLACES[0]: replace(place, zero_counts=101.0)}),
    ]
    prints = {learnt.fingerprint(each) for each in (CALIBRATION, *others)}
    assert len(prints) == len(others) + 1


def test_places_on_one_side_only_are_named_in_the_order_of_their_names() -> None:
    known = after_moves(4, 2)
    rest = {place: each for place, each in known.places.items() if place not in PLACES[:4]}
    memory = saved(replace(known, places=rest))
    with pytest.raises(SensingError, match=f"knowledge.places: {', '.join(sorted(PLACES[:4]))} on one side"):
        learnt.load(memory, CALIBRATION)


def test_knowledge_that_cannot_be_true_is_refused() -> None:
    knowledge = after_moves(5, 2)
    heavy = replace(knowledge.pieces[BEAN], mean_grams=1e9)
    memory = saved(Knowledge(knowledge.places, {BEAN: heavy}))
    with pytest.raises(SensingError, match=r"^pieces\.bean\.mean_grams: 1000000000\.0"):
        learnt.load(memory, CALIBRATION)
