"""One board's memory, followed look by look from agreed table to agreed table."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.outcome import (
    Burdened,
    Complete,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
)
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Plan, Progress, Transfer, carried_out, of_beans
from cupsboard.rules.places import BEAN, OFF_BOARD, Place, Side, cup
from cupsboard.rules.turn_plans import expected_plans, plans_with_reply
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import example, given
from hypothesis import strategies as st

GAME = games.of_board(4)
START = GAME.start(Side.SOUTH)
PLANS: Sequence[Plan] = (*GAME.plans(START, Side.SOUTH), *plans_with_reply(GAME, START, Side.SOUTH))
S1, S2, S3, N1 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.SOUTH, 3), cup(Side.NORTH, 1)

CARRIED = st.lists(
    st.sampled_from([(OFF_BOARD, S1), (OFF_BOARD, S2), (S1, OFF_BOARD), (OFF_BOARD, N1)]), max_size=4
)
"""Beans that come and go between two agreed tables, one between two looks."""


def a_table(seed: int) -> SettledTable:
    return SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(seed))


def at_the_start(table: SettledTable, *, is_watched: bool = True) -> Tracker:
    lying = of_beans(table.contents())
    knowledge = agreed(from_calibration(table.calibration, lying), lying, table.weigh())
    return Tracker(table.calibration, knowledge, is_watched=is_watched)


def looks(tracker: Tracker, table: SettledTable, carried: Sequence[tuple[Place, Place]]) -> Iterator[Settled]:
    """A look at the table as it is, and one after each bean that is carried."""
    for source, target in ((OFF_BOARD, OFF_BOARD), *carried):
        if table.contents().get(source, 1):
            table.carry_out([Transfer(source, target)])
        settled = table.weigh()
        tracker.keep(tracker.look(PLANS, settled), settled)
        yield settled


@given(seed=st.integers(0, 99), carried=CARRIED, is_beneath=st.booleans(), data=st.data())
def test_to_agree_twice_is_to_agree_once(
    seed: int, carried: list[tuple[Place, Place]], is_beneath: bool, data: st.DataObject
) -> None:
    table = a_table(seed)
    tracker = at_the_start(table)
    tables = [(table.contents(), settled) for settled in looks(tracker, table, carried)]
    contents, _ = data.draw(st.sampled_from(tables))
    tracker.agree(contents, is_beneath=is_beneath)
    once = tracker.knowledge
    tracker.agree(contents, is_beneath=is_beneath)
    assert tracker.knowledge == once


# Of the second bean no look was sure, so none has found the table that is agreed.
@example(seed=0, carried=[(OFF_BOARD, S1), (OFF_BOARD, S1)], further=[])
@given(seed=st.integers(0, 99), carried=CARRIED, further=CARRIED)
def test_at_an_agreed_table_nothing_is_left_of_what_happened_before_but_what_is_known(
    seed: int, carried: list[tuple[Place, Place]], further: list[tuple[Place, Place]]
) -> None:
    table = a_table(seed)
    tracker = at_the_start(table)
    for _ in looks(tracker, table, carried):
        tracker.lift(frozenset((S1, S3)))
        tracker.only_pieces(frozenset((S2,)))
    tracker.agree(table.contents())
    fresh = Tracker(table.calibration, tracker.knowledge)
    for settled in looks(tracker, table, further):
        seen = fresh.look(PLANS, settled)
        fresh.keep(seen, settled)
        assert seen == tracker.recognition
        assert fresh.knowledge == tracker.knowledge


@given(seed=st.integers(0, 99), carried=CARRIED)
def test_a_look_that_is_not_kept_leaves_nothing_behind(seed: int, carried: list[tuple[Place, Place]]) -> None:
    table = a_table(seed)
    tracker = at_the_start(table)
    other = Tracker(table.calibration, tracker.knowledge)
    for settled in looks(tracker, table, carried):
        other.look(PLANS, table.weigh({N1: 0.6, S2: 30.0}))
        seen = other.look(PLANS, settled)
        other.keep(seen, settled)
        assert seen == tracker.recognition


def test_a_repeated_look_at_the_same_table_replaces_the_one_before() -> None:
    """A cup whose bean was taken for two at the first look has exchanged none by the second."""
    table = a_table(4)
    tracker = at_the_start(table)
    table.carry_out([Transfer(OFF_BOARD, S1)])
    settled = replace(table.weigh(), stretches=tuple(range(len(GAME.places))))
    seen = tracker.look(PLANS, settled)
    twice = Tracker(table.calibration, tracker.knowledge)
    twice.keep(replace(seen, found={**seen.found, S1: 2}), settled)
    for each in (tracker, twice):
        each.keep(each.look(PLANS, settled), settled)
    exchanged = weighed(
        settled, {S1: settled_grams(settled, S1) + 0.12, N1: settled_grams(settled, N1) + 0.5}
    )
    assert tracker.look(PLANS, exchanged) == twice.look(PLANS, exchanged)


def settled_grams(settled: Settled, place: Place) -> float:
    weight = settled.weights[place]
    assert isinstance(weight, Weight)
    return weight.grams


def weighed(settled: Settled, grams: Mapping[Place, float]) -> Settled:
    other = {place: Weight(each, 1e-5) for place, each in grams.items()}
    return Settled(settled.time, {**settled.weights, **other})


class TestWhatPlayersHaveAnswered:
    """A cup whose single bean weighs nearly as much as two; players say that it is one."""

    def answered(self, grams: float) -> tuple[Tracker, Settled]:
        table = a_table(3)
        tracker = at_the_start(table)
        before = table.weigh()
        settled = weighed(before, {S1: settled_grams(before, S1) + grams})
        tracker.keep(tracker.look(PLANS, settled), settled)
        tracker.only_pieces(frozenset(GAME.places))
        tracker.agree({**table.contents(), S1: 1})
        return tracker, settled

    @pytest.mark.parametrize("grams", [0.6, 0.7, 0.8, 0.9, 1.0, 1.1])
    def test_is_taken_as_it_weighs(self, grams: float) -> None:
        tracker, settled = self.answered(grams)
        assert tracker.knowledge.places[S1].gross == settled.weights[S1]
        assert isinstance(tracker.look(PLANS, settled).outcome, Unchanged)

    def test_teaches_nothing_about_beans_where_the_belief_was_another(self) -> None:
        table = a_table(3)
        tracker = at_the_start(table)
        table.carry_out([Transfer(OFF_BOARD, S1), Transfer(OFF_BOARD, S2)])
        settled = table.weigh()
        seen = tracker.look(PLANS, settled)
        assert seen.arrived_alone.keys() == {S1, S2}
        tracker.keep(replace(seen, found={**seen.found, S1: 2}), settled)
        beans = tracker.knowledge.pieces[BEAN]
        tracker.agree(table.contents())
        assert tracker.knowledge.pieces[BEAN] == beans


def after_a_drop() -> tuple[SettledTable, Tracker]:
    """South has dropped one bean, and no look has seen it."""
    table = a_table(6)
    tracker = at_the_start(table)
    drop = next(plan for plan in PLANS if plan.label == "drop 1" and not plan.settled)
    table.carry_out(drop.open)
    return table, tracker


def test_a_table_beneath_a_reply_weighs_less_by_the_reply() -> None:
    table, tracker = after_a_drop()
    beneath = table.contents()
    table.carry_out([Transfer(OFF_BOARD, N1)])
    settled = table.weigh()
    tracker.keep(tracker.look(PLANS, settled), settled)
    tracker.agree(beneath, is_beneath=True)
    bean_grams = settled_grams(settled, N1) - tracker.knowledge.places[N1].gross.grams
    assert tracker.knowledge.contents == beneath
    assert bean_grams == pytest.approx(table.calibration.beans.mean_grams, rel=0.05)
    assert tracker.knowledge.places[S1].gross == settled.weights[S1]


def test_what_weighs_otherwise_beneath_a_reply_but_not_like_a_bean_is_in_doubt() -> None:
    # A very light bean of the reply lies unseen where the agreed table has none: which look is right is open.
    table, tracker = after_a_drop()
    settled = table.weigh()
    tracker.keep(tracker.look(PLANS, settled), settled)
    heavier = with_weight(settled, N1, settled_grams(settled, N1) + 0.2)
    tracker.keep(tracker.look(PLANS, heavier), heavier)
    tracker.agree(table.contents(), is_beneath=True)
    assert math.sqrt(tracker.knowledge.places[N1].gross.variance) > 0.1
    assert math.sqrt(tracker.knowledge.places[S2].gross.variance) < 0.05


@pytest.mark.parametrize("is_beneath", [True, False])
@pytest.mark.parametrize("pressed", [N1, cup(Side.NORTH, 4)])
def test_what_pressed_on_a_place_when_the_agreed_table_was_seen_weighs_nothing_of_it(
    pressed: Place, is_beneath: bool
) -> None:
    table, tracker = after_a_drop()
    contents = table.contents()
    pressed_on = table.weigh({pressed: 40.0})
    seen = tracker.look(PLANS, pressed_on)
    assert isinstance(seen.outcome, Burdened)
    assert seen.found == contents
    tracker.keep(seen, pressed_on)
    bare = table.weigh()
    table.carry_out([Transfer(OFF_BOARD, N1)])
    settled = table.weigh()
    tracker.keep(tracker.look(PLANS, settled), settled)
    tracker.agree(contents, is_beneath=is_beneath)
    known = tracker.knowledge.places[pressed].gross
    assert known.grams == pytest.approx(settled_grams(bare, pressed), abs=0.1)
    assert math.sqrt(known.variance) < (0.7 if pressed == N1 else 0.1)


def with_weight(settled: Settled, place: Place, grams: float) -> Settled:
    """The table with another weight somewhere, at a later time."""
    weight = settled.weights[place]
    assert isinstance(weight, Weight)
    return Settled(
        settled.time + 1, {**settled.weights, place: Weight(grams, weight.variance)}, settled.stretches
    )


@pytest.mark.parametrize("has_moved", [True, False])
def test_a_bean_that_came_without_a_step_is_asked_about(has_moved: bool) -> None:
    table = a_table(3)
    tracker = at_the_start(table)
    lay = dict.fromkeys(GAME.places, 1)
    home = replace(table.weigh(), stretches=tuple(lay.values()))
    tracker.keep(tracker.look(PLANS, home), home)
    tracker.agree(table.contents())
    table.carry_out([Transfer(OFF_BOARD, S1)])
    stretches = tuple({**lay, S1: 2 if has_moved else 1}.values())
    seen = [tracker.look(PLANS, replace(table.weigh(), stretches=stretches)) for _ in range(2)][-1]
    assert seen.found[S1] == has_moved
    assert isinstance(seen.outcome, Complete if has_moved else Undecided)
    assert has_moved or (isinstance(seen.outcome, Undecided) and seen.outcome.question == S1)


class TestCupsInTheAir:
    def outcome_of_an_exchange(self, seconds: float) -> object:
        """What is said of a cup with a bean and an empty one that is as heavy, lifted for so long."""
        table = a_table(8)
        table.carry_out([Transfer(OFF_BOARD, S1)])
        tracker = at_the_start(table)
        settled = table.weigh()
        standing = {place: settled_grams(settled, place) for place in GAME.places}
        as_heavy = {S3: standing[S1] - 0.001}
        knowledge = with_gross(tracker.knowledge, as_heavy)
        tracker = Tracker(table.calibration, knowledge)
        for tenth in range(round(seconds / 0.05) + 1):
            tracker.follow(0.05 * tenth, {}, {**standing, S1: 0.0, S3: 0.0})
        tracker.follow(9.0, {}, standing)
        return tracker.look(PLANS, weighed(settled, as_heavy)).outcome

    def test_are_thought_of_as_exchanged_once_they_were_lifted_together(self) -> None:
        assert not isinstance(self.outcome_of_an_exchange(COSTS.waits.lifted_seconds), Unchanged)

    def test_are_not_lifted_by_a_bump(self) -> None:
        assert isinstance(self.outcome_of_an_exchange(COSTS.waits.lifted_seconds / 2), Unchanged)

    def test_leave_no_doubt_of_an_emptied_cup_that_came_back_exchanged_and_then_to_its_own_place(
        self,
    ) -> None:
        table = a_table(5)
        table.carry_out([Transfer(OFF_BOARD, S1)])
        tracker = at_the_start(table)
        table.carry_out([Transfer(S1, OFF_BOARD)])
        home = table.weigh()
        exchanged = weighed(home, {S1: settled_grams(home, S1) + 0.35, S3: settled_grams(home, S3) - 0.35})
        for settled in (exchanged, home):
            tracker.lift(frozenset({S1, S3}))
            tracker.keep(replace(tracker.look(PLANS, settled), found=table.contents()), settled)
        tracker.agree(table.contents())
        assert math.sqrt(tracker.knowledge.places[S1].tare.variance) < 0.05


AS_IT_LAY = Unchanged()


def in_doubt_of_a_finger(left: int = 0) -> tuple[SettledTable, Tracker]:
    """A table whose first cup has weighed 0.3 g more for a moment, with so many beans left in it."""
    table = a_table(5)
    table.carry_out([Transfer(OFF_BOARD, S1, left + 1)])
    tracker = at_the_start(table)
    table.carry_out([Transfer(S1, OFF_BOARD)])
    home = table.weigh()
    for settled in (weighed(home, {S1: settled_grams(home, S1) + 0.3}), home):
        keep_as_it_lies(tracker, table, settled)
    tracker.agree(table.contents())
    assert math.sqrt(tracker.knowledge.places[S1].gross.variance) > 0.2
    return table, tracker


def keep_as_it_lies(
    tracker: Tracker, table: SettledTable, settled: Settled, outcome: Outcome = AS_IT_LAY
) -> None:
    tracker.keep(replace(tracker.look(PLANS, settled), found=table.contents(), outcome=outcome), settled)


def doubt_grams(tracker: Tracker) -> float:
    return math.sqrt(tracker.knowledge.places[S1].tare.variance)


def test_a_weight_in_doubt_is_believed_once_it_is_seen_again_whatever_is_in_doubt_elsewhere() -> None:
    table, tracker = in_doubt_of_a_finger()
    again = table.weigh()
    unclear = weighed(again, {S3: settled_grams(again, S3) + 0.8})
    seen = tracker.look(PLANS, unclear)
    assert isinstance(seen.outcome, Undecided)
    tracker.keep(seen, unclear)
    assert doubt_grams(tracker) < 0.05


def test_a_weight_in_doubt_stays_so_while_a_piece_may_have_come() -> None:
    table, tracker = in_doubt_of_a_finger()
    for _ in range(2):
        again = table.weigh()
        unclear = weighed(again, {S1: settled_grams(again, S1) + 0.25, S2: settled_grams(again, S2) + 0.55})
        seen = tracker.look(PLANS, unclear)
        assert isinstance(seen.outcome, Undecided)
        tracker.keep(seen, unclear)
        assert doubt_grams(tracker) > 0.2


def test_a_weight_in_doubt_is_not_believed_where_the_last_look_showed_another() -> None:
    table, tracker = in_doubt_of_a_finger()
    home, asked = table.weigh(), Undecided(S1, (), Unchanged())
    keep_as_it_lies(tracker, table, weighed(home, {S1: settled_grams(home, S1) + 0.3}), asked)
    keep_as_it_lies(tracker, table, table.weigh(), asked)
    assert doubt_grams(tracker) > 0.2
    keep_as_it_lies(tracker, table, table.weigh(), asked)
    assert doubt_grams(tracker) < 0.05


def test_a_finger_does_not_pass_for_the_weight_of_pieces_that_are_in_doubt() -> None:
    table, tracker = in_doubt_of_a_finger(left=2)
    fingered = table.weigh({S1: 0.35})
    keep_as_it_lies(tracker, table, fingered)
    assert abs(tracker.knowledge.places[S1].gross.grams - settled_grams(fingered, S1)) > 0.3
    for _ in range(2):
        keep_as_it_lies(tracker, table, table.weigh())
    gross = tracker.knowledge.places[S1].gross
    assert gross.grams == pytest.approx(settled_grams(table.weigh(), S1), abs=0.05)
    assert math.sqrt(gross.variance) < 0.05


def with_gross(knowledge: Knowledge, grams: Mapping[Place, float]) -> Knowledge:
    """The knowledge with other cups of these gross weights."""
    places = {
        place: replace(knowledge.places[place], gross=Weight(each, 1e-5), tare=Weight(each, 1e-5))
        for place, each in grams.items()
    }
    return replace(knowledge, places={**knowledge.places, **places})


def test_after_a_pause_a_change_is_taken_for_pieces_until_a_table_is_agreed() -> None:
    table = a_table(5)
    tracker = at_the_start(table)
    before = table.weigh()
    pushed = weighed(before, {N1: settled_grams(before, N1) + 5.3})
    watched = tracker.look(PLANS, pushed).outcome
    tracker.begin_unwatched(tracker.knowledge)
    unwatched = tracker.look(PLANS, pushed).outcome
    assert not isinstance(watched, NotLegal | Complete | UnderWay)
    assert isinstance(unwatched, NotLegal)
    tracker.keep(tracker.look(PLANS, before), before)
    tracker.agree(table.contents())
    assert type(tracker.look(PLANS, pushed).outcome) is type(watched)


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_a_coin_on_a_wrong_table_changes_nothing_of_what_is_said_of_another_cup(seed: int) -> None:
    """Three beans lie where one may; then a coin comes down elsewhere. Coins of 4 to 8 g."""
    table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(seed), rate_sps=10.0)
    tracker = at_the_start(table)
    wrong = looked(tracker, table, {S2: 1}, OFF_BOARD, S2, 3)
    with_coin = looked(tracker, table, {S1: 1, S2: 1}, OFF_BOARD, S1, 0, {S1: 4.0 + seed / 10})
    assert isinstance(with_coin.outcome, Burdened)
    assert with_coin.found[S2] == wrong.found[S2]
    assert (S2 in with_coin.outcome.places) == (isinstance(wrong.outcome, Burdened))
    if isinstance(wrong.outcome, NotLegal):
        assert with_coin.outcome.places.keys() == {S1}


def filled_table(seed: int) -> tuple[SettledTable, Tracker]:
    """Four kidney beans in each of three cups, agreed on."""
    table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(seed))
    table.carry_out([Transfer(OFF_BOARD, place, 4) for place in (S1, S2, N1)])
    return table, at_the_start(table)


def carried_between(table: SettledTable, there: int, back: int) -> None:
    """Beans of South's cup 2 into North's cup 1, and others of those back."""
    one, other = table.beans[S2], table.beans[N1]
    one[:], other[:] = one[there:] + other[:back], other[back:] + one[:there]


FILLED = GAME.parse_position("4 4 0 0 pot 0 stock 30 / 4 0 0 0 pot 0 stock 30 / south")


def test_beans_traded_between_two_cups_are_seldom_asked_about_and_what_follows_not_at_all() -> None:
    plans = expected_plans(GAME, FILLED)
    outcomes = []
    for seed in range(40):
        table, tracker = filled_table(seed)
        carried_between(table, 1 + seed % 3, 1 + seed % 3)
        seen = tracker.look(plans, table.weigh())
        outcomes.append(type(seen.outcome))
        if isinstance(seen.outcome, Unchanged):
            tracker.keep(seen, table.weigh())
            table.carry_out([Transfer(OFF_BOARD, S1)])
            after = tracker.look(plans, table.weigh())
            assert isinstance(after.outcome, Complete)
            assert after.outcome.plan.label == "drop 1"
    assert outcomes.count(Unchanged) >= 28
    assert NotLegal not in outcomes


@pytest.mark.parametrize("seed", range(20))
def test_a_bean_missing_from_one_cup_and_too_many_in_another_is_named_where_it_lies(seed: int) -> None:
    table, tracker = filled_table(seed)
    carried_between(table, 1, 0)
    seen = tracker.look(expected_plans(GAME, FILLED), table.weigh())
    assert isinstance(seen.outcome, NotLegal)
    assert (seen.found[S2], seen.found[N1]) == (3, 5)


@pytest.mark.parametrize("is_agreed_by_a_look_before", [False, True])
def test_a_bean_that_came_and_another_that_went_leave_the_cup_with_what_it_weighs_now(
    is_agreed_by_a_look_before: bool,
) -> None:
    """A cup holds as many beans as at the agreed table, and weighs less: nobody calls that untouched."""
    table, tracker = filled_table(3)
    plans = expected_plans(GAME, FILLED)

    def look(grams: Mapping[Place, float] | None = None) -> None:
        settled = table.weigh(grams)
        tracker.keep(tracker.look(plans, settled), settled)

    table.carry_out([Transfer(OFF_BOARD, S1)])
    look()
    table.carry_out([Transfer(OFF_BOARD, N1)])
    look()
    assert tracker.recognition is not None
    assert tracker.recognition.found[N1] == 5
    beans = table.beans[N1]
    beans.remove(max(beans, key=lambda bean: bean.mass_grams))
    look({S3: 0.55} if is_agreed_by_a_look_before else None)
    assert tracker.recognition.found[N1] == 4
    tracker.agree(table.contents())
    gross = tracker.knowledge.places[N1].gross
    assert abs(settled_grams(table.weigh(), N1) - gross.grams) < 0.05


def looked(
    tracker: Tracker,
    table: SettledTable,
    stretches: Mapping[Place, int],
    source: Place,
    target: Place,
    count: int,
    extra_grams: Mapping[Place, float] | None = None,
) -> Recognition:
    """A look that is kept, once some beans have gone from place to place."""
    table.carry_out([Transfer(source, target, count)])
    settled = replace(
        table.weigh(extra_grams), stretches=tuple(stretches.get(place, 0) for place in GAME.places)
    )
    seen = tracker.look(PLANS, settled)
    tracker.keep(seen, settled)
    return seen


def test_a_bean_that_was_agreed_and_found_is_one_more_sample() -> None:
    table = a_table(3)
    tracker = at_the_start(table)
    table.carry_out([Transfer(OFF_BOARD, S1)])
    settled = table.weigh()
    seen = tracker.look(PLANS, settled)
    tracker.keep(seen, settled)
    alone, beans = seen.arrived_alone[S1], tracker.knowledge.pieces[BEAN]
    tracker.agree(table.contents())
    assert tracker.knowledge.pieces[BEAN] == beans.with_sample(alone.grams, alone.variance)


@pytest.mark.long("forty looks for each example")
@given(grams=st.floats(-2.0, 5.0), looks_at_it=st.integers(1, 40))
def test_what_is_learnt_of_beans_is_bounded_whatever_is_agreed(grams: float, looks_at_it: int) -> None:
    """Something of any mass is agreed to be one bean, again and again."""
    table = a_table(3)
    tracker = at_the_start(table)
    told = table.calibration.beans
    for _ in range(looks_at_it):
        before = table.weigh()
        settled = weighed(before, {S1: settled_grams(before, S1) + grams})
        seen = tracker.look(PLANS, settled)
        alone = {S1: Weight(grams, 1e-4)}
        found = {**seen.found, S1: table.contents()[S1] + 1}
        tracker.keep(replace(seen, found=found, arrived_alone=alone), settled)
        tracker.agree(found)
        table.carry_out([Transfer(OFF_BOARD, S1)])
    beans = tracker.knowledge.pieces[BEAN]
    assert 1 / 1.31 < beans.mean_grams / told.mean_grams < 1.31
    assert 1 / 1.31 < math.sqrt(beans.variance) / told.spread_grams < 1.31


def test_a_zero_that_players_vouch_for_is_believed_where_it_is() -> None:
    """An empty cup weighs 0.2 g more than it did; they look, and nothing lies there."""
    table = a_table(3)
    tracker = at_the_start(table)
    before = table.weigh()
    moved = settled_grams(before, S1) + 0.2
    settled = weighed(before, {S1: moved})
    seen = tracker.look(PLANS, settled)
    tracker.keep(seen, settled)
    assert not isinstance(seen.outcome, Unchanged)
    tracker.only_pieces(frozenset(GAME.places))
    tracker.agree(table.contents())
    assert tracker.knowledge.places[S1].tare.grams == pytest.approx(moved, abs=0.02)
    assert isinstance(tracker.look(PLANS, settled).outcome, Unchanged)
    dropped = weighed(settled, {S1: moved + 0.55})
    assert tracker.look(PLANS, dropped).found[S1] == 1


@pytest.mark.parametrize("seed", [3, 5, 7])
def test_a_cup_that_was_too_light_for_a_moment_has_gained_no_bean_though_players_vouched_for_it(
    seed: int,
) -> None:
    table = a_table(seed)
    table.carry_out([Transfer(OFF_BOARD, S1)])
    tracker, home = at_the_start(table), table.weigh()
    light = weighed(home, {S1: settled_grams(home, S1) - 0.25})
    tracker.keep(tracker.look(PLANS, light), light)
    tracker.only_pieces(frozenset(GAME.places))
    tracker.agree(table.contents())
    assert tracker.look(PLANS, table.weigh()).found[S1] == 1


@pytest.mark.parametrize("seed", [9, 13, 40, 50, 118])
def test_a_bean_that_lay_there_and_hops_out_of_a_sown_cup_is_not_passed_over(seed: int) -> None:
    table, tracker = filled_table(seed)
    table.carry_out([Transfer(OFF_BOARD, S1)])
    # The bean that came stays; one that lay there goes.
    table.beans[S1].insert(0, table.beans[S1].pop())
    table.carry_out([Transfer(S1, cup(Side.NORTH, 2))])
    seen = tracker.look(expected_plans(GAME, FILLED), table.weigh())
    assert isinstance(seen.outcome, NotLegal | Undecided)


def test_a_zero_that_creeps_while_a_move_is_under_way_goes_on_as_it_went_before() -> None:
    table, tracker = filled_table(1)
    plans = expected_plans(GAME, FILLED)
    crept_grams, true_grams = 0.0, tracker.knowledge.places[S1].tare.grams

    def looked_at() -> None:
        nonlocal crept_grams
        crept_grams += 0.005
        settled = table.weigh({S1: crept_grams})
        seen = tracker.look(plans, settled)
        assert isinstance(seen.outcome, Unchanged | Complete)
        tracker.keep(seen, settled)

    for _ in range(40):
        looked_at()
    table.carry_out([Transfer(OFF_BOARD, S1)])
    for _ in range(20):
        looked_at()
    tracker.agree(table.contents())
    assert tracker.knowledge.places[S1].tare.grams - true_grams == pytest.approx(crept_grams, abs=0.04)


WANTED = Plan(None, "take back", ())


def doubtful() -> tuple[Tracker, Settled]:
    """An empty table as it was agreed, but for a cup whose weight was in doubt by half a bean then."""
    table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(0), rate_sps=10.0)
    tracker = at_the_start(table)
    known = tracker.knowledge.places[S1]
    in_doubt = replace(known, gross=Weight(known.gross.grams, 0.3**2))
    tracker.knowledge = replace(tracker.knowledge, places={**tracker.knowledge.places, S1: in_doubt})
    settled = table.weigh({S1: 0.15})
    return tracker, replace(settled, stretches=tuple(range(len(settled.weights))))


def test_a_player_is_asked_for_the_wanted_table_and_without_one_for_the_move() -> None:
    tracker, settled = doubtful()
    wanted, moves = (tracker.look(plans, settled).outcome for plans in ((WANTED, *PLANS), PLANS))
    assert isinstance(wanted, Undecided)
    assert wanted.confirmed == Unchanged()
    assert isinstance(moves, Undecided)
    assert isinstance(moves.confirmed, Complete)


def test_what_players_have_looked_for_in_vain_is_not_found_until_something_moves() -> None:
    tracker, settled = doubtful()
    tracker.keep(tracker.look(PLANS, settled), settled)
    empty = dict.fromkeys(GAME.places, 0)
    for ruled_out in (empty, {**empty, S1: 1}):
        tracker.rule_out(ruled_out)
        assert ruled_out not in legal(tracker.look(PLANS, settled))
        moved = replace(settled, stretches=(99, *settled.stretches[1:]))
        assert ruled_out in legal(tracker.look(PLANS, moved))


def test_what_a_look_has_left_open_is_open_still_when_hands_go_on_elsewhere() -> None:
    tracker, settled = doubtful()
    seen = tracker.look(PLANS, settled)
    assert seen.numbers[S1] == {0, 1}
    tracker.keep(seen, settled)
    going_on = with_weight(settled, S2, settled_grams(settled, S2) + tracker.knowledge.lightest_grams)
    moved = replace(going_on, stretches=(settled.stretches[0], 99, *settled.stretches[2:]))
    assert tracker.look(PLANS, moved).numbers[S1] == {0, 1}


def legal(seen: Recognition) -> list[Mapping[Place, int]]:
    alternatives = seen.outcome.alternatives if isinstance(seen.outcome, Undecided) else ()
    return [each.found for each in alternatives if each.is_legal] or [seen.found]


@pytest.mark.parametrize("nats", [-5.0, 0.0, 2.0])
def test_what_strikes_or_is_laid_down_is_a_bean(nats: float) -> None:
    table = a_table(3)
    tracker = at_the_start(table)
    tracker.finger_nats = {S1: nats}
    table.carry_out([Transfer(OFF_BOARD, S1)])
    assert isinstance(tracker.look(PLANS, table.weigh()).outcome, Complete)


def test_what_trembles_is_asked_about_there_and_believed_once_players_have_looked() -> None:
    table = a_table(3)
    tracker = at_the_start(table)
    tracker.finger_nats = {S1: 10.0}
    table.carry_out([Transfer(OFF_BOARD, S1)])
    settled = table.weigh()
    seen = tracker.look(PLANS, settled)
    assert isinstance(seen.outcome, Undecided)
    assert seen.outcome.question == S1
    tracker.keep(seen, settled)
    tracker.confirm(seen.outcome.confirmed)
    assert isinstance(tracker.look(PLANS, table.weigh()).outcome, Complete)


@pytest.mark.parametrize("label", ["drop 1", "drop 2"])
def test_what_players_confirm_is_what_lies_there(label: str) -> None:
    table = a_table(4)
    tracker = at_the_start(table)
    (plan,) = (plan for plan in GAME.plans(START, Side.SOUTH) if plan.label == label)
    *done, last = plan.open
    settled = table.weigh()
    tracker.keep(tracker.look(PLANS, settled), settled)
    for legal in (Complete(plan, ()), UnderWay((Progress(plan, (last,)),)), Unchanged()):
        tracker.confirm(legal)
        carried = {Complete: plan.open, UnderWay: done, Unchanged: ()}[type(legal)]
        assert tracker.recognition is not None
        assert tracker.recognition.found == carried_out(table.contents(), carried)


def test_a_finger_that_players_have_overlooked_takes_no_piece_along() -> None:
    table = a_table(5)
    tracker = at_the_start(table)
    table.carry_out([Transfer(OFF_BOARD, S1)])
    settled = table.weigh({S1: 0.4})
    tracker.finger_nats = {S1: 10.0}
    tracker.keep(tracker.look(PLANS, settled), settled)
    (plan,) = (plan for plan in GAME.plans(START, Side.SOUTH) if plan.label == "drop 1")
    tracker.confirm(Complete(plan, ()))
    tracker.agree(table.contents())
    tracker.finger_nats = {}
    assert tracker.look((), table.weigh()).outcome == Unchanged()


def test_a_tracker_keeps_eleven_things_at_most_and_the_rest_in_one_value_that_never_changes() -> None:
    """Where a board's memory is spread over many fields nobody sees which of them one look writes."""
    tracker = at_the_start(a_table(1))
    assert len(vars(tracker)) <= 11
    with pytest.raises(FrozenInstanceError):
        tracker._since.tables = ()  # type: ignore[misc]
