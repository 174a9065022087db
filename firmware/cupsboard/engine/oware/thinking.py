"""The engine, levels and explanations of Oware, as the value that `cupsboard.engine.engines` loads."""

from cupsboard.engine.levels import LEVELS
from cupsboard.engine.oware.player import OwareEngine
from cupsboard.engine.row_reasons import hidden, reasons
from cupsboard.engine.thinking import Thinking

THINKING = Thinking(
    engine=OwareEngine,
    levels=tuple(level for level in LEVELS if not level.is_perfect),
    overlook=hidden,
    explain=reasons,
)
