"""A place whose weight can't be trusted is known as such, and one that is well is not."""

from collections.abc import Callable, Iterator
from math import exp, pi, sin
from random import Random

import pytest
from cupsboard.numbers import COSTS
from cupsboard.rules.places import Place, Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.doubt import trembles
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing
from hypothesis import given
from hypothesis import strategies as st

NOISE_GRAMS, COUNTS_PER_GRAM, BEAN_GRAMS, CUP_GRAMS = 0.017, 3000.0, 0.55, 25.0
PLACE = cup(Side.SOUTH, 2)
RATES = pytest.mark.parametrize("sps", [10.0, 80.0])

Grams = Callable[[float], float]
"""What lies in the cup at a time."""


class Scale:
    """One place of a board in a hurry."""

    def __init__(self, sps: float, seed: int = 1, bean_grams: float = BEAN_GRAMS) -> None:
        place = PlaceCalibration(0.0, COUNTS_PER_GRAM, 0.003, CUP_GRAMS, 0.02, NOISE_GRAMS)
        beans = PieceCalibration(bean_grams, 0.02, 0.15 * bean_grams, 10)
        calibration = Calibration("2026-01-01T00:00:00", sps, beans, {PLACE: place})
        self.weighing = Weighing(calibration, (PLACE,), is_hurried=True, is_doubted=True)
        self.random, self.period, self.now = Random(seed), 1.0 / sps, 0.0
        self.named: list[tuple[float, CellFault]] = []
        self.zero_grams = 0.0
        """How far the zero may have gone, as told last."""

    def weigh(self, grams: Grams, seconds: float) -> None:
        """Let so much time pass; `grams` is asked with the time since its beginning."""
        for sample in range(1, round(seconds / self.period) + 1):
            self.now += self.period
            shown = CUP_GRAMS + grams(sample * self.period) + self.random.gauss(0.0, NOISE_GRAMS)
            self.weighing.step(Frame(self.now, (round(COUNTS_PER_GRAM * shown),)))
            self.zero_grams = self.weighing.doubted_grams.get(PLACE, self.zero_grams)
            if PLACE not in self.weighing.moving:
                weight = self.weighing.weight(PLACE)
                if isinstance(weight, CellFault) and (not self.named or self.named[-1][1] is not weight):
                    self.named.append((self.now, weight))

    def lie(self, grams: float, seconds: float) -> None:
        """Let so much lie there for a while."""
        self.weigh(lambda _: grams, seconds)

    @property
    def is_believed(self) -> bool:
        """Whether there is a weight."""
        return PLACE not in self.weighing.moving and isinstance(self.weighing.weight(PLACE), Weight)

    def named_within(self, seconds: float, since: float) -> CellFault | None:
        """What it was named for within a time."""
        return next((why for time, why in self.named if since <= time <= since + seconds), None)


def named_of_four_cups(samples: int, changes: Callable[[int], tuple[float, ...]]) -> dict[Place, CellFault]:
    """Return which of four cups are named, where `changes` says what lies in each at a sample."""
    places = [cup(Side.SOUTH, number) for number in range(1, 5)]
    place = PlaceCalibration(0.0, COUNTS_PER_GRAM, 0.003, CUP_GRAMS, 0.02, NOISE_GRAMS)
    beans = PieceCalibration(BEAN_GRAMS, 0.02, 0.15 * BEAN_GRAMS, 10)
    calibration = Calibration("2026-01-01T00:00:00", 10.0, beans, dict.fromkeys(places, place))
    weighing, random = Weighing(calibration, places, is_hurried=True, is_doubted=True), Random(2)
    named = dict[Place, CellFault]()
    for sample in range(samples):
        shown = (CUP_GRAMS + change + random.gauss(0.0, NOISE_GRAMS) for change in changes(sample))
        weighing.step(Frame(0.1 * sample, tuple(round(COUNTS_PER_GRAM * grams) for grams in shown)))
        named |= weighing.doubted
    return named


def leaping(random: Random, per_second: float, beans: float = 1.0) -> Grams:
    """A cell that is at one of three levels, so many beans apart."""
    levels = (0.0, beans * BEAN_GRAMS, 2 * beans * BEAN_GRAMS)
    grams, until = 0.0, 0.0

    def at(time: float) -> float:
        nonlocal grams, until
        while time >= until:
            grams = random.choice([each for each in levels if each != grams])
            until += random.expovariate(per_second)
        return grams

    return at


