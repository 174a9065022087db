"""What a reason says of a move in a game can be seen on the table: the rules alone bear it out."""

from collections.abc import Callable, Mapping
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, Mark, Reason, analyse
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Plan, Standing
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Place, Side, stock


def careless(game: Cups, seed: int) -> History[Position]:
    """A game in which one move in two is greedy and the others are random."""
    random, history = Random(seed), History(game, Side.SOUTH)
    while not history.is_over:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            continue
        (side,) = game.movers(history.position)
        plans = game.plans(history.position, side)
        plan = greedily(plans, random, potted) if random.random() < 0.5 else random.choice(plans)
        history = history.play(side, plan.label)
    return history


class Scene:
    """A mistake with the tables before it, after it, and after the better move."""

    def __init__(self, game: Cups, before: Position, move: JudgedMove):
        assert isinstance(move.entry, Moved)
        self.game, self.before, self.side = game, before, move.side
        self.better = move.better[0]
        self.after = game.play(before, move.side, move.entry.label)
        self.after_better = game.play(before, move.side, self.better)

    def captures(self, position: Position, side: Side, label: str) -> tuple[Place, int] | None:
        """What a legal move captures."""
        plan = self._plan(position, side, label)
        return (plan.owed[0].source, plan.owed[0].count) if plan.owed else None

    def _plan(self, position: Position, side: Side, label: str) -> Plan:
        (found,) = [plan for plan in self.game.plans(position, side) if plan.label == label]
        return found


def kept(scene: Scene, position: Position) -> int:
    return scene.game.contents(position)[stock(scene.side)]


TRUE: Mapping[str, Callable[[Scene, Reason], bool]] = {
    "misses-capture": lambda scene, said: (
        said.move == scene.better
        and scene.captures(scene.before, scene.side, scene.better) == (said.place, said.beans)
    ),
    "reply-captures": lambda scene, said: (
        scene.captures(scene.after, scene.side.other, said.move) == (said.place, said.beans)
    ),
    "blocks": lambda scene, said: (
        said.place in scene.game.blocked(scene.after)
        and said.place not in scene.game.blocked(scene.before) | scene.game.blocked(scene.after_better)
        and kept(scene, scene.after) == said.beans
    ),
    "blocks-for-good": lambda scene, said: (
        said.place in scene.game.blocked(scene.after) - scene.game.blocked(scene.after_better)
    ),
    "frees": lambda scene, said: (
        said.place in scene.game.blocked(scene.before) - scene.game.blocked(scene.after)
    ),
    "spends": lambda scene, said: kept(scene, scene.after_better) - kept(scene, scene.after) == said.beans,
    "later": lambda scene, said: True,
}


@pytest.mark.long("many positions of each size", but=["3-3"])
@pytest.mark.parametrize(("cups", "seeds"), [(2, 4), (3, 3), (4, 2), (6, 1)])
def test_reasons_are_true(cups: int, seeds: int) -> None:
    game = Cups(cups)
    engine, names = engines.of_game(game), set[str]()
    for seed in range(seeds):
        history = careless(game, seed)
        moves = analyse(history, engine, engines.reasons_of(game), Limit(nodes=1000))
        for move, stage in zip(moves, history.stages(), strict=False):
            if move.mark is not Mark.NONE:
                scene = Scene(game, stage.position, move)
                assert move.reasons
                for reason in move.reasons:
                    assert TRUE[reason.name](scene, reason), (seed, move)
                    names.add(reason.name)
    assert {"blocks", "spends"} <= names
