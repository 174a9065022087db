"""What is known of places in which pieces of several kinds lie."""

import math
from random import Random

import pytest
from cupsboard.recognition.agreement import Notes, agreed
from cupsboard.recognition.knowledge import Knowledge, followed, from_calibration
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st

CENT, DIME = Kind("cent"), Kind("dime")
ONE, OTHER = Place("south-1"), Place("south-2")
COINS = {CENT: PieceCalibration(2.495, 0.01, 0.02, 16), DIME: PieceCalibration(2.255, 0.02, 0.025, 12)}
CUP_GRAMS = 25.0
CALIBRATION = Calibration(
    made="2026-11-21",
    rate_sps=10.0,
    beans=PieceCalibration(0.55, 0.02, 0.08, 10),
    places=dict.fromkeys((ONE, OTHER), PlaceCalibration(0.0, 1800.0, 2e-4, CUP_GRAMS, 0.01, 0.012)),
    kinds=COINS,
)

handfuls = st.fixed_dictionaries({CENT: st.integers(0, 9), DIME: st.integers(0, 9)})
tables = st.fixed_dictionaries({ONE: handfuls, OTHER: handfuls})


def weighed(lying: Pieces, **more_grams: float) -> Settled:
    """Coins that weigh exactly what they should, with more in some places."""
    grams = {
        place: sum(count * COINS[kind].mean_grams for kind, count in pieces.items())
        for place, pieces in lying.items()
    }
    return Settled(
        0.0,
        {
            place: Weight(CUP_GRAMS + each + more_grams.get(place.replace("-", "_"), 0.0), 1e-4)
            for place, each in grams.items()
        },
    )


def known_of(lying: Pieces) -> Knowledge:
    return agreed(from_calibration(CALIBRATION, lying, COINS), lying, weighed(lying))


@given(tables)
def test_what_should_lie_somewhere_weighs_what_its_kinds_do(lying: Pieces) -> None:
    for place, known in from_calibration(CALIBRATION, lying, COINS).places.items():
        pieces = lying[place]
        assert known.count == sum(pieces.values())
        assert known.content_grams == pytest.approx(
            sum(count * COINS[kind].mean_grams for kind, count in pieces.items())
        )
        own = sum(count * COINS[kind].spread_grams ** 2 for kind, count in pieces.items())
        means = sum((count * COINS[kind].mean_error_grams) ** 2 for kind, count in pieces.items())
        assert known.content_variance == pytest.approx(own + means)


@given(tables, tables)
def test_a_table_that_was_agreed_holds_its_kinds_and_weighs_what_it_did(
    before: Pieces, after: Pieces
) -> None:
    known = agreed(known_of(before), after, weighed(after))
    assert {place: dict(each.pieces) for place, each in known.places.items()} == {
        place: {kind: count for kind, count in pieces.items() if count} for place, pieces in after.items()
    }
    for place, each in known.places.items():
        assert each.gross.grams == pytest.approx(weighed(after).weights[place].grams, abs=1e-6)


@given(tables, tables)
def test_a_place_that_can_not_be_read_is_moved_by_the_pieces_that_came_and_went(
    before: Pieces, after: Pieces
) -> None:
    known = known_of(before)
    blind = Settled(0.0, {**weighed(after).weights, ONE: CellFault.SILENT})
    for then in (agreed(known, after, blind), followed(known, after)):
        expected = known.places[ONE].gross.grams + sum(
            (after[ONE][kind] - before[ONE][kind]) * COINS[kind].mean_grams for kind in COINS
        )
        if any(after[ONE].values()):
            assert then.places[ONE].gross.grams == pytest.approx(expected)
        else:
            assert then.places[ONE].gross == known.places[ONE].tare


def test_a_coin_exchanged_for_one_of_another_kind_is_a_touch_though_the_number_stays() -> None:
    known = known_of({ONE: {CENT: 1}, OTHER: {}})
    then = agreed(known, {ONE: {DIME: 1}, OTHER: {}}, weighed({ONE: {DIME: 1}, OTHER: {}}))
    assert then.places[ONE].pieces == {DIME: 1}
    assert then.places[ONE].touches == known.places[ONE].touches + 1


def test_what_came_alone_is_a_sample_of_its_own_kind() -> None:
    random, known = Random(1), known_of({ONE: {}, OTHER: {DIME: 3}})
    for cents in range(1, 41):
        lying = {ONE: {CENT: cents}, OTHER: {DIME: 3}}
        alone = {ONE: Weight(random.gauss(2.52, 0.02), 1e-4)}
        known = agreed(known, lying, weighed(lying), Notes(alone))
    assert known.pieces[CENT].mean_grams == pytest.approx(2.52, abs=0.02)
    assert known.pieces[CENT].mean_grams > COINS[CENT].mean_grams + 0.005
    assert known.pieces[DIME].mean_grams == COINS[DIME].mean_grams
    assert known.pieces[CENT].mean_variance < COINS[CENT].mean_error_grams ** 2


def test_of_two_kinds_that_came_nobody_knows_which_was_alone() -> None:
    lying = {ONE: {CENT: 1, DIME: 1}, OTHER: {}}
    known = agreed(known_of({ONE: {}, OTHER: {}}), lying, weighed(lying), Notes({ONE: Weight(9.0, 1e-4)}))
    assert {kind: each.mean_grams for kind, each in known.pieces.items()} == {
        kind: coin.mean_grams for kind, coin in COINS.items()
    }


def test_a_board_that_was_taught_coins_knows_beans_only_where_beans_are_played_with() -> None:
    taught = from_calibration(CALIBRATION, {ONE: {BEAN: 2}})
    assert list(taught.pieces) == [BEAN]
    assert math.isclose(taught.lightest_grams, 0.55)
