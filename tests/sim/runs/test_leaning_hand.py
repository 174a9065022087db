"""A hand of five kilograms leans on a cup with a stop: the game goes on, and no wrong table is agreed."""

from contextlib import closing
from itertools import count

import pytest
from cupsboard.rules.places import Side, cup, pot
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.thinking_awaited import ThinkersAwaited
from cupsim.table.ground_truth import Witness

HAND_GRAMS, LEANS_SECONDS, EVERY_SECONDS = 5000.0, 2.0, 7.0
LEANED_ON = (cup(Side.SOUTH, 1), pot(Side.NORTH), cup(Side.NORTH, 2))


@pytest.mark.parametrize("cells", ["500g", "1kg"])
def test_a_hand_that_leans_on_cups_now_and_then_leaves_the_game_as_it_lies(cells: str) -> None:
    pairing = Pairing(Setting(seed=5, cups=2, stock_beans=3, cells=cells))
    with closing(ThinkersAwaited()) as thinkers:
        world = pairing.seated(thinkers)
        witness = Witness(world.table, world.game.places)
        tally = Tally(witness)
        world.watch_hands(witness.saw)
        world.loop.listen(tally)
        for number in count():
            world.run_until(world.now + EVERY_SECONDS, lambda: tally.is_over)
            if tally.is_over:
                break
            assert number < 60, "the game doesn't end"
            place = LEANED_ON[number % len(LEANED_ON)]
            world.table.push(place, HAND_GRAMS, world.now)
            world.run_until(world.now + LEANS_SECONDS)
            world.table.push(place, -HAND_GRAMS, world.now)
    assert tally.misbeliefs == []
    assert not witness.differences(world.game.contents(world.referee.position))
    assert number >= 2
