"""Whole games of Relay read by histories: `python tests/benchmarks/relay_looks.py [GAMES]`.

Relay is the game of the tests; its table of scales shares nothing with the reader. A look whenever the hand
is empty stands beside one look a turn: how many were sure and right, open, or sure and wrong, and how long
one took. The exit code is 1 if anything was sure and wrong.
"""

import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "recognition" / "histories"))
sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "relay"))

from cupsboard.rules.places import HAND
from test_reader import Evening


def read(seed: int, *, each_lap: bool, counts: Counter[str], times: list[float]) -> None:
    """One game."""
    evening = Evening.begun(seed)
    for turn in evening.turns():
        acts, done = evening.acts(turn), []
        for number, act in enumerate(acts, start=1):
            done.append(evening.table.do(act))
            is_end = number == len(acts)
            if is_end or (each_lap and not evening.table.inside[HAND]):
                settled = evening.table.weigh()
                begun = process_time()
                look = evening.reader.look(settled, is_done=is_end)
                times.append((process_time() - begun) * 1e3)
                evening.reader.keep(look)
                right = "right" if evening.is_right(look) else "wrong"
                counts[f"sure and {right}" if look.verdict.is_sure else "open"] += 1
        evening.play(done)


def main(games: int) -> int:
    """Play, and print a line each."""
    wrong = 0
    for each_lap, name in ((True, "whenever the hand is empty"), (False, "one a turn")):
        counts, times = Counter[str](), list[float]()
        for seed in range(games):
            read(seed, each_lap=each_lap, counts=counts, times=times)
        times.sort()
        took = ", ".join(f"{times[int(share * (len(times) - 1))]:.1f}" for share in (0.5, 0.99, 1.0))
        print(f"{name}: {dict(counts)}; ms half, 99 %, all: {took}")
        wrong += counts["sure and wrong"]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
