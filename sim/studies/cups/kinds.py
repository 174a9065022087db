"""What one evening of each kind is."""

from collections.abc import Callable, Mapping

from studies.cups.compute import time_decisions
from studies.cups.evenings import try_game
from studies.cups.faulty_moves import try_faults
from studies.cups.honest_moves import try_honest_moves
from studies.cups.landings import try_landings
from studies.cups.latency import try_drop
from studies.cups.leaning import try_leans
from studies.cups.study import Chunk, Kind, Study
from studies.tally import Tally

ROOMS_PLAYED = frozenset({"cups"})
EVENINGS: Mapping[Kind, Callable[[Study, int], Tally]] = {
    Kind.HONEST: try_honest_moves,
    Kind.FAULTS: try_faults,
    Kind.LEAN: try_leans,
    Kind.GAMES: try_game,
    Kind.LATENCY: try_drop,
    Kind.LANDINGS: try_landings,
    Kind.COMPUTE: time_decisions,
}


def run_chunk(chunk: Chunk) -> Tally:
    """Play all evenings of a chunk, one after the other."""
    study, total = Study.parse(chunk.study), Tally()
    for seed in chunk.seeds:
        total.add(EVENINGS[study.kind](study, seed))
    return total
