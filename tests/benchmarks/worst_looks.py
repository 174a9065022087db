"""What the dearest looks cost: `python tests/benchmarks/worst_looks.py [cups] [games]`.

After every honest move each place is pressed off by a part of a bean, as by a sleeve or a tilted table, so
that nothing explains the weights and the search tries all it may. Processor time stands beside that of the
honest look, in the same run, with how many looks were cut short. `search.most_terms` bounds a look, on every
computer alike; here it is to come to 50 ms at 2x12, and the exit code is 1 if the dearest took longer.

A Zero 2 W takes about ten times as long (a Cortex-A53 at 1 GHz against a desktop core): half a second at the
worst, in a loop whose watchdog waits for longer.
"""

import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from cupsboard.recognition.outcome import Recognition
from cupsboard.scales.readings import Settled
from cupsim.campaign.study import Kind, Study
from cupsim.campaign.turns import Turn, turns

BEANS_OFF = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
BEAN_GRAMS = 0.55
LIMIT_MILLISECONDS = 50.0
BEST_OF = 3
MOVES_A_GAME = 40


def looked(turn: Turn, settled: Settled) -> tuple[float, Recognition]:
    """The milliseconds of one look, the best of some, and what it came to."""
    tracker, times = turn.tracker(), []
    for _ in range(BEST_OF):
        began = process_time()
        seen = tracker.look(turn.expected, settled)
        times.append(process_time() - began)
    return 1000.0 * min(times), seen


def pressed(turn: Turn, beans: float, random: Random) -> Settled:
    """The finished move with every place off by so many beans or fewer."""
    table = turn.before.copy()
    table.carry_out(turn.plan.open)
    return table.weigh({place: random.gauss(0.0, beans * BEAN_GRAMS) for place in table.beans})


def moves(cups: int, games: int) -> Iterator[Turn]:
    """The first moves of some games."""
    study = Study(Kind.COMPUTE, games, cups=cups)
    for seed in range(games):
        for turn in turns(study, seed, Random(seed)):
            if turn.number > MOVES_A_GAME:
                break
            yield turn


def main(cups: int, games: int) -> int:
    """Print a row for each way to be off; the exit code."""
    random, worst = Random(1), 0.0
    rows: dict[str, list[tuple[float, bool]]] = {}
    for turn in moves(cups, games):
        cost, seen = looked(turn, turn.settled)
        rows.setdefault("honest", []).append((cost, seen.is_cut_short))
        for beans in BEANS_OFF:
            cost, seen = looked(turn, pressed(turn, beans, random))
            rows.setdefault(f"every place off by {beans} beans", []).append((cost, seen.is_cut_short))
    print(f"2x{cups}, milliseconds of processor time, best of {BEST_OF}")
    usual = median(cost for cost, _ in rows["honest"])
    for name, found in rows.items():
        costs = sorted(cost for cost, _ in found)
        worst = max(worst, costs[-1])
        cut = sum(is_cut for _, is_cut in found)
        times = costs[-1] / usual
        print(
            f"{name:32} median {median(costs):5.1f}  worst {costs[-1]:5.1f}, {times:4.1f} x an honest look  "
            f"cut short {cut} of {len(found)}"
        )
    return int(worst > LIMIT_MILLISECONDS)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*(numbers + [12, 2][len(numbers) :])))
