"""Foreign engines that play at a simulated board."""

import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from cupsim.commands.main import main
from cupsim.people.move_choice import captures_first
from cupsim.people.thinking import Decision
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from cupsim.runs.thinking_aside import ThinkersAside
from cupsim.runs.thinking_awaited import ThinkersAwaited
from processes import wait_until

sys.path.insert(0, str(Path(__file__).parents[2] / "session"))

from foreign_programs import LISTENING, blocks, command

(EXAMPLE,) = blocks("python")
GAME = games.named("cups 3")
START = GAME.start(Side.NORTH)
PLANS = GAME.plans(START, Side.NORTH)


def test_an_engine_plays_a_whole_game_and_the_record_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = command(EXAMPLE, tmp_path)
    played = play(Pairing(Setting(seed=7, cups=2, stock_beans=4), f"engine:{engine}", "random"))
    assert played.is_good
    assert f"South: engine {engine[:20]}" in played.record
    assert f"{engine[-20:]} (simulated)\n" in played.record
    parse_record(played.record, games.named)
    assert capsys.readouterr().err == ""


def test_without_a_screen_an_engine_that_fails_is_told_and_its_player_plays_on(tmp_path: Path) -> None:
    said: list[str] = []
    engine = command(f"{LISTENING}\n    if word == 'go': print('bestmove sow 1', flush=True)", tmp_path)
    with closing(ThinkersAwaited(said.append)) as thinkers:
        decided = thinkers(f"engine:{engine}", GAME, 1).decided(START, PLANS, Random(1))
    assert decided == Decision(captures_first(PLANS, Random(1)).label)
    (told,) = said
    assert f"the engine {engine!r} answered 'sow 1' to position cups 3: " in told


def test_on_a_page_nobody_waits_for_an_engine(tmp_path: Path) -> None:
    said: list[str] = []
    with closing(ThinkersAside(said.append)) as thinkers:
        thinker = thinkers(f"engine:{command(EXAMPLE, tmp_path)}", GAME, 1)
        assert thinker.decided(START, PLANS, Random(1)) is None
        found = wait_until(
            lambda: thinker.decided(START, PLANS, Random(1)), lambda: f"a move; it said {said}"
        )
    assert found == Decision("drop 1")
    assert said == []


def test_a_program_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["game", "--north", "engine:nosuch"])
    assert "'nosuch': there is no program 'nosuch' that can be run" in capsys.readouterr().err
