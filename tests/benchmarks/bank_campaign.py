"""A long campaign against wrong values: rates, mid-frame behaviours, hosts and faults, from many seeds.

Usage: python tests/benchmarks/bank_campaign.py [first seed] [seeds]; exits with 1 if a value was wrong.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "drivers"))

from cupsim.chips import MidFrame
from cupsim.host import HostSpeed
from hx711_rig import Rig, tally

HOSTS = {
    "usual": HostSpeed(),
    "rough": HostSpeed(preemptions_per_second=20.0, preemption_seconds=1e-3),
    "slow": HostSpeed(call_seconds=15e-6, preemptions_per_second=5.0),
}
BANKS: list[tuple[str, list[int], float]] = [
    ("10 cells, 10 SPS", [10] * 10, 30.0),
    ("22 cells, 10 SPS", [10] * 22, 20.0),
    ("10 cells, 80 SPS", [80] * 10, 8.0),
    ("22 cells, 80 SPS", [80] * 22, 4.0),
    ("10 cells, mixed", [10, 80] * 5, 15.0),
]


def disturbed(rig: Rig, seconds: float, rng: Random) -> None:
    """Run with cells that come off and are put back."""
    end = rig.now + seconds
    while rig.now < end:
        rig.run(rng.uniform(0.5, 3.0))
        chip = rng.choice(rig.chips)
        rng.choice([chip.unplug, chip.plug, chip.hang])()
        rig.run(rng.uniform(0.0, 0.5))
        chip.plug()


def main() -> int:
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    values: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for seed in range(first, first + seeds):
        for name, rates, duration in BANKS:
            for host, speed in HOSTS.items():
                mid_frame = list(MidFrame)[seed % 3]
                for is_disturbed in (False, True):
                    rig = Rig(sps=rates, seed=seed, mid_frame=mid_frame, speed=speed)
                    if is_disturbed:
                        disturbed(rig, duration, Random(seed))
                    else:
                        rig.run(duration)
                    key = f"{name}, {host} host{', cables' if is_disturbed else ''}"
                    values[key] += tally(rig.frames)["COUNTS"]
                    seconds[key] += int(rig.now) * len(rates)
                    for time, cell, counts in rig.wrong():
                        wrong[key] += 1
                        print(
                            f"WRONG seed {seed} {mid_frame.name} {key}: cell {cell} at {time:.4f}: {counts}"
                        )
    print(f"{'bank':50s} {'values':>9s} {'per s and cell':>15s} {'wrong':>6s}")
    for key, count in values.items():
        print(f"{key:50s} {count:9d} {count / seconds[key]:15.2f} {wrong[key]:6d}")
    print(f"{'all':50s} {values.total():9d} {'':15s} {wrong.total():6d}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