def finger(random: Random, grams: float, tremor: float) -> Grams:
    """A finger that rests and trembles at nine hertz by such a share of what it presses with."""
    phase = random.uniform(0.0, 2 * pi)
    return lambda time: grams * (1 + tremor * sin(2 * pi * 9.0 * time + phase))


@RATES
@pytest.mark.parametrize("beans", [0.5, 1.0])
@pytest.mark.parametrize("seed", range(5))
def test_a_place_that_leaps_about_once_a_second_is_named_within_two_minutes(
    sps: float, beans: float, seed: int
) -> None:
    scale = Scale(sps, seed)
    scale.lie(3.0, 5.0)
    leaps = leaping(scale.random, 1.0, beans)
    scale.weigh(lambda time: 3.0 + leaps(time), 120.0)
    assert scale.named_within(120.0, 5.0) is CellFault.LEAPING


@RATES
@pytest.mark.parametrize("seed", range(5))
def test_fingers_that_bring_and_take_a_bean_again_and_again_are_no_leap(sps: float, seed: int) -> None:
    scale = Scale(sps, seed)
    scale.lie(0.0, 5.0)
    for _ in range(8):
        scale.lie(BEAN_GRAMS, scale.random.uniform(0.4, 1.2))
        pressed_grams = scale.random.uniform(2.0, 9.0)
        scale.weigh(finger(scale.random, pressed_grams, 0.07), scale.random.uniform(0.3, 0.6))
        scale.lie(0.0, scale.random.uniform(0.3, 1.2))
    assert CellFault.LEAPING not in [why for _, why in scale.named]


@RATES
@pytest.mark.parametrize("fallen_grams", [0.4, BEAN_GRAMS, 1.5])
def test_what_falls_once_without_a_finger_was_taken_by_a_light_hand(sps: float, fallen_grams: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 3.0)
    scale.lie(3.0, 5.0)
    scale.lie(3.0 - fallen_grams, 10.0)
    assert not scale.named
    assert scale.is_believed


@RATES
@pytest.mark.parametrize("fallen_grams", [0.4, BEAN_GRAMS, 3 * BEAN_GRAMS])
def test_what_rises_and_falls_again_and_again_without_a_finger_leaps(sps: float, fallen_grams: float) -> None:
    scale = Scale(sps)
    scale.lie(3.0, 5.0)
    for falls in range(1, 6):
        assert scale.is_believed or falls > 2
        scale.lie(3.0 + fallen_grams, 2.0)
        scale.lie(3.0, 2.0)
    assert scale.named_within(20.0, 5.0) is CellFault.LEAPING
    scale.lie(3.0, 65.0)
    assert scale.is_believed
    assert scale.zero_grams == pytest.approx(fallen_grams, abs=0.1)


@RATES
@pytest.mark.parametrize("seconds", [2.0, 5.0])
def test_a_cell_that_loses_bean_after_bean_untouched_leaps(sps: float, seconds: float) -> None:
    scale = Scale(sps)
    for beans in range(12, 1, -1):
        scale.lie(beans * BEAN_GRAMS, seconds)
    assert [why for _, why in scale.named] == [CellFault.LEAPING]
    assert scale.named[0][0] > 4 * seconds


@pytest.mark.parametrize("seed", range(10))
def test_a_cell_that_leaps_from_the_first_second_is_named(seed: int) -> None:
    scale = Scale(10.0, seed)
    scale.weigh(leaping(Random(seed), 1.0), 30.0)
    assert scale.named[0][1] is CellFault.LEAPING


@RATES
@given(pressed=st.lists(st.floats(1.0, 9.0), min_size=3, max_size=8), beans=st.integers(1, 3))
def test_what_fingers_touch_as_it_falls_never_leapt(sps: float, pressed: list[float], beans: int) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 2.0)
    for pressed_grams in pressed:
        scale.lie(beans * BEAN_GRAMS, 1.0)
        scale.lie(beans * BEAN_GRAMS + pressed_grams, 0.3)
        scale.lie(0.0, 1.0)
    assert not scale.named


