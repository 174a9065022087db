"""A game that begins with all its beans on the board begins once they lie there, and not before."""

import pytest
from cupsboard.loop import Moment
from cupsboard.referee.events import TableAgreed
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing


@pytest.mark.long("162 beans are laid out bean by bean", every=2)
@pytest.mark.parametrize("seed", [6700000, 6700001, 6700002])
def test_a_cup_that_is_still_empty_among_full_ones_of_light_beans_is_no_full_one(seed: int) -> None:
    world = Pairing(Setting(seed, cups=9, game="toguz-kumalak 9"), clumsiness=0.5).seated()
    lying: list[tuple[int, int]] = []

    def compare(moment: Moment) -> None:
        for event in moment.decided.events:
            if isinstance(event, TableAgreed):
                there = world.table.contents()
                lying.extend((there[place], count) for place, count in event.contents.items())

    world.loop.listen(compare)
    world.run_until(60.0, lambda: bool(lying))
    assert lying
    assert all(there == told for there, told in lying)
