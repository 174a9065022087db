"""Power that comes to a board at random times: how soon the bank reader reads all cells, and whether rightly.

Command: `python tests/benchmarks/power_ons.py [--minutes 2] [--seed 1]`

Chips, cables and computer are the judge's own model (tests/drivers/hx711/datasheet_chips.py), as in
reader_campaign.py. Exits with 1 if a value was wrong, or a board was late.
"""

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers" / "hx711"))

from cupsboard.drivers.hx711.bank import Bank
from reader_rows import doing
from reader_scenes import FAST, SLOW, Row, run
from studies.page import table

MOST_SECONDS = {SLOW: 4.0, FAST: 2.0}
"""A full board comes back within these."""
LATEST_POWER_SECONDS = 25.0
CELLS = (1, 4, 10, 22)


def row(rng: Random, sps: int, before: str) -> Row:
    """A board whose chips get power at some time, with all lines low or high before."""
    cells, moment = rng.choice(CELLS), rng.uniform(0.0, LATEST_POWER_SECONDS)
    every = tuple(range(cells))
    return Row(
        "power-ons",
        f"{cells} cells after {moment!r} s",
        sps,
        cells=cells,
        victims=every,
        hit=0.0,
        repaired=moment,
        seconds=moment + MOST_SECONDS[sps] + 1.0,
        prepare=doing("without power" if before == "low" else "unplugged", every),
        acts=((moment, doing("powered", every)),),
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = Random(asked.seed)
    ends = time.monotonic() + 60 * asked.minutes
    backs: dict[tuple[int, str], list[float]] = {
        (sps, b): [] for sps in (SLOW, FAST) for b in ("low", "high")
    }
    values = faults = 0
    while time.monotonic() < ends:
        for (sps, before), found in backs.items():
            tried = row(rng, sps, before)
            result = run(tried, rng.randrange(1 << 30), Bank)
            values += result.values
            found.append(result.back)
            if result.wrong or result.exception or not 0 < result.back < MOST_SECONDS[sps]:
                faults += 1
                print(f"{sps} SPS, lines {before}, {tried.name}: {result}")
    head = ("SPS", "lines before", "power-ons", "all cells back after, median s", "worst s")
    rows = (
        (sps, before, len(found), f"{sorted(found)[len(found) // 2]:.2f}", f"{max(found):.2f}")
        for (sps, before), found in backs.items()
    )
    print(*table(head, rows), sep="\n")
    print(f"\n{values:,} values, {faults} boards late or read wrongly")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
