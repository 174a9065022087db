"""A recording of a real cell is read from a file and played below a simulated chip, in units of its noise."""

from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import pytest
from cupsim.errors import SimulatorError
from cupsim.table.load_cell import LoadCell, Room, cell_model, noise_grams
from cupsim.table.recorded_cell import FEWEST_SAMPLES, read
from made_recordings import KINDS, NOISE_COUNTS, SAMPLES, ZERO_COUNTS, steady, written

SPS = 10
GOOD_LINES = [f"{number / SPS},{ZERO_COUNTS + number % 7}" for number in range(FEWEST_SAMPLES)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_noise_of_a_recording_is_told_by_its_rest_whatever_else_the_cell_does(
    kind: str, tmp_path: Path
) -> None:
    counts = KINDS[kind](Random(1))
    recorded = read(written(tmp_path / "cell.csv", counts))
    assert recorded.unit == "counts"
    assert recorded.noise == pytest.approx(NOISE_COUNTS, rel=0.25)
    assert len(recorded.samples) == SAMPLES
    assert recorded.sps == pytest.approx(10.0)
    assert recorded.samples[-1] - recorded.samples[0] == pytest.approx(
        (counts[-1] - counts[0]) / recorded.noise
    )
    assert abs(fmean(recorded.samples[:10])) < 2.0


def test_units_of_time_and_weight_change_nothing_but_the_words(tmp_path: Path) -> None:
    counts = steady(Random(2))
    in_counts = read(written(tmp_path / "counts.csv", counts))
    path = written(tmp_path / "grams.csv", counts, header="Milliseconds , grams", sps=0.01, unit=1 / 2400)
    in_grams = read(path)
    assert in_grams.samples == pytest.approx(in_counts.samples, abs=1e-2)
    assert in_grams.sps == pytest.approx(in_counts.sps)
    assert in_grams.noise == pytest.approx(in_counts.noise / 2400, rel=1e-2)


def test_a_game_longer_than_the_recording_hears_it_forth_and_back_without_a_jump(tmp_path: Path) -> None:
    recorded = read(written(tmp_path / "cell.csv", KINDS["drift"](Random(3))))
    twice = list(islice(recorded.played(), 2 * SAMPLES - 2))
    assert tuple(twice[:SAMPLES]) == recorded.samples
    assert twice[SAMPLES:] == list(recorded.samples[-2:0:-1])
    assert list(islice(recorded.played(), 2 * SAMPLES - 2, 3 * SAMPLES - 2)) == list(recorded.samples)


@pytest.mark.parametrize("name", ["100g", "5kg"])
def test_a_cell_that_follows_it_is_off_by_as_many_of_its_own_noises(name: str, tmp_path: Path) -> None:
    recorded = read(written(tmp_path / "cell.csv", KINDS["drift"](Random(4))))
    model = cell_model(name)
    cell = LoadCell(model, Room(Random(1), 0.0), Random(1))
    cell.follow(recorded)
    own_counts = noise_grams(model, SPS) * model.counts_per_gram
    shown = [
        (cell.signal(number / SPS, 1 / SPS) - cell.zero_counts) / own_counts for number in range(SAMPLES)
    ]
    # A count is the least that a converter shows.
    assert shown == pytest.approx(recorded.samples, abs=1 / own_counts)
    assert 35 < fmean(shown[-20:]) < 45


def test_a_load_weighs_the_same_on_it(tmp_path: Path) -> None:
    cell = LoadCell(cell_model("500g"), Room(Random(1), 0.0), Random(1))
    cell.follow(read(written(tmp_path / "cell.csv", steady(Random(5)))))
    before = fmean(cell.signal(number / SPS, 1 / SPS) for number in range(100))
    cell.change(10.0, 20.0)
    shown = [cell.signal(11.0 + number / SPS, 1 / SPS) for number in range(100)]
    assert (fmean(shown) - before) / cell.counts_per_gram == pytest.approx(20.0, abs=0.05)
    assert pstdev(shown) / cell.counts_per_gram == pytest.approx(
        noise_grams(cell_model("500g"), SPS), rel=0.2
    )


def test_what_becomes_of_it_is_told_with_the_factor(tmp_path: Path) -> None:
    lines = [f"{number / SPS},{ZERO_COUNTS + 10 * (number % 2)}" for number in range(60)]
    lines[30:] = [f"{number / SPS + 7},{ZERO_COUNTS + 10 * (number % 2)}" for number in range(30, 60)]
    path = tmp_path / "cell.csv"
    path.write_text("# from my board\nseconds,counts\n\n" + "\n".join(lines) + "\n")
    told = read(path).told(0.017, 80.0)
    assert told.startswith("60 samples in 13 s, played at 8 times their pace, forth and back; ")
    assert "their longest gap, of 7.1 s, is one step" in told
    assert "their noise of 7.07 counts becomes one of 17 mg, so 1000 counts are 2.4 g here" in told


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (
            1,
            "time,weight",
            "line 1: 'time,weight' names no units: begin with one of seconds,counts, seconds,grams",
        ),
        (1, "0.0,84211", "line 1: '0.0,84211' names no units"),
        (7, "0.55", "line 7: '0.55' are no two numbers"),
        (7, "0,55;84211", "line 7: '0,55;84211' are no two numbers: write the time, a comma and the weight"),
        (7, "0.55,84211,3", "line 7: '0.55,84211,3' are no two numbers"),
        (7, "0.55,nan", "line 7: '0.55,nan' are no two numbers"),
        (7, "0.3,84211", "line 7: 0.3 seconds is no later than the sample before: put the samples in order"),
        (7, "0.55,8388607", "line 7: 8.38861e+06 counts are the end of a converter's range"),
        (7, "0.55," + 200 * "8", "line 7 is longer than 200 bytes: give two numbers a line"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_its_value_and_the_next_step(
    line: int, text: str, words: str, tmp_path: Path
) -> None:
    lines = ["seconds,counts", *GOOD_LINES]
    lines[line - 1] = text
    path = tmp_path / "cell.csv"
    path.write_text("\n".join(lines))
    with pytest.raises(SimulatorError) as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: {words}")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "cell.csv: '' names no units: begin with"),
        (
            b"\xff\xfe\x00",
            r"line 1, byte 1: this is no text in UTF-8; save the file as UTF-8, or name another",
        ),
        (
            "\n".join(["seconds,counts", *GOOD_LINES[:20], ""]).encode(),
            "20 samples are too few to tell the noise by: record 50 or more",
        ),
        (
            "\n".join(["seconds,grams", *(f"{number},1.5" for number in range(60))]).encode(),
            "most samples are equal (1.5 grams), so the noise can't be told: record every digit",
        ),
    ],
)
def test_a_file_by_which_nothing_can_be_played_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "cell.csv"
    path.write_bytes(content)
    with pytest.raises(SimulatorError) as refused:
        read(path)
    assert words in str(refused.value)


def test_half_a_line_at_the_end_is_no_sample(tmp_path: Path) -> None:
    lines = [f"{number / SPS},{ZERO_COUNTS + 10 * (number % 2)}\n" for number in range(60)]
    path = tmp_path / "cell.csv"
    path.write_text("seconds,counts\n" + "".join(lines) + "99.1,8")
    assert len(read(path).samples) == len(lines)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SimulatorError, match=r"no\.csv: No such file or directory; name a file"):
        read(tmp_path / "no.csv")
