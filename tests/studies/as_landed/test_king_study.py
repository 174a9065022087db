"""Many games of King of the Cups: kept, added to and put on a page, strangers in rows of their own."""

from pathlib import Path

import pytest
from cupsim.runs.king_of_the_cups.evening import Setting
from studies.as_landed.king import TRIAL, settings
from studies.commands.main import main
from studies.results import Results


def test_games_are_added_to_those_that_are_kept(tmp_path: Path) -> None:
    asked = ["king", "--straight", "--players", "6", "--jobs", "1", "--seed", "3"]
    main([*asked, "--games", "1", "--directory", str(tmp_path)])
    results = Results(TRIAL, tmp_path)
    both = settings([6], 2, Setting(3, has_pins=False))
    assert [each in results for each in both] == [True, False]
    counts = results.found[both[0]].counts
    assert (counts.rounds, counts.grabs, counts.lifts) == (6, 7, 11), "the game of this seed is what it was"
    written = (tmp_path / "KING.md").read_text("utf-8")
    assert "| 6 | straight | 1 |" in written
    assert "`python -m studies king --games 1 --seed 3 --straight --players 6`" in written
    again = [*asked, "--games", "1", "--directory", str(tmp_path), "--jobs", "2"]
    assert main(again) == 0, "nothing is left to play"


@pytest.mark.long("a whole game")
def test_a_game_of_strangers_ends_and_has_a_row_of_its_own(tmp_path: Path) -> None:
    asked = ["king", "--strangers", "--players", "3", "--jobs", "1"]
    main([*asked, "--games", "1", "--seed", "7", "--directory", str(tmp_path)])
    (setting,) = Results(TRIAL, tmp_path).found
    assert setting.are_strangers
    assert "| 3 | strangers | 1 | 0 |" in (tmp_path / "KING.md").read_text("utf-8")


def test_strangers_throw_no_dice_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["king", "--strangers", "--real-dice"]) == 2
    assert "leave out --strangers" in capsys.readouterr().err
