"""The reader before chips, cables and computers that were written from the datasheet, apart from it.

Short; the long campaign over the same rows is tests/benchmarks/reader_campaign.py.
"""

import sys
from pathlib import Path
from random import Random

import pytest
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from datasheet_chips import loose
from reader_rows import doing, drifting, rows
from reader_scenes import FAST, SLOW, Result, Row, Scene, run

CELLS = 4
ALL = tuple(range(CELLS))
BACK_SECONDS = {SLOW: 4.0, FAST: 2.0}
BOTH = pytest.mark.parametrize("sps", [SLOW, FAST])


def judged(row: Row, seed: int = 1) -> Result:
    result = run(row, seed, Bank)
    assert result.exception == ""
    assert result.wrong == 0
    return result


def row_named(name: str, sps: int) -> Row:
    return next(row for table in rows(1.0).values() for row in table if (row.name, row.sps) == (name, sps))


def powered_at(moment: float, sps: int, level: str, cells: int = CELLS) -> Row:
    """Chips that get power so long after the program began; their lines are low or high before."""
    every = tuple(range(cells))
    return Row(
        "test",
        "power",
        sps,
        cells=cells,
        victims=every,
        hit=0.0,
        repaired=moment,
        seconds=moment + BACK_SECONDS[sps] + 0.5,
        prepare=doing("without power" if level == "low" else "unplugged", every),
        acts=((moment, doing("powered", every)),),
    )


@pytest.mark.long("other rates", but=["high-80", "low-10"])
@BOTH
@pytest.mark.parametrize("level", ["low", "high"])
@given(moment=st.floats(0.0, 5.0))
def test_cells_that_get_power_at_any_time_are_read_soon_at_their_own_rate(sps, level, moment):
    result = judged(powered_at(moment, sps, level))
    assert 0 < result.back < BACK_SECONDS[sps]
    assert result.share > 0.5


def test_a_fast_chip_that_settled_at_another_gain_is_not_read_as_a_slow_one() -> None:
    # Left in the middle of a word it came to another gain, was quiet for as long as a slow chip, and then
    # pulsed seven times between two looks.
    judged(powered_at(24.173196401734803, FAST, "low", cells=10))


def test_a_chip_alone_that_was_left_in_the_middle_of_a_word_is_read_again() -> None:
    # Its line showed a bit that was high, so nothing but another frame could bring it to its word's end.
    result = judged(powered_at(3.3777, FAST, "low", cells=1), seed=8396)
    assert 0 < result.back < BACK_SECONDS[FAST]


@BOTH
def test_a_cell_without_living_neighbours_comes_back(sps):
    assert 0 < judged(powered_at(3.0, sps, "high", cells=1)).back < BACK_SECONDS[sps]


@BOTH
@pytest.mark.parametrize("trouble", ["line low", "without power", "unplugged"])
@pytest.mark.parametrize("who", [(0,), ALL])
def test_what_lasts_through_a_power_cycle_is_forgotten_when_it_is_over(sps, trouble, who):
    row = Row(
        "test",
        trouble,
        sps,
        cells=CELLS,
        victims=who,
        hit=2.0,
        repaired=6.0,
        seconds=10.5,
        acts=((2.0, doing(trouble, who)), (6.0, doing("powered", who))),
    )
    result = judged(row)
    assert 0 < result.named < 1.5
    assert 0 < result.back < BACK_SECONDS[sps]
    assert result.false == 0


def test_a_cell_at_80_sps_that_is_plugged_in_again_is_read_within_half_a_second():
    result = judged(row_named("unplugged (pull-up), replugged", FAST))
    assert 0 < result.back < 0.5
    assert result.gap < 0.2


@pytest.mark.long("other stalls and rates", but=["stalls of 50 ms, 1 a second-10"])
@BOTH
@pytest.mark.parametrize("name", ["stalls of 50 ms, 1 a second", "stalls of 500 ms, 1 in 3 s"])
def test_a_computer_that_stands_still_now_and_then_calls_no_cell_dead(sps, name):
    result = judged(row_named(name, sps))
    assert (result.false, result.resets) == (0, 0)
    assert result.share > 0.75