@pytest.mark.parametrize("seconds", [1.5, 20.0])
def test_dropped_beans_that_light_fingers_take_again_have_not_leapt(seconds: float) -> None:
    """A finger too light to show takes each, but each struck as it came."""
    scale = Scale(10.0)
    scale.lie(0.0, 5.0)
    for _ in range(6):
        scale.lie(1.15 * BEAN_GRAMS, 0.1)
        scale.lie(BEAN_GRAMS, seconds)
        scale.lie(0.0, seconds)
    assert not scale.named


@RATES
@pytest.mark.parametrize("beans", [1, 2, 3, 6])
def test_beans_that_fingers_take_or_that_come_by_themselves_are_no_leap(sps: float, beans: int) -> None:
    scale = Scale(sps)
    scale.lie(6 * BEAN_GRAMS, 5.0)
    scale.lie(6 * BEAN_GRAMS + 2.0, 0.5)
    scale.lie((6 - beans) * BEAN_GRAMS, 2.0)
    scale.lie(6 * BEAN_GRAMS, 2.0)
    assert not scale.named


@RATES
@pytest.mark.parametrize("is_asked", [True, False])
def test_beans_that_hands_were_asked_to_take_have_not_leapt(sps: float, is_asked: bool) -> None:
    scale = Scale(sps)
    for beans in range(8, -1, -1):
        scale.lie(beans * BEAN_GRAMS, 1.5)
        if is_asked:
            scale.weighing.excuse_falls({PLACE})
    assert [why for _, why in scale.named] == ([] if is_asked else [CellFault.LEAPING])


@RATES
def test_a_hand_that_pulls_at_a_cup_and_lifts_it_is_no_leap(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 3.0)
    scale.lie(3.0, 5.0)
    for _ in range(6):
        scale.lie(3.0 - 1.0, 0.9)
        scale.lie(-CUP_GRAMS, 1.0)
        assert scale.is_believed
        scale.lie(3.0, 2.0)
        assert scale.is_believed
    assert (scale.named, scale.zero_grams) == ([], 0.0)


