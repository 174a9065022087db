"""How difficult the puzzles are that ship: `python tests/benchmarks/puzzles_tried.py`.

Each level of play tries each puzzle so many times, with seeds of their own. Prints for each puzzle how often
each level solved it; a puzzle's level is the weakest that solved it every other time, once guesses are taken
out and luck is shared among the levels (firmware/cupsboard/engine/puzzle_levels.py).
With `--write` levels and difficulties go into firmware/cupsboard/engine/puzzles.json, in the new order.
`cupsboard puzzle --make` does both for puzzles that it makes anew. Exits 1 if a puzzle's level in the file is
another.
"""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from cupsboard.engine import engines
from cupsboard.engine.levels import BY_CORE, LEVELS
from cupsboard.engine.puzzle_levels import chance_of_guess, difficulty_of, level_of, times_solved
from cupsboard.engine.puzzles import as_plain, numbered
from cupsboard.rules import games
from cupsboard.rules.puzzle import Puzzle

FILE = Path(engines.__file__).with_name("puzzles.json")


NAMES = [level.name for level in (*LEVELS, BY_CORE)]


def tried(puzzle: Puzzle) -> dict[str, int]:
    """How often each level of its game solved it, by the level's name."""
    game = games.named(puzzle.game)
    return {each.level.name: times_solved(puzzle, game, each) for each in engines.opponents_of(game)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    print("| puzzle | " + " | ".join(NAMES) + " | level | difficulty |")
    print("| --- " * (len(NAMES) + 3) + "|")
    found = []
    for puzzle in engines.puzzles():
        solved = tried(puzzle)
        level = level_of(solved, chance_of_guess(puzzle, games.named(puzzle.game)))
        found.append(replace(puzzle, level=level, difficulty=difficulty_of(level)))
        cells = [
            puzzle.name,
            *(str(solved.get(name, "")) for name in NAMES),
            level,
            str(found[-1].difficulty),
        ]
        print(f"| {' | '.join(cells)} |", flush=True)
    if asked.write:
        content = json.dumps([as_plain(puzzle) for puzzle in numbered(found)], indent=1) + "\n"
        FILE.write_text(content, "utf-8")
    return 0 if asked.write or found == list(engines.puzzles()) else 1


if __name__ == "__main__":
    sys.exit(main())
