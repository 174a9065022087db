"""Whoever moves a pointer takes beans as fingers do: no place is doubted because of quick hands."""

import pytest
from cupsboard.rules.places import Place, Side, stock
from cupsim.page.both_hands import PERSON_TEMPO
from cupsim.runs.game_world import Setting, World
from cupsim.table.hand_actions import Drop, Take

CUP, STOCK = Place("south-1"), stock(Side.SOUTH)
REST_SECONDS = 1.5


@pytest.mark.long("many takes at both rates")
def test_beans_that_a_pointer_takes_out_again_are_no_weight_that_leaps() -> None:
    world = World(Setting(0, cups=3))
    hand = world.hands[Side.SOUTH]
    hand.tempo = PERSON_TEMPO
    world.run_until(3.0)
    for _ in range(8):
        for act in (Take(STOCK, 1), Drop(CUP, 1), Take(CUP, 1), Drop(STOCK, 1)):
            hand.do(act, now=world.now)
            world.run_until(world.now + REST_SECONDS)
        assert world.core.doubted == {}
