"""What the judge of other worlds may know of the beans in a cup."""

import math
from random import Random

import pytest
from studies.worlds.contents import Content, followed
from studies.worlds.world import Beans

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
