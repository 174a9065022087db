"""Many games of Coin Duel: kept, added to and put on a page."""

from dataclasses import replace
from pathlib import Path

from studies.as_landed.duel import TRIAL, settings
from studies.commands.main import main
from studies.results import Results


def test_games_are_added_to_those_that_are_kept(tmp_path: Path) -> None:
    asked = ["duel", "--stage", "2", "--turns", "2", "--straight", "--jobs", "1"]
    main([*asked, "--games", "1", "--seed", "3", "--directory", str(tmp_path)])
    results = Results(TRIAL, tmp_path)
    ((setting, game),) = results.found.items()
    assert (game.counts.turns, game.counts.laps) == (2, 5), "the game of this seed is what it was"
    both = settings(replace(setting, seed=3), 2)
    assert [each in results for each in both] == [True, False]
    said = (tmp_path / "COIN_DUEL.md").read_text("utf-8")
    assert "`python -m studies duel --stage 2 --turns 2 --games 1 --seed 3 --straight`" in said
    assert "| coin-duel 10 stage 2 turns 2 | straight | 1 | 0 |" in said
