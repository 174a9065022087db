"""What a Pico says becomes frames: a bit lost or flipped makes no weight, and what is silent is named."""

import os
import pickle
import time
from itertools import pairwise
from random import Random

import pytest
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.cell_health import OF_THE_LINE, Refusal
from cupsboard.drivers.hx711.pico import (
    SETTLING_RESULTS,
    SILENT_SECONDS,
    STARTED,
    OpenPico,
    PicoBank,
    Records,
    Result,
    record,
)
from cupsboard.profile import MOST_PICO_CHIPS
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsim.electronics.host_timing import Host, HostSpeed
from cupsim.electronics.hx711_chip import Chip
from cupsim.electronics.pico import PicoOfChips
from hypothesis import given
from hypothesis import strategies as st

RESULTS = st.builds(Result, st.integers(0, MOST_PICO_CHIPS - 1), st.integers(0, (1 << 24) - 1))
CELLS = ("south-1", "south-2", "south-pot")


def said(results: list[Result]) -> bytes:
    return b"".join(record(each.chip, each.word) for each in results)


@given(st.lists(RESULTS), st.lists(st.integers(0, 200)), st.integers(0, 4))
def test_results_come_out_however_their_bytes_are_cut_and_whoever_joins_late(
    results: list[Result], cuts: list[int], late: int
) -> None:
    stream, records = said(results)[late:], Records()
    ends = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[start:end] for start, end in pairwise(ends)]
    found = [result for piece in pieces for result in records.take(piece)]
    assert found == (results[1:] if late else results)


