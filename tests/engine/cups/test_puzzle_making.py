import pytest
from cupsboard.engine import engines, puzzle_levels
from cupsboard.engine.cups import puzzle_making
from cupsboard.engine.sowing import puzzle_making as of_sowing_games


@pytest.mark.long("makes all puzzles twice")
def test_the_same_seed_makes_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_making, "TACTIC_GAMES", 5)
    monkeypatch.setattr(of_sowing_games, "GAMES", 5)
    monkeypatch.setattr(puzzle_levels, "TRIES", 1)
    made = engines.made_puzzles(5)
    assert made == engines.made_puzzles(5)
    assert made != engines.made_puzzles(6)
    assert {each.name for each in made if each.kind.value == "endgame"} == {
        each.name for each in engines.puzzles() if each.kind.value == "endgame"
    }
