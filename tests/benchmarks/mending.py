"""Disturbed tables put in order by people who only obey lights.

Command: `python tests/benchmarks/mending.py [stories] [seed]`. See also `tests/referee/test_mending.py`.

Each story is one of `tests/referee/disturbances.py`: a moment of a game, one to three disturbances, and what
came of following the lights. Printed are the stories that fell short and how many did; exits 1 if any did.
"""

import sys
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "referee"))

from disturbances import ALL, MOMENTS, Story, story_of


def told(seed: int) -> Story:
    """The story of a seed."""
    random = Random(seed)
    moment, count = random.choice(MOMENTS), random.choice((1, 1, 2, 3))
    return story_of(moment, random.sample(ALL, count), random.getrandbits(32))


def main(stories: int = 2000, first_seed: int = 0) -> int:
    """Tell so many stories; the exit code."""
    short: Counter[str] = Counter()
    with get_context("spawn").Pool() as pool:
        for story in pool.imap(told, range(first_seed, first_seed + stories), chunksize=20):
            if story.shortcomings:
                print(story.told.splitlines()[0], *story.shortcomings, sep="\n    ", flush=True)
                short.update([story.shortcomings[0].split(":")[0]])
    print(f"{stories} stories, {short.total()} fell short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