@RATES
def test_a_lifted_cup_excuses_no_leap_that_was_named(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(3.0, 5.0)
    for _ in range(5):
        scale.lie(3.0 + BEAN_GRAMS, 2.0)
        scale.lie(3.0, 2.0)
    assert not scale.is_believed
    scale.lie(-CUP_GRAMS, 1.0)
    assert not scale.is_believed
    scale.lie(0.0, 6.0)
    assert not scale.is_believed


def test_fingers_that_take_bean_after_bean_from_a_cup_are_no_place_that_never_rests() -> None:
    """Now and then a sample of theirs passes by the weight of before, and seems to belong to it."""
    scale, grams = Scale(10.0), 12 * BEAN_GRAMS
    scale.lie(grams, 5.0)
    while grams > 0.0:
        for pressed in (0.11, 1.8, 5.7, 6.3, 0.11):
            scale.lie(grams + pressed, 0.1)
        grams -= BEAN_GRAMS
        scale.lie(grams, 0.8)
    assert scale.named == []


@RATES
def test_a_bean_that_comes_down_and_swings_for_a_moment_has_not_leapt(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 5.0)
    scale.lie(0.44, 0.3)
    scale.lie(0.2, 3.0)
    assert not scale.named


@RATES
def test_a_knock_on_the_table_after_a_bean_is_not_named(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 5.0)
    scale.lie(BEAN_GRAMS, 0.3)
    scale.weigh(lambda time: BEAN_GRAMS + 0.1 * sin(40.0 * time), 0.3)
    scale.lie(BEAN_GRAMS, 6.0)
    assert not scale.named
    assert scale.is_believed


@RATES
def test_a_place_that_has_leapt_is_believed_again_after_a_minute_and_its_zero_is_in_doubt(sps: float) -> None:
    scale = Scale(sps)
    scale.weigh(leaping(scale.random, 3.0), 20.0)
    scale.lie(BEAN_GRAMS, 40.0)
    assert not scale.is_believed
    scale.lie(BEAN_GRAMS, 30.0)
    assert scale.is_believed
    assert scale.zero_grams == pytest.approx(2 * BEAN_GRAMS, abs=0.3)


@RATES
@pytest.mark.parametrize("seconds_a_bean", [1.0, 5.0, 20.0, 30.0])
@pytest.mark.parametrize("way", [-1, 1])
def test_a_zero_that_has_gone_by_a_bean_is_said_to_drift(sps: float, seconds_a_bean: float, way: int) -> None:
    scale = Scale(sps)
    scale.lie(3.0, 5.0)
    scale.weigh(lambda time: 3.0 + way * time * BEAN_GRAMS / seconds_a_bean, seconds_a_bean + 8.0)
    named = scale.named_within(seconds_a_bean + 8.0, 5.0)
    assert named is CellFault.DRIFTING or (seconds_a_bean == 1.0 and named is CellFault.LEAPING)


@RATES
@pytest.mark.parametrize("pressed_grams", [400.0, 900.0])
def test_a_press_beyond_the_rating_is_named_at_once_and_puts_the_zero_in_doubt(
    sps: float, pressed_grams: float
) -> None:
    scale = Scale(sps)
    scale.lie(3.0, 5.0)
    scale.lie(pressed_grams, 3.0)
    assert scale.named_within(2.0, 5.0) is CellFault.PRESSED
    scale.lie(3.0, 8.0)
    assert scale.is_believed
    assert scale.zero_grams == pytest.approx(5e-4 * pressed_grams, rel=0.1)


@pytest.mark.parametrize("grams", [0.3, 0.5, 0.8])
@pytest.mark.parametrize("seed", range(3))
def test_a_finger_that_trembles_is_no_weight_after_a_second_and_teaches_no_noise(
    grams: float, seed: int
) -> None:
    scale = Scale(80.0, seed)
    scale.lie(0.0, 10.0)
    noise = scale.weighing.noise_grams[PLACE]
    scale.weigh(finger(scale.random, grams, 0.3), 10.0)
    assert not scale.is_believed
    assert scale.weighing.noise_grams[PLACE] < 1.3 * noise
    scale.lie(0.0, 3.0)
    assert scale.is_believed


@RATES
def test_beans_that_come_one_a_second_and_are_taken_out_again_are_no_fault(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 5.0)
    for beans in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12):
        scale.lie(beans * BEAN_GRAMS, 1.0)
    for beans in (11, 10, 9, 8):
        scale.lie(beans * BEAN_GRAMS + 8.0, 0.3)
        scale.lie(beans * BEAN_GRAMS, 1.0)
    assert not scale.named


@RATES
def test_a_child_that_drops_a_bean_and_takes_it_back_five_times_is_no_fault(sps: float) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 5.0)
    for pressed_grams in (9.0, 7.3, 8.1, 3.4, 9.6):
        scale.lie(BEAN_GRAMS, 0.8)
        scale.lie(pressed_grams, 0.3)
        scale.lie(0.0, 0.6)
    scale.lie(0.0, 2.0)
    assert not scale.named


def white(random: Random) -> Iterator[float]:
    """Samples of a still cell, as far as they scatter (g)."""
    while True:
        yield random.gauss(0.0, NOISE_GRAMS)


def coloured(random: Random) -> Iterator[float]:
    """The same with slow parts beside them, as such cells were recorded: the means of seconds differ more."""
    slow = slower = 0.0
    while True:
        slow = 0.90 * slow + random.gauss(0.0, 0.26)
        slower = 0.999 * slower + random.gauss(0.0, 0.03)
        yield NOISE_GRAMS * (random.gauss(0.0, 0.9) + slow + slower)


def walking(random: Random, beans_a_second: float) -> Iterator[float]:
    """A zero that goes so far in a second, by chance."""
    zero = 0.0
    for noise in white(random):
        zero += random.gauss(0.0, beans_a_second * BEAN_GRAMS * 0.1**0.5)
        yield zero + noise