@given(st.lists(RESULTS, min_size=3, max_size=3), st.integers(0, 3 * 5 * 8 - 1))
def test_a_flipped_bit_costs_one_result_and_makes_none(results: list[Result], bit: int) -> None:
    stream = bytearray(said(results))
    stream[bit // 8] ^= 1 << bit % 8
    spoiled = bit // 40
    assert list(Records().take(bytes(stream))) == [*results[:spoiled], *results[spoiled + 1 :]]


@given(st.lists(RESULTS, min_size=3, max_size=3), st.integers(0, 3 * 5 - 1))
def test_a_lost_byte_costs_one_result_and_makes_none(results: list[Result], byte: int) -> None:
    stream = bytearray(said(results))
    del stream[byte]
    assert list(Records().take(bytes(stream))) == [*results[: byte // 5], *results[byte // 5 + 1 :]]


class Talk:
    """A Pico whose chips say what a test wants, each ten times a second."""

    def __init__(self) -> None:
        self.time = 0.0
        self.silent: set[int] = set()
        self.said_first = b""
        self.words = [1_000, 2_000, 3_000]
        self.random = Random(1)
        self.bank = PicoBank(self.receive, lambda: self.time, CELLS)
        self.frames: list[Frame] = []

    def receive(self) -> bytes:
        first, self.said_first = self.said_first, b""
        if first or round(self.time * 1000) % 100:
            return first
        chips = [chip for chip in range(len(CELLS)) if chip not in self.silent]
        return b"".join(record(chip, self.words[chip] + self.random.randrange(60)) for chip in chips)

    def run(self, seconds: float) -> list[Frame]:
        self.frames.clear()
        for _ in range(round(seconds * 100)):
            self.time += 0.01
            frame, _ = self.bank.step()
            if frame is not None:
                self.frames.append(frame)
        return self.frames


def test_a_frame_comes_once_every_chip_has_a_new_result() -> None:
    talk = Talk()
    talk.run(1.0)
    frames = talk.run(1.0)
    assert len(frames) == 10
    for frame in frames:
        assert all(isinstance(reading, int) for reading in frame.readings)
        assert [round(reading, -3) for reading in frame.readings if isinstance(reading, int)] == talk.words


def test_nothing_is_believed_of_a_chip_that_may_still_settle() -> None:
    talk = Talk()
    frames = talk.run((SETTLING_RESULTS + 0.5) / 10)
    assert frames
    assert {reading for frame in frames for reading in frame.readings} == {CellFault.STARTING}


def test_a_chip_that_falls_silent_is_named_and_the_others_go_on_at_their_pace() -> None:
    talk = Talk()
    talk.run(2.0)
    talk.silent = {1}
    before = talk.run(SILENT_SECONDS)
    assert len(before) > 11, "all but the first wait for the others alone"
    assert all(isinstance(frame.readings[place], int) for frame in before for place in (0, 2))
    assert before[-1].readings[1] in (CellFault.MISSED, CellFault.UNHEARD)
    after = talk.run(1.0)
    assert len(after) == 10
    assert {frame.readings[1] for frame in after} == {CellFault.UNHEARD}
    assert talk.bank.health()["south-2"].fault is CellFault.UNHEARD
    talk.silent = set()
    assert isinstance(talk.run(1.0)[-1].readings[1], int)


def test_a_pico_that_has_started_anew_is_believed_only_once_its_chips_have_settled() -> None:
    talk = Talk()
    talk.run(2.0)
    talk.said_first = record(STARTED, 0)
    frames = talk.run((SETTLING_RESULTS - 0.5) / 10)
    assert not any(isinstance(reading, int) for frame in frames for reading in frame.readings)
    assert all(isinstance(reading, int) for reading in talk.run(1.0)[-1].readings)


def test_records_that_do_not_add_up_and_starts_of_the_pico_are_told_of_every_cell() -> None:
    talk = Talk()
    talk.run(1.0)
    talk.said_first = record(STARTED, 0) + 3 * (record(0, 7)[:-1] + b"\x7f") + record(1, 8)[:2]
    talk.run(1.0)
    for health in talk.bank.health().values():
        told = {why: count for why, count in health.refusals.items() if why in OF_THE_LINE}
        assert told == {Refusal.GARBLED: 4, Refusal.RESTARTED: 1}


def test_results_that_come_together_after_a_stall_tell_no_pace_and_stop_nothing() -> None:
    talk = Talk()
    talk.run(3.0)
    talk.time += 1.8
    talk.said_first = b"".join(
        record(chip, talk.words[chip] + step) for step in range(18) for chip in range(3)
    )
    frame, _ = talk.bank.step()
    assert frame is not None
    assert {each.nominal_sps for each in talk.bank.health().values()} <= {None, 10}
    talk.run(3.0)
    assert {each.nominal_sps for each in talk.bank.health().values()} == {10}


def test_a_pico_that_says_nothing_is_reported_of_every_place_four_times_a_second() -> None:
    talk = Talk()
    talk.silent = {0, 1, 2}
    talk.run(SILENT_SECONDS + 0.3)
    frames = talk.run(2.0)
    assert len(frames) >= 7
    assert {reading for frame in frames for reading in frame.readings} == {CellFault.UNHEARD}


def test_the_rate_of_each_chip_shows_by_its_results() -> None:
    talk = Talk()
    talk.run(3.0)
    assert {each.nominal_sps for each in talk.bank.health().values()} == {10}


def test_more_chips_than_a_pico_has_lines_for_are_refused() -> None:
    with pytest.raises(DriverError, match="13 chips: it has lines for 1 to 12"):
        PicoBank(bytes, lambda: 0.0, [f"cell-{number}" for number in range(13)])


def test_a_real_serial_line_is_read_and_its_end_is_said() -> None:
    ours, theirs = os.openpty()
    opened = pickle.loads(pickle.dumps(OpenPico(os.ttyname(theirs), CELLS)))()
    os.close(theirs)
    deadline, frame = time.monotonic() + 20.0, None
    while frame is None or not all(isinstance(reading, int) for reading in frame.readings):
        os.write(ours, b"".join(record(chip, 5_000 + chip) for chip in range(len(CELLS))))
        frame, _ = opened.step()
        assert time.monotonic() < deadline
    assert frame.readings == (5_000, 5_001, 5_002)
    os.close(ours)

    def until_the_end() -> None:
        while time.monotonic() < deadline:
            opened.step()

    with pytest.raises(DriverError, match=r"see that the Pico is joined to it"):
        until_the_end()


def test_a_serial_line_that_is_not_there_is_named_with_what_to_look_at() -> None:
    with pytest.raises(DriverError, match=r"/dev/no-such-line.*enable_uart=1"):
        OpenPico("/dev/no-such-line", CELLS)()


def test_simulated_chips_are_read_at_every_conversion_and_none_is_torn() -> None:
    given_words: list[list[int]] = [[], []]

    def signal(chip: int) -> Chip:
        def counts(_: float, __: float) -> int:
            word = 1_000_000 * (chip + 1) + len(given_words[chip])
            given_words[chip].append(word)
            return word

        return Chip(counts, Random(chip), sps=80)

    pico = PicoOfChips([signal(0), signal(1)], Host(Random(3), HostSpeed.ideal()))
    found: list[list[int]] = [[], []]
    for step in range(1, 400):
        pico.advance_to(step * 0.004)
        for chip, word in pico.results():
            found[chip].append(word)
    assert [len(each) for each in found] == [len(each) for each in given_words]
    assert found == given_words
    assert len(found[0]) > 100
