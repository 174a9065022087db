"""Hands and scales of another make: what presses, swings, trembles and slips."""

from random import Random
from statistics import fmean, pstdev

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat
from cupsim.people.king_of_the_cups.strangers.scales import Scale
from cupsim.people.king_of_the_cups.strangers.table import Table
from cupsim.people.king_of_the_cups.strangers.tremor import Tremor


def test_a_stranger_s_scale_shows_what_presses_after_its_window_and_swings_when_hit() -> None:
    scale = Scale(0.0, Random(1))

    def grams(time: float) -> float:
        return (scale.signal(time, 1 / 80) - scale.zero_counts) / scale.counts_per_gram

    scale.change(1.0, 100.0)
    assert abs(grams(1.0)) < 0.1
    assert 10.0 < grams(1.025) < 90.0
    assert abs(grams(1.06) - 100.0) < 0.2
    scale.swing(2.0, 300.0)
    assert max(abs(grams(2.0 + n / 80) - 100.0) for n in range(1, 8)) > 5.0
    assert abs(grams(6.0) - 100.0) < 0.2


def test_a_hand_that_rests_trembles_by_a_share_of_its_load_until_it_leaves() -> None:
    scale = Scale(0.0, Random(1))
    scale.change(1.0, 200.0)
    scale.tremble(Tremor.of_hand(1.0, 4.0, 200.0, Random(2)))
    samples = [
        (scale.signal(1.1 + n / 80, 1 / 80) - scale.zero_counts) / scale.counts_per_gram for n in range(400)
    ]
    trembling, still = samples[:200], samples[260:]
    assert abs(fmean(trembling) - 200.0) < 5.0
    assert 0.005 * 200.0 < pstdev(trembling) < 0.05 * 200.0
    assert pstdev(still) < 0.02


def test_a_cup_that_slips_bears_on_its_spot_in_part_and_stands_nowhere() -> None:
    table = Table(2, Random(1))
    cup = table.cups_on(SPOTS[0])[0]
    assert table.standing(cup) == SPOTS[0]
    assert table.hold(cup, Seat.ONE)
    assert not table.hold(cup, Seat.TWO)
    table.take(1.0, cup)
    table.put(2.0, cup, SPOTS[0], share=0.5)
    assert table.standing(cup) is None
    assert table.deeds[-1].place is None
    assert len({table.place_of[each] for each in CUPS}) == len(CUPS)
