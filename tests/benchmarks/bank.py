"""How fast the simulated bank runs, how much the cells deliver, and where the time goes.

Usage: python tests/benchmarks/bank.py [virtual seconds] [commit]; beside a commit it prints what a frame
costs, chips and all, as a share of what it cost then, each the best of five runs in turn.
"""

import cProfile
import os
import pstats
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers" / "hx711"))

from cupsim.electronics.host_timing import HostSpeed
from hx711_rig import Quiet, Rig, tally
from reader_campaign import ROOT, earlier

HEAD = "cells  sps  virtual/real  us/frame  steps/s  counts/s/cell  slowest chip/s  wrong"


def rig_of(cells: int, sps: int) -> Rig:
    return Rig(cells=cells, sps=sps, seed=5, speed=HostSpeed(), signal=Quiet(Random(1), 200_000))


def row(cells: int, sps: int, seconds: float) -> str:
    rig = rig_of(cells, sps)
    rig.run(1.2)
    steps = rig.steps
    start = time.process_time()
    frames = rig.run(seconds)
    spent = time.process_time() - start
    slowest = 1 / max(chip.period for chip in rig.chips)
    return (
        f"{cells:5d} {sps:4d} {seconds / spent:13.0f} {spent / len(frames) * 1e6:9.0f}"
        f" {(rig.steps - steps) / seconds:8.0f} {tally(frames)['COUNTS'] / cells / seconds:14.2f}"
        f" {slowest:15.2f} {len(rig.wrong(frames)):6d}"
    )


BOARDS = ((10, 10), (22, 10), (10, 80), (22, 80))
TURNS = 5


def costs(seconds: float) -> list[float]:
    """Processor time of a frame on each board, in seconds."""
    found = []
    for cells, sps in BOARDS:
        rig = rig_of(cells, sps)
        rig.run(1.2)
        start = time.process_time()
        frames = rig.run(seconds if sps == 10 else seconds / 4)
        found.append((time.process_time() - start) / len(frames))
    return found


def beside(commit: str, seconds: float) -> None:
    """Print the cost of a frame now as a share of that at a commit."""
    best: dict[Path, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        trees = (earlier(commit, Path(folder)), ROOT / "firmware")
        for _ in range(TURNS):
            for tree in trees:
                code = f"import bank; print(*bank.costs({seconds}))"
                path = os.pathsep.join(map(str, (tree, Path(__file__).parent)))
                command = [sys.executable, "-c", code]
                output = subprocess.check_output(command, text=True, env=os.environ | {"PYTHONPATH": path})
                found = [float(word) for word in output.split()]
                best[tree] = [min(pair) for pair in zip(found, best.get(tree, found), strict=True)]
    for (cells, sps), before, now in zip(BOARDS, *(best[tree] for tree in trees), strict=True):
        print(f"{cells:5d} cells {sps:3d} SPS: {now * 1e6:5.0f} us a frame, {now / before:.2f} of {commit}")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    if len(sys.argv) > 2:
        beside(sys.argv[2], seconds)
        return
    print(HEAD)
    for cells, sps in BOARDS:
        print(row(cells, sps, seconds if sps == 10 else seconds / 4), flush=True)
    rig = rig_of(10, 10)
    profile = cProfile.Profile()
    profile.runcall(rig.run, seconds)
    print("\nWhere the time goes, 10 cells at 10 SPS:")
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(14)


if __name__ == "__main__":
    main()
