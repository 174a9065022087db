"""Which boards and stocks there are."""

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side, stock


@pytest.mark.parametrize("beans", [0, 9999])
def test_a_stock_has_up_to_9999_beans(beans: int) -> None:
    game = Cups(4, beans)
    assert game.contents(game.start(None))[stock(Side.NORTH)] == beans
    assert Cups.named(game.name) == game


@pytest.mark.parametrize("beans", [-1, 10_000])
def test_fewer_or_more_are_refused(beans: int) -> None:
    with pytest.raises(RulesError, match=str(beans)):
        Cups(4, beans)


@pytest.mark.parametrize("cups", [2, 12])
def test_the_smallest_and_the_largest_board_can_be_played(cups: int) -> None:
    game = Cups(cups)
    assert len(game.places) == 2 * cups + 2
    assert game.plans(game.start(Side.SOUTH), Side.SOUTH)[0].label == "drop 1"
