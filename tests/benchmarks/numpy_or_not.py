"""What numpy would cost and bring to the reader of histories: `python tests/benchmarks/numpy_or_not.py`.

A turn of one lap and one of five laps on ten cups a side, four kinds of coins, is weighed in two ways: as
`recognition.histories.masses` does it, in plain Python, and as one joint normal of all tares and all coins
(22 + 80 states and the means of four kinds), updated with numpy by what every scale shows. A Zero 2 W is
taken for ten times slower.
"""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np
from cupsboard.recognition.histories.masses import Masses
from cupsboard.recognition.histories.sight import Sight, sight_of
from cupsboard.recognition.histories.world import Move, World, moved
from cupsboard.recognition.knowledge import PlaceKnowledge, Population
from cupsboard.rules.places import HAND, Kind, board_places
from cupsboard.scales.readings import Settled, Weight

PLACES = board_places(10)
COINS = {"cent": (2.495, 0.02), "nickel": (4.98, 0.05), "dime": (2.255, 0.025), "quarter": (5.62, 0.068)}
POPULATIONS = {Kind(kind): Population(mean, 1e-5, spread**2, 40.0) for kind, (mean, spread) in COINS.items()}
A_CUP = (1, 1, 1, 1)
SLOWER_TIMES = 10


def a_sight() -> Sight:
    """A table with four coins in every cup, just as it was expected."""
    lots = dict.fromkeys(PLACES, A_CUP) | {HAND: (0, 0, 0, 0)}
    grams = 25.0 + sum(mean for mean, _ in COINS.values())
    known = PlaceKnowledge(4, Weight(grams, 1e-4), Weight(25.0, 1e-4), 25.0, 0.003)
    world: World[None] = World(None, lots, dict.fromkeys(PLACES, known), Weight(0.0, 0.0))
    settled = Settled(0.0, dict.fromkeys(PLACES, Weight(grams, 1e-4)))
    return sight_of(world, POPULATIONS, 1e-5, settled, frozenset())


def laps(sight: Sight, count: int) -> list[Move]:
    """So many cups taken up one after the other, each sown forward coin by coin."""
    random, lots, moves = Random(1), dict(sight.lots), list[Move]()
    at = 0
    for _ in range(count):
        taken = lots[PLACES[at]]
        moves.append(Move(PLACES[at], HAND, taken))
        coins = [kind for kind, n in enumerate(taken) for _ in range(n)]
        random.shuffle(coins)
        for kind in coins:
            at = (at + 1) % 10
            moves.append(Move(HAND, PLACES[at], tuple(int(each == kind) for each in range(4))))
        lots = moved(sight.lots, moves)
    return moves


def one_joint_normal() -> Callable[[], float]:
    """The update of all tares, all coins and the means of the kinds, by one look at every scale."""
    states, scales = len(PLACES) + 80 + 4, len(PLACES)
    shows = np.zeros((scales, states))
    for scale in range(scales):
        shows[scale, scale] = 1.0
        shows[scale, scales + (scale * 4) % 80 : scales + (scale * 4) % 80 + 4] = 1.0
    covariance = np.eye(states) * 1e-4

    def update() -> float:
        across = covariance @ shows.T
        seen = shows @ across + np.eye(scales) * 1e-4
        gain = np.linalg.solve(seen, across.T).T
        after = covariance - gain @ across.T
        return float(after[0, 0] + np.linalg.slogdet(seen)[1])

    return update


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Processor time of one run."""
    work()
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times * 1e3


def started(code: str) -> tuple[float, float]:
    """Processor seconds and megabytes of a fresh Python that does this and ends."""
    resident = "open('/proc/self/status').read().split('VmRSS:')[1].split()[0]"
    ask = f"import time; print(time.process_time(), {resident})"
    runs = []
    for _ in range(5):
        said = subprocess.run(
            [sys.executable, "-c", f"{code}; {ask}"], capture_output=True, text=True, check=True
        )
        seconds, kilobytes = said.stdout.split()
        runs.append((float(seconds), float(kilobytes) / 1024))
    return min(runs)


def kilobytes_of(build: Callable[[], object]) -> float:
    """What stays in memory of what is built."""
    tracemalloc.start()
    kept = build()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size / 1024


def every_place() -> list[PlaceKnowledge]:
    """What a world believes of its scales."""
    return [
        PlaceKnowledge(4, Weight(40.0 + number, 1e-4), Weight(25.0 + number, 1e-4), 25.0, 0.003)
        for number in range(len(PLACES))
    ]


def main() -> None:
    """Measure and print a table."""
    plain, with_numpy = (
        started("import cupsboard.recognition.histories.reader"),
        started("import cupsboard.recognition.histories.reader, numpy"),
    )
    sight = a_sight()
    short, long = laps(sight, 1), laps(sight, 5)
    dense = milliseconds(one_joint_normal(), 200)
    rows = [
        ("start, processor s", f"{plain[0]:.2f}", f"{with_numpy[0]:.2f}"),
        ("memory after start, MB", f"{plain[1]:.0f}", f"{with_numpy[1]:.0f}"),
        (
            "one fit, a lap of 4 coins, ms",
            f"{milliseconds(lambda: Masses(sight).move(short).fit(), 200):.2f}",
            f"{dense:.2f}",
        ),
        (
            "one fit, 5 laps, ms",
            f"{milliseconds(lambda: Masses(sight).move(long).fit(), 50):.2f}",
            f"{dense:.2f}",
        ),
        (
            "memory of a world, kB",
            f"{kilobytes_of(every_place):.0f}",
            f"{kilobytes_of(lambda: np.eye(106)):.0f}",
        ),
    ]
    print("| | plain Python | numpy |\n|---|---|---|")
    for what, one, other in rows:
        print(f"| {what} | {one} | {other} |")
    print(f"\nOn a Zero 2 W about {SLOWER_TIMES} times the time.")


if __name__ == "__main__":
    main()
