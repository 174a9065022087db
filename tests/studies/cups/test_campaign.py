"""Campaigns in the small: what they count, that they repeat, and that they go on where they stopped."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from cupsboard.recognition.trust import trust_in
from cupsim.errors import SimulatorError
from cupsim.table.load_cell import cell_model
from cupsim.table.table import FALL_METRES, Lining
from hypothesis import given
from hypothesis import strategies as st
from studies.commands.main import main
from studies.cups import grid
from studies.cups.faulty_moves import AS_DOUBLE, fault_named, is_double, try_faults
from studies.cups.honest_moves import try_honest_moves
from studies.cups.kinds import EVENINGS, run_chunk
from studies.cups.latency_floor import floor_seconds, settled_seconds
from studies.cups.study import Chunk, Kind, Study
from studies.cups.table_faults import DECIDABLE, LIMITED_BY_BEANS
from studies.cups.trial import TRIAL, chunks_of, found_in
from studies.cups.turns import turns
from studies.results import Results
from studies.runner import run as run_missing
from studies.tally import Tally

HONEST = Study(Kind.HONEST, 4, "penny", cups=2, evenings_a_chunk=1)
SMALL = (HONEST, Study(Kind.LEAN, 1, "penny", cups=2, evenings_a_chunk=1))


def begun(directory: Path) -> Results[Chunk, Tally]:
    return Results(TRIAL, directory)


def finished(directory: Path, jobs: int = 1) -> Results[Chunk, Tally]:
    results = begun(directory)
    for _ in run_missing(results, chunks_of(SMALL, 1), jobs):
        pass
    return results


def missing(results: Results[Chunk, Tally], campaign_seed: int) -> list[Chunk]:
    return [chunk for chunk in chunks_of(SMALL, campaign_seed) if chunk not in results]


def plain(results: Results[Chunk, Tally]) -> list[dict[str, object]]:
    return [found_in(results, study).as_json() for study in SMALL]


# What is counted


def test_every_honest_move_is_accepted_questioned_or_taken_for_another() -> None:
    counts = run_chunk(HONEST.chunk(1, 0, 2)).counts
    outcomes = ("accepted", "questioned", "taken for another")
    assert counts["made"] > 10
    assert sum(counts[outcome] for outcome in outcomes) == counts["made"]


def test_beans_that_all_weigh_very_differently_are_questioned() -> None:
    found = run_chunk(Study(Kind.HONEST, 1, "mixed", cells="5kg").chunk(1, 0, 1))
    assert found.counts["questioned"] > 2
    assert any(example.what == "honest move questioned" for example in found.examples)


def test_every_fault_comes_out_silent_questioned_or_named() -> None:
    counts = run_chunk(Study(Kind.FAULTS, 1, "penny", cups=2).chunk(1, 0, 1)).counts
    made = [name for name in (*DECIDABLE, *LIMITED_BY_BEANS, AS_DOUBLE) if counts[f"{name}: made"]]
    assert len(made) > 10
    for name in made:
        came_to = [counts[f"{name}: {what}"] for what in ("silent", "questioned", "named")]
        assert sum(came_to) == counts[f"{name}: made"]


@pytest.mark.long("evenings until it happens")
def test_pairs_of_very_uneven_beans_pass_for_one_and_can_be_repeated() -> None:
    study = Study(Kind.FAULTS, 2, "mixed", variant="two in one cup")
    found = run_chunk(study.chunk(1, 0, 2))
    assert found.counts["two in one cup: silent"] > 0
    example = next(each for each in found.examples if each.what == "silent: two in one cup")
    again = evening_of(study, example.seed)
    assert example.where in [each.where for each in again.examples]


def evening_of(study: Study, seed: int) -> Tally:
    return EVENINGS[study.kind](study, seed)


def test_a_drop_with_one_bean_too_many_in_a_cup_is_a_double_and_nothing_else_is() -> None:
    turn = next(turns(Study(Kind.HONEST, 1), 5, Random(5)))
    honest = turn.before.copy()
    honest.carry_out(turn.plan.open)
    (sown, *_), (elsewhere, *_) = [unit.target for unit in turn.plan.open], ["north-pot"]
    truth = honest.contents()
    assert is_double(turn, {**truth, sown: truth[sown] + 1})
    assert not is_double(turn, {**truth, elsewhere: truth[elsewhere] + 1})
    assert not is_double(turn, {**truth, sown: truth[sown] + 2})
    assert not is_double(turn, truth)


@pytest.mark.long("evenings until it happens")
def test_a_push_as_heavy_as_a_bean_is_taken_for_a_move_now_and_then() -> None:
    counts = run_chunk(Study(Kind.LEAN, 1, "mixed").chunk(1, 0, 2)).counts
    assert counts["made"] > 25
    assert 0 < counts["taken for a move"] + counts["taken for a beginning"] < counts["made"] / 5


def test_landings_are_seen_through_the_pins_and_never_before_the_floor() -> None:
    found = run_chunk(Study(Kind.LATENCY, 1, cups=2, variant="lined").chunk(1, 0, 1))
    assert found.counts["landings"] == len(found.values["seen after"]) == 2
    assert all(0.05 < seconds < 1.0 for seconds in found.values["seen after"])


def test_a_whole_game_is_counted_with_its_moves() -> None:
    counts = run_chunk(Study(Kind.GAMES, 1, "go stone", cups=2, sps=10, variant="0.0").chunk(1, 0, 1)).counts
    assert counts["games"] == 1
    assert counts["moves"] > 0


def test_decisions_are_timed_early_and_late_in_a_game() -> None:
    values = run_chunk(Study(Kind.COMPUTE, 1, "penny").chunk(1, 0, 1)).values
    assert len(values["honest"]) > len(values["honest, moves 1 on"]) == 10
    assert all(0.0 < milliseconds < 1000.0 for milliseconds in values["honest"])


# The floor


def floor_inputs(sps: int, lining: Lining, phase: float) -> float:
    return settled_seconds(
        cell_model("500g"),
        bean_grams=0.55,
        moving_grams=40.0,
        fall_metres=FALL_METRES,
        restitution=lining.value,
        sps=sps,
        phase=phase,
    )


@pytest.mark.parametrize(
    ("sps", "lining", "low", "high"), [(80, Lining.LINED, 0.035, 0.07), (80, Lining.HARD, 0.12, 0.2)]
)
def test_settling_agrees_with_the_sensing_notes(sps: int, lining: Lining, low: float, high: float) -> None:
    times = sorted(floor_inputs(sps, lining, number / 20) for number in range(20))
    assert low < times[10] < high


@given(phase=st.floats(0.0, 0.999), sps=st.sampled_from([10, 80]), lining=st.sampled_from(Lining))
def test_no_decision_is_possible_before_the_filter_has_taken_in_most_of_the_bean(
    phase: float, sps: int, lining: Lining
) -> None:
    settled = floor_inputs(sps, lining, phase)
    assert settled > 1.5 / sps
    assert floor_seconds(settled, sps) == pytest.approx(settled + 1.0 / sps)


# Seeds, chunks and going on


def test_the_chunks_of_a_study_hold_every_evening_once_and_no_two_share_a_seed() -> None:
    study = Study(Kind.HONEST, 25, evenings_a_chunk=10)
    seeds = [seed for chunk in study.chunks(7) for seed in chunk.seeds]
    assert len(set(seeds)) == 25
    assert seeds == [study.seed_of(7, number) for number in range(25)]
    assert not set(seeds) & {study.seed_of(8, number) for number in range(25)}


def test_a_study_is_read_back_from_its_key() -> None:
    study = Study(Kind.FAULTS, 3, "kidney sorted", "1kg", 10, 10, "two in one cup")
    read = Study.parse(study.key)
    assert read.key == study.key
    assert read.seed_of(1, 5) == study.seed_of(1, 5)
    with pytest.raises(SimulatorError, match="names no study"):
        Study.parse("kidney")


def test_the_same_seed_finds_the_same_and_another_seed_another() -> None:
    chunk, again, other = HONEST.chunk(1, 0, 2), HONEST.chunk(1, 0, 2), HONEST.chunk(2, 0, 2)
    assert run_chunk(chunk).as_json() == run_chunk(again).as_json()
    assert run_chunk(chunk).as_json() != run_chunk(other).as_json()


@pytest.mark.long("the same evenings twice")
def test_several_processes_find_the_same_as_one(tmp_path: Path) -> None:
    assert plain(finished(tmp_path / "two", jobs=2)) == plain(finished(tmp_path / "one"))


@pytest.mark.long("another moment", but=["-1"])
@pytest.mark.parametrize("torn_after", [0, 1, -1])
def test_a_campaign_that_was_killed_goes_on_and_comes_to_the_same(tmp_path: Path, torn_after: int) -> None:
    whole = plain(finished(tmp_path / "whole"))
    results = begun(tmp_path / "killed")
    chunks = run_missing(results, chunks_of(SMALL, 1), 1)
    next(chunks), next(chunks)
    chunks.close()
    file = tmp_path / "killed" / "cups.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1][:torn_after])
    assert len(missing(begun(tmp_path / "killed"), 1)) == 4
    assert plain(finished(tmp_path / "killed")) == whole
    for line in file.read_bytes().splitlines():
        json.loads(line)


def test_a_finished_chunk_is_never_run_again(tmp_path: Path) -> None:
    finished(tmp_path)
    before = (tmp_path / "cups.jsonl").read_bytes()
    assert missing(begun(tmp_path), 1) == []
    finished(tmp_path)
    assert (tmp_path / "cups.jsonl").read_bytes() == before
    assert len(missing(begun(tmp_path), 2)) == 5


def test_a_file_that_holds_no_results_is_refused_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "cups.jsonl").write_text('{"case": 1}\n')
    with pytest.raises(SimulatorError, match="line 1 is no result"):
        begun(tmp_path)


def test_an_unknown_fault_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SimulatorError, match="cups exchanged"):
        fault_named("earthquake")


def test_the_grids_hold_every_kind_and_no_study_twice() -> None:
    for studies in (grid.standard(), grid.quick()):
        assert {study.kind for study in studies} == set(Kind)
        keys = [study.key for study in studies]
        assert len(set(keys)) == len(keys)


# The command


def command(*arguments: str) -> int:
    return main(["cups", *arguments])


def test_an_evening_of_a_report_is_played_again_by_its_study_and_seed(capsys) -> None:
    assert main(["repeat", HONEST.key, str(HONEST.seed_of(1, 0))]) == 0
    assert "  made" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ("honest/kidney", "1"),
        ("honest/rice/500g/4/80", "1"),
        ("honest/kidney/500g/99/80", "1"),
        ("honest/kidney/500g/4/7", "1"),
        ("games/kidney/500g/4/80/nan", "1"),
        ("latency/kidney/500g/4/80/wool", "1"),
    ],
)
def test_a_wrong_study_is_refused_in_a_line(wrong: tuple[str, str], capsys) -> None:
    assert main(["repeat", *wrong]) == 2
    assert capsys.readouterr().err.startswith("studies repeat: ")


def test_an_empty_report_never_takes_the_place_of_one_that_is_there(tmp_path: Path, capsys) -> None:
    report = tmp_path / "CUPS.md"
    report.write_text("found in two hours")
    nothing = tmp_path / "nothing"
    of_other_studies = tmp_path / "others"
    finished(of_other_studies)
    for directory in (nothing, of_other_studies):
        asked = ("--report-only", "--directory", str(directory), "--report", str(tmp_path))
        assert command(*asked) == 2
        said = capsys.readouterr()
        assert said.err.startswith("studies cups: no results ")
        assert f"in {directory}: leave --report-only out" in said.err
        assert said.out == ""
    assert report.read_text() == "found in two hours"
    assert not nothing.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"CUPS.md", "others"}


def test_a_report_of_what_there_is_so_far_can_be_written(tmp_path: Path, capsys) -> None:
    study = grid.quick()[0]
    begun(tmp_path).add(study.chunks(7)[0], Tally(Counter({"made": 10, "accepted": 10})))
    command("--quick", "--report-only", "--directory", str(tmp_path))
    assert f"the report is in {tmp_path / 'CUPS.md'}" in capsys.readouterr().out
    assert "of the grid has not been run" in (tmp_path / "CUPS.md").read_text()


@pytest.mark.parametrize("option", ["--directory", "--report"])
def test_a_folder_that_can_not_be_written_is_refused_before_the_campaign(option: str, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        command("--quick", option, "/dev/null/results")
    assert ended.value.code == 2
    assert f"{option}: /dev/null/results: Not a directory" in capsys.readouterr().err


@pytest.mark.long("an evening of a board each", every=3)
@pytest.mark.parametrize("seed", [273262855992056, 147491250797655, 133834519407761])
def test_evenings_in_which_a_decidable_fault_once_passed_have_none_that_does(seed: int) -> None:
    """Three beans out of a pot with two captured ones in; cups exchanged with a very light bean in one.

    The third: a bean out of a cup whose weight was still doubted, without another look at the agreed table.
    """
    found = try_faults(Study.parse("faults/kidney/500g/4/80"), seed)
    assert found.counts["cups exchanged: made"] > 20
    assert [name for name in DECIDABLE if found.counts[f"{name}: silent"]] == []


@pytest.mark.parametrize("seed", [76413340678570, 183685040595582])
def test_good_scales_are_not_taken_for_unsteady_though_zeros_seemed_to_jump_by_chance(seed: int) -> None:
    counts = try_honest_moves(Study(Kind.HONEST, 1, "kidney sorted"), seed).counts
    assert counts["accepted"] == counts["made"] > 20


@pytest.mark.parametrize("rate_sps", [10, 80])
def test_good_scales_are_not_taken_for_noisy_though_beans_are_small(rate_sps: int) -> None:
    evening = turns(Study(Kind.HONEST, 1, "navy", sps=rate_sps), 1, Random(1))
    noisy = [trust_in(turn.knowledge).is_noisy for turn in evening]
    assert len(noisy) > 20
    assert not any(noisy)
