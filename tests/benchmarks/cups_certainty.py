"""Learns how far Cups is proved and how far off estimates are: `python tests/benchmarks/cups_certainty.py 4`.

Positions come out of games in which one move of three is drawn at random. Each is proved with up to
`MOST_NODES`; the medians by stock beans give the line along which the nodes grow. The loss of a move that
looks good, as an analysis estimates it, is compared with the true one: by this user's complete table if there
is one (`cupsboard lab tables build`), else by the proof, else by an estimate of five times the nodes. The
result goes into firmware/cupsboard/engine/cups/certainty.json. The same seed gives the same result; a size
takes minutes, and more with more nodes for a look (`--look`): those of the look that a mark rests on
are 200,000.
"""

import argparse
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from cupsboard.engine import cups as data
from cupsboard.engine.certainty import Certainty
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import EVERY_MOVE, Info, Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsboard.storage.tables import tables_of_this_user

FILE = Path(data.__file__).with_name("certainty.json")
MOST_NODES = 200_000
LOOK_NODES, CLOSER = 20_000, 5
"""For an estimate; and so many times the nodes for one that is nearer the truth."""
PLAY = Limit(nodes=200)
ALL, NOTHING = Certainty(0, 0, 0, 0), Certainty(0, 0, 1000, 0)
"""Of who tries to prove every position, and of who never tries."""
WANTED = 99 / 100
"""So many of the errors lie within the learnt one."""
LEAST_ERROR, SMALL, MOST_SHARE, STEP = 0.5, 4.0, 0.9, 8
"""Beans; beans up to which a loss is small; of a loss; and stock beans that are taken together."""
LOOK_GOOD = 4
"""So many moves, the best left out, are drawn from."""


def positions(game: Cups, random: Random) -> Iterator[Position]:
    """The positions of a game in which somebody has a choice."""
    engine, position = CupsEngine(game), game.start(random.choice(game.players))
    while game.standing(position) is not Standing.OVER:
        if game.standing(position) is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        if len(plans) > 1:
            yield position
        chosen = random.choice(plans).label if random.random() < 1 / 3 else engine.play(position, PLAY).move
        position = game.play(position, side, chosen)


def stock_beans(position: Position) -> int:
    return position.south.stock + position.north.stock


def line(points: Mapping[float, float]) -> tuple[float, float]:
    """The straight line nearest to the points: its value at zero, and its slope."""
    if len(points) < 2:
        return next(iter(points.values()), 0.0), 0.0
    slope, start = statistics.linear_regression(list(points), list(points.values()))
    return start, slope


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def spread(losses: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """By how many beans small losses are overestimated, and larger ones further, by which share of the loss.

    `losses` are pairs of an estimated loss and the one that is nearer the truth.
    """
    small = [estimated - closer for estimated, closer in losses if estimated <= SMALL]
    least = max(quantile(small, WANTED), LEAST_ERROR)
    large = [(estimated - closer - least) / estimated for estimated, closer in losses if estimated > SMALL]
    return least, min(max(quantile(large, WANTED), 0.0), MOST_SHARE) if large else 0.0


def loss(infos: Sequence[Info], label: str) -> float:
    """What the move with that label loses."""
    return infos[0].score_beans - next(info.score_beans for info in infos if info.variation[0] == label)


def learnt(cups: int, seed: int, each: int, look_nodes: int) -> Certainty:
    look, closer_look = Limit(nodes=look_nodes), Limit(nodes=CLOSER * look_nodes)
    random, game = Random(f"{seed} {cups}"), Cups(cups)
    known = tables_of_this_user().known(game)
    judge = None if known is None else CupsEngine(game, known=known, certainty=ALL)
    prover, guesser = CupsEngine(game, certainty=ALL), CupsEngine(game, certainty=NOTHING)
    nodes, losses = defaultdict[int, list[float]](list), defaultdict[int, list[tuple[float, float]]](list)
    wanted = range(0, stock_beans(game.start(Side.SOUTH)) + 1, STEP)
    while any(len(losses[group]) < each for group in wanted):
        for position in positions(game, random):
            group = stock_beans(position) // STEP * STEP
            if len(losses[group]) >= each or random.random() < 0.7:
                continue
            estimated = guesser.analyse(position, look, EVERY_MOVE)
            label = random.choice(estimated[1:LOOK_GOOD]).variation[0]
            is_hopeless = any(min(found) == math.inf for at, found in nodes.items() if at < group)
            proved = () if is_hopeless else prover.prove(position, Limit(nodes=MOST_NODES), (label,))
            nodes[group].append(math.log2(proved[0].nodes) if proved else math.inf)
            truth = judge.prove(position, closer_look, (label,)) if judge is not None else proved
            closer = truth or guesser.analyse(position, closer_look, EVERY_MOVE)
            losses[group].append((loss(estimated, label), loss(closer, label)))
    reach: dict[float, float] = {
        group + STEP / 2: median
        for group, found in nodes.items()
        if (median := statistics.median(found)) < math.inf
    }
    doublings, per_bean = line(reach)
    error, share = spread([both for found in losses.values() for both in found])
    return Certainty(round(error, 2), round(share, 3), round(doublings, 2), round(per_bean, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cups", type=int, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help=f"positions of each {STEP} stock beans")
    parser.add_argument("--look", type=int, default=LOOK_NODES, help="nodes for an estimate")
    asked = parser.parse_args()
    for cups in asked.cups:
        found = learnt(cups, asked.seed, asked.each, asked.look)
        print(cups, found, flush=True)
        content = json.loads(FILE.read_text("utf-8"))
        content[str(cups)] = asdict(found)
        ordered = {size: content[size] for size in sorted(content, key=int)}
        FILE.write_text(json.dumps(ordered, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
