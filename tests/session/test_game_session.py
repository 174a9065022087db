"""A whole evening with everything attached that a real board has, on simulated pins in virtual time."""

import re

import pytest
from cupsboard.referee.states import Goal, Restoring
from cupsboard.rules.history import Moved, Passed
from cupsboard.rules.record import format_record
from cupsboard.session.game_session import Evening
from cupsboard.session.replay import Tracer, replay
from cupsboard.session.trace import TraceWriter, read_trace
from cupsboard.signs.scene import Meaning
from cupsboard.storage import knowledge_file
from cupsboard.storage.games import KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory
from cupsim.table.ground_truth import Witness
from seated_evening import evening_at

Played = tuple[World, Evening[BoardView], Memory, list[str], list[bytes]]


@pytest.fixture(scope="module")
def played() -> Played:
    return an_evening()


def an_evening() -> Played:
    world = Pairing(Setting(seed=1, cups=2)).seated()
    store, said, trace = Memory(), list[str](), list[bytes]()
    sitting = switched_on(world, store, said)
    tally = Tally(Witness(world.table, world.game.places))
    sitting.loop.listen(tally)
    sitting.loop.listen(Tracer(TraceWriter(trace.append, sitting.start.header())))
    world.run_until(900.0, lambda: tally.is_over)
    assert tally.is_over
    return world, sitting, store, said, trace


def sit_down_again(world: World, store: Memory) -> list[str]:
    """The power goes and comes back; what the board says first."""
    world.cut_power()
    world.run_until(world.now + 2.0)
    world.restore_power()
    said: list[str] = []
    switched_on(world, store, said)
    return said


def switched_on(world: World, store: Memory, said: list[str]) -> Evening[BoardView]:
    return evening_at(world, store, said.append)


def test_the_journal_holds_the_whole_game(played: Played) -> None:
    world, sitting, store, _, _ = played
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.is_over
    assert kept.history == world.referee.history
    assert format_record(sitting.record()).endswith("wins\n")


def numbered(said: list[str]) -> list[tuple[int, str]]:
    """The number and the side of every line that has one."""
    found = (re.match(r" +[\d.]+ s +(\d+)\. (South|North)[: ]", line) for line in said)
    return [(int(each[1]), each[2].lower()) for each in found if each is not None]


def test_every_entry_of_the_record_is_a_line_with_its_number(played: Played) -> None:
    world, _, _, said, _ = played
    entries = world.referee.history.entries
    assert {type(entry) for entry in entries} == {Moved, Passed}
    assert numbered(said) == [(number, entry.player.value) for number, entry in enumerate(entries, start=1)]


def test_what_was_learnt_is_kept(played: Played) -> None:
    world, _, store, _, _ = played
    known = knowledge_file.load(store, "knowledge.toml", world.calibration)
    assert known is not None
    assert known.contents == world.core.knowledge.contents


@pytest.mark.long("an evening replayed, as in test_replay.py")
def test_the_trace_of_the_evening_replays(played: Played) -> None:
    *_, trace = played
    assert replay(read_trace(trace)).difference is None


@pytest.mark.long("an evening through the pins")
def test_numbers_go_on_after_a_power_cut_and_times_begin_anew() -> None:
    world = Pairing(Setting(seed=4, cups=2)).seated()
    store, before, after = Memory(), list[str](), list[str]()
    switched_on(world, store, before)
    world.run_until(900.0, lambda: len(numbered(before)) == 7)
    world.cut_power()
    world.run_until(world.now + 2.0)
    world.restore_power()
    switched_on(world, store, after)
    world.run_until(world.now + 120.0, lambda: len(numbered(after)) == 3)
    assert [number for number, _ in numbered(after)][:3] == [8, 9, 10]
    first = next(line for line in after if numbered([line]))
    assert float(first.split()[0]) < world.now - 30.0


@pytest.mark.long("a second whole game")
def test_a_power_cut_at_the_last_move_does_not_hide_who_won() -> None:
    world, _, store, _, _ = an_evening()
    won = world.referee.history
    (note,) = sit_down_again(world, store)
    assert note == "game 1 of 2026-11-21T20:15 is over; its result is shown once more"
    world.run_until(world.now + 8.0)
    assert world.referee.history == won
    assert Meaning.WINNER in world.reader.meanings.values()
    world.run_until(world.now + 8.0)
    assert sit_down_again(world, store)[0] == "game 2 begins"
    assert world.referee.state == Restoring(Goal.SET_UP)
