"""How fast whole games run at bit level, and where the time goes: `python tests/benchmarks/game.py [seed]`.

Each kind of board plays one game for the speed, in processor time, and the same again under cProfile for the
shares. The profiler slows calls down more than sums, so shares are good to a few per cent.
"""

import cProfile
import pstats
import sys
import time
from collections import Counter

from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play

PARTS = (
    ("bank reader", ("cupsboard/drivers/hx711",)),
    (
        "simulated pins",
        ("cupsim/electronics/", "cupsim/table/load_cell", "cupsim/table/filter", "cupsim/runs/simulated"),
    ),
    ("recognition", ("cupsboard/recognition/", "cupsboard/scales/", "cupsboard/rules/")),
    ("people", ("cupsim/people/",)),
    (
        "referee, lights",
        ("cupsboard/referee/", "cupsboard/signs/", "cupsboard/core", "cupsboard/drivers/", "cupsboard/loop"),
    ),
)
"""The first part with a fitting path has it; everything else is the world that turns round them."""
REST = "world"
BOARDS = ((3, 10), (4, 10), (10, 10), (4, 80))
HEAD = "cups  sps  moves  virtual/real  " + "  ".join(name for name, _ in PARTS) + f"  {REST}"


def part_of(path: str) -> str:
    return next((name for name, paths in PARTS if any(part in path for part in paths)), REST)


def shares(profile: cProfile.Profile) -> dict[str, float]:
    """What each part took; time in built-in functions is their callers'."""
    seconds: Counter[str] = Counter()
    for (path, _, _), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():
        if path != "~":
            seconds[part_of(path)] += own
        for caller, (_, _, spent, _) in callers.items() if path == "~" else ():
            seconds[part_of(caller[0])] += spent
    return {name: seconds[name] / seconds.total() for name in (*(name for name, _ in PARTS), REST)}


def row(cups: int, sps: int, seed: int) -> str:
    pairing = Pairing(Setting(seed=seed, cups=cups, sps=sps))
    began = time.process_time()
    played = play(pairing)
    seconds = time.process_time() - began
    with cProfile.Profile() as profile:
        play(pairing)
    of_parts = "  ".join(f"{share:>{len(name)}.0%}" for name, share in shares(profile).items())
    speed = played.virtual_seconds / seconds
    return f"{cups:>4}  {sps:>3}  {played.counts.moves:>5}  {speed:>12.0f}  {of_parts}"


def main(seed: int) -> None:
    print(HEAD)
    for cups, sps in BOARDS:
        print(row(cups, sps, seed), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
