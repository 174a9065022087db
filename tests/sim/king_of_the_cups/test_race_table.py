"""The table of King of the Cups: cups that weigh where they stand, and hands that race for them."""

from itertools import pairwise
from math import inf
from random import Random
from statistics import fmean, pstdev

import pytest
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat, tray
from cupsboard.rules.places import Place
from cupsim.errors import SimulatorError
from cupsim.table.hand_actions import Rest
from cupsim.table.king_of_the_cups.cups import MOUTH_MM, Stance, printed, with_washers
from cupsim.table.king_of_the_cups.deeds import Landed, Left
from cupsim.table.king_of_the_cups.hand_acts import GoHome, Seize, SetDown, Tap
from cupsim.table.king_of_the_cups.race_table import RaceTable
from cupsim.table.king_of_the_cups.racing_hand import RacingHand
from hypothesis import given
from hypothesis import strategies as st

ONE, TWO = tray(Seat.ONE), tray(Seat.TWO)


def table_of(players: int = 2, seed: int = 1) -> RaceTable:
    random = Random(seed)
    return RaceTable(players, random, {cup: 60.0 + 7 * number for number, cup in enumerate(CUPS)})


def hand_at(table: RaceTable, seat: Seat, presses: list[tuple[bool, float]] | None = None) -> RacingHand:
    told: list[tuple[bool, float]] = [] if presses is None else presses
    return RacingHand(seat, table, lambda _, is_down, time: told.append((is_down, time)), Random(3))


def finish(hand: RacingHand) -> None:
    while hand.next_time < inf:
        hand.advance(hand.next_time)


def load(table: RaceTable, place: Place) -> float:
    return table.cells[place].load_grams - table.platform_grams(place)


def test_each_spot_bears_its_cup_to_a_few_hundredths_of_a_gram() -> None:
    table = table_of()
    for cup, spot in zip(CUPS, SPOTS, strict=True):
        assert load(table, spot) == pytest.approx(table.masses_grams[cup], rel=1e-3)


def test_a_cup_beside_the_middle_of_a_tray_is_weighed_up_to_a_fifth_of_a_per_cent_wrong() -> None:
    errors = []
    for seed in range(40):
        table = table_of(seed=seed)
        table.place(CUPS[8], ONE)
        errors.append(abs(load(table, ONE) / table.masses_grams[CUPS[8]] - 1))
    assert max(errors) < 2.1e-3
    assert max(errors) > 2e-4


def test_cups_on_a_tray_stand_beside_each_other() -> None:
    table = table_of()
    for cup in CUPS[:4]:
        table.place(cup, ONE)
    standings = [table.standing(cup) for cup in CUPS[:4]]
    for number, one in enumerate(standings):
        for other in standings[:number]:
            assert one is not None
            assert other is not None
            assert one.apart_mm(other) >= MOUTH_MM


def test_a_grab_is_written_down_with_hand_place_and_both_instants() -> None:
    table = table_of()
    hand = hand_at(table, Seat.TWO)
    hand.do(Seize(CUPS[4]), SetDown(TWO, is_rash=True), now=1.0)
    finish(hand)
    left, landed = table.deeds
    assert isinstance(left, Left)
    assert isinstance(landed, Landed)
    assert (left.cup, left.place, left.by) == (CUPS[4], SPOTS[4], Seat.TWO)
    assert (landed.cup, landed.place, landed.by) == (CUPS[4], TWO, Seat.TWO)
    assert 1.2 < left.time < landed.time < 4.0
    assert load(table, SPOTS[4]) == pytest.approx(0.0, abs=1e-9)
    assert load(table, TWO) == pytest.approx(table.masses_grams[CUPS[4]], rel=3e-3)


def test_a_lift_unloads_its_cell_over_ten_to_sixty_milliseconds() -> None:
    for seed in range(20):
        table = table_of(seed=seed)
        loads: list[tuple[float, float]] = []
        hand = RacingHand(Seat.ONE, table, lambda *_: None, Random(seed))
        hand.do(Seize(CUPS[0]), now=0.0)
        while not table.deeds:
            at = hand.next_time
            hand.advance(at)
            loads.append((at, load(table, SPOTS[0])))
        mass = table.masses_grams[CUPS[0]]
        began = max(at for at, grams in loads if grams >= mass * 0.99)
        # The fingers' last press lies before it: up to 17 ms.
        assert 0.008 < table.deeds[0].time - began < 0.077


