"""What a decision costs on this machine, for honest and for faulty tables, early and late in a game.

Processor time is taken, because a campaign keeps all processors busy with other chunks.
"""

from random import Random
from time import process_time

from cupsboard.scales.readings import Settled

from studies.cups.study import Study
from studies.cups.table_faults import DECIDABLE, Scene
from studies.cups.turns import Turn, turns
from studies.tally import Tally

BEST_OF = 3
MOVES_A_PERIOD = 10
"""Decisions are put together by tens of moves, to see whether they grow dearer."""


def time_decisions(study: Study, seed: int) -> Tally:
    """One evening; every move is recognised once as it was made and once with a random fault."""
    found, random = Tally(), Random(seed)
    for turn in turns(study, seed, random):
        honest = _milliseconds(turn, turn.settled)
        period = (turn.number - 1) // MOVES_A_PERIOD
        found.measure("honest", honest)
        found.measure(f"honest, moves {period * MOVES_A_PERIOD + 1} on", honest)
        scene = Scene(turn.before.copy(), turn.plan, turn.side, random)
        if random.choice(list(DECIDABLE.values()))(scene):
            found.measure("faulty", _milliseconds(turn, scene.table.weigh()))
    return found


def _milliseconds(turn: Turn, settled: Settled) -> float:
    times, tracker = [], turn.tracker()
    for _ in range(BEST_OF):
        began = process_time()
        tracker.look(turn.expected, settled)
        times.append(process_time() - began)
    return 1000.0 * min(times)
