"""A saved game is gone on with from one of its moves: the board leads its position onto the table."""

from collections.abc import Iterator
from random import Random

import pytest
from cupsboard.loop import Moment
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.events import Restored
from cupsboard.referee.states import Goal, Restoring, Turn
from cupsboard.rules import games
from cupsboard.rules.game import Transfer, of_beans
from cupsboard.rules.history import History
from cupsboard.rules.places import Side, cup, stock
from cupsboard.rules.record import Record, format_record, parse_record
from cupsboard.session.game_session import Evening
from cupsboard.signs.sentences import say
from cupsboard.storage import knowledge_file
from cupsboard.storage.games import KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play
from cupsim.runs.memory_store import Memory
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import Act
from cupsim.table.hands import Hands
from seated_evening import evening_at

MOVE = 13
SOUTH_1, SOUTH_2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
TODAY = "2026-11-21T20:15"


@pytest.fixture(scope="module")
def saved() -> Record[object]:
    """A game that simulated players have played to its end."""
    return parse_record(play(Pairing(Setting(seed=3, cups=3))).record, games.named)


def board_going_on(history: History[object], store: Memory) -> tuple[World, Evening[BoardView], list[str]]:
    """A board whose cups are empty, switched on to go on with this game, and what it says."""
    world = World(Setting(seed=8).going_on(history))
    kept = KeptGames(store, lambda: TODAY)
    kept.begin_from(history)
    sitting = evening_at(world, store, lambda _: None, games=kept)
    said: list[str] = []

    def listen(moment: Moment) -> None:
        words = say(moment.decided.scene.message)
        if words not in said[-1:]:
            said.append(words)

    sitting.loop.listen(listen)
    return world, sitting, said


def with_a_mistake(world: World) -> Iterator[Act]:
    """Everything to where it belongs, but one bean of cup 1 into cup 2."""
    wanted = world.game.contents(world.referee.position)
    assert wanted[SOUTH_1]
    left = transfers_to(wanted, world.table.contents())
    beans = [Transfer(each.source, each.target) for each in left for _ in range(each.count)]
    wrong = next(index for index, each in enumerate(beans) if each.target == SOUTH_1)
    beans[wrong] = Transfer(beans[wrong].source, SOUTH_2)
    yield from carried(beans)


@pytest.mark.long("a whole game through the pins")
def test_a_position_put_up_with_a_mistake_is_mended_and_played_to_its_end(saved: Record[object]) -> None:
    before, store = saved.history().gone_on_from(MOVE), Memory()
    world, sitting, said = board_going_on(before, store)
    world.run_until(2.0)
    assert world.referee.state == Restoring(Goal.RESUME)
    assert said[-1].startswith("The game goes on from here. First ")
    hands = Hands(Side.SOUTH, world.table, world.set_button, Random(1))
    world.bring(hands)
    hands.do(*with_a_mistake(world), now=world.now)
    world.run_until(900.0, lambda: not hands.is_busy)
    world.run_until(world.now + 8.0)
    assert world.is_table_wanted, said
    assert any("South's cup 1" in words or "South's cup 2" in words for words in said[-2:]), said
    world.put_up()
    world.run_until(world.now + 60.0, lambda: isinstance(world.referee.state, Turn))
    assert world.referee.history == before
    witness = Witness(world.table, world.game.places)
    world.watch_hands(witness.saw)
    tally = Tally(witness)
    sitting.loop.listen(tally)
    for side in Side:
        world.seat(side, "greedy")
    world.run_until(world.now + 900.0, lambda: tally.is_over)
    assert tally.is_over, said[-12:]
    assert tally.misbeliefs == []
    record = parse_record(format_record(sitting.record()), games.named)
    assert record.entries[:MOVE] == saved.entries[:MOVE]
    assert record.history().is_over
    assert record.date == TODAY
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.history == record.history()


@pytest.mark.long("a board put up bean by bean")
def test_the_stocks_are_those_of_the_position_once_all_cups_are_filled(saved: Record[object]) -> None:
    history = saved.history().gone_on_from(MOVE)
    world, _, _ = board_going_on(history, Memory())
    world.put_up()
    world.run_until(120.0, lambda: not world.is_table_wanted)
    wanted = world.game.contents(world.referee.position)
    lying = world.table.contents()
    assert {place: lying[place] for place in wanted} == wanted
    assert all(wanted[stock(side)] for side in Side)


@pytest.mark.long("a board put up bean by bean")
def test_what_lies_there_from_another_game_is_led_to_the_position_too(saved: Record[object]) -> None:
    history, store = saved.history().gone_on_from(MOVE), Memory()
    world = World(Setting(seed=8).going_on(history))
    known = {place: int(place == SOUTH_2) for place in world.profile.places}
    knowledge_file.save(
        store, "knowledge.toml", from_calibration(world.calibration, of_beans(known)), world.calibration
    )
    world, _, said = board_going_on(history, store)
    hands = Hands(Side.NORTH, world.table, world.set_button, Random(1))
    world.bring(hands)
    hands.do(*carried([Transfer(stock(Side.NORTH), cup(Side.NORTH, 3), 9)]), now=world.now)
    world.run_until(8.0)
    assert world.referee.state == Restoring(Goal.RESUME)
    assert "First take" in said[-1]
    restored: list[Restored] = []
    world.loop.listen(
        lambda moment: restored.extend(e for e in moment.decided.events if isinstance(e, Restored))
    )
    world.put_up()
    world.run_until(120.0, lambda: bool(restored))
    assert restored == [Restored(Goal.RESUME)]


@pytest.mark.long("a board put up bean by bean")
def test_a_power_cut_while_the_position_is_put_up_loses_nothing(saved: Record[object]) -> None:
    history, store = saved.history().gone_on_from(MOVE), Memory()
    board_going_on(history, store)
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.history == history
    assert not kept.is_set_up
