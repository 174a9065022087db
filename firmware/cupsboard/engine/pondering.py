"""How long a person should see the computer think: as long as the choice is difficult, whoever plays.

A small search, the same for every level, tells how difficult: moves that come close to the best one, and a
best move that changed while the search went deeper.
"""

from collections.abc import Sequence
from itertools import pairwise

from cupsboard.engine.player import EVERY_MOVE, PASS, Engine, Info, IsStopped, Limit, P, Source, never

NODES = 1000
"""Some 40 ms on the slowest Pi."""
LEAST_SECONDS, MOST_SECONDS = 0.5, 2.0
_CHOICE_SECONDS = 0.6
"""For a choice with one good move, which a look shows."""
_CLOSE_BEANS = 3.0
"""A move that loses less than this comes the closer to the best one, the less it loses."""
_SECONDS_A_CLOSE_MOVE, _SECONDS_A_CHANGE = 0.3, 0.2


def pondering_seconds(
    engine: Engine[P],
    position: P,
    is_stopped: IsStopped = never,
    *,
    piece_points: float = 1.0,
    nodes: int = NODES,
) -> float:
    """Return for how many seconds a person should see the computer think in a position.

    `piece_points` is the points of a mean piece of the game, `nodes` how many positions are searched to find
    out. Raises RulesError if no player can move, or at an open start.
    """
    bests: list[str] = []
    infos = engine.analyse(
        position, Limit(nodes=nodes), EVERY_MOVE, is_stopped, lambda infos: bests.append(infos[0].move)
    )
    if len(infos) == 1 or infos[0].move == PASS:
        return LEAST_SECONDS
    changes = sum(before != after for before, after in pairwise(bests))
    seconds = (
        _CHOICE_SECONDS + _SECONDS_A_CLOSE_MOVE * _close(infos, piece_points) + _SECONDS_A_CHANGE * changes
    )
    return round(min(seconds, MOST_SECONDS), 2)


def _close(infos: Sequence[Info], piece_points: float) -> float:
    """How many moves come close to the best one, each a whole one where it loses nothing."""
    best, *others = infos
    if all(info.is_exact and info.source is Source.SEARCH for info in infos):
        # So small a search has proved everything: a person counts it out.
        return 0.0
    losses = (best.score_beans - info.score_beans for info in others)
    return sum(max(0.0, 1.0 - loss / piece_points / _CLOSE_BEANS) for loss in losses)
