"""Beans landing are events in time: steps and blows in the samples of a place."""

from collections.abc import Iterable
from random import Random

import pytest
from cupsboard.scales.impacts import Landed, Landings, log_likelihood
from hypothesis import given
from hypothesis import strategies as st

BEAN, NOISE = 0.55, 0.03
EMPTY = 25.0


class Place:
    """One cup at a rate, fed with weights."""

    def __init__(self, rate_sps: float = 80.0, seed: int = 1) -> None:
        self._landings = Landings(rate_sps, BEAN, {"cup": NOISE})
        self._random = Random(seed)
        self.grams = EMPTY
        self.lie(20)
        self._landings.begin_at({"cup": EMPTY})

    def feed(self, samples: Iterable[float]) -> None:
        for grams in samples:
            self._landings.step({"cup": grams + self._random.gauss(0.0, NOISE)})

    def lie(self, samples: int = 12) -> None:
        self.feed([self.grams] * samples)

    def land(self, grams: float = BEAN) -> None:
        """A bean hits, rings and lies: as an HX711 at 80 SPS shows it."""
        self.feed([self.grams + 1.2, self.grams + 2.8, self.grams + 0.9 * grams])
        self.grams += grams
        self.lie()

    def press(self, grams: float) -> None:
        """A push that comes softly and stays."""
        self.feed([self.grams + share * grams for share in (0.2, 0.5, 0.8)])
        self.grams += grams
        self.lie()

    def begin_anew(self, grams: float) -> None:
        self._landings.begin_at({"cup": grams})

    def miss(self) -> None:
        self._landings.step({})

    @property
    def landed(self) -> Landed | None:
        return self._landings.landed.get("cup")


def test_a_bean_that_falls_is_one_step_with_a_blow() -> None:
    place = Place()
    place.land()
    assert place.landed == Landed(1, True)


def test_two_beans_one_after_the_other_are_two_steps_though_they_weigh_like_a_heavy_one() -> None:
    place = Place()
    place.land(0.4)
    place.land(0.4)
    assert place.landed == Landed(2, True)


def test_a_push_that_stays_is_a_step_without_a_blow() -> None:
    place = Place()
    place.press(BEAN)
    assert place.landed == Landed(1, False)


def test_a_push_that_creeps_in_is_no_step() -> None:
    place = Place()
    place.feed(EMPTY + BEAN * part / 200 for part in range(200))
    place.grams += BEAN
    place.lie()
    assert place.landed == Landed(0, True)


def test_a_finger_on_the_rim_that_lets_go_leaves_nothing() -> None:
    place = Place()
    place.press(8.0)
    place.press(-8.0)
    assert place.landed == Landed(0, True)


def test_a_bean_let_fall_by_a_finger_that_pressed_is_a_step_with_a_blow() -> None:
    place = Place()
    place.press(8.0)
    place.press(BEAN - 8.0)
    assert place.landed == Landed(1, True)


def test_a_bean_taken_out_again_takes_its_step_back() -> None:
    place = Place()
    place.land()
    place.land()
    place.press(-BEAN)
    assert place.landed is not None
    assert place.landed.steps == 1


def test_a_thing_that_is_no_bean_makes_the_steps_unknown() -> None:
    place = Place()
    place.land(4.0)
    assert place.landed is None


def test_what_came_after_the_agreed_table_stays_a_step() -> None:
    place = Place()
    place.land()
    place.land()
    place.begin_anew(EMPTY + BEAN)
    assert place.landed == Landed(1, True)


def test_before_any_table_was_agreed_nothing_is_said() -> None:
    landings = Landings(80.0, BEAN, {"cup": NOISE})
    for _ in range(20):
        landings.step({"cup": EMPTY})
    assert landings.landed == {}


def test_a_missing_sample_may_have_hidden_the_blow() -> None:
    place = Place()
    place.miss()
    place.press(BEAN)
    assert place.landed == Landed(1, None)


def test_at_ten_samples_a_second_one_step_may_have_been_two_and_blows_cannot_be_seen() -> None:
    place = Place(rate_sps=10.0)
    place.land()
    assert place.landed is None
    place.land()
    assert place.landed == Landed(2, None)


@given(seed=st.integers(0, 2**32), count=st.integers(0, 8))
def test_as_many_steps_are_seen_as_beans_fell(seed: int, count: int) -> None:
    place, random = Place(seed=seed), Random(seed)
    for _ in range(count):
        place.land(random.uniform(0.75, 1.25) * BEAN)
    assert place.landed == Landed(count, True)


@pytest.mark.parametrize("steps", range(4))
@pytest.mark.parametrize("struck", [True, False, None])
def test_what_is_seen_is_never_more_than_certain(steps: int, struck: bool | None) -> None:
    for arrived in (-1, 0, 1, 2, 5):
        assert log_likelihood(Landed(steps, struck), arrived, is_burdened=False) < 0.0


def test_two_steps_speak_for_two_beans_and_no_blow_for_a_push() -> None:
    two, soft = Landed(2, True), Landed(1, False)
    assert log_likelihood(two, 2, is_burdened=False) > log_likelihood(two, 1, is_burdened=False) + 4
    assert log_likelihood(soft, 0, is_burdened=True) > log_likelihood(soft, 1, is_burdened=False) + 4
