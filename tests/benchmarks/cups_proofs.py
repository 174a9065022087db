"""Measures what the core proves of Cups 2x4: `python tests/benchmarks/cups_proofs.py`; needs cupsboard-core.

Each position comes from another game of cups_certainty.py: the first in which both stocks hold no more than a
drawn number of beans. A row tells the beans in both stocks, the best move's proved value, and the seconds of
processor until it was proved, the guess included; and whether `perfect`, with the nodes of its move, has it.
"""

import argparse
from random import Random
from time import process_time

from cups_certainty import positions
from cupsboard.engine.core import installed
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.levels import CORE_NODES
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups

MOST_NODES = 10_000_000
SECONDS = 1.0


def drawn(game: Cups, random: Random, least: int, most: int) -> Position:
    """Return a position with about so many beans in both stocks."""
    while True:
        wanted = random.randint(least, most)
        for position in positions(game, random):
            beans = position.south.stock + position.north.stock
            if least <= beans <= wanted:
                return position


def main() -> int:
    """Measure, and tell; exit code 2 where there is no core."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--beans", nargs=2, type=int, default=(25, 39), metavar=("LEAST", "MOST"))
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    game, random = Cups(4), Random(options.seed)
    if installed() is None:
        print("the core is not installed: see core/README.md")
        return 2
    in_time = by_perfect = 0
    for _ in range(options.count):
        position = drawn(game, random, *options.beans)
        began = process_time()
        proved = CupsEngine(game).prove(position, Limit(nodes=MOST_NODES))
        seconds = process_time() - began
        is_perfect = bool(CupsEngine(game).prove(position, Limit(nodes=CORE_NODES)))
        in_time += bool(proved) and seconds <= SECONDS
        by_perfect += is_perfect
        value = proved[0].score_beans if proved else None
        beans = position.south.stock + position.north.stock
        print(f"{beans:3} beans: {value}, {seconds:.2f} s{', perfect' * is_perfect}", flush=True)
    print(f"{in_time} of {options.count} within {SECONDS:.0f} s of processor, {by_perfect} by `perfect`")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
