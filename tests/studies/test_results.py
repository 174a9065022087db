"""What is found is kept under the programs that found it, and a run that was killed goes on."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from cupsboard.formats.strict_data import from_plain
from cupsim.errors import SimulatorError
from studies import fingerprint as fingerprints
from studies.commands.main import main
from studies.page import write
from studies.results import Results, Trial
from studies.runner import run

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Throw:
    dice: int
    seed: int


@dataclass(frozen=True, slots=True)
class Pips:
    pips: int


def play(throw: Throw) -> Pips:
    return Pips(throw.dice * throw.seed)


TRIAL = Trial("dice", Throw, play, partial(from_plain, Pips), "studies.worlds.evening")
THROWS = [Throw(2, seed) for seed in range(5)]
FOUND = {throw: Pips(2 * throw.seed) for throw in THROWS}


@pytest.mark.parametrize("torn_after", [0, 1, -1])
def test_a_run_that_was_killed_goes_on_and_comes_to_the_same(tmp_path: Path, torn_after: int) -> None:
    whole, killed = Results(TRIAL, tmp_path / "whole"), Results(TRIAL, tmp_path / "killed")
    assert list(run(whole, THROWS, 1)) == THROWS
    throws = run(killed, THROWS, 1)
    next(throws), next(throws)
    throws.close()
    file = tmp_path / "killed" / "dice.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1][:torn_after])
    again = Results(TRIAL, tmp_path / "killed")
    assert list(run(again, THROWS, 1)) == THROWS[1:]
    assert again.found == FOUND
    assert file.read_bytes() == (tmp_path / "whole" / "dice.jsonl").read_bytes()


def test_a_finished_case_is_never_tried_again(tmp_path: Path) -> None:
    list(run(Results(TRIAL, tmp_path), THROWS, 1))
    before = (tmp_path / "dice.jsonl").read_bytes()
    again = Results(TRIAL, tmp_path)
    assert again.found == FOUND
    assert list(run(again, THROWS, 1)) == []
    assert (tmp_path / "dice.jsonl").read_bytes() == before


def test_no_case_is_begun_once_time_is_up(tmp_path: Path) -> None:
    results = Results(TRIAL, tmp_path)
    assert list(run(results, THROWS, 1, lambda: len(results.found) == 2)) == THROWS[:2]


def test_what_other_programs_found_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(run(Results(TRIAL, tmp_path), THROWS, 1))
    assert not Results(TRIAL, tmp_path).is_any_older
    monkeypatch.setattr(fingerprints, "_of_the_modules", lambda _: "another program")
    later = Results(TRIAL, tmp_path)
    assert later.found == {}
    assert later.is_any_older


@pytest.mark.parametrize(
    "content",
    [
        b"buy beans",
        b'{"shopping": "beans"}\n',
        b"[" * 100_000,
        b"{" * 1_000_001,
        b'{"case": 1}\nbuy beans',
        b'{"case": {"dice": 1, "seed": 1, "colour": 1}, "fingerprint": "0", "found": {"pips": 1}}\n',
        b'{"case": {"dice": 1, "seed": 1}, "fingerprint": "0", "found": {"pips": "many"}}\n',
    ],
)
def test_what_was_not_written_here_is_refused_and_not_cut_off(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_bytes(content)
    with pytest.raises(
        SimulatorError, match="line 1 is no result of dice; take it out, or name another folder"
    ):
        Results(TRIAL, tmp_path)
    assert path.read_bytes() == content


def test_a_page_ends_with_the_day_and_the_commit_of_the_program_that_made_it(tmp_path: Path) -> None:
    write(tmp_path / "PAGE.md", "# What was found\n")
    commit = r" at commit [0-9a-f]{7}( and later changes)?" if (ROOT / ".git").exists() else ""
    said = rf"# What was found\n\nMade on \d{{4}}-\d\d-\d\d{commit}\.\n"
    assert re.fullmatch(said, (tmp_path / "PAGE.md").read_text("utf-8"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("calibrations", "--seeds", "0"), "--seeds: 0 is out of range"),
        (("calibrations", "--seeds", "99999"), "--seeds: 99999 is out of range: give a whole number from"),
        (("calibrations", "--moves", "0"), "--moves: 0 is out of range"),
        (("calibrations", "--jobs", "100000"), "--jobs: 100000 is out of range"),
        (("calibrations", "--minutes", "nan"), "--minutes: 'nan': give a number from 0 to 525600"),
        (("calibrations", "--minutes=-1"), "--minutes: '-1': give a number from 0 to 525600"),
        (("worlds", "own", "--moves", "0"), "--moves: 0 is out of range"),
        (("repeat", "world/own", "x"), "'x' is no number"),
        (("repeat", "world/own", "²"), "'²' is no number"),
        (("duel", "--stage", "4"), "--stage: 4 is out of range: give a whole number from 1 to 3"),
        (("king", "--players", "7"), "--players: 7 is out of range: give a whole number from 2 to 6"),
        (("duel", "--directory", "/dev/null/x"), "--directory: /dev/null/x: Not a directory; name a folder"),
    ],
)
def test_wrong_usage_ends_with_code_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""
