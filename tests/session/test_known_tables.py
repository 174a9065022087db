from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.engine.player import Limit, Source
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import EngineProcess, Thought
from cupsboard.storage.paths import Homes
from cupsboard.storage.tables import KnownTables
from processes import wait_until

GAME = games.named("cups 2")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Homes:
    """A user with the table of 2x2."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["lab", "tables", "build", "2"]) == 0
    return Homes(tmp_path, tmp_path / "cupsboard")


def thought_of(game: Game[object]) -> Thought:
    said: list[str] = []
    process = EngineProcess(said.append)
    try:
        process.submit(game, game.start(Side.SOUTH), Limit(nodes=200))
        wait_until(lambda: process.poll().is_final, lambda: f"a thought; it said {said}")
        return process.poll()
    finally:
        process.close()


def test_a_table_tells_the_engine_of_its_board_and_no_other(at: Homes) -> None:
    tables = KnownTables(at)
    known = tables.known(GAME)
    assert known is not None
    assert known(((0, 0), 20), ((0, 0), 20)) == (-1, -1)
    assert tables.known(games.named("cups 2 stock 5")) is not None
    assert tables.known(games.named("cups 3")) is None
    assert tables.mapped_bytes == 64 + 1771**2


def test_without_tables_nothing_is_known(tmp_path: Path) -> None:
    tables = KnownTables(Homes(tmp_path, tmp_path))
    assert tables.known(GAME) is None
    assert tables.mapped_bytes == 0


@pytest.mark.usefixtures("at")
def test_the_worker_plays_the_whole_game_out_of_a_table_and_says_so() -> None:
    info = thought_of(GAME).infos[0]
    assert (info.score_beans, info.is_exact, info.source) == (-1, True, Source.TABLE)


def test_a_damaged_table_is_named_and_nothing_is_played_out_of_it(at: Homes) -> None:
    path = at.state / "tables" / "2x2.table"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(RulesError, match=r"2x2\.table: .* build it again"):
        KnownTables(at).known(GAME)
    assert "2x2.table: " in str(thought_of(GAME).failure)


def test_a_table_under_another_name_is_refused(at: Homes) -> None:
    (at.state / "tables" / "2x2.table").rename(at.state / "tables" / "2x3.table")
    with pytest.raises(RulesError, match=r"a table of 2 cups; call it 2x2\.table"):
        KnownTables(at).known(games.named("cups 3"))
