"""Learns how far Cups is proved and how far off estimates are: `python tests/benchmarks/cups_certainty.py 4`.

Positions come out of games in which one move of three is drawn at random. Each is proved with up to
`MOST_NODES`; the medians by stock beans give the line along which the nodes grow. Where a proof is found, the
loss of a random move, as an analysis estimates it, is compared with the proved one; where none is found, with
an estimate of ten times the nodes. The result goes into firmware/cupsboard/engine/cups/certainty.json. The
same seed gives the same result; a size takes some minutes.
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

from cupsboard.engine.analysis import EVERY_MOVE
from cupsboard.engine.cups import certainty as data
from cupsboard.engine.cups.certainty import Certainty
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import Info, Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

FILE = Path(data.__file__).with_name("certainty.json")
MOST_NODES = 200_000
LOOK = Limit(nodes=20_000)
CLOSER = Limit(nodes=100_000)
PLAY = Limit(nodes=200)
ALL, NOTHING = Certainty(0, 0, 0, 0), Certainty(1000, 0, 0, 0)
"""Of who tries to prove every position, and of who never tries."""
WANTED = 19 / 20
"""So many of the errors lie within the learnt one."""
LEAST_ERROR, STEP = 0.5, 8
"""Beans; and stock beans that are taken together."""


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


def loss(infos: Sequence[Info], label: str) -> float:
    """What the move with that label loses."""
    return infos[0].score_beans - next(info.score_beans for info in infos if info.variation[0] == label)


def learnt(cups: int, seed: int, each: int) -> Certainty:
    random, game = Random(f"{seed} {cups}"), Cups(cups)
    prover, guesser = CupsEngine(game, certainty=ALL), CupsEngine(game, certainty=NOTHING)
    nodes, errors = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
    wanted = range(0, stock_beans(game.start(Side.SOUTH)) + 1, STEP)
    while any(len(errors[group]) < each for group in wanted):
        for position in positions(game, random):
            group = stock_beans(position) // STEP * STEP
            if len(errors[group]) >= each or random.random() < 0.7:
                continue
            is_hopeless = any(min(found) == math.inf for at, found in nodes.items() if at < group)
            proved = () if is_hopeless else prover.prove(position, Limit(nodes=MOST_NODES), EVERY_MOVE)
            nodes[group].append(math.log2(proved[0].nodes) if proved else math.inf)
            estimated = guesser.analyse(position, LOOK, EVERY_MOVE)
            closer = proved or guesser.analyse(position, CLOSER, EVERY_MOVE)
            label = random.choice(estimated[1:]).variation[0]
            errors[group].append(abs(loss(estimated, label) - loss(closer, label)))
    reach: dict[float, float] = {
        group + STEP / 2: median
        for group, found in nodes.items()
        if (median := statistics.median(found)) < math.inf
    }
    doublings, per_bean = line(reach)
    start, slope = line({group + STEP / 2: statistics.fmean(found) for group, found in errors.items()})
    start, slope = max(start, LEAST_ERROR / 4), max(slope, 0.0)
    times = quantile(
        [off / (start + slope * (group + STEP / 2)) for group, found in errors.items() for off in found],
        WANTED,
    )
    return Certainty(
        round(doublings, 2),
        round(per_bean, 3),
        round(max(times * start, LEAST_ERROR), 2),
        round(times * slope, 4),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cups", type=int, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help=f"positions of each {STEP} stock beans")
    asked = parser.parse_args()
    for cups in asked.cups:
        found = learnt(cups, asked.seed, asked.each)
        print(cups, found)
        content = json.loads(FILE.read_text("utf-8"))
        content[str(cups)] = asdict(found)
        ordered = {size: content[size] for size in sorted(content, key=int)}
        FILE.write_text(json.dumps(ordered, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
