"""The engine, levels and explanations of Kalah, as the value that `cupsboard.engine.engines` loads."""

from cupsboard.engine.kalah.player import KalahEngine
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.row_reasons import hidden, reasons
from cupsboard.engine.thinking import Thinking

THINKING = Thinking(
    engine=KalahEngine,
    levels=tuple(level for level in LEVELS if not level.is_perfect),
    overlook=hidden,
    explain=reasons,
)
