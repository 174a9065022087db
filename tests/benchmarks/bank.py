"""How fast the simulated bank runs, how much the cells deliver, and where the time goes.

Usage: python tests/benchmarks/bank.py [virtual seconds]
"""

import cProfile
import pstats
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "drivers"))

from cupsim.host import HostSpeed
from hx711_rig import Quiet, Rig, tally

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


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    print(HEAD)
    for cells, sps in ((10, 10), (22, 10), (10, 80), (22, 80)):
        print(row(cells, sps, seconds if sps == 10 else seconds / 4), flush=True)
    rig = rig_of(10, 10)
    profile = cProfile.Profile()
    profile.runcall(rig.run, seconds)
    print("\nWhere the time goes, 10 cells at 10 SPS:")
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(14)


if __name__ == "__main__":
    main()
