"""Every number says what it is, and the sensing notes print what the program decides by."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from cupsboard.numbers import COSTS, PHYSICS, PRIORS
from cupsboard.numbers.number import Number, numbers_of
from processes import Ran, ran

FIRMWARE = Path(__file__).parents[2] / "firmware"
SCRIPT, NOTES = FIRMWARE / "sensing_notes.py", FIRMWARE / "SENSING.md"
NUMBERS = [*numbers_of(PHYSICS), *numbers_of(PRIORS), *numbers_of(COSTS)]
UNITS = {
    "grams": "g",
    "seconds": "s",
    "samples": "samples",
    "conversions": "conversions",
    "sps": "samples/s",
    "sigmas": "standard deviations",
    "beans": "mean beans",
    "nats": "nats",
    "share": "share",
    "times": "times",
}
"""By the last word of a name, what its unit begins with."""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The script in a folder of its own, without notes."""
    return Path(shutil.copy(SCRIPT, tmp_path))


def check(script: Path) -> Ran:
    return ran(sys.executable, script, "--check")


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number.name)
def test_a_number_says_its_unit_reason_and_source(number: Number) -> None:
    assert number.unit
    assert number.why.endswith(".")
    assert number.source


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number.name)
def test_a_name_ends_in_the_unit(number: Number) -> None:
    of_name = UNITS.get(number.name.rpartition("_")[2])
    of_unit = next((unit for unit in UNITS.values() if re.match(rf"{unit}(?![\w/])", number.unit)), None)
    assert of_name == of_unit


def test_the_notes_are_what_the_program_would_write() -> None:
    found = check(SCRIPT)
    assert found.code == 0, found.said + found.complaints


@pytest.mark.long("two seconds of a process")
def test_another_number_in_the_notes_is_found_and_named(copied: Path) -> None:
    text = NOTES.read_text("utf-8")
    line = next(line for line in text.splitlines() if "`limits.sample_sigmas` | 4.5 |" in line)
    copied.with_name("SENSING.md").write_text(text.replace(line, line.replace("4.5", "4.6", 1)), "utf-8")
    found = check(copied)
    assert found.code == 1
    assert "-| `limits.sample_sigmas` | 4.6 |" in found.said
    assert "run `python firmware/sensing_notes.py`" in found.said


@pytest.mark.long("two seconds of a process")
def test_notes_without_a_marker_are_not_written(copied: Path) -> None:
    copied.with_name("SENSING.md").write_text("# Sensing notes\n", "utf-8")
    found = check(copied)
    assert found.code == 1
    assert "<!-- worked example: by sensing_notes.py -->" in found.complaints


def test_the_shares_of_the_tables_sum_to_one() -> None:
    assert sum(share.value for share in numbers_of(PRIORS.tables)) == pytest.approx(1.0)


LANDINGS = PRIORS.landings


@pytest.mark.parametrize("shares", [LANDINGS.steps_if_none, LANDINGS.steps_if_one, LANDINGS.steps_if_two])
def test_the_probabilities_of_the_steps_seen_sum_to_one(shares: tuple[float, ...]) -> None:
    assert sum(shares) == pytest.approx(1.0)
