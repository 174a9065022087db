"""The engine, levels and explanations of sowing games, as a value that `cupsboard.engine.engines` loads."""

from typing import cast

from cupsboard.engine.levels import BY_CORE, LEVELS
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.reasons import hidden, reasons
from cupsboard.engine.thinking import Thinking
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.turns import acts_of

THINKING = Thinking(
    engine=lambda game, clock, _known: SowingEngine(cast(SowingGame, game), clock),
    levels=(*(level for level in LEVELS if not level.is_perfect), BY_CORE),
    overlook=hidden,
    explain=reasons,
    acts_of=acts_of,
)
