"""Measures how long a level thinks about a move: `python tests/benchmarks/sowing_thinking.py --level 8`.

Prints the longest of the first moves of a game for each sowing game that ships, in seconds of processor time.
The slowest Pi takes some twenty times as long. The exit code is 1 if a move took more than a fifth of a
second.
"""

import argparse
import sys
import time

from cupsboard.engine import engines
from cupsboard.rules.families import SOWING
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf

MOVES = 8
MOST_SECONDS = 0.2


def longest_seconds(word: str, level: str) -> float:
    """Return the longest time that a level thinks about one of the first moves of a game against itself."""
    game = shelf.game(word, SOWING[word][1])
    opponent, position, longest = (
        engines.at_level(game, engines.level_of(game, level)),
        game.start(Side.SOUTH),
        0.0,
    )
    for seed in range(MOVES):
        if position.to_move is None or position.is_over:
            break
        began = time.process_time()
        move = opponent.choose(position, seed).move
        longest = max(longest, time.process_time() - began)
        position = game.play(position, position.to_move, move)
    return longest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--level", default="8")
    asked = parser.parse_args()
    found = {word: longest_seconds(word, asked.level) for word in SOWING}
    for word, seconds in found.items():
        print(f"{word:<15} {seconds:.2f} s", flush=True)
    return int(max(found.values()) > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
