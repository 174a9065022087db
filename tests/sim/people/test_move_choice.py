"""How well simulated players play, by the rules alone: hundreds of games without a table."""

from itertools import pairwise
from random import Random

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsim.people.move_choice import POLICIES, at_random
from cupsim.people.thinking import Thinker, Unthinking, at_once

GAMES = 200


def margins(cups: int, one: Thinker, other: Thinker, games: int = GAMES) -> list[int]:
    """By how many beans the one wins against the other, each of them beginning half of the games."""
    game, random = Cups(cups), Random(cups)
    found = []
    for number in range(games):
        side = (Side.SOUTH, Side.NORTH)[number % 2]
        chooses = {side: one, side.other: other}
        position = game.start(Side.SOUTH)
        while (standing := game.standing(position)) is not Standing.OVER:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            (mover,) = game.movers(position)
            decision = chooses[mover].decided(position, game.plans(position, mover), random)
            assert decision is not None
            position = game.play(position, mover, decision.label)
        score = game.score(position)
        found.append(score[side] - score[side.other])
    return found


@pytest.mark.long("many games")
def test_the_first_level_is_gentle_and_loses_even_to_chance() -> None:
    lost_by = margins(3, at_once("1", Cups(3), 1), Unthinking(at_random), games=60)
    assert sum(margin < 0 for margin in lost_by) > 2 * sum(margin > 0 for margin in lost_by)


@pytest.mark.long("matches")
@pytest.mark.parametrize("cups", [3, 4])
def test_policies_are_listed_from_the_weakest_to_the_strongest(cups: int) -> None:
    for weaker, stronger in pairwise(POLICIES.values()):
        won_by = margins(cups, Unthinking(stronger), Unthinking(weaker))
        assert sum(margin > 0 for margin in won_by) > 2 * sum(margin < 0 for margin in won_by)
