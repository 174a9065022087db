"""Whole evenings with everything that a real board has, against people and against the board itself."""

import re

import pytest
from computer_sitting import PONDERING_SECONDS, EngineHere, Sitting
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, HintAsked, MoveHurried, Undone
from cupsboard.referee.options import Options
from cupsboard.referee.states import Goal, Over, Restoring, Turn
from cupsboard.rules.history import Moved, Passed
from cupsboard.rules.places import OFF_BOARD, Side, pot
from cupsboard.rules.record import format_record
from cupsboard.session.game_session import Evening
from cupsboard.session.replay import Tracer, replay
from cupsboard.session.trace import TraceWriter, read_trace
from cupsboard.signs.scene import Meaning
from cupsboard.storage import learnt
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
    known = learnt.load(store, world.calibration)
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


SOUTH, NORTH = Side.SOUTH, Side.NORTH
LEVELS = ("1", "2", "3", "4", "perfect")


def seated(cups: int = 2, seed: int = 3, person: str = "greedy") -> Sitting:
    """South is a simulated person; the board plays North."""
    options = Options(can_power_off=True, levels=LEVELS, computer=Computer(NORTH, "4"))
    world = World(Setting(seed=seed, cups=cups, options=options))
    sitting = Sitting(world)
    store = Memory()
    played = evening_at(world, store, lambda _: None, adviser=EngineHere())
    played.loop.listen(Tracer(TraceWriter(sitting.trace.append, played.start.header())))
    played.loop.listen(sitting.moments.append)
    world.seat(SOUTH, person)
    return sitting


def persons_turn(sitting: Sitting) -> bool:
    """Whether the person is to move, nothing is begun, and everybody's hands are off."""
    world, person = sitting.world, sitting.world.referee.seats.side
    return (
        person is not None
        and world.referee.state == Turn()
        and world.referee.notice is None
        and world.referee.history.game.movers(world.referee.position) == (person.other,)
        and not any(hands.is_busy for hands in world.hands.values())
    )


@pytest.mark.long("a whole game by lights alone")
def test_a_whole_game_with_undo_hint_and_sides_changed_is_played_by_lights_alone_and_replays() -> None:
    sitting = seated()
    world = sitting.world
    sitting.until(lambda: sitting.moves() >= 4 and persons_turn(sitting), 600.0)

    # The person asks for a hint, and sees where to play, and why.
    world.unseat(SOUTH)
    sitting.until(lambda: persons_turn(sitting))
    sitting.hold(1.2, SOUTH)
    sitting.until(lambda: sitting.scene.message.key in ("hint", "hint-capture", "hint-stock"))
    assert sitting.happened(HintAsked)
    assert Meaning.MAY_NEXT in sitting.lit().values()

    # They take back: their own move and the board's reply, in one.
    moves = sitting.moves()
    sitting.hold(1.2, SOUTH, NORTH)
    assert len(sitting.happened(Undone)) == 2
    assert sitting.moves() == moves - 2
    world.put_up()
    sitting.until(lambda: persons_turn(sitting), 300.0)
    world.seat(SOUTH, "greedy")
    sitting.until(lambda: sitting.moves() >= moves and persons_turn(sitting), 600.0)

    # They change sides in a pause: now the board plays South, and it is South's turn.
    world.unseat(SOUTH)
    sitting.until(lambda: persons_turn(sitting))
    sitting.hold(4.4, SOUTH, NORTH)
    sitting.hold(1.2, SOUTH)
    sitting.hold(0.15, SOUTH)
    assert sitting.happened(ComputerSeated) == [ComputerSeated(SOUTH, "4")]
    sitting.until(lambda: sitting.scene.message.key == "computer-thinks", 30.0)
    world.seat(NORTH, "greedy")
    sitting.until(lambda: isinstance(world.referee.state, Over), 1800.0)

    contents = world.game.contents(world.referee.position)
    assert world.table.contents() == {**contents, OFF_BOARD: 0}
    assert replay(read_trace(sitting.trace)).difference is None


def test_in_the_same_second_in_which_a_turn_ends_the_board_shows_that_it_thinks() -> None:
    sitting = seated()
    sitting.until(lambda: sitting.moves() >= 1)
    ended = next(at for at, each in enumerate(sitting.moments) if each.decided.scene.turn is NORTH)
    first = sitting.moments[ended].decided.scene
    assert first.message.key == "computer-thinks"
    assert pot(NORTH) in {sign.place for sign in first.signs if sign.meaning is Meaning.THINKING}


def test_it_orders_no_sooner_than_its_choice_deserves_and_a_tap_of_its_button_makes_it_move_now() -> None:
    sitting = seated()
    sitting.until(lambda: sitting.moves() >= 1)
    began = sitting.world.now
    sitting.until(lambda: sitting.scene.message.key == "computer-next")
    assert sitting.world.now - began >= PONDERING_SECONDS - 0.2
    sitting.until(lambda: sitting.moves() >= 3, 300.0)
    began = sitting.world.now
    sitting.hold(0.15, NORTH)
    sitting.until(lambda: sitting.scene.message.key == "computer-next")
    assert sitting.happened(MoveHurried)
    assert sitting.world.now - began < PONDERING_SECONDS


@pytest.mark.long("a whole game by lights alone")
@pytest.mark.parametrize(("game", "seed"), [("kalah 3", 5), ("kalah 3", 6), ("oware 2", 5)])
def test_a_whole_game_is_played_by_lights_alone_and_lies_as_the_record_says(game: str, seed: int) -> None:
    computer = Computer(Side.NORTH, "4")
    options = Options(levels=("1", "4"), computer=computer, can_power_off=True)
    world = World(Setting(seed, cups=int(game[-1]), game=game, options=options), adviser=EngineHere())
    sitting = Sitting(world)
    world.loop.listen(sitting.moments.append)
    world.put_up()
    world.seat(Side.SOUTH, "random")
    sitting.until(lambda: isinstance(world.referee.state, Over), 1500.0)
    lying, written = world.table.contents(), world.game.contents(world.referee.position)
    assert {place: lying[place] for place in written} == written
