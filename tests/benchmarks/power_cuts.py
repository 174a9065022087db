"""Many games through power cuts at random instants and in writes; a row a size, exit code 1 for any fault.

python tests/benchmarks/power_cuts.py [games]
"""

import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context

from cupsim.games import Pairing
from cupsim.power_cuts import Endured, endure
from cupsim.world import Setting

GAMES = 1000


def one(seed: int, cups: int) -> Endured:
    return endure(Pairing(Setting(seed, cups=cups)), seed)


def report(cups: int, endured: Sequence[Endured]) -> str:
    instants = sum(each.cuts_at_instants for each in endured)
    writes = sum(each.cuts_in_writes for each in endured)
    lost = sum(each.moves_lost for each in endured)
    finished = sum(each.is_over for each in endured)
    doubted = sum(bool(each.misbeliefs) for each in endured)
    faults = sum(len(each.faults) for each in endured)
    return f"| {cups} | {len(endured)} | {instants} | {writes} | {lost} | {finished} | {doubted} | {faults} |"


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print("| cups | games | cuts at instants | in writes | moves lost | finished | wrongly agreed | faults |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    is_good = True
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        for cups in (3, 4):
            endured = list(pool.imap(partial(one, cups=cups), range((games + 1) // 2)))
            print(report(cups, endured), flush=True)
            for seed, each in enumerate(endured):
                for fault in each.faults:
                    is_good = False
                    print(f"  seed {seed}: {fault[:300]}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