def board_of(samples: Callable[[Random], Iterator[float]], seed: int) -> Iterator[Weighing]:
    """Weigh sixteen places for ninety seconds, and yield what is known after each sample."""
    places = [cup(side, number) for side in Side for number in range(1, 9)]
    place = PlaceCalibration(0.0, COUNTS_PER_GRAM, 0.003, CUP_GRAMS, 0.02, NOISE_GRAMS)
    beans = PieceCalibration(BEAN_GRAMS, 0.02, 0.15 * BEAN_GRAMS, 10)
    calibration = Calibration("2026-01-01T00:00:00", 10.0, beans, dict.fromkeys(places, place))
    weighing = Weighing(calibration, places, is_hurried=True, is_doubted=True)
    cells = [samples(Random(seed * 100 + number)) for number in range(len(places))]
    for sample in range(900):
        shown = (CUP_GRAMS + next(cell) for cell in cells)
        weighing.step(Frame(0.1 * sample, tuple(round(COUNTS_PER_GRAM * grams) for grams in shown)))
        yield weighing


@pytest.mark.parametrize("noise", [white, coloured])
@pytest.mark.parametrize("seed", range(2))
def test_noise_however_slow_is_no_zero_that_wanders(
    noise: Callable[[Random], Iterator[float]], seed: int
) -> None:
    for weighing in board_of(noise, seed):
        assert not weighing.is_wandering
        # In a turn it seems to go by a tenth of a bean at most, which counts no bean.
        assert weighing.wander_grams * COSTS.doubts.followed_seconds**0.5 < 0.1 * BEAN_GRAMS


@pytest.mark.parametrize("beans_a_second", [0.06, 0.2])
def test_zeros_that_walk_about_fast_are_said_to_and_how_far(beans_a_second: float) -> None:
    *_, weighing = board_of(lambda random: walking(random, beans_a_second), 1)
    assert weighing.is_wandering
    assert weighing.wander_grams == pytest.approx(beans_a_second * BEAN_GRAMS, rel=0.5)


def test_zeros_that_walk_about_slowly_only_leave_more_doubt() -> None:
    told = [weighing.is_wandering for weighing in board_of(lambda random: walking(random, 0.012), 1)]
    assert not any(told)


def busy(random: Random, beans_a_second: float = 0.0) -> Iterator[float]:
    """A place to or from which quick hands bring a bean every two to eight seconds; its zero may walk."""
    lies, zero = 10, walking(random, beans_a_second)
    while True:
        lies += random.choice((-1, 1)) if 0 < lies < 20 else 1
        for _ in range(random.randrange(20, 80)):
            yield lies * BEAN_GRAMS + next(zero)


@pytest.mark.parametrize("seed", range(4))
def test_quick_hands_that_come_everywhere_are_no_zeros_that_wander(seed: int) -> None:
    assert not any(weighing.is_wandering for weighing in board_of(busy, seed))


def test_zeros_that_wander_fast_are_told_where_hands_are_quick() -> None:
    told = [weighing.is_wandering for weighing in board_of(lambda random: busy(random, 0.1), 1)]
    assert told[-1]


def test_a_slow_hum_of_the_table_is_said_to_be_the_scales() -> None:
    scale = Scale(10.0)
    scale.weigh(lambda seconds: 0.5 * sin(2 * pi * 0.3 * seconds), 40.0)
    assert scale.weighing.is_wandering


def test_zeros_that_have_come_to_rest_wander_no_more() -> None:
    scale, zero = Scale(10.0), walking(Random(3), 0.2)
    scale.weigh(lambda _: next(zero), 40.0)
    assert scale.weighing.is_wandering
    scale.lie(next(zero), 40.0)
    assert not scale.weighing.is_wandering


@RATES
@pytest.mark.parametrize("tenths", range(6, 16))
def test_what_is_put_down_and_taken_out_soon_is_believed_as_soon_as_what_was_there_first(
    sps: float, tenths: int
) -> None:
    scale = Scale(sps)
    scale.lie(0.0, 3.0)
    scale.lie(2 * BEAN_GRAMS, tenths / 10)
    scale.lie(9.0, 0.3)
    scale.lie(0.0, 0.6)
    assert scale.is_believed


