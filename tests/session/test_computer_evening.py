"""A whole evening against the board itself, through simulated pins: hands see its lights and nothing else."""

import pytest
from computer_sitting import PONDERING_SECONDS, EngineHere, Sitting
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, HintAsked, MoveHurried, Undone
from cupsboard.referee.options import Options
from cupsboard.referee.states import Over, Turn
from cupsboard.rules.places import OFF_BOARD, Side, pot
from cupsboard.session.replay import Tracer, replay
from cupsboard.session.trace import TraceWriter, read_trace
from cupsboard.signs.scene import Meaning
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory
from seated_evening import evening_at

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
