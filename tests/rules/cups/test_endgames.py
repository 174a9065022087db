"""Perfect endgames (Mancala World): every seed goes into the pot by sowing alone, the opponent idle."""

from functools import cache
from itertools import product

import pytest
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.places import Side

PERFECT = [
    (1,),
    (2, 0),
    (3, 1, 0),
    (4, 2, 0, 0),
    (5, 3, 1, 1, 0),
    (6, 4, 2, 0, 0, 0),
    (7, 5, 3, 1, 2, 0, 0),
    (8, 6, 4, 2, 0, 1, 1, 0),
    (9, 7, 5, 3, 1, 3, 2, 0, 0),
    (10, 8, 6, 4, 2, 0, 2, 1, 1, 0),
]


def endgame(cups: tuple[int, ...]) -> Position:
    return Position(Row(cups, 0, 0), Row((0,) * len(cups), 0, 0), Side.SOUTH)


def sowings(game: Cups, position: Position) -> list[Position]:
    """Where south's sowings lead, once north has passed where it must."""
    after = (game.play(position, Side.SOUTH, plan.label) for plan in game.plans(position, Side.SOUTH))
    return [game.pass_turn(p) if game.standing(p) is Standing.PASS else p for p in after]


def is_perfect(cups: tuple[int, ...]) -> bool:
    game = Cups(len(cups))

    @cache
    def empties(position: Position) -> bool:
        return not any(position.south.cups) or any(map(empties, sowings(game, position)))

    return empties(endgame(cups))


@pytest.mark.parametrize("cups", PERFECT[1:], ids=str)
def test_each_perfect_endgame_empties_the_board(cups: tuple[int, ...]) -> None:
    assert is_perfect(cups)


@pytest.mark.parametrize("cups", PERFECT[1:5], ids=str)
def test_no_other_endgame_with_cup_1_filled_has_as_few_seeds(cups: tuple[int, ...]) -> None:
    # A cup with more than reaches the pot is blocked, so the search is complete.
    room = [range(len(cups) - i + 1) for i in range(len(cups))]
    no_larger = [c for c in product(*room) if c[0] > 0 and sum(c) <= sum(cups)]
    assert [c for c in no_larger if is_perfect(c)] == [cups]


def test_a_reserve_of_one_endgame_reaches_another_in_three_steps() -> None:
    history = History(Cups(10), Side.SOUTH)
    position = endgame((10, 8, 6, 4, 2, 5, 1, 0, 0, 1))
    for label in ("sow 10", "sow 6", "sow 10"):
        position = history.game.pass_turn(history.game.play(position, Side.SOUTH, label))
    assert position.south.cups == PERFECT[9]
