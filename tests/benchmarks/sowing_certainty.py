"""Measures how far off estimates of sowing games are, and how far they are proved.

    python tests/benchmarks/sowing_certainty.py [GAME ...]

Without a game it measures all that ship, one after the other, in half a minute to two each on a laptop.
Positions come out of games in which one move of three is drawn at random. The loss of a move that looks good,
as an analysis estimates it, is compared with the one that five times the nodes find. Where no table comes
again, positions are proved with up to `MOST_NODES`, and the medians by beans give the line along which the
nodes grow. What was measured goes into the engine's sowing/certainty.json. The games whose sowings are made
as the rules make them together tell what stands there as "any", for games of one's own; it is measured where
none is named. The same seed gives the same result.
"""

import argparse
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from cups_certainty import ALL, LOOK_GOOD, NOTHING, line, loss, spread
from cupsboard.engine import engines, sowing
from cupsboard.engine.certainty import Certainty
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.player import SowingEngine, general_of
from cupsboard.rules.families import SOWING
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position

FILE = Path(sowing.__file__).with_name("certainty.json")
GENERAL = "any"
CLOSER = 5
"""So many times the nodes for the closer look."""
PLAY = Limit(nodes=200)
SIZES = (4, 8)
"""Every third game is of such a size, the others are of the usual one."""
RANDOM_SHARE, OF_A_GAME = 1 / 3, 4
MOST_NODES, MOST_BEANS, STEP = 4_000, 16, 2
"""For a proof; the beans up to which positions are proved; and how many beans are taken together."""


@dataclass
class Measured:
    """What was measured of a game, or of several."""

    losses: list[tuple[float, float]] = field(default_factory=list)
    """Estimated losses, each with the one that a closer look finds."""
    nodes: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The logarithms of the nodes of proofs by the beans in all cups; infinite where they don't suffice."""

    def certainty(self) -> Certainty:
        """The limits that follow."""
        error, share = spread(self.losses)
        medians = {beans: statistics.median(found) for beans, found in self.nodes.items()}
        reach: dict[float, float] = {beans: each for beans, each in medians.items() if each < math.inf}
        limits = Certainty(round(error, 2), round(share, 3))
        if not reach:
            return limits
        doublings, per_bean = line(reach)
        return Certainty(round(error, 2), round(share, 3), round(doublings, 2), round(per_bean, 3))


def positions(game: SowingGame, random: Random) -> Iterator[Position]:
    """The positions of a game in which the mover has a choice."""
    engine, position = SowingEngine(game, certainty=NOTHING), game.start(random.choice(game.players))
    while movers := game.movers(position):
        labels = [info.move for info in engine.analyse(position, Limit(depth=1), EVERY_MOVE)]
        if len(labels) > 1:
            yield position
        is_random = random.random() < RANDOM_SHARE
        label = random.choice(labels) if is_random else engine.play(position, PLAY).move
        position = game.play(position, movers[0], label)


def measured(word: str, random: Random, count: int) -> Measured:
    """What positions of a game tell: of `count` the losses, of all with few beans the proofs."""
    found, usual = Measured(), shelf.rules_called(word).cups
    while len(found.losses) < count:
        game = shelf.game(word, random.choice(SIZES) if random.random() < 1 / 3 else usual)
        guesser, prover = (SowingEngine(game, certainty=certainty) for certainty in (NOTHING, ALL))
        nodes, every = engines.scale_of(game).analysis_nodes, list(positions(game, random))
        for position in every:
            beans = sum((*position.south.cups, *position.north.cups))
            if beans <= MOST_BEANS and game.rules.never_circles(beans):
                proved = prover.prove(position, Limit(nodes=MOST_NODES))
                found.nodes[beans // STEP * STEP].append(math.log2(proved[0].nodes) if proved else math.inf)
        for position in random.sample(every, min(OF_A_GAME, len(every))):
            estimated = guesser.analyse(position, Limit(nodes=nodes), EVERY_MOVE)
            label = random.choice(estimated[1:LOOK_GOOD]).variation[0]
            closer = guesser.analyse(position, Limit(nodes=CLOSER * nodes), EVERY_MOVE)
            found.losses.append((loss(estimated, label), loss(closer, label)))
    return found


def note(name: str, limits: Certainty) -> None:
    """Write the limits of a name into the file; what proves nothing has no doublings there."""
    print(name, limits, flush=True)
    content = json.loads(FILE.read_text("utf-8"))
    content[name] = {key: value for key, value in asdict(limits).items() if value < math.inf}
    if limits.doublings == math.inf:
        del content[name]["doublings_per_bean"]
    FILE.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", choices=[*SOWING, []], help="all that ship, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=60)
    asked, general = parser.parse_args(), Measured()
    for word in asked.games or SOWING:
        found = measured(word, Random(f"{asked.seed} {word}"), asked.positions)
        note(word, found.certainty())
        if general_of(shelf.rules_called(word)) == GENERAL:
            general.losses += found.losses
            for beans, each in found.nodes.items():
                general.nodes[beans] += each
    if not asked.games:
        note(GENERAL, general.certainty())


if __name__ == "__main__":
    main()