@pytest.mark.parametrize("strays_grams", [0.04, 0.06, 0.08])
@pytest.mark.parametrize("seed", range(3))
def test_a_bean_that_is_taken_up_and_dropped_again_is_believed_as_soon_as_it_lies(
    strays_grams: float, seed: int
) -> None:
    scale = Scale(10.0, seed)
    scale.lie(0.0, 3.0)
    scale.lie(BEAN_GRAMS, 0.3)
    # Fingers, the cup without it, and its fall; samples between them pass by where it lay.
    for grams in (1.0, 4.0, 4.6, 1.3, 0.0, BEAN_GRAMS + strays_grams, 8.0, 14.0, BEAN_GRAMS + strays_grams):
        scale.lie(grams, 0.1)
    scale.lie(BEAN_GRAMS, 0.7)
    assert scale.is_believed


@pytest.mark.parametrize("grams", [0.09, 0.1, 0.11, 0.12])
@pytest.mark.parametrize("seed", range(10))
def test_a_bean_so_light_that_its_step_is_hardly_more_than_noise_does_not_seem_to_tremble(
    grams: float, seed: int
) -> None:
    scale = Scale(10.0, seed, bean_grams=0.2)
    scale.lie(0.0, 3.0)
    scale.lie(0.2, 1.0)
    scale.lie(0.2 + grams, 1.0)
    scale.lie(0.2 + 2 * grams, 1.2)
    assert scale.is_believed


@pytest.mark.parametrize(("blow", "is_told"), [(0.15, True), (0.0, False)])
def test_a_light_finger_is_told_from_beans_where_beans_strike(blow: float, is_told: bool) -> None:
    scale = Scale(10.0)
    scale.lie(0.0, 3.0)
    for beans in range(1, 30):
        scale.lie((beans + blow) * BEAN_GRAMS, 0.1)
        scale.lie(beans * BEAN_GRAMS, 1.5)
    assert (scale.weighing.finger_nats.get(PLACE, 0.0) < 0.0) is is_told
    scale.lie(29.5 * BEAN_GRAMS, 0.1)
    scale.lie(30 * BEAN_GRAMS, 2.0)
    assert (scale.weighing.finger_nats.get(PLACE, 0.0) > 1.0) is is_told


def test_what_creeps_up_came_as_fingers_do() -> None:
    scale = Scale(10.0)
    scale.lie(0.0, 3.0)
    for beans in range(1, 15):
        scale.lie((beans + 1.0) * BEAN_GRAMS, 0.1)
        scale.lie(beans * BEAN_GRAMS, 1.5)
    scale.weigh(lambda time: (14 + 0.1 * time) * BEAN_GRAMS, 8.0)
    assert scale.weighing.finger_nats[PLACE] > 0.0


@pytest.mark.parametrize(("others_grams", "is_leap"), [(0.12, False), (0.0, True)])
def test_what_falls_by_half_a_bean_as_the_others_fall_by_less_has_not_leapt(
    others_grams: float, is_leap: bool
) -> None:
    """A supply that sags takes more from a heavy pot than from the cups."""

    def changes(sample: int) -> tuple[float, ...]:
        is_low = sample // 35 % 2 == 1
        return (-0.3, *[-others_grams] * 3) if is_low else (0.0, 0.0, 0.0, 0.0)

    named = named_of_four_cups(600, changes)
    assert named == ({cup(Side.SOUTH, 1): CellFault.LEAPING} if is_leap else {})


def test_what_sags_again_and_again_at_all_places_is_no_finger_that_trembles() -> None:
    """The first look at a place shows the old weight and the new one in one rest."""
    assert named_of_four_cups(1200, lambda sample: (-0.12 * (sample // 35 % 2),) * 4) == {}


@pytest.mark.parametrize("seed", range(5))
def test_where_hands_race_a_tremor_is_told_from_the_ringing_of_a_bar(seed: int) -> None:
    random = Random(seed)

    def latest(grams: Grams) -> list[float]:
        return [grams(-sample / 80) + random.gauss(0.0, NOISE_GRAMS) for sample in range(24)]

    def ringing(time: float) -> float:
        swings = 18.0 * 2 * pi * (time + 0.3)
        return exp(-0.03 * swings) * sin(swings)

    assert trembles(latest(finger(random, 10.0, 0.02)), NOISE_GRAMS)
    assert not trembles(latest(ringing), NOISE_GRAMS)
    assert not trembles(latest(lambda _: 0.0), NOISE_GRAMS)
    assert not trembles(latest(finger(random, 10.0, 0.02))[:20], NOISE_GRAMS)
