"""What moves are said to be worth, beside games that are played out to their ends in every way."""

from functools import cache
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import LONGER, Worth, worths_of
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

SMALL = ("cups 2 stock 4", "kalah 3 seeds 2")
STRICT = Tutor.STRICT.least_pieces
choices = st.lists(st.integers(0, 11), max_size=12)


@cache
def value(game: AnyGame, position: Any) -> int:
    """South's lead at the end with best play, by playing everything out."""
    standing = game.standing(position)
    if standing is Standing.OVER:
        score = game.score(position)
        return score[Side.SOUTH] - score[Side.NORTH]
    if standing is Standing.PASS:
        return value(game, game.pass_turn(position))
    (side,) = game.movers(position)
    return (max if side is Side.SOUTH else min)(after_each(game, position, side).values())


def after_each(game: AnyGame, position: Any, side: Side) -> dict[str, int]:
    """South's lead at the end after each move."""
    return {
        plan.label: value(game, game.play(position, side, plan.label)) for plan in game.plans(position, side)
    }


def losses(game: AnyGame, position: Any, side: Side) -> dict[str, int]:
    """What each move loses in truth."""
    leads = after_each(game, position, side)
    best = (max if side is Side.SOUTH else min)(leads.values())
    return {move: abs(best - lead) for move, lead in leads.items()}


def reached(game: AnyGame, chosen: list[int]) -> Any:
    """The last position of a game in which somebody has a choice, with these moves from its start."""
    position = found = game.start(Side.SOUTH)
    for choice in chosen:
        if game.standing(position) is Standing.PASS:
            position = game.pass_turn(position)
        if game.standing(position) is not Standing.TO_MOVE:
            break
        found = position
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        position = game.play(position, side, plans[choice % len(plans)].label)
    return found


def worths(game: AnyGame, position: Any, nodes: int) -> tuple[Worth, ...]:
    return worths_of(engines.of_game(game).analyse(position, Limit(nodes=nodes), EVERY_MOVE))


@pytest.mark.parametrize("name", SMALL)
@given(chosen=choices, nodes=st.sampled_from((10, 100, 1_000, 20_000)))
def test_what_is_called_proved_is_so_however_short_the_look(name: str, chosen: list[int], nodes: int) -> None:
    game = games.named(name)
    position = reached(game, chosen)
    true = losses(game, position, game.movers(position)[0])
    for worth in worths(game, position, nodes):
        if worth.is_proved:
            assert worth.loss_points == true[worth.move]


@pytest.mark.parametrize("name", SMALL)
@given(chosen=choices)
def test_with_time_enough_a_strict_tutor_tells_of_every_loss_and_of_no_other_move(
    name: str, chosen: list[int]
) -> None:
    game = games.named(name)
    position = reached(game, chosen)
    true = losses(game, position, game.movers(position)[0])
    nodes = LONGER * engines.scale_of(game).analysis_nodes
    told = {worth.move for worth in worths(game, position, nodes) if worth.is_loss_of(STRICT)}
    assert told == {move for move, loss in true.items() if loss >= STRICT}
