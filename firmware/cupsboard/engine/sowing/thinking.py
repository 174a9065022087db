"""The engine, levels and explanations of sowing games, as a value that `cupsboard.engine.engines` loads."""

from dataclasses import replace
from typing import cast

from cupsboard.engine.levels import ANALYSIS_NODES, BY_CORE, LEVELS, PONDERING_NODES, Level, Scale
from cupsboard.engine.sowing import puzzle_making
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.reasons import hidden, reasons
from cupsboard.engine.sowing.tree import plays
from cupsboard.engine.thinking import Thinking
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.turns import acts_of

SLOWER = 10
"""How many times as long a position takes at most where each sowing is made as the rules make it."""
SLOW = Scale(pondering_nodes=PONDERING_NODES // SLOWER, analysis_nodes=ANALYSIS_NODES // SLOWER)


def levels_of(game: AnyPlayersGame) -> tuple[Level, ...]:
    """Return the levels of a game: none is perfect, and the core plays only what `plays` says.

    Where positions take longer a level looks at fewer, so that a move takes no longer.
    """
    levels = tuple(level for level in LEVELS if not level.is_perfect)
    if plays(cast(SowingGame, game).rules):
        return (*levels, BY_CORE)
    fewest = levels[0].nodes
    return tuple(replace(level, nodes=max(level.nodes // SLOWER, fewest)) for level in levels)


THINKING = Thinking(
    engine=lambda game, clock, _known: SowingEngine(cast(SowingGame, game), clock),
    levels_of=levels_of,
    overlook=hidden,
    scale_of=lambda game: Scale() if plays(cast(SowingGame, game).rules) else SLOW,
    explain=reasons,
    acts_of=acts_of,
    make_puzzles=puzzle_making.make,
)
