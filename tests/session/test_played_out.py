"""Moves lead from table to table as the rules do, and tables of small games are found beside the board."""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

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

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "coin_duel"))

from coin_duel_play import random_label
from cupsboard.engine import engines
from cupsboard.engine.player import PASS
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import BEAN
from cupsboard.session.played_out import Plain, flow_of, line_of


def carried(beans: dict[str, int], flow: list[Plain]) -> dict[str, int]:
    after = dict(beans)
    for each in flow:
        after[each["from"]] -= each["count"]
        after[each["to"]] += each["count"]
    return after


def played_at_random(cups: int) -> list[tuple[Any, Side, str]]:
    """Every position of a game with the move or the pass that follows it."""
    game, random = games.of_board(cups, 6), Random(cups)
    position, steps = game.start(None), []
    while movers := game.movers(position) or passer(game, position):
        side = random.choice(movers)
        plans = game.plans(position, side) if game.movers(position) else ()
        label = random.choice(plans).label if plans else PASS
        steps.append((position, side, label))
        position = game.play(position, side, label) if plans else game.pass_turn(position)
    return steps


def passer(game: Any, position: Any) -> tuple[Side, ...]:
    return (game.passer(position),) if game.standing(position).name == "PASS" else ()


@pytest.mark.parametrize("cups", [2, 4, 6])
def test_the_flow_of_every_move_leads_to_the_table_after_it(cups: int) -> None:
    game = games.of_board(cups, 6)
    for position, side, label in played_at_random(cups):
        if label != PASS:
            after = game.play(position, side, label)
            flow = flow_of(game, position, side, label)
            assert carried(dict(game.contents(position)), flow) == dict(game.contents(after))


@pytest.mark.parametrize("cups", [2, 4])
def test_a_line_is_told_move_by_move_with_the_table_after_each_passes_too(cups: int) -> None:
    game = games.of_board(cups, 6)
    steps = played_at_random(cups)
    first, side, _ = steps[0]
    line = line_of(game, first, side, [label for _, _, label in steps])
    assert [(each["side"], each["move"]) for each in line] == [(by.value, label) for _, by, label in steps]
    beans = dict(game.contents(first))
    for each in line:
        beans = carried(beans, each["flow"])
        assert beans == each["beans"]


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_the_flow_of_a_play_of_coins_names_each_and_leads_to_the_table_after_it(stage: int) -> None:
    game, random = CoinDuel(Settings(stage=stage)), Random(stage)
    position = game.start(Side.SOUTH)
    for _ in range(20):
        (side,) = game.movers(position)
        label = random_label(game, position, side, random)
        lying = {place: Counter(pieces) for place, pieces in game.pieces(position).items()}
        for each in flow_of(game, position, side, label):
            lying[each["from"]][each.get("kind", BEAN)] -= each["count"]
            lying[each["to"]][each.get("kind", BEAN)] += each["count"]
        position = game.play(position, side, label)
        assert lying == {place: Counter(pieces) for place, pieces in game.pieces(position).items()}


def test_of_a_turn_that_nobody_tells_act_by_act_no_flow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "is_told_in_acts", lambda _: False)
    game = games.named("coin-duel 10 stage 1")
    assert flow_of(game, game.start(Side.SOUTH), Side.SOUTH, "reserve 3") == []


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
