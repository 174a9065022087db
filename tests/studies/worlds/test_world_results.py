"""Results of other worlds: kept under what they depend on, added up, put on a page and plotted."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
import studies
from cupsboard.rules import games
from studies import fingerprint as fingerprints
from studies.commands.main import main
from studies.fingerprint import reached
from studies.rates import Rate
from studies.results import Results
from studies.runner import Evening, of_row, play_until
from studies.tally import Tally
from studies.worlds import evening
from studies.worlds.catalogue import ENDLESS, USUAL, WORLDS
from studies.worlds.plots import Bin, calibration_picture
from studies.worlds.report import worlds_page
from studies.worlds.trial import TRIAL
from studies.worlds.world import Cells

OWN = WORLDS["own"]
EVENING = "studies.worlds.evening"
FOLDER = Path(studies.__file__).parent / "worlds"
BOOKKEEPING = {"trial", "report", "plots", "catalogue", "beside"}
SHADOW = ("shadow", "any_order")
"""What lets another reader look on: it goes through that reader's doors, and judges by the judge's own."""
DOORS_OF_THE_SHADOW = ("cupsboard.recognition.histories", "cupsboard.numbers")
DOORS = {
    "cupsboard.recognition.tracker": {"Tracker"},
    "cupsboard.recognition.knowledge": {"from_calibration"},
    "cupsboard.recognition.outcome": None,
    "cupsboard.recognition.accounts": {"Mishap", "MishapKind"},
    "cupsboard.formats.svg": {"Svg"},
    "cupsboard.rules": None,
    "cupsboard.scales.calibration": {"Calibration", "PlaceCalibration", "PieceCalibration"},
    "cupsboard.scales.readings": {"Settled", "Weight"},
}
"""What the judge may import of the firmware, and which names of it (None: all)."""


def imports_of(path: Path) -> list[tuple[str, str]]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    return [
        (node.module or "", name.name)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_the_judge_takes_nothing_of_the_firmware_but_its_doors(path: Path) -> None:
    for module, name in imports_of(path):
        if path.stem in SHADOW and module.startswith(
            ("cupsboard.recognition.histories", "cupsboard.numbers")
        ):
            continue
        if module.startswith("cupsboard"):
            door = next(each for each in DOORS if module == each or module.startswith(f"{each}."))
            names = DOORS[door]
            assert names is None or name in names
        elif module.startswith(("cupsim", "studies")) and path.stem not in BOOKKEEPING:
            assert module.startswith(("studies.worlds", "studies.tally")), (module, name)


def test_results_depend_on_the_recogniser_and_not_on_the_simulators_own_tables() -> None:
    assert "cupsboard.recognition.likelihood" in reached(EVENING)
    assert "cupsboard.numbers" in reached(EVENING)
    assert [
        module for module in reached(EVENING) if module.startswith(("cupsim.table", "studies.cups"))
    ] == []
    assert "cupsboard.signs.guidance" not in reached(EVENING)


def test_results_depend_on_the_rules_of_the_games_that_are_played_and_of_no_other() -> None:
    assert "cupsboard.rules.cups.rules" in reached(EVENING)
    for other in ("coin_duel", "king_of_the_cups"):
        assert [module for module in reached(EVENING) if other in module] == []
    played = type(games.of_board(evening.CUPS)).__module__
    assert played.split(".")[2] in evening.ROOMS_PLAYED


def test_a_digest_is_of_programs_and_data_not_of_what_they_say_of_themselves(tmp_path: Path) -> None:
    source = tmp_path / "dice.py"

    def digest(text: str) -> str:
        source.write_text(text)
        return fingerprints._digest([source])

    before = digest("PIPS = 6\n")
    assert digest('"""Of dice."""\n\nPIPS = 6  # as usual\n') == before
    assert digest("PIPS = 7\n") != before
    assert digest("PIPS = 6\nMORE = 1\n") != before


def test_a_fingerprint_is_of_a_world_with_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    evening_there = Evening("own", 1)
    before = TRIAL.fingerprint(evening_there)
    monkeypatch.setitem(WORLDS, "own", replace(OWN))
    assert TRIAL.fingerprint(evening_there) == before
    monkeypatch.setitem(WORLDS, "own", replace(OWN, cells=Cells(noise_times=1.1)))
    assert TRIAL.fingerprint(evening_there) != before


def test_there_are_more_than_twelve_worlds_and_each_says_what_differs() -> None:
    assert len(USUAL) > 12
    assert ENDLESS not in USUAL
    assert len({world.what for world in WORLDS.values()}) == len(WORLDS)


def test_evenings_are_added_up_and_those_of_other_programs_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results(TRIAL, tmp_path)
    for seed in (1, 2):
        found = Tally()
        found.counts["all moves"] = 10
        found.say(0.995, True, "honest")
        results.add(Evening("own", seed), found)
    again = Results(TRIAL, tmp_path)
    assert of_row(again, "own").counts["all moves"] == 20
    assert of_row(again, "own").counts["said honest 3"] == 2
    assert not again.is_any_older
    monkeypatch.setattr(fingerprints, "_of_the_modules", lambda _: "another program")
    later = Results(TRIAL, tmp_path)
    assert of_row(later, "own") == Tally()
    assert later.is_any_older


def test_evenings_of_a_world_that_is_gone_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Results(TRIAL, tmp_path).add(Evening("own", 1), Tally())
    monkeypatch.delitem(WORLDS, "own")
    results = Results(TRIAL, tmp_path)
    assert results.found == {}
    assert results.is_any_older


@pytest.mark.long("evenings of a world")
def test_a_run_goes_on_until_there_are_enough_moves_and_no_further(tmp_path: Path) -> None:
    def played() -> list[Evening]:
        results = Results(TRIAL, tmp_path)
        more = play_until(results, {"own": 100}, counted="all moves", enough=20, campaign_seed=3, jobs=1)
        return list(more)

    assert played() == [Evening("own", 300_000)]
    assert played() == []
    text = worlds_page([OWN], Results(TRIAL, tmp_path), "python -m studies worlds own")
    assert "| own |" in text
    assert TRIAL.fingerprint(Evening("own", 300_000)) in text


@pytest.mark.long("two readers' evenings")
def test_both_readers_of_the_same_looks_stand_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["own", "--moves", "20", "--beside", "--directory", str(tmp_path)]
    assert main(["worlds", *options]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| own")]
    assert [row.split("|")[2].strip() for row in rows] == ["tracker", "histories"]
    assert all("| 0 of " in row for row in rows)


def test_a_world_that_is_not_there_is_refused_with_the_names_of_all_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["worlds", "nowhere"]) == 2
    refused, _, listed = capsys.readouterr().err.strip().partition("; write all or one of ")
    assert refused.endswith("nowhere: there is no such row")
    # A test that put a world back may have put it last.
    assert sorted(listed.split(", ")) == sorted(WORLDS)


def test_one_evening_of_all_worlds_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repeat", "world/all", "5"]) == 2
    assert "one evening is of one row" in capsys.readouterr().err


def test_a_case_is_repeated_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repeat", "world/own", "4"]) == 0
    assert "all moves" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "wrong", "of", "is_too_sure"),
    [
        (0.01, 10, 1000, False),
        (0.01, 40, 1000, True),
        (1e-4, 0, 300, False),
        (1e-4, 3, 400, True),
        (0.05, 2, 1000, False),
    ],
)
def test_a_bin_is_too_sure_if_more_were_wrong_than_chance_explains(
    said: float, wrong: int, of: int, is_too_sure: bool
) -> None:
    assert Bin(said, Rate(wrong, of)).is_too_sure is is_too_sure


def test_every_world_has_a_panel_and_every_bin_a_bar() -> None:
    modest, sure = Bin(0.01, Rate(1, 1000)), Bin(1e-4, Rate(5, 1000))
    picture = calibration_picture("said and found", {"own": [modest], "walk-30": [modest, sure], "hum": []})
    for name in ("own", "walk-30", "hum"):
        assert f">{name}</text>" in picture
    assert picture.count('class="found"') == 2 * 2
    assert picture.count('class="sure"') == 2


def test_nothing_wrong_at_all_is_drawn_at_the_end_of_the_axis_and_not_beyond() -> None:
    picture = calibration_picture("said and found", {"own": [Bin(0.0, Rate(0, 10**7))]})
    assert "nan" not in picture
    assert "inf" not in picture
