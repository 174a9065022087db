"""Stock trays: two more scales that see what the hand has taken, through simulated pins."""

import pytest
from cupsboard.referee.states import Asking, Owed
from cupsboard.rules.places import Side, cup, stock
from cupsboard.signs.scene import Meaning
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play
from cupsim.table.hand_actions import Drop, PressButton, Take

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def board_with_trays() -> World:
    """A board that has just found itself empty, with both stocks weighed."""
    world = World(Setting(seed=3, cups=4, stock_trays=True))
    world.run_until(2.0)
    return world


@pytest.mark.long("a whole game")
def test_a_game_with_weighed_stocks_is_played_to_its_end() -> None:
    played = play(Pairing(Setting(seed=3, cups=2, stock_trays=True)))
    assert played.is_good, played
    assert played.counts.questioned_moves == 0


def test_a_handful_of_four_must_be_dropped_to_its_last_bean() -> None:
    world = board_with_trays()
    hands = world.hands[SOUTH]
    hands.do(Take(stock(SOUTH), 4), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 2)), PressButton(), now=world.now)
    world.run_until(world.now + 7.0)
    assert world.reader.meanings[cup(SOUTH, 3)] is Meaning.MUST_NEXT
    assert isinstance(world.referee.state, Owed)
    hands.do(Drop(cup(SOUTH, 3)), Drop(cup(SOUTH, 4)), now=world.now)
    world.run_until(world.now + 4.0)
    assert world.referee.history.entries[-1].label == "drop 4"  # type: ignore[union-attr]


def test_without_trays_the_same_two_beans_are_a_finished_move() -> None:
    world = World(Setting(seed=3, cups=4))
    world.run_until(2.0)
    acts = (Take(stock(SOUTH), 4), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 2)), PressButton())
    world.hands[SOUTH].do(*acts, now=world.now)
    world.run_until(world.now + 7.0)
    assert world.referee.history.entries[-1].label == "drop 2"  # type: ignore[union-attr]


def test_nobody_can_call_a_stock_empty_that_the_scale_sees_filled() -> None:
    world = board_with_trays()
    acts = (Take(stock(SOUTH)), Drop(cup(SOUTH, 1)), PressButton())
    world.hands[SOUTH].do(*acts, now=world.now)
    world.run_until(world.now + 5.0)
    world.hands[NORTH].do(PressButton(1.2), now=world.now)
    world.run_until(world.now + 4.0)
    assert world.game.contents(world.referee.position)[stock(NORTH)] == 40


def test_a_small_stock_that_lacks_half_its_beans_is_noticed_before_the_game_begins() -> None:
    world = World(Setting(seed=3, cups=2, stock_beans=4, stock_trays=True))
    world.table.take(stock(NORTH), 2, 0.0)
    world.run_until(5.0)
    assert isinstance(world.referee.state, Asking)
    assert world.referee.state.question == stock(NORTH)
