"""How well simulated players play, by the rules alone: hundreds of games without a table."""

from itertools import pairwise
from random import Random

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsim.people.move_choice import POLICIES, Policy, policy

GAMES = 200


def margins(cups: int, one: Policy, other: Policy) -> list[int]:
    """By how many beans the one wins against the other, each of them beginning half of the games."""
    game, random = Cups(cups), Random(cups)
    found = []
    for number in range(GAMES):
        side = (Side.SOUTH, Side.NORTH)[number % 2]
        chooses = {side: one, side.other: other}
        position = game.start(Side.SOUTH)
        while (standing := game.standing(position)) is not Standing.OVER:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            (mover,) = game.movers(position)
            plan = chooses[mover](game.plans(position, mover), random)
            position = game.play(position, mover, plan.label)
        score = game.score(position)
        found.append(score[side] - score[side.other])
    return found


@pytest.mark.parametrize("cups", [3, 4])
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_the_gentle_lose_by_four_beans_and_win_no_game_in_six(cups: int, other: str) -> None:
    lost_by = margins(cups, policy(other), policy("gentle"))
    assert sum(lost_by) / GAMES > 4
    assert sum(margin < 0 for margin in lost_by) < GAMES / 6


@pytest.mark.parametrize("cups", [3, 4])
def test_policies_are_listed_from_the_weakest_to_the_strongest(cups: int) -> None:
    for weaker, stronger in pairwise(POLICIES.values()):
        won_by = margins(cups, stronger, weaker)
        assert sum(margin > 0 for margin in won_by) > 2 * sum(margin < 0 for margin in won_by)
