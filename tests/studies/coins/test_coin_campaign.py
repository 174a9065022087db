"""Evenings with coins: judged against the truth, kept, added up and put on a page."""

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import studies
from cupsim.errors import SimulatorError
from studies.coins.evening import play
from studies.coins.hands import CHEATS
from studies.coins.report import Line, coins_page
from studies.coins.rows import ROWS
from studies.coins.table import Table
from studies.coins.trial import TRIAL
from studies.commands.main import main
from studies.fingerprint import reached
from studies.results import Results
from studies.runner import Evening, asked_for, of_row
from studies.tally import Tally

FOLDER = Path(studies.__file__).parent / "coins"
BOOKKEEPING = {"trial", "report"}
DOORS = (
    "cupsboard.recognition.histories",
    "cupsboard.recognition.knowledge",
    "cupsboard.recognition.population",
    "cupsboard.rules",
    "cupsboard.scales.readings",
)
"""What the judge may import of the firmware: the reader, what it is told, and what it sees."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_the_judge_of_coins_takes_nothing_of_the_firmware_but_its_doors(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if module.startswith("cupsboard"):
            assert module.startswith(DOORS), module
        if module.startswith("cupsboard.recognition.histories"):
            assert path.stem == "reading"
        if module.startswith(("cupsim", "studies")) and path.stem not in BOOKKEEPING:
            assert module.startswith(("studies.coins", "cupsim.errors", "studies.tally")), module


@pytest.mark.parametrize("name", ["1-cents-lap", "2-lap", "3-air", "3-piece-cheats"])
def test_an_evening_is_judged_turn_by_turn(name: str) -> None:
    counts = play(ROWS[name], 7, 20).counts
    assert counts["all turns"] == 20
    made = sum(counts[f"made {cheat}"] for cheat in CHEATS)
    assert counts["turns"] + made == 20
    assert counts["turns right"] > 0.8 * counts["turns"]
    assert (made > 0) == (ROWS[name].cheating_share > 0)


@pytest.mark.long("evenings with coins")
def test_what_was_put_right_with_other_coins_of_the_same_kinds_is_no_riddle_for_good() -> None:
    counts = play(ROWS["3-lap-cheats"], 700000, 120).counts
    assert counts["made swapped with the stock"] > 0
    assert counts["turns"] > 50
    assert counts["turns right"] == counts["turns"]


def test_the_same_seed_makes_the_same_evening() -> None:
    one, other = (play(ROWS["3-lap"], 3, 15) for _ in range(2))
    assert one.counts == other.counts
    assert one.counts != play(ROWS["3-lap"], 4, 15).counts


def test_a_table_that_is_read_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the board is sure of is held against another table than that which it weighed.
    monkeypatch.setattr(
        Table, "weighed_pieces", lambda self: {place: Counter({"euro": 1}) for place in self.weighed}
    )
    counts = play(ROWS["1-cents-lap"], 7, 10).counts
    assert counts["turns mistaken"] == 10


def test_a_fingerprint_is_of_the_row_and_of_all_that_an_evening_reaches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = TRIAL.fingerprint(Evening("3-lap", 1))
    monkeypatch.setitem(ROWS, "3-lap", replace(ROWS["3-lap"], hasty_share=0.1))
    assert TRIAL.fingerprint(Evening("3-lap", 1)) != before
    found = {*reached("studies.coins.evening")}
    assert {"cupsboard.recognition.histories.reader", "cupsboard.rules.coin_duel.turns"} <= found
    assert not any(module.startswith(("studies.cups", "studies.worlds")) for module in found)


def test_the_page_says_what_was_mistaken_asked_and_silent() -> None:
    row, found = ROWS["3-lap-cheats"], Tally()
    found.counts.update({"turns": 200, "turns open": 1, "ends": 200, "ends again": 1, "looks": 99})
    found.counts.update({"made skipped": 4, "noticed skipped": 3, "silent skipped": 1})
    line = Line(row, found)
    assert (line.turns, line.mistaken, line.looks, line.silent) == (200, 0, 300, 1)
    assert line.doubted.share == 0.005
    found.counts["mistaken"] = 2
    assert "2 of 300 looks sure of another table, 1 turns asked about, 1 silent" in line.in_words()


def test_the_command_plays_keeps_goes_on_and_repeats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["coins", "1-cents-lap", "--moves", "40", "--seed", "5", "--jobs", "1"]
    assert main([*order, "--directory", str(tmp_path)]) == 0
    assert "0 of" in capsys.readouterr().out
    assert main(["coins", "1-cents-lap,1-beans-lap", *order[2:], "--directory", str(tmp_path)]) == 0
    assert "| 1-beans-lap | stage 1 with kidney beans; each lap |" in (tmp_path / "COINS.md").read_text(
        "utf-8"
    )
    assert main([*order, "--directory", str(tmp_path)]) == 0
    text = (tmp_path / "COINS.md").read_text("utf-8")
    assert "`python -m studies coins 1-cents-lap --moves 40 --seed 5`" in text
    kept = (tmp_path / "coins.jsonl").read_text("ascii")
    assert main([*order, "--directory", str(tmp_path)]) == 0
    assert (tmp_path / "coins.jsonl").read_text("ascii") == kept
    capsys.readouterr()
    assert main(["repeat", "coins/1-cents-lap", "500000"]) == 0
    assert "all turns" in capsys.readouterr().out


def test_a_row_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SimulatorError, match="there is no such row; write all or one of 1-cents-turn"):
        asked_for(ROWS, "4-lap")
    assert main(["coins", "4-lap"]) == 2
    assert "studies coins: 4-lap: there is no such row" in capsys.readouterr().err
    assert main(["repeat", "coins/all", "1"]) == 2


def test_the_page_of_results_is_of_the_rows_asked_for(tmp_path: Path) -> None:
    row, results, evening = ROWS["2-lap"], Results(TRIAL, tmp_path), Evening("2-lap", 700000)
    results.add(evening, play(row, 700000, 8))
    text = coins_page([row], results, "python -m studies coins 2-lap")
    assert "| 2-lap | stage 2; each lap |" in text
    assert f"| 2-lap | {TRIAL.fingerprint(evening)} |" in text
    assert of_row(results, "2-lap").counts["all turns"] == 8
