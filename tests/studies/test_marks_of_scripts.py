"""Kept games of a benchmark count for as long as nothing has changed that they depend on."""

import sys
from pathlib import Path

import pytest
from studies import fingerprint as fingerprints
from studies.fingerprint import fingerprint_of_script

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import coin_duel_games
from coin_duel_games import ROOMS, Opening, Played
from resumable import Depends, PlayedGames

SCRIPT = "import argparse\n\nfrom luck_of_dice import throw\n\nPIPS = throw(6)\n"
SISTER = "from cupsboard.engine.coin_duel.evaluation import weights_of\n\n\ndef throw(pips): return pips\n"


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script with a sister in the folder beside its own, which reads data that ship."""
    for folder, name, text in (("scripts", "dice", SCRIPT), ("helpers", "luck_of_dice", SISTER)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    return tmp_path / "scripts" / "dice.py"


def mark(script: Path, played: object = None) -> str:
    """The mark as another run of the script finds it."""
    for cached in (fingerprints._of_the_script, fingerprints._source):
        cached.cache_clear()
    return fingerprint_of_script(script, played, ROOMS)


def test_the_mark_is_that_of_the_script_and_its_sisters(script: Path) -> None:
    sister = script.parents[1] / "helpers" / "luck_of_dice.py"
    before = mark(script)
    for path in (script, sister):
        text = path.read_text()
        path.write_text(f"{text}# a word\n")
        assert mark(script) == before
        path.write_text(f"{text}MORE = 1\n")
        assert mark(script) != before
        path.write_text(text)
    assert mark(script) == before
    assert mark(script, "of level 3") != before


def test_programs_that_the_script_does_not_reach_leave_the_mark_as_it_is(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, digest_of = mark(script), fingerprints._digest
    met: list[Path] = []

    def noting(sources: list[Path]) -> str:
        met.extend(sources)
        return digest_of(sources)

    monkeypatch.setattr(fingerprints, "_digest", noting)
    assert mark(script) == before
    names = {"/".join(path.parts[-3:]) for path in met}
    assert {"engine/coin_duel/evaluation.py", "engine/coin_duel/weights.json"} <= names
    assert "rules/coin_duel/sowing.py" in names
    assert [name for name in names if "cups/" in name or "web/" in name] == []


def test_games_of_other_programs_or_other_players_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = {"8": 5_000, "7": 1_600, "6": 600}
    depends = Depends[Opening](
        coin_duel_games.__file__, ROOMS, lambda game: (levels[game.first], levels[game.second])
    )
    above, below = Opening(1, "8", "7", 0), Opening(1, "7", "6", 0)

    def kept() -> PlayedGames[Opening, Played]:
        return PlayedGames(tmp_path / "games.jsonl", [above, below], Played, depends)

    for game in (above, below):
        kept().add(game, Played([1, -1], [0.2]))
    assert kept().missing == []
    levels["6"] = 500
    assert kept().missing == [below]
    monkeypatch.setattr(fingerprints, "_of_the_script", lambda *_: "another program")
    assert kept().missing == [above, below]