def test_of_two_hands_at_one_cup_the_second_comes_away_empty() -> None:
    table = table_of()
    hands = [hand_at(table, seat) for seat in (Seat.ONE, Seat.TWO)]
    for hand in hands:
        hand.do(Seize(CUPS[4]), SetDown(tray(hand.seat)), now=0.0)
    while (first := min(hands, key=lambda hand: hand.next_time)).next_time < inf:
        first.advance(first.next_time)
    assert sorted(hand.missed is not None for hand in hands) == [False, True]
    assert len(table.deeds) == 2


def test_a_hand_on_its_way_can_be_broken_off_and_one_that_holds_a_cup_brings_its_act_to_an_end() -> None:
    table = table_of()
    hand = hand_at(table, Seat.ONE)
    hand.do(Seize(CUPS[0]), now=0.0)
    hand.break_off()
    assert not hand.is_busy
    hand.do(Seize(CUPS[0]), SetDown(ONE), now=0.0)
    while table.hand_of(CUPS[0]) is None:
        hand.advance(hand.next_time)
    hand.break_off()
    finish(hand)
    assert hand.cup == CUPS[0]


def test_a_tap_of_a_hand_at_home_lets_go_and_presses_for_a_moment() -> None:
    presses: list[tuple[bool, float]] = []
    hand = hand_at(table_of(), Seat.ONE, presses)
    hand.do(GoHome(), Tap(0.15), now=0.0)
    finish(hand)
    assert presses[-1][0] is False
    # The contact bounces, so the press is the longest of all.
    held_seconds = max(up - down for (is_down, down), (_, up) in pairwise(presses) if is_down)
    assert 0.14 < held_seconds < 0.3


def test_a_cup_half_beside_its_spot_presses_with_a_part_of_its_weight_and_stands_nowhere() -> None:
    table = table_of()
    hand = hand_at(table, Seat.ONE)
    hand.do(Seize(CUPS[2]), SetDown(SPOTS[2], Stance.HALF_BESIDE), now=0.0)
    finish(hand)
    assert table.where(CUPS[2]) is None
    assert table.nearest(CUPS[2]) == SPOTS[2]
    assert 0.05 < load(table, SPOTS[2]) / table.masses_grams[CUPS[2]] < 0.75


def test_a_place_that_is_not_there_is_named() -> None:
    with pytest.raises(SimulatorError, match="six-tray"):
        table_of(2).place(CUPS[0], tray(Seat.SIX))


def test_washers_come_close_to_what_was_asked_for() -> None:
    random = Random(5)
    empty = printed(random)
    filled = with_washers(empty, {CUPS[0].kind: 40.0}, random)
    assert filled[CUPS[0]] - empty[CUPS[0]] == pytest.approx(40.0, rel=0.03)
    assert filled[CUPS[1]] == empty[CUPS[1]]


@given(
    seed=st.integers(0, 10_000),
    moves=st.lists(st.tuples(st.sampled_from(CUPS), st.integers(0, 10)), max_size=8),
)
def test_whatever_hands_do_the_cells_bear_the_cups_that_stand_on_them(
    seed: int, moves: list[tuple[object, int]]
) -> None:
    table = table_of(2, seed)
    places = list(table.cells)
    hand = hand_at(table, Seat.ONE)
    for cup, number in moves:
        hand.do(Seize(cup), SetDown(places[number]), now=0.0)  # type: ignore[arg-type]
        finish(hand)
    for place in places:
        there = sum(
            table.masses_grams[cup] * table.standing(cup).borne  # type: ignore[union-attr]
            for cup in table.cups_on(place)
        )
        assert load(table, place) == pytest.approx(there, rel=6e-3, abs=1e-6)


def test_a_hand_that_rests_trembles_about_its_weight_and_leaves_none_behind() -> None:
    table = table_of()
    hand = hand_at(table, Seat.ONE)
    hand.do(Rest(ONE, 100.0, 1.0), now=0.0)
    pressed = []
    while hand.next_time < inf:
        hand.advance(hand.next_time)
        pressed.append(load(table, ONE))
    at_rest = [grams for grams in pressed if grams > 50.0]
    assert fmean(at_rest) == pytest.approx(100.0, abs=0.5)
    assert 0.5 < pstdev(at_rest) < 2.0
    assert load(table, ONE) == pytest.approx(0.0, abs=1e-9)
