"""Cups that were seen in the air: what they held is rather poured out, and they stand elsewhere."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.agreement import Notes, agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.outcome import Complete, Recognition, Undecided, UnderWay
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.cups.position import Position
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import given
from hypothesis import strategies as st

GAME = games.of_board(3)
POSITION = GAME.parse_position("1 3 0 pot 4 stock 20 / 2 2 4 pot 5 stock 19 / south")
PLANS: Sequence[Plan] = expected_plans(GAME, POSITION)
S2, S3, N1, N2 = cup(Side.SOUTH, 2), cup(Side.SOUTH, 3), cup(Side.NORTH, 1), cup(Side.NORTH, 2)
SOUTH_POT = pot(Side.SOUTH)
N2_EMPTY = GAME.parse_position("1 3 0 pot 4 stock 20 / 2 0 4 pot 5 stock 19 / south")
TO_CAPTURE = [Transfer(OFF_BOARD, cup(Side.SOUTH, number)) for number in (1, 2, 3)]
"""The third falls into an empty cup; N1, with two beans, lies opposite."""


def a_table(seed: int, position: Position = POSITION) -> tuple[SettledTable, Knowledge]:
    table = SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(seed))
    for place, count in GAME.contents(position).items():
        if count and place in GAME.places:
            table.carry_out([Transfer(OFF_BOARD, place, count)])
    lying = of_beans(table.contents())
    return table, agreed(from_calibration(table.calibration, lying), lying, table.weigh())


def askew(settled: Settled, off: Mapping[Place, float]) -> Settled:
    weights = dict(settled.weights)
    for place, grams in off.items():
        weight = weights[place]
        assert isinstance(weight, Weight)
        weights[place] = Weight(weight.grams + grams, weight.variance)
    return Settled(settled.time, weights, settled.stretches)


def poured_into_a_hand(seed: int, off_grams: float, *, is_seen: bool) -> Recognition:
    """The beans of N1 are in a hand, and its cup stands on its place again, off by so much."""
    table, knowledge = a_table(seed)
    tracker = Tracker(table.calibration, knowledge)
    table.carry_out([*TO_CAPTURE, Transfer(N1, OFF_BOARD, 2)])
    if is_seen:
        tracker.lift(frozenset({N1}))
    settled = askew(table.weigh(), {N1: off_grams})
    tracker.look(PLANS, settled)
    return tracker.look(PLANS, askew(table.weigh(), {N1: off_grams}))


@given(seed=st.integers(0, 99), off_grams=st.floats(0.35, 0.6))
def test_a_cup_that_comes_back_a_bean_heavier_is_never_surely_said_to_hold_one(
    seed: int, off_grams: float
) -> None:
    seen = poured_into_a_hand(seed, off_grams, is_seen=True)
    assert seen.found[N1] == 0 or isinstance(seen.outcome, Undecided)


@pytest.mark.parametrize("seed", range(8))
def test_without_having_been_in_the_air_it_holds_one(seed: int) -> None:
    assert poured_into_a_hand(seed, 0.5, is_seen=False).found[N1] == 1


@pytest.mark.parametrize("off_grams", [-0.12, 0.0, 0.12])
@pytest.mark.parametrize("seed", range(8))
def test_a_cup_that_comes_back_as_most_do_is_empty_and_nobody_is_asked(seed: int, off_grams: float) -> None:
    seen = poured_into_a_hand(seed, off_grams, is_seen=True)
    assert isinstance(seen.outcome, UnderWay)
    assert seen.found[N1] == 0


def emptied(knowledge: Knowledge, table: SettledTable, off_grams: float, notes: Notes) -> Knowledge:
    """The knowledge after S2 was poured out and stands off by so much."""
    table.carry_out([Transfer(S2, OFF_BOARD, table.contents()[S2])])
    return agreed(knowledge, of_beans(table.contents()), askew(table.weigh(), {S2: off_grams}), notes)


def test_how_far_off_cups_come_back_is_learnt_from_those_that_were_lifted_and_jumps_from_the_others() -> None:
    table, knowledge = a_table(1)
    lifted = emptied(knowledge, table, 0.3, Notes(touched={S2}, lifted={S2}))
    assert lifted.placement_share > 1.2 * knowledge.placement_share
    assert lifted.jump_variance == knowledge.jump_variance
    table, knowledge = a_table(1)
    by_fingers = emptied(knowledge, table, 0.3, Notes(touched={S2}))
    assert by_fingers.jump_variance > knowledge.jump_variance
    assert by_fingers.placement_share == knowledge.placement_share


@given(off=st.lists(st.floats(-3.0, 3.0), min_size=1, max_size=30))
def test_what_is_learnt_of_that_stays_within_what_can_be(off: list[float]) -> None:
    _, begun = a_table(2)
    knowledge = begun
    for grams in off:
        table, _ = a_table(2)
        knowledge = emptied(
            Knowledge(begun.places, begun.pieces, begun.jump_variance, knowledge.placement_share),
            table,
            grams,
            Notes(touched={S2}, lifted={S2}),
        )
        assert PHYSICS.placement_share <= knowledge.placement_share <= COSTS.learning.most_placement_share


def test_a_cup_that_was_lifted_and_holds_what_it_held_stands_on_another_zero() -> None:
    table, knowledge = a_table(3)
    before = knowledge.places[N2]
    settled = askew(table.weigh(), {N2: 0.2})
    after = agreed(knowledge, of_beans(table.contents()), settled, Notes(touched=(), lifted={N2})).places[N2]
    assert after.tare.grams - before.tare.grams == pytest.approx(0.2, abs=0.06)
    assert after.content_grams == pytest.approx(before.content_grams)


def captured(seed: int, off_grams: float) -> tuple[SettledTable, Tracker]:
    """South has captured N1, whose cup stands off by so much, and a look has shown that."""
    table, knowledge = a_table(seed)
    tracker = Tracker(table.calibration, knowledge)
    table.carry_out([*TO_CAPTURE, Transfer(N1, SOUTH_POT, 2)])
    tracker.lift(frozenset({N1}))
    for _ in range(2):
        settled = askew(table.weigh(), {N1: off_grams})
        tracker.keep(tracker.look(PLANS, settled), settled)
    return table, tracker


def one_bean_more(table: SettledTable, tracker: Tracker, off_grams: float) -> Recognition:
    """A bean has fallen into N1 since, and two looks have seen that."""
    table.carry_out([Transfer(OFF_BOARD, N1)])
    tracker.look(PLANS, askew(table.weigh(), {N1: off_grams}))
    return tracker.look(PLANS, askew(table.weigh(), {N1: off_grams}))


@given(seed=st.integers(0, 99), off_grams=st.floats(-0.25, 0.35))
def test_a_bean_that_falls_into_a_cup_just_poured_out_is_seen_however_the_cup_stands(
    seed: int, off_grams: float
) -> None:
    table, tracker = captured(seed, off_grams)
    assert one_bean_more(table, tracker, off_grams).found[N1] == 1


@given(seed=st.integers(0, 99), off_grams=st.floats(-0.25, 0.25))
def test_before_that_bean_it_is_empty(seed: int, off_grams: float) -> None:
    _, tracker = captured(seed, off_grams)
    assert tracker.recognition is not None
    assert tracker.recognition.found[N1] == 0


@pytest.mark.parametrize("seed", range(8))
def test_and_where_it_was_known_to_stand_nobody_is_asked(seed: int) -> None:
    table, tracker = captured(seed, 0.1)
    seen = one_bean_more(table, tracker, 0.1)
    assert isinstance(seen.outcome, UnderWay)
    assert seen.found[N1] == 1


@pytest.mark.parametrize("seed", range(8))
def test_a_light_bean_of_a_reply_in_a_cup_just_poured_out_is_not_taken_for_how_the_cup_stands(
    seed: int,
) -> None:
    _, tracker = captured(seed, 0.3)
    assert tracker.recognition is not None
    assert isinstance(tracker.recognition.outcome, Undecided)
    assert tracker.recognition.outcome.question == N1


@pytest.mark.parametrize("seed", range(8))
def test_lifted_once_more_it_may_stand_anyhow_again(seed: int) -> None:
    table, tracker = captured(seed, 0.0)
    tracker.lift(frozenset({N1}))
    seen = tracker.look(PLANS, askew(table.weigh(), {N1: 0.5}))
    assert seen.found[N1] == 0 or isinstance(seen.outcome, Undecided)


@pytest.mark.parametrize("seed", range(8))
def test_a_cup_that_lost_what_no_careless_hand_takes_off_it_is_not_said_to_hold_what_it_held(
    seed: int,
) -> None:
    table, knowledge = a_table(seed)
    tracker = Tracker(table.calibration, knowledge)
    table.carry_out([Transfer(OFF_BOARD, cup(Side.SOUTH, 1)), Transfer(N2, OFF_BOARD, 2)])
    tracker.lift(frozenset({N2}))
    for _ in range(2):
        seen = tracker.look(PLANS, askew(table.weigh(), {N2: -0.6}))
    assert seen.found[N2] == 0 or not isinstance(seen.outcome, Complete | UnderWay)


@given(seed=st.integers(0, 99), off_grams=st.floats(0.35, 0.6))
def test_a_cup_poured_out_for_a_reply_may_stand_anyhow_though_the_move_before_is_agreed_only_now(
    seed: int, off_grams: float
) -> None:
    table, knowledge = a_table(seed, N2_EMPTY)
    tracker, plans = Tracker(table.calibration, knowledge), expected_plans(GAME, N2_EMPTY)

    def look_at(off: float) -> Recognition:
        settled = askew(table.weigh(), {S2: off})
        seen = tracker.look(plans, settled)
        tracker.keep(seen, settled)
        return seen

    table.carry_out([Transfer(OFF_BOARD, cup(Side.SOUTH, 1))])
    beneath = table.contents()
    look_at(0.0)
    tracker.lift(frozenset({S2}))
    table.carry_out([Transfer(OFF_BOARD, N1), Transfer(OFF_BOARD, N2), Transfer(S2, pot(Side.NORTH), 3)])
    look_at(off_grams)
    tracker.confirm_table(table.contents())
    tracker.agree(beneath, is_beneath=True)
    plans = expected_plans(GAME, GAME.play(N2_EMPTY, Side.SOUTH, "drop 1"))
    table.carry_out([Transfer(OFF_BOARD, cup(Side.SOUTH, 1))])
    seen = [look_at(off_grams) for _ in range(2)][-1]
    assert seen.found[S2] == 0 or isinstance(seen.outcome, Undecided)
