"""What fixed seeds come to, and when the studies' tests need to run for that."""

from pathlib import Path

import passed
import pytest
from studies.coins import evening as of_coins
from studies.coins.rows import ROWS
from studies.cups.kinds import run_chunk
from studies.cups.study import Kind, Study
from studies.worlds import evening
from studies.worlds.catalogue import WORLDS


def test_moves_of_a_fixed_seed_are_what_they_were() -> None:
    found = run_chunk(Study(Kind.HONEST, 4, "penny", cups=2).chunk(1, 0, 1))
    assert found.counts == {"made": 34, "accepted": 34}


def test_an_evening_in_a_world_of_a_fixed_seed_is_what_it_was() -> None:
    counts = evening.play(WORLDS["own"], 3, 12).counts
    was = {"all moves": 12, "moves": 10, "looks": 25, "mended": 2, "made foreign thing": 1}
    assert {name: counts[name] for name in was} == was
    assert counts["made bean missing"] == 1


def test_an_evening_with_coins_of_a_fixed_seed_is_what_it_was() -> None:
    counts = of_coins.play(ROWS["3-lap-cheats"], 3, 15).counts
    was = {"all turns": 15, "turns": 10, "looks": 17, "ends": 10, "made put back": 3, "made two in one": 1}
    assert {name: counts[name] for name in was} == was
    assert counts["made swapped with the stock"] == 1


def test_sources_of_studies_tests_and_what_they_reach_of_the_simulator_decide() -> None:
    found = {path.relative_to(passed.ROOT).as_posix() for path in passed.sources()}
    assert {
        "sim/studies/results.py",
        "sim/studies/worlds/evening.py",
        "sim/cupsim/table/settled_table.py",
        "sim/cupsim/people/player.py",
        "tests/studies/test_fixed_seeds.py",
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
