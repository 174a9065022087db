"""Simulated hands put up the position of a saved game, and simulated players go on from it."""

from pathlib import Path

import pytest
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, parse_record
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play

MOVE = 10


@pytest.fixture(scope="module")
def saved() -> Record[object]:
    return parse_record(play(Pairing(Setting(seed=3, cups=3))).record, games.named)


@pytest.mark.long("a whole game")
@pytest.mark.parametrize("stock_trays", [False, True], ids=["stocks believed", "stocks weighed"])
def test_a_game_goes_on_from_a_move_and_its_trace_replays(
    saved: Record[object], stock_trays: bool, tmp_path: Path
) -> None:
    setting = Setting(seed=21, stock_trays=stock_trays).going_on(saved.history().gone_on_from(MOVE))
    played = play(Pairing(setting), trace=tmp_path / "game.trace")
    assert played.is_good, played
    record = parse_record(played.record, games.named)
    assert record.entries[:MOVE] == saved.entries[:MOVE]
    assert record.history().is_over
    with (tmp_path / "game.trace").open("rb") as lines:
        assert replay(read_trace(lines)).difference is None


@pytest.mark.long("a position put up by hands")
def test_players_wait_until_the_position_lies_there(saved: Record[object]) -> None:
    world = World(Setting(seed=4).going_on(saved.history().gone_on_from(MOVE)))
    for side in Side:
        world.seat(side, "greedy")
    empty = world.table.contents()
    world.run_until(30.0)
    assert world.table.contents() == empty
    assert world.is_table_wanted


@pytest.mark.long("a whole game comes first")
def test_each_player_s_bowl_holds_at_first_what_belongs_on_their_side(saved: Record[object]) -> None:
    history = saved.history().gone_on_from(MOVE)
    world = World(Setting(seed=4).going_on(history))
    contents = history.game.contents(history.position)
    for side in Side:
        own = sum(count for place, count in contents.items() if place.startswith(side.value))
        assert world.table.contents()[f"{side.value}-stock"] == own


def test_hands_that_are_called_for_nothing_stop_at_once() -> None:
    world = World(Setting(seed=4, cups=2))
    world.run_until(3.0)
    assert not world.is_table_wanted
    world.put_up()
    world.run_until(6.0)
    assert world.helper is not None
    assert not world.helper.is_at_it, "the board is content at once"
