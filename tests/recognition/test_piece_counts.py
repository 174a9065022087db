"""What comes and goes look by look is counted step by step."""

import math
from random import Random

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.piece_counts import Steps, from_agreed
from cupsboard.recognition.population import Population
from cupsboard.rules.places import BEAN, Side, cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st

HERE = cup(Side.SOUTH, 1)
BEANS = Population(0.55, 1e-4, (0.12 * 0.55) ** 2, 40.0)
VARIANCE = 0.01**2
AGREED_GRAMS, AGREED_COUNT = 30.0, 9


def begun(pieces: Population = BEANS) -> Steps:
    gross, tare = Weight(AGREED_GRAMS, VARIANCE), Weight(25.0, VARIANCE)
    steps = from_agreed(
        Knowledge({HERE: PlaceKnowledge({BEAN: AGREED_COUNT}, gross, tare, 25.0, 0.0)}, {BEAN: pieces})
    )
    assert steps is not None
    return steps


def weighed(*grams: float) -> Steps:
    """The steps of looks at which the place weighed so much more than in the agreed table."""
    steps = begun()
    for more in grams:
        steps = steps.seeing(Settled(0.0, {HERE: Weight(AGREED_GRAMS + more, VARIANCE)}))
    return steps


def likeliest(steps: Steps) -> int:
    return max(range(-9, 30), key=lambda change: steps.log_probability(HERE, change))


def test_a_single_step_says_no_more_than_the_weight_does() -> None:
    steps = weighed(0.6)
    assert [steps.log_probability(HERE, change) for change in range(-2, 4)] == [0.0] * 6


def test_a_heavy_pair_in_and_a_light_one_out_leaves_one() -> None:
    steps = weighed(1.30, 0.86)
    assert likeliest(steps) == 1
    assert steps.log_probability(HERE, 2) < -3.0


def test_what_is_less_than_a_part_of_a_piece_is_no_step() -> None:
    steps = weighed(0.1, 0.0, 0.12, 0.55, 0.56)
    assert steps.log_probability(HERE, 5) == 0.0


def test_a_step_that_may_have_been_either_stays_open() -> None:
    steps = weighed(0.80, 1.34)
    assert min(steps.log_probability(HERE, change) for change in (2, 3)) > -4.0


def test_what_only_came_is_judged_by_its_weight_once_and_by_its_steps_beside_that() -> None:
    steps = weighed(1.41, 1.88)
    assert steps.log_probability(HERE, 4) == 0.0
    assert -5.0 < steps.log_probability(HERE, 3) < -3.0, "the sum speaks for three, and is no witness twice"
    assert weighed(1.41, 1.88, 1.41, 1.88).log_probability(HERE, 3) > -3.0, "it is one where pieces went"


def test_steps_of_a_piece_each_are_hardly_something_that_is_no_piece() -> None:
    assert weighed(0.55).log_burdened(HERE) == 0.0
    assert weighed(0.55, 1.12, 1.60).log_burdened(HERE) == COSTS.steps.least_nats
    assert weighed(40.0, 12.0).log_burdened(HERE) == 0.0


def test_no_number_is_ever_ruled_out() -> None:
    assert weighed(0.55, 1.10, 0.55).log_probability(HERE, 20) == COSTS.steps.least_nats


def test_looks_that_say_nothing_of_a_place_leave_its_step_for_later() -> None:
    hand = Settled(0.0, {HERE: Weight(AGREED_GRAMS + 300.0, VARIANCE)})
    blind: Settled = Settled(0.0, {HERE: CellFault.SILENT})
    steps = weighed(0.55).seeing(hand, burdened={HERE}).seeing(blind)
    assert steps == weighed(0.55)


def test_pieces_of_several_kinds_are_not_counted_by_weight() -> None:
    known = Knowledge({}, {BEAN: BEANS, "coin": BEANS})  # type: ignore[dict-item]
    assert from_agreed(known) is None


@given(seed=st.integers(0, 2**32), moved=st.lists(st.sampled_from((-1, 1, 1)), min_size=2, max_size=12))
def test_beans_that_come_and_go_one_by_one_are_never_lost_count_of(seed: int, moved: list[int]) -> None:
    random, inside, steps = Random(seed), [0.55] * AGREED_COUNT, begun()
    for step in moved:
        if step > 0:
            inside.append(min(max(random.gauss(0.55, 0.066), 0.42), 0.68))
        else:
            inside.pop(random.randrange(len(inside)))
        grams = AGREED_GRAMS + math.fsum(inside) - 0.55 * AGREED_COUNT
        steps = steps.seeing(Settled(0.0, {HERE: Weight(grams + random.gauss(0, 0.01), VARIANCE)}))
        if not inside:
            break
    assert likeliest(steps) == len(inside) - AGREED_COUNT


def put_back(possible: set[int], *grams: float) -> Steps:
    """The steps of a cup that was in the air, seen first with one of these numbers more."""
    first, *later = (Settled(0.0, {HERE: Weight(AGREED_GRAMS + more, VARIANCE)}) for more in grams)
    steps = begun().without({HERE}).put_back(first, {HERE: possible})
    for settled in later:
        steps = steps.seeing(settled)
    return steps


def test_a_cup_put_back_has_what_it_may_have_had_and_what_came_since() -> None:
    steps = put_back({-9, -8}, 0.3, 0.85)
    assert steps.log_probability(HERE, -9) == COSTS.steps.least_nats
    assert steps.log_probability(HERE, -8) > -0.1
    assert steps.log_probability(HERE, -7) > -0.1


def test_while_nothing_comes_it_has_any_of_these_as_before() -> None:
    assert {put_back({-9, -8}, 0.3, 0.3).log_probability(HERE, change) for change in (-9, -8, -7)} == {0.0}


def test_a_place_that_was_followed_all_the_time_is_not_begun_again() -> None:
    steps = weighed(0.5, 1.1)
    now = Settled(0.0, {HERE: Weight(AGREED_GRAMS + 1.1, VARIANCE)})
    assert steps.put_back(now, {HERE: {0}}) == steps
