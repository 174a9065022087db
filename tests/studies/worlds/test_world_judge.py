"""The judge of other worlds: what it may know, that an honest reader passes, and that a nodder is caught."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.outcome import Complete, NotLegal, Recognition, Undecided
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.game import Mark, Plan, Transfer, carried_out
from cupsboard.rules.places import Side, cup, pot, stock
from cupsboard.scales.readings import Settled
from studies.worlds import evening
from studies.worlds.catalogue import USUAL, WORLDS
from studies.worlds.contents import Content, followed
from studies.worlds.decidable import Situation, are_told_apart, is_decidable, legal_near
from studies.worlds.evening import play
from studies.worlds.remembered import Remembered
from studies.worlds.report import Row
from studies.worlds.table import Table
from studies.worlds.verdicts import Verdict, blamed, verdict
from studies.worlds.world import Beans, World

OWN = WORLDS["own"]
S1, S2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
POT = pot(Side.SOUTH)


@pytest.mark.long("evenings of its own world")
def test_the_shipped_tracker_is_not_flagged_in_its_own_world() -> None:
    row = Row(OWN, play(OWN, 5, most_moves=60))
    assert row.counts["moves"] > 30
    assert row.mistaken.events == 0
    assert row.wrong_though_decidable == 0


class Nodding(Tracker):
    """Says of every table that the first move that can be made has been made."""

    def look(self, plans: Sequence[Plan], settled: Settled) -> Recognition:
        seen = super().look(plans, settled)
        found = carried_out(self.knowledge.contents, plans[0].open) if plans else seen.found
        return Recognition(Complete(plans[0], ()), found, 0.9999, None) if plans else seen


class Doubting(Tracker):
    """Is sure of nothing."""

    def look(self, plans: Sequence[Plan], settled: Settled) -> Recognition:
        seen = super().look(plans, settled)
        confirmed: Any = seen.outcome
        return Recognition(Undecided(S1, (), confirmed), seen.found, 0.5, None)


def test_a_reader_that_always_says_complete_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "Tracker", Nodding)
    row = Row(OWN, play(OWN, 5, most_moves=20))
    assert row.mistaken.events > 20
    assert row.mistaken_decidable > 10
    assert row.silent.events > 0
    assert any("mistaken" in each.what for each in row.found.examples)


def test_a_reader_that_always_asks_is_never_mistaken_and_always_asking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evening, "Tracker", Doubting)
    row = Row(OWN, play(OWN, 5, most_moves=20))
    assert row.mistaken.events == row.silent.events == 0
    assert row.asked.share == 1.0


def test_an_evening_is_the_same_again_from_its_seed() -> None:
    one, other = (play(WORLDS["a-little-of-everything"], 3, most_moves=15) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("world", USUAL, ids=lambda world: world.name)
def test_every_world_can_be_played_in(world: World) -> None:
    found = play(world, 1, most_moves=5)
    assert found.counts["all moves"] >= 5
    assert found.counts["looks"] > 5


def test_a_table_is_mistaken_where_it_is_accepted_and_another_lies_there() -> None:
    nothing = Recognition(NotLegal((), ()), {S1: 1}, 1.0, None)
    done = Recognition(Complete(Plan(Side.SOUTH, "drop 1", ()), ()), {S1: 1}, 1.0, None)
    assert verdict(done, {S1: 1}) is Verdict.RIGHT
    assert verdict(done, {S1: 2}) is Verdict.MISTAKEN
    assert verdict(nothing, {S1: 1}) is Verdict.CALLED_WRONG


def test_a_place_is_blamed_wrongly_where_nothing_changed() -> None:
    objection = NotLegal(((Mark(S1, 1),), (Mark(S1, 1), Mark(S2, -1))), ())
    assert blamed(objection, {S1}) == set()
    assert blamed(objection, {S2}) == {S1}
    strayed = NotLegal((), (Mishap(MishapKind.MISPLACED, (S1, S2), 1),))
    assert blamed(strayed, {S2}) == set()
    assert blamed(strayed, {S1}) == {S2}


def situation(change_grams: float) -> Situation:
    return Situation(
        world=OWN,
        before={S1: 0, S2: 2},
        before_grams={S1: 25.0, S2: 26.1},
        inside={S1: Content(), S2: Content(2, 1.1)},
        now_grams={S1: 25.0 + change_grams, S2: 26.1},
        waits=1,
        touches={S1: 1, S2: 0},
        put_backs={S1: 0, S2: 0},
    )


@pytest.mark.parametrize(("grams", "is_told"), [(1.10, True), (0.80, False)])
def test_a_pair_can_be_told_from_one_bean_unless_it_is_very_light(grams: float, is_told: bool) -> None:
    plan = Plan(Side.SOUTH, "drop 1", (Transfer(stock(Side.SOUTH), S1),))
    assert is_decidable(situation(grams), {S1: 2, S2: 2}, ((None, 0, 2),), [plan], None) is is_told


def test_a_finger_that_presses_like_a_bean_can_be_told_from_none() -> None:
    pressed = Situation(
        world=OWN,
        before={S2: 1, S1: 0, POT: 0},
        before_grams={S2: 25.25, S1: 25.0, POT: 25.0},
        inside={S2: Content(1, 0.25), S1: Content(), POT: Content()},
        now_grams={S2: 25.0, S1: 25.5, POT: 25.25},
        waits=1,
        touches={S2: 1, S1: 0, POT: 1},
        put_backs={S2: 0, S1: 0, POT: 0},
        thing=(S1, 0.5),
    )
    truth, found = {S2: 0, S1: 0, POT: 1}, {S2: 0, S1: 1, POT: 1}
    assert not is_decidable(pressed, truth, ((0, 2, 1),), [], found)
    heavy = replace(pressed, now_grams={**pressed.now_grams, S1: 30.0}, thing=(S1, 5.0))
    assert is_decidable(heavy, truth, ((0, 2, 1),), [], found)


def test_legal_tables_near_the_truth_are_those_on_the_way_of_plans() -> None:
    sow = Plan(Side.SOUTH, "sow", (Transfer(S2, S1, 2),))
    near = list(legal_near({S1: 0, S2: 2}, [sow], {S1: 0, S2: 2}))
    assert {table for table, _, _ in near} == {(0, 2), (0, 1), (0, 0), (1, 1)}


def test_of_beans_that_went_with_others_coming_the_judge_is_told_no_more_than_a_rare_exchange() -> None:
    # S1 gained a bean by 0.30 g, S2 shows as little: two light ones, or one exchanged with another.
    sow = Plan(Side.SOUTH, "sow", (Transfer(stock(Side.SOUTH), S1), Transfer(stock(Side.SOUTH), S2)))
    seen = replace(situation(0.55), now_grams={S1: 25.55, S2: 26.38})
    exchanged = ((None, 0, 1), (1, None, 1), (None, 1, 1))
    assert not is_decidable(seen, {S1: 1, S2: 2}, exchanged, [sow], {S1: 1, S2: 3})


@pytest.mark.parametrize(("was_put_right", "is_told"), [(False, True), (True, False)])
def test_a_light_bean_more_may_be_a_heavier_one_instead_where_a_table_was_put_right(
    was_put_right: bool, is_told: bool
) -> None:
    light = replace(
        situation(0.0),
        inside={S1: Content(), S2: Content(2, 1.1)},
        now_grams={S1: 25.0, S2: 26.1 + 0.36},
        touches={S1: 0, S2: 1},
        put_backs={S1: 0, S2: 0},
        was_put_right=was_put_right,
    )
    drop = Plan(Side.SOUTH, "drop 2", (Transfer(stock(Side.SOUTH), S2),))
    truth, found = {S1: 0, S2: 3}, {S1: 0, S2: 2}
    assert is_decidable(light, truth, ((None, 1, 1),), [drop], found) is is_told


def test_exchanged_cups_of_scales_whose_gains_differ_are_told_apart_by_what_the_whole_cups_differ() -> None:
    uneven = replace(situation(0.0), world=WORLDS["gain-5"])
    assert are_told_apart(situation(0.0), 1.3)
    assert not are_told_apart(uneven, 1.3)
    assert are_told_apart(uneven, 8.0)


def test_a_cup_that_came_back_askew_is_told_from_one_that_nobody_took_up() -> None:
    # A bean of S2 is gone, and the cup weighs half a bean more than it should.
    askew = replace(
        situation(0.0),
        world=replace(OWN, hands=replace(OWN.hands, placement_share=0.02)),
        now_grams={S1: 25.0, S2: 26.1 - 0.55 + 0.3},
        touches={S1: 0, S2: 2},
        put_backs={S1: 0, S2: 1},
    )
    sow = Plan(Side.SOUTH, "sow 2", (Transfer(S2, stock(Side.SOUTH)),))
    truth, gone = {S1: 0, S2: 1}, ((1, None, 1),)
    assert not is_decidable(askew, truth, gone, [sow], {S1: 0, S2: 2})
    assert is_decidable(
        replace(askew, now_grams={S1: 25.0, S2: 25.55}, put_backs={S1: 0, S2: 0}), truth, gone, [sow], None
    )


def test_the_judge_is_told_that_nothing_has_moved_only_where_the_scales_say_so() -> None:
    table = Table(WORLDS["own"], (S1, S2), Random(1))
    before = table.weigh(16)
    remembered = Remembered(WORLDS["own"], table, before)
    table.wait(6.0)
    assert remembered.shows_rest(table.weigh(16))
    assert not remembered.shows_rest(table.weigh(16, {S2: 0.4}))


BEANS = Beans()
SPREAD = BEANS.spread_share * BEANS.mean_grams


def test_an_empty_place_holds_nothing_for_certain() -> None:
    known = followed(BEANS, {0: Content(2, 1.1, 0.01)}, ((0, None, 2),), {0: (-1.0, 0.01)})
    assert known[0] == Content()


def test_where_nothing_went_or_came_what_lies_there_is_what_lay_there() -> None:
    lay = Content(2, 1.1, 0.01)
    assert followed(BEANS, {0: lay}, (), {0: (0.3, 0.01)})[0] == lay


def test_of_a_bean_no_scale_showed_only_the_lot_is_known() -> None:
    known = followed(BEANS, {0: Content()}, ((None, 0, 1),), {})[0]
    assert (known.grams, known.variance) == (pytest.approx(BEANS.mean_grams), pytest.approx(SPREAD**2))


def test_a_bean_that_came_alone_weighs_what_a_good_scale_showed() -> None:
    known = followed(BEANS, {0: Content()}, ((None, 0, 1),), {0: (0.4, 1e-8)})[0]
    assert known.grams == pytest.approx(0.4, abs=1e-4)
    assert known.variance < 1e-7


@pytest.mark.parametrize("jump_grams", [0.004, 0.06, 0.5])
def test_what_is_known_is_as_far_off_as_it_says(jump_grams: float) -> None:
    random, squares = Random(7), []
    for _ in range(600):
        inside, known = [list[float](), list[float]()], {0: Content(), 1: Content()}
        for _ in range(8):
            came = [random.gauss(BEANS.mean_grams, SPREAD) for _ in range(random.randint(1, 2))]
            carried = [inside[0].pop() for _ in range(random.randint(0, len(inside[0])))]
            flows = ((None, 0, len(came)), *(((0, 1, len(carried)),) if carried else ()))
            gains = (sum(came) - sum(carried), sum(carried))
            changes = {
                place: (gain + random.gauss(0.0, jump_grams), jump_grams**2)
                for place, gain in enumerate(gains)
            }
            inside[0] += came
            random.shuffle(inside[0])
            inside[1] += carried
            known = followed(BEANS, known, flows, changes)
        for place, content in known.items():
            assert content.count == len(inside[place])
            if content.count:
                squares.append((content.grams - sum(inside[place])) ** 2 / content.variance)
    assert 0.85 < math.fsum(squares) / len(squares) < 1.15
