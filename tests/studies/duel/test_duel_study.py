"""Many games of Coin Duel: kept, added to and put on a page."""

from pathlib import Path

from studies.commands.main import main
from studies.duel.report import page
from studies.duel.results import Results, missing


def test_games_are_added_to_those_that_are_kept(tmp_path: Path) -> None:
    asked = ["duel", "--stage", "2", "--turns", "2", "--straight", "--jobs", "1"]
    main([*asked, "--games", "1", "--seed", "3", "--directory", str(tmp_path)])
    results = Results(tmp_path)
    (setting,) = results.found
    assert len(missing(results, setting, 2, 3)) == 1
    assert "coin-duel 10 stage 2" in page(results, ["a command"])
    said = (tmp_path / "COIN_DUEL.md").read_text("utf-8")
    assert "`python -m studies duel --stage 2 --turns 2 --games 1 --seed 3 --straight`" in said
