"""What the dearest looks cost: `python tests/benchmarks/worst_looks.py [cups] [games]`.

After every honest move each place is pressed off by a part of a bean, as by a sleeve or a tilted table, so
that nothing explains the weights and the search tries all it may. And, in a position made for it, both may
sow every cup: the opponent has replied before the end of a move was seen, and there are more ways to reply
than may be listed. Processor time stands beside that of the honest look, in the same run, with how many looks
were cut short. `search.most_ways` and `search.most_terms` bound a look, on every computer alike; here it is
to come to 50 ms at 2x12, and the exit code is 1 if the dearest took longer.

At 2x10, two games, in turns with commit 1e2253e on a crowded PC of two cores (2026-11-29): three times, the
dearest look took 31.7, 29.8 and 32.5 ms, beside 28.7, 30.0 and 28.7 ms there; the dearest one with a reply,
where every cup can be sown, 20.1, 20.2 and 18.3 ms, beside 27.8, 29.1 and 26.2 ms.

A Zero 2 W takes about ten times as long (a Cortex-A53 at 1 GHz against a desktop core): half a second at the
worst, in a loop whose watchdog waits for longer.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from random import Random
from statistics import median
from time import process_time

from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Side
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.readings import Settled
from studies.cups.boards import table_of
from studies.cups.study import Kind, Study
from studies.cups.turns import Turn, turns

BEANS_OFF = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
BEAN_GRAMS = 0.55
LIMIT_MILLISECONDS = 50.0
BEST_OF = 3
MOVES_A_GAME = 40


def looked(tracker: Tracker, expected: Sequence[Plan], settled: Settled) -> tuple[float, bool]:
    """The milliseconds of one look, the best of some, and whether it was cut short."""
    times = []
    for _ in range(BEST_OF):
        began = process_time()
        seen = tracker.look(expected, settled)
        times.append(process_time() - began)
    return 1000.0 * min(times), seen.is_cut_short


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


def replied_where_every_cup_can_be_sown(cups: int, random: Random) -> Iterator[tuple[float, bool]]:
    """What each move costs with a reply on top of it."""
    game, study = Cups(cups), Study(Kind.COMPUTE, 1, cups=cups)
    row = Row(tuple(range(cups, 0, -1)), 0, 10 * cups)
    position = Position(row, row, Side.SOUTH)
    table, lying = table_of(study, random), game.contents(position)
    table.carry_out([Transfer(OFF_BOARD, place, lying[place]) for place in game.places if lying[place]])
    known = agreed(from_calibration(table.calibration, {}), of_beans(table.contents()), table.weigh())
    expected = expected_plans(game, position)
    for reply in (random.choice(list(replies)) for _, replies in groupby(expected, attrgetter("settled"))):
        replied = table.copy()
        replied.carry_out(reply.settled)
        replied.carry_out(reply.open)
        yield looked(Tracker(table.calibration, known), expected, replied.weigh())


def main(cups: int, games: int) -> int:
    """Print a row for each way to be off; the exit code."""
    random, worst = Random(1), 0.0
    rows: dict[str, list[tuple[float, bool]]] = {}
    for turn in moves(cups, games):
        rows.setdefault("honest", []).append(looked(turn.tracker(), turn.expected, turn.settled))
        for beans in BEANS_OFF:
            look = looked(turn.tracker(), turn.expected, pressed(turn, beans, random))
            rows.setdefault(f"every place off by {beans} beans", []).append(look)
    rows["replied, all cups can be sown"] = list(replied_where_every_cup_can_be_sown(cups, random))
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
