"""The studies' tests are left out only where what they are about is as it was when they passed."""

from pathlib import Path

import passed
import pytest


def test_sources_of_studies_tests_and_what_they_reach_of_the_simulator_decide() -> None:
    found = {path.relative_to(passed.ROOT).as_posix() for path in passed.sources()}
    assert {
        "sim/studies/results.py",
        "sim/studies/worlds/evening.py",
        "sim/cupsim/table/settled_table.py",
        "sim/cupsim/people/player.py",
        "tests/studies/test_passed.py",
    } <= found
    assert not any(path.startswith("firmware/") for path in found)


def test_a_change_of_any_of_them_runs_the_tests_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source.py"
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    monkeypatch.setattr(passed, "PASSED", tmp_path / "passed.txt")
    monkeypatch.setattr(passed, "sources", lambda: [source])
    source.write_text("beans = 1\n")
    assert not passed.is_unchanged()
    passed.PASSED.write_text(f"{passed.digest()}\n")
    assert passed.is_unchanged()
    source.write_text("beans = 2\n")
    assert not passed.is_unchanged()
