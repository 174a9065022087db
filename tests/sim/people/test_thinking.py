"""How players come to a move: at once, or by a thinker who answers later."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Mark, Plan
from cupsboard.rules.places import Side, stock
from cupsim.errors import SimulatorError
from cupsim.people.thinking import Decision, Deliberation, at_once

GAME = Cups(4)
BEGUN = GAME.start(Side.SOUTH)
NEXT = GAME.play(GAME.play(BEGUN, Side.SOUTH, "drop 4"), Side.NORTH, "drop 1")


@dataclass
class SlowThinker:
    """Answers when the test says so."""

    decision: Decision | None = None
    asked: list[Position] = field(default_factory=list)
    hurries: int = 0

    def begin(self, position: Position) -> None:
        self.asked.append(position)

    def decided(self, position: Position, plans: Sequence[Plan], random: Random) -> Decision | None:
        assert position == self.asked[-1]
        assert plans
        assert random is not None
        return self.decision

    def hurry(self) -> None:
        self.hurries += 1


def south(thinker: SlowThinker) -> Deliberation[Position]:
    return Deliberation(Side.SOUTH, GAME, Random(1), thinker)


def plans(position: Position) -> Sequence[Plan]:
    return GAME.plans(position, Side.SOUTH)


def test_a_level_decides_at_once_and_the_same_for_the_same_seed() -> None:
    found = {seed: at_once("3", GAME, seed).decided(NEXT, plans(NEXT), Random()) for seed in range(12)}
    again = {seed: at_once("3", GAME, seed).decided(NEXT, plans(NEXT), Random()) for seed in range(12)}
    assert found == again
    labels = {decision.label for decision in found.values() if decision is not None}
    assert len(labels) > 1
    assert labels <= {plan.label for plan in plans(NEXT)}
    assert all(decision is not None and decision.pondering_seconds > 0 for decision in found.values())


def test_an_unknown_player_is_answered_with_all_who_can_be_simulated() -> None:
    with pytest.raises(SimulatorError, match=r"'clever'.*1, 2,.*8, perfect, random, greedy"):
        at_once("clever", GAME, 1)


def test_nobody_moves_before_the_thinker_has_decided() -> None:
    thinker = SlowThinker()
    mind = south(thinker)
    mind.begin(BEGUN, 10.0)
    assert mind.plan(BEGUN, plans(BEGUN), 500.0) is None
    thinker.decision = Decision("drop 3")
    plan = mind.plan(BEGUN, plans(BEGUN), 501.0)
    assert plan is not None
    assert plan.label == "drop 3"
    assert mind.since is None


def test_a_hard_choice_is_pondered_from_when_the_position_was_seen() -> None:
    mind = south(SlowThinker(Decision("drop 2", pondering_seconds=3.0)))
    mind.begin(BEGUN, 10.0)
    assert mind.plan(BEGUN, plans(BEGUN), 12.9) is None
    assert mind.plan(BEGUN, plans(BEGUN), 13.0) is not None


def test_another_position_is_thought_about_anew() -> None:
    thinker = SlowThinker(Decision("drop 2", pondering_seconds=3.0))
    mind = south(thinker)
    mind.begin(BEGUN, 10.0)
    mind.begin(NEXT, 12.0)
    assert mind.plan(NEXT, plans(NEXT), 14.9) is None
    assert mind.plan(NEXT, plans(NEXT), 15.0) is not None
    assert thinker.asked == [BEGUN, NEXT]


def test_who_is_hurried_ponders_no_longer_and_stays_hurried_until_the_answer_is_there() -> None:
    thinker = SlowThinker()
    mind = south(thinker)
    mind.begin(BEGUN, 10.0)
    mind.hurry()
    assert thinker.hurries == 1
    assert mind.plan(BEGUN, plans(BEGUN), 10.1) is None
    thinker.decision = Decision("drop 2", pondering_seconds=3.0)
    assert mind.plan(BEGUN, plans(BEGUN), 10.2) is not None
    assert not mind.is_hurried


def test_who_has_no_move_to_think_of_can_not_be_hurried() -> None:
    thinker = SlowThinker(Decision("drop 2", pondering_seconds=3.0))
    mind = south(thinker)
    mind.hurry()
    assert thinker.hurries == 0
    assert mind.plan(BEGUN, plans(BEGUN), 10.0) is None


def test_at_an_open_start_they_think_of_a_game_that_they_begin_with_the_stocks_that_lie_there() -> None:
    thinker = SlowThinker()
    position = GAME.correct(GAME.start(None), [Mark(stock(Side.NORTH), 50)])
    south(thinker).begin(position, 0.0)
    (asked,) = thinker.asked
    assert GAME.movers(asked) == (Side.SOUTH,)
    assert GAME.contents(asked) == GAME.contents(position)


def test_a_move_whose_beans_do_not_lie_there_becomes_one_that_can_be_made() -> None:
    left = plans(BEGUN)[:1]
    mind = south(SlowThinker(Decision("drop 4")))
    assert mind.plan(BEGUN, left, 1.0) == left[0]
