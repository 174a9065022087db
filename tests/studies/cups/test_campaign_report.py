"""Rates with honest bounds, verdicts on targets, and a page that says how to make it again."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies.cups.grid import DOUBLE
from studies.cups.pictures import curves_picture, rates_picture
from studies.cups.report import Report
from studies.cups.study import Chunk, Kind, Study
from studies.cups.targets import MET, MISSED, TOO_FEW, judged
from studies.cups.trial import TRIAL, share_of
from studies.page import write
from studies.rates import Rate, number, percentile
from studies.results import Results
from studies.tally import Example, Tally

Kept = Results[Chunk, Tally]
HONEST = Study(Kind.HONEST, 1, "kidney sorted")
DOUBLES = Study(Kind.FAULTS, 1, "kidney sorted", variant=DOUBLE)
LATENCY = Study(Kind.LATENCY, 1, variant="lined")


# Rates


@pytest.mark.parametrize(
    ("events", "trials", "text"),
    [(0, 1_000_000, "< 3e-6"), (0, 0, "–"), (1, 2, "50 %"), (3, 200, "1.5 %"), (4, 10_000, "4e-4")],
)
def test_a_rate_is_written_as_people_read_it(events: int, trials: int, text: str) -> None:
    assert str(Rate(events, trials)) == text


def test_the_bound_of_nothing_in_n_is_exact() -> None:
    assert (1 - Rate(0, 50).highest) ** 50 == pytest.approx(0.05)


def test_wilsons_interval_agrees_with_a_published_example() -> None:
    # 10 of 100: 5.5 % to 17.4 %.
    rate = Rate(10, 100)
    assert (rate.lowest, rate.highest) == pytest.approx((0.0552, 0.1744), abs=1e-4)


@given(trials=st.integers(1, 10**7), data=st.data())
def test_a_rate_lies_within_its_bounds_and_the_bounds_within_0_and_1(trials: int, data) -> None:
    rate = Rate(data.draw(st.integers(0, trials)), trials)
    assert 0.0 <= rate.lowest <= rate.share <= rate.highest <= 1.0


def test_shares_are_short_at_every_size() -> None:
    assert [number(share) for share in (0.0, 1.2e-6, 3e-3, 0.021, 0.5)] == [
        "0",
        "1.2e-6",
        "3e-3",
        "2.1 %",
        "50 %",
    ]


def test_percentiles_are_values_that_were_measured() -> None:
    assert [percentile([4.0, 1.0, 3.0, 2.0], share) for share in (0.0, 0.5, 1.0)] == [1.0, 3.0, 4.0]


# Targets


def verdicts(study: Study, found: Tally) -> dict[str, str]:
    return {each.what: each.verdict for each in judged([study], lambda _: found)}


@pytest.mark.parametrize(
    ("made", "another", "verdict"), [(1_000_000, 0, MET), (5000, 0, TOO_FEW), (1_000_000, 1, MISSED)]
)
def test_never_needs_all_the_trials_and_is_missed_by_a_single_case(
    made: int, another: int, verdict: str
) -> None:
    found = Tally(Counter({"made": made, "taken for another": another}))
    assert verdicts(HONEST, found)["honest move taken for another, kidney sorted"] == verdict


@pytest.mark.parametrize(
    ("made", "another", "verdict"), [(10_000, 0, MET), (9_999, 0, TOO_FEW), (10_000, 1, MISSED)]
)
def test_each_other_row_needs_moves_enough_and_none_taken_for_another(
    made: int, another: int, verdict: str
) -> None:
    counts = {Study(Kind.HONEST, 1, "navy"): {"made": 50_000}, Study(Kind.HONEST, 1, "gem"): {"made": made}}
    counts[Study(Kind.HONEST, 1, "gem")]["taken for another"] = another
    (row,) = judged(list(counts), lambda study: Tally(Counter(counts[study])))
    assert (row.found, row.verdict) == (f"{another} in {50_000 + made:,} of all", verdict)


@pytest.mark.long("evenings of many boards")
def test_rows_whose_boards_refuse_to_start_are_shown_and_not_judged(tmp_path: Path) -> None:
    navy_on_strong_cells = Study(Kind.HONEST, 1, "navy", "5kg")
    found = Tally(Counter({"made": 10_000, "taken for another": 3}))
    assert verdicts(navy_on_strong_cells, found) == {}
    results = Results(TRIAL, tmp_path)
    results.add(navy_on_strong_cells.chunk(1, 0, 1), found)
    page = Report([navy_on_strong_cells], results, "python -m studies cups").page()
    assert "| navy, 5kg, N = 4, 80 SPS | 20 of 20 | 10,000 |" in page


@pytest.mark.parametrize(
    ("silent", "made", "verdict"), [(0, 40_000, MET), (0, 1000, TOO_FEW), (40, 40_000, MISSED)]
)
def test_a_rate_meets_its_limit_only_if_its_bound_does(silent: int, made: int, verdict: str) -> None:
    found = Tally(Counter({f"{DOUBLE}: made": made, f"{DOUBLE}: silent": silent}))
    assert verdicts(DOUBLES, found)["silent double bean, kidney sorted"] == verdict


@pytest.mark.parametrize(("seen", "verdict"), [(0.07, MET), (0.09, MISSED)])
def test_latency_is_held_against_its_floor(seen: float, verdict: str) -> None:
    found = Tally(values={"seen after": [seen] * 3, "floor": [0.06] * 3})
    assert list(verdicts(LATENCY, found).values()) == [verdict]


# The page


@pytest.fixture
def results(tmp_path: Path) -> Kept:
    results = Results(TRIAL, tmp_path)
    honest = Tally(Counter({"made": 1000, "accepted": 998, "questioned": 2, "rounded changes: refused": 30}))
    honest.show(Example("honest move questioned", 77, "move 3 (drop 2): Undecided | 0.97"))
    results.add(HONEST.chunk(1, 0, 1), honest)
    latency = Tally(Counter({"landings": 2}), values={"seen after": [0.1, 0.2], "floor": [0.05, 0.06]})
    results.add(LATENCY.chunk(1, 0, 1), latency)
    fault = Study(Kind.FAULTS, 1)
    silent = Tally(Counter({"cups exchanged: made": 50, "cups exchanged: named": 50}))
    results.add(fault.chunk(1, 0, 1), silent)
    return results


def report(results: Kept) -> Report:
    studies = [HONEST, Study(Kind.FAULTS, 1), LATENCY, Study(Kind.GAMES, 1, variant="0.0")]
    return Report(studies, results, "python -m studies cups")


def test_the_page_holds_a_command_beside_each_table_and_the_example_to_repeat(results: Kept) -> None:
    page = report(results).page()
    assert "`python -m studies cups --seed 1 --only honest`" in page
    assert "| kidney sorted, 500g, N = 4, 80 SPS | none | 1,000 | 2e-3 | < 3e-3 |" in page
    assert "| cups exchanged | 50 | < 5.8 % |" in page
    assert f"| honest move questioned | {HONEST.key} | 77 | move 3 (drop 2): Undecided \\| 0.97 |" in page
    assert "3e-2" not in page.split("## Honest moves")[0]


def test_each_table_names_the_seeds_it_was_made_from(results: Kept) -> None:
    results.add(HONEST.chunk(5, 0, 1), Tally(Counter({"made": 10})))
    page = report(results).page()
    assert (
        "`python -m studies cups --seed 1 --only honest`, `python -m studies cups --seed 5 --only honest`"
        in page
    )
    assert "`python -m studies cups --seed 1 --only latency`" in page
    assert "--seed 5 --only latency" not in page


def test_what_was_run_from_any_seed_counts_as_run(results: Kept) -> None:
    study = Study(Kind.HONEST, 4, "navy")
    assert share_of(results, study) == 0.0
    results.add(study.chunk(1, 0, 1), Tally())
    results.add(study.chunk(2, 0, 2), Tally())
    assert share_of(results, study) == 0.75


def test_what_was_not_run_is_not_in_the_page(results: Kept) -> None:
    page = report(results).page()
    assert "Whole games" not in page
    assert "--only latency" in page


def test_the_page_names_the_state_of_the_program_with_what_it_made(results: Kept) -> None:
    page = report(results).page()
    fingerprint = TRIAL.fingerprint(HONEST.chunk(1, 0, 1))
    assert f"Sources: `{fingerprint}` (faults, honest, latency)." in page


def test_the_page_is_written_with_the_pictures_it_shows(results: Kept, tmp_path: Path) -> None:
    made, path = report(results), tmp_path / "sim" / "CUPS.md"
    write(path, made.page(), made.pictures())
    page = path.read_text("utf-8")
    shown = re.findall(r"\]\(([^)]+\.svg)\)", page)
    assert shown == ["false-refusals.svg", "silent-faults.svg", "latency.svg"]
    for name in shown:
        ElementTree.parse(tmp_path / "sim" / name)


def test_pictures_name_every_series_and_row_and_escape_what_they_hold() -> None:
    rates = {"a < b": {"board": Rate(0, 100), "baseline": Rate(7, 100)}}
    picture = "".join(ElementTree.fromstring(rates_picture("Rates & bounds", rates)).itertext())
    assert all(words in picture for words in ("Rates & bounds", "a < b", "board", "baseline", "1e-6"))
    curves = {"seen": [0.1, 0.3], "floor": [0.05]}
    picture = "".join(ElementTree.fromstring(curves_picture("Latency", "s", curves)).itertext())
    assert all(words in picture for words in ("Latency", "seen", "floor", "100 %"))
