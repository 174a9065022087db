"""How fast the engine of Cups looks at positions: `python tests/benchmarks/cups_speed.py`.

For each size of board: positions per second of CPU time, the depth reached, the memory of the process at its
greatest, and the ratio to a baseline: the plies per second that the rules' own program plays
(`Cups.play_move` along random games), counted in the same run, so that the ratio hardly depends on the
machine. Exits 1 if a ratio is below `LEAST_RATIO`.
"""

import resource
import sys
import time
from random import Random

from cupsboard.engine import engines
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.rules import Cups, parse_move
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

NODES = 300_000
BASELINE_PLIES = 20_000
LEAST_RATIO = {2: 2.0, 3: 2.0, 4: 2.0, 6: 1.3, 10: 1.2, 12: 0.8}
"""About half of what was measured when the table in CUPS.md was made."""


def baseline(game: Cups, random: Random) -> float:
    position, seconds, plies = game.start(Side.SOUTH), 0.0, 0
    while plies < BASELINE_PLIES:
        match game.standing(position):
            case Standing.OVER:
                position = game.start(Side.SOUTH)
            case Standing.PASS:
                position = game.pass_turn(position)
            case Standing.TO_MOVE:
                (side,) = game.movers(position)
                move = parse_move(random.choice(game.plans(position, side)).label)
                began = time.process_time_ns()
                position = game.play_move(position, side, move)
                seconds += (time.process_time_ns() - began) / 1e9
                plies += 1
    return plies / seconds


def main() -> int:
    is_fast = True
    print("| board | positions/s | depth | positions/s over plies/s of the rules | most memory so far |")
    print("| --- | --- | --- | --- | --- |")
    for cups, least in LEAST_RATIO.items():
        game = Cups(cups)
        engine = engines.of_game(game)
        began = time.process_time()
        info = engine.play(game.start(Side.SOUTH), Limit(nodes=NODES)).info
        per_second = info.nodes / (time.process_time() - began)
        ratio = per_second / baseline(game, Random(1))
        is_fast &= ratio >= least
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"| 2x{cups} | {per_second:,.0f} | {info.depth} | {ratio:.1f} | {megabytes:.0f} MB |", flush=True
        )
    return 0 if is_fast else 1


if __name__ == "__main__":
    sys.exit(main())
