"""The page that leads to a mancala game of one's own: its blocks are read, refused, tried and played so."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from cupsboard.commands import main
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.referee.options import Options
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import of_wish
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.wish import Wish
from cupsboard.session.resume import begun
from cupsboard.storage import rules_file
from cupsboard.storage.games import KeptGames
from cupsim.commands import main as simulator
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory

PAGE = (Path(__file__).parents[2] / "firmware" / "SOWING_GAMES.md").read_text("utf-8")


def block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return found  # type: ignore[no-any-return]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "warm.toml"
    path.write_text(block("toml"), "utf-8")
    return path


def test_the_game_of_the_page_is_tried_and_played_and_its_record_is_read_without_its_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tried, played, *_ = block("sh").splitlines()
    assert main.main(tried.split()[1:]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Warm: 5 cups a side, 3 beans in each; 100 games of random moves\n")
    assert "without an end  0 of 100" in said
    assert main.main(["games", "check", "warm.toml"]) == 2
    assert "try them by 'cupsboard games rules warm.toml'" in capsys.readouterr().err
    assert simulator.main([*played.split()[1:-2], "--cups", "2", "--record", "record.txt"]) == 0
    assert "0 wrong against the truth" in capsys.readouterr().out
    file.unlink()
    assert main.main(["games", "check", "record.txt"]) == 0
    assert "all legal; the game is over" in capsys.readouterr().out


def test_what_the_page_says_of_a_text_that_can_t_be_read_is_what_is_said(file: Path) -> None:
    file.write_text(block("toml").replace("[2, 4]", "4"), "utf-8")
    with pytest.raises(RulesError) as refused:
        rules_file.load("warm.toml")
    assert str(refused.value) == block("text").strip()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title = Warm", r"Invalid value \(at line 1, .*; write lines of TOML, as in beans = 4"),
        ("\ufefftitle = 'Kalah'\nsows_pot = true", "line 1: title: Kalah ships, with other rules"),
        ("[rules]\ntitle = 'X'", "line 1: rules: there is no such rule"),
        ("title = 'X'\nsource = 'é'\nbeans = 9_000", "line 3: beans: 9000 is not to be read"),
    ],
)
def test_a_file_is_refused_with_its_line(file: Path, text: str, fault: str) -> None:
    file.write_text(text, "utf-8")
    with pytest.raises(RulesError, match=rf"warm\.toml[,:] {fault}"):
        rules_file.load("warm.toml")


def test_a_file_that_is_none_is_refused_at_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        simulator.main(["game", "--game", "none.toml"])
    assert "argument --game: none.toml: No such file or directory; give the file" in capsys.readouterr().err


def test_the_page_names_every_rule_and_every_value_of_it() -> None:
    hints = get_type_hints(SowingRules)
    for each in fields(SowingRules):
        assert f"`{each.name}`" in PAGE
        for value in get_args(hints[each.name]):
            assert not isinstance(value, str) or f'`"{value}"`' in PAGE


def test_a_game_under_way_goes_on_by_its_rules_when_they_are_changed_in_the_file(file: Path) -> None:
    world, store = World(Setting(1, cups=5)), Memory()
    kept = KeptGames(store, lambda: "today")
    game, changed = (
        of_wish(Wish(rules_file.parse(text.encode(), "warm.toml")), cups=5)
        for text in (block("toml"), block("toml").replace("[2, 4]", "[3]"))
    )
    kept.begin(game, Side.SOUTH)
    kept.add([TurnEnded(Side.SOUTH, "sow 5", Ending.PRESSED)])
    for wished in (game, None, changed):
        games = KeptGames(store, lambda: "today")
        beginning = begun(world.profile, world.calibration, wished, Options(), games)
        assert beginning.start.game == game
        assert ("--new beside the other options begins" in beginning.notes[-1]) == (wished == changed)
