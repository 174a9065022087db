"""What only one look has shown and another table may be, too, is looked at once more."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.outcome import Complete, Unchanged, Undecided, UnderWay
from cupsboard.recognition.tracker import Tracker
from cupsboard.recognition.trust import SURE
from cupsboard.rules import games
from cupsboard.rules.game import Plan, of_beans
from cupsboard.rules.places import Place, Side, cup
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable

GAME = games.of_board(4)
PLANS: Sequence[Plan] = expected_plans(GAME, GAME.start(Side.SOUTH))
S1, S2, S3 = (cup(Side.SOUTH, number) for number in (1, 2, 3))


class Paper:
    """An empty board, weighed with whatever lies on its places beside the beans."""

    def __init__(self, seed: int = 1) -> None:
        self.table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(seed))
        lying = of_beans(self.table.contents())
        knowledge = agreed(from_calibration(self.table.calibration, lying), lying, self.table.weigh())
        self.tracker = Tracker(self.table.calibration, knowledge)
        self.moves = 0

    def wander(self, grams: float) -> None:
        """From now on zeros are known to have wandered so far from look to look."""
        known = self.tracker.knowledge
        places = {
            place: replace(each, wander_variance=max(grams**2, each.wander_variance))
            for place, each in known.places.items()
        }
        self.tracker.knowledge = replace(known, places=places)

    def settled(self, grams: Mapping[Place, float] | None = None, *, has_moved: bool = False) -> Settled:
        self.moves += has_moved
        settled = self.table.weigh()
        weights = dict(settled.weights)
        for place, more in (grams or {}).items():
            weight = weights[place]
            assert isinstance(weight, Weight)
            weights[place] = Weight(weight.grams + more, weight.variance)
        return Settled(settled.time, weights, tuple(self.moves for _ in GAME.places))


def test_a_table_that_nothing_else_can_be_is_accepted_for_good() -> None:
    paper = Paper()
    seen = paper.tracker.look(PLANS, paper.settled({S1: 0.55, S2: 0.55}, has_moved=True))
    assert isinstance(seen.outcome, Complete)
    assert not seen.is_at_first_sight


def test_what_may_be_something_else_is_accepted_at_first_sight_and_for_good_when_it_is_there_still() -> None:
    paper = Paper()
    seen = paper.tracker.look(PLANS, paper.settled({S1: 0.31}, has_moved=True))
    assert isinstance(seen.outcome, Complete)
    assert seen.is_at_first_sight
    again = paper.tracker.look(PLANS, paper.settled({S1: 0.31}))
    assert isinstance(again.outcome, Complete)
    assert not again.is_at_first_sight


def test_the_same_samples_confirm_nothing() -> None:
    paper = Paper()
    settled = paper.settled({S1: 0.31}, has_moved=True)
    for _ in range(2):
        assert paper.tracker.look(PLANS, settled).is_at_first_sight


def test_where_nothing_has_moved_no_bean_has_come_at_first_sight() -> None:
    paper = Paper()
    assert isinstance(paper.tracker.look(PLANS, paper.settled()).outcome, Unchanged)
    seen = paper.tracker.look(PLANS, paper.settled({S1: 0.55}))
    assert isinstance(seen.outcome, Complete)
    assert seen.is_at_first_sight
    assert isinstance(paper.tracker.look(PLANS, paper.settled()).outcome, Unchanged)


def test_a_table_that_contradicts_the_last_look_though_nothing_has_moved_must_be_all_but_certain() -> None:
    paper = Paper()
    assert isinstance(paper.tracker.look(PLANS, paper.settled()).outcome, Unchanged)
    assert isinstance(paper.tracker.look(PLANS, paper.settled({S1: 0.31})).outcome, Undecided)


@pytest.mark.parametrize("place", [S1, S2])
def test_on_scales_that_wander_one_look_must_be_surer_than_on_steady_ones(place: Place) -> None:
    """A bean in the first cup is a drop; in the second alone it is one on its way."""
    for wander_grams, is_believed in ((0.0, True), (0.015, True), (0.04, False)):
        paper = Paper()
        paper.wander(wander_grams)
        seen = paper.tracker.look(PLANS, paper.settled({place: 0.33}, has_moved=True))
        assert isinstance(seen.outcome, Complete | UnderWay) is is_believed


def test_and_two_looks_that_agree_suffice_there_for_a_move_that_is_done() -> None:
    paper = Paper()
    paper.wander(0.04)
    assert isinstance(paper.tracker.look(PLANS, paper.settled({S1: 0.33}, has_moved=True)).outcome, Undecided)
    assert isinstance(paper.tracker.look(PLANS, paper.settled({S1: 0.33})).outcome, Complete)


@pytest.mark.parametrize(("wander_grams", "is_noisy"), [(0.01, False), (0.02, True)])
def test_on_noisy_scales_not_even_what_nothing_else_can_be_is_acted_on_at_first_sight(
    wander_grams: float, is_noisy: bool
) -> None:
    paper = Paper()
    paper.wander(wander_grams)
    seen = paper.tracker.look(PLANS, paper.settled({S1: 0.55, S2: 0.55}, has_moved=True))
    assert isinstance(seen.outcome, Complete)
    assert seen.is_at_first_sight is is_noisy
    again = paper.tracker.look(PLANS, paper.settled({S1: 0.55, S2: 0.55}))
    assert isinstance(again.outcome, Complete)
    assert not again.is_at_first_sight


@pytest.mark.parametrize(("wander_grams", "is_believed"), [(0.01, True), (0.02, False)])
def test_two_looks_at_a_light_bean_on_its_way_must_be_surer_there(
    wander_grams: float, is_believed: bool
) -> None:
    paper = Paper()
    paper.wander(wander_grams)
    paper.tracker.look(PLANS, paper.settled({S2: 0.42}, has_moved=True))
    again = paper.tracker.look(PLANS, paper.settled({S2: 0.42}))
    assert isinstance(again.outcome, UnderWay) is is_believed


@pytest.mark.parametrize("wander_grams", [0.0, 0.01, 0.02])
def test_half_a_bean_is_asked_about_however_often_it_is_seen(wander_grams: float) -> None:
    """It may be a crumb; so light is not one bean in thousands."""
    paper = Paper()
    paper.wander(wander_grams)
    paper.tracker.look(PLANS, paper.settled({S1: 0.25}, has_moved=True))
    for _ in range(3):
        assert isinstance(paper.tracker.look(PLANS, paper.settled({S1: 0.25})).outcome, Undecided)


def test_a_bean_more_is_no_reason_to_doubt_the_others_again() -> None:
    paper = Paper()
    assert paper.tracker.look(PLANS, paper.settled({S1: 0.31}, has_moved=True)).is_at_first_sight
    seen = paper.tracker.look(PLANS, paper.settled({S1: 0.31, S2: 0.55}, has_moved=True))
    assert isinstance(seen.outcome, Complete)
    assert not seen.is_at_first_sight


def test_on_noisy_scales_it_is_for_a_scale_may_hide_the_next_one_for_a_moment() -> None:
    paper = Paper()
    paper.wander(0.02)
    two = {S1: 0.55, S2: 0.55}
    for has_moved in (True, False):
        confirmed = paper.tracker.look(PLANS, paper.settled(two, has_moved=has_moved))
    assert not confirmed.is_at_first_sight
    hidden = paper.tracker.look(PLANS, paper.settled({**two, S3: 0.06}, has_moved=True))
    assert isinstance(hidden.outcome, Complete)
    assert hidden.is_at_first_sight
    shown = paper.tracker.look(PLANS, paper.settled({**two, S3: 0.50}))
    assert shown.found[S3] == 1


@pytest.mark.parametrize("grams", [0.55, 0.30])
def test_there_the_second_look_need_only_bear_the_first_one_out(grams: float) -> None:
    """At 0.25 g one look alone is no drop there; nobody asks about one that the first look was sure of."""
    paper = Paper()
    paper.wander(0.02)
    assert isinstance(paper.tracker.look(PLANS, paper.settled({S1: grams}, has_moved=True)).outcome, Complete)
    again = paper.tracker.look(PLANS, paper.settled({S1: 0.25}))
    assert isinstance(again.outcome, Complete)
    assert not again.is_at_first_sight


@pytest.mark.parametrize("looks", [1, 2])
def test_but_not_one_that_hands_may_have_changed_since(looks: int) -> None:
    paper = Paper()
    paper.wander(0.02)
    for look in range(looks):
        confirmed = paper.tracker.look(PLANS, paper.settled({S1: 0.55}, has_moved=not look))
        assert isinstance(confirmed.outcome, Complete)
    later = paper.tracker.look(PLANS, paper.settled({S1: 0.25}, has_moved=True))
    assert isinstance(later.outcome, Undecided)


def test_a_look_that_was_sure_of_an_untouched_table_holds_until_something_may_have_come() -> None:
    paper = Paper()
    seen = paper.tracker.look(PLANS, paper.settled(has_moved=True))
    assert isinstance(seen.outcome, Unchanged)
    assert seen.confidence >= SURE
    assert paper.tracker.again(paper.settled({S1: 0.05})) is seen
    assert paper.tracker.again(paper.settled({S1: 0.3})) is None, "that may be a light bean"
    assert paper.tracker.again(paper.settled(has_moved=True)) is None


def test_no_look_holds_that_was_of_a_move_or_that_players_have_ruled_out() -> None:
    paper = Paper()
    assert paper.tracker.again(paper.settled()) is None, "nobody has looked"
    settled = paper.settled({S1: 0.55}, has_moved=True)
    assert isinstance(paper.tracker.look(PLANS, settled).outcome, Complete)
    assert paper.tracker.again(paper.settled({S1: 0.55})) is None
    settled = paper.settled(has_moved=True)
    seen = paper.tracker.look(PLANS, settled)
    paper.tracker.keep(seen, settled)
    assert paper.tracker.again(paper.settled()) is seen
    paper.tracker.rule_out(seen.found)
    assert paper.tracker.again(paper.settled()) is None