@pytest.mark.long("many stalls")
def test_a_dead_cell_is_named_however_often_the_computer_stands_still():
    assert 0 < judged(row_named("unplugged while stalls of 500 ms go on", FAST)).named < 2.0


@pytest.mark.long("another computer", every=3)
@BOTH
@pytest.mark.parametrize("microseconds", [26, 60, 200])
def test_a_computer_too_slow_is_named_and_no_cell_called_dead(sps, microseconds):
    row = Row("host", f"{microseconds} us a call", sps, call=microseconds * 1e-6, seconds=12.0)
    # Chips that stay in the middle of a word.
    result = judged(row, seed=2)
    assert 0 < result.slow_named < 8.0
    assert (result.values, result.false, result.resets) == (0, 0, 0)


@pytest.mark.long("minutes of bits")
@BOTH
@pytest.mark.parametrize("name", ["floating, random", "hum of 50 Hz", "hum of 100 Hz"])
def test_a_line_that_nothing_drives_is_named_within_five_seconds(sps, name):
    assert 0 < judged(row_named(name, sps)).named < 5.0


@BOTH
@pytest.mark.parametrize("who", [(0,), ALL])
def test_an_oscillator_that_warms_fast_is_followed(sps, who):
    row = Row("test", "drift", sps, cells=CELLS, seconds=25.0, acts=((2.0, drifting(who, 0.02, 20.0)),))
    result = judged(row)
    assert (result.false, result.resets) == (0, 0)
    assert result.share > 0.96


@pytest.mark.long("minutes of bits")
def test_a_value_spoilt_by_a_short_power_down_is_not_believed():
    result = judged(row_named("1 ms off after 1 ms on", FAST), seed=2)
    assert result.values > 0


def test_a_cell_of_the_other_rate_may_take_a_place():
    row = Row(
        "test",
        "changed",
        FAST,
        cells=CELLS,
        victims=(0,),
        hit=2.0,
        repaired=4.0,
        seconds=12.0,
        acts=((2.0, doing("unplugged", (0,))), (4.0, doing("at the other rate", (0,)))),
    )
    result = judged(row)
    assert 0 < result.back < 4.0
    assert result.false == 0


COUNTS, COUNTS_PER_GRAM, NOISE_COUNTS, BEAN_GRAMS = -255_497, 2000.0, 45.0, 1.5
PLACES = tuple(cup(side, number) for side in Side for number in (1, 2))


def loosened(scene: Scene) -> None:
    """Steady loads, and a contact that opens for 50 us a hundred times a second."""
    rng = Random(1)
    for chip in scene.chips:
        chip.counts = lambda time: round(rng.gauss(COUNTS, NOISE_COUNTS))
    scene.board.disturb(0, loose(scene.rng, 50e-6, 100.0))


def test_bits_that_a_loose_contact_spoils_never_make_a_weight():
    place = PlaceCalibration(COUNTS, COUNTS_PER_GRAM, 0.0, 0.0, 0.0, NOISE_COUNTS / COUNTS_PER_GRAM)
    beans = PieceCalibration(BEAN_GRAMS, 0.2, 0.05, 50)
    weighing = Weighing(Calibration("", FAST, beans, dict.fromkeys(PLACES, place)), PLACES, is_hurried=True)
    errors: list[float] = []
    spoilt: list[int] = []

    def weigh(frame: Frame) -> None:
        weighing.step(frame)
        counts = frame.readings[0]
        if isinstance(counts, int) and abs(counts - COUNTS) > COUNTS_PER_GRAM:
            spoilt.append(counts)
        if not weighing.moving and isinstance(weight := weighing.settled.weights[PLACES[0]], Weight):
            errors.append(abs(weight.grams))

    row = Row("test", "loose", FAST, cells=CELLS, victims=(0,), seconds=20.0, prepare=loosened)
    run(row, 1, Bank, weigh)
    assert len(spoilt) > 3
    assert len(errors) > 500
    assert max(errors) < 0.1 * BEAN_GRAMS
