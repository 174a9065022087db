"""What the engine room of Kalah offers."""

from cupsboard.engine.kalah.player import KalahEngine
from cupsboard.engine.kalah.reasons import hidden, reasons
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.thinking import Thinking

THINKING = Thinking(
    engine=KalahEngine,
    levels=tuple(level for level in LEVELS if not level.is_perfect),
    overlook=hidden,
    explain=reasons,
)
