"""Frames of a table that lies still travel together; what moves is told at once."""

from collections.abc import Callable, Iterator, Sequence
from math import sin
from random import Random

import pytest
from cupsboard.drivers.hx711.reader_process import GATHERED_SECONDS, QUIET_SECONDS, GatheredFrames
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading
from hypothesis import given
from hypothesis import strategies as st

CELLS = 3
PERIOD_SECONDS = 0.1
NOISE_COUNTS = 40.0
BEAN_COUNTS = 8 * NOISE_COUNTS
LAID_COUNTS = 1100
"""A bean of 0.55 g on a cell of 2,000 counts a gram."""
SETTLED = 200
"""Frames after which the noise is known and the table has been quiet for long."""


def resting(
    frames: int, seed: int = 1, begin: int = 0, more: Sequence[float] = (0.0,) * CELLS
) -> list[Frame]:
    """Frames of a table that lies still, with more on each cell than before."""
    noise = Random(f"{seed} {begin}")
    return [
        Frame(
            (begin + number) * PERIOD_SECONDS,
            tuple(round(noise.gauss(100_000 + each, NOISE_COUNTS)) for each in more),
        )
        for number in range(frames)
    ]


def sent(gathered: GatheredFrames, frames: Sequence[Frame]) -> list[tuple[Frame, ...]]:
    return [gathered.take(frame) for frame in frames]


def flat(parcels: Sequence[tuple[Frame, ...]]) -> Iterator[Frame]:
    return (frame for parcel in parcels for frame in parcel)


def test_a_table_that_lies_still_sends_its_frames_five_by_five() -> None:
    gathered = GatheredFrames(CELLS)
    sent(gathered, resting(SETTLED))
    parcels = [parcel for parcel in sent(gathered, resting(300, begin=SETTLED)) if parcel]
    assert sum(map(len, parcels)) >= 299
    assert len(parcels) <= 62


def test_a_table_that_nobody_has_touched_since_the_start_is_quiet_soon() -> None:
    begun = round((QUIET_SECONDS + 2.0) / PERIOD_SECONDS)
    parcels = [
        parcel
        for seed in range(20)
        for parcel in sent(GatheredFrames(CELLS), resting(begun + 60, seed))[begun:]
        if parcel
    ]
    assert len(parcels) <= 20 * 60 / 4


def test_at_first_and_while_beans_come_no_frame_waits() -> None:
    gathered = GatheredFrames(CELLS)
    coming = [
        frame for beans in range(30) for frame in resting(10, 1, 10 * beans, (0.0, 0.0, beans * BEAN_COUNTS))
    ]
    assert all(parcel == (frame,) for parcel, frame in zip(sent(gathered, coming), coming, strict=True))


def test_a_bean_sends_at_once_all_that_waited_and_then_nothing_waits_for_a_while() -> None:
    for seed in range(20):
        gathered = GatheredFrames(CELLS)
        sent(gathered, resting(SETTLED, seed))
        waiting = resting(seed % 5, seed, SETTLED)
        sent(gathered, waiting)
        begin = SETTLED + len(waiting)
        laid = resting(round(QUIET_SECONDS / PERIOD_SECONDS), seed, begin, (0.0, BEAN_COUNTS, 0.0))
        parcels = sent(gathered, laid)
        assert parcels[0][-1] == laid[0]
        assert [parcel[-1] for parcel in parcels] == laid


NOISES: dict[str, Callable[[Random, int], float]] = {
    "long tails": lambda chance, _: chance.choice((-1, 1)) * chance.expovariate(1.4 / NOISE_COUNTS),
    "hum of the mains": lambda chance, number: 60.0 * sin(2.07 * number) + chance.gauss(0.0, 15.0),
    "up and down": lambda _, number: NOISE_COUNTS if number % 2 else -NOISE_COUNTS,
    "two levels": lambda chance, number: 200.0 * (number // 50 % 2) + chance.gauss(0.0, 30.0),
    "drift": lambda chance, number: 2.0 * number + chance.gauss(0.0, 30.0),
    "hardly any": lambda chance, _: chance.choice((0, 0, 0, 1)),
}


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_a_bean_is_told_at_once_whatever_the_noise_is_like(noise: Callable[[Random, int], float]) -> None:
    for seed in range(10):
        chance, gathered = Random(seed), GatheredFrames(CELLS)

        def frame(number: int, *more: int, chance: Random = chance) -> Frame:
            return Frame(number * PERIOD_SECONDS, tuple(each + round(noise(chance, number)) for each in more))

        end = SETTLED + seed
        sent(gathered, [frame(number, 0, 0, 0) for number in range(end)])
        laid = frame(end, 0, LAID_COUNTS, 0)
        assert gathered.take(laid)[-1:] == (laid,)


def test_a_cell_that_can_not_be_read_does_not_wake_the_board() -> None:
    gathered = GatheredFrames(CELLS)
    frames = [
        Frame(frame.time, (*frame.readings[:2], CellFault.MISSED if number % 2 else frame.readings[2]))
        for number, frame in enumerate(resting(SETTLED + 1000))
    ]
    parcels = [parcel for parcel in sent(gathered, frames)[SETTLED:] if parcel]
    assert len(parcels) <= 260


readings = st.one_of(st.integers(-(1 << 23), (1 << 23) - 1), st.integers(-3, 3), st.sampled_from(CellFault))


@given(st.lists(st.tuples(st.floats(1e-3, 1.0), st.tuples(readings, readings, readings)), max_size=200))
def test_every_frame_is_sent_once_in_order_and_none_waits_beyond_its_time(
    came: list[tuple[float, tuple[Reading, ...]]],
) -> None:
    gathered = GatheredFrames(CELLS)
    now = 0.0
    frames = []
    for pause, each in came:
        now += pause
        frames.append(Frame(now, each))
    parcels = sent(gathered, frames)
    given_out = list(flat(parcels))
    assert given_out == frames[: len(given_out)]
    held = frames[len(given_out) :]
    assert not held or held[-1].time - held[0].time < GATHERED_SECONDS
    for parcel in parcels:
        assert all(frame.time - parcel[0].time < GATHERED_SECONDS for frame in parcel[:-1])
