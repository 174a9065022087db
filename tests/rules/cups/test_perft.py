"""The numbers of Cups that any implementation must reproduce."""

import pytest
from cups_play import histories
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from fast_cups import perft
from hypothesis import given

COUNTS = {
    2: (2, 4, 9, 21, 52, 138, 351, 892, 2184, 5228),
    3: (3, 9, 29, 94, 335, 1221, 4701, 18816, 71324, 271671),
    4: (4, 16, 67, 281, 1252, 5630, 27289, 134580, 691303),
    10: (10, 100, 1009, 10181, 103816, 1058852),
    12: (12, 144, 1739, 21001, 255476),
}


def counted_in_words(game: Cups, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    match game.standing(position):
        case Standing.OVER:
            return 0
        case Standing.PASS:
            return counted_in_words(game, game.pass_turn(position), depth - 1)
        case Standing.TO_MOVE:
            (side,) = game.movers(position)
            plans = game.plans(position, side)
            after = (game.play(position, side, plan.label) for plan in plans)
            return sum(counted_in_words(game, next_position, depth - 1) for next_position in after)


@pytest.mark.parametrize("starter", Side)
@pytest.mark.parametrize("cups", COUNTS)
def test_the_packed_rules_reproduce_every_count(cups: int, starter: Side) -> None:
    start = Cups(cups).start(starter)
    assert tuple(perft(start, depth + 1) for depth in range(len(COUNTS[cups]))) == COUNTS[cups]


@pytest.mark.parametrize(("cups", "depth"), [(2, 10), (3, 7), (4, 6), (10, 4), (12, 3)])
def test_the_game_reproduces_the_counts(cups: int, depth: int) -> None:
    game = Cups(cups)
    assert counted_in_words(game, game.start(Side.SOUTH), depth) == COUNTS[cups][depth - 1]


@given(histories(cups=(2, 3, 4)))
def test_packed_rules_and_game_agree_everywhere_also_through_passes_and_ends(
    history: History[Position],
) -> None:
    if history.position.to_move is not None:
        assert perft(history.position, 4) == counted_in_words(history.game, history.position, 4)


def test_lines_are_counted_from_a_side_to_move_only() -> None:
    with pytest.raises(RulesError, match="side to move"):
        perft(Cups(4).start(None), 3)
    with pytest.raises(RulesError, match="depth -1"):
        perft(Cups(4).start(Side.SOUTH), -1)
