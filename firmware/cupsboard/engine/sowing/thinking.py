"""The engines, levels and explanations of sowing games, as values that `cupsboard.engine.engines` loads."""

from cupsboard.engine.levels import BY_CORE, LEVELS
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.reasons import hidden, reasons
from cupsboard.engine.sowing.rules import KALAH as KALAH_RULES
from cupsboard.engine.sowing.rules import OWARE as OWARE_RULES
from cupsboard.engine.sowing.rules import SowingRules
from cupsboard.engine.thinking import Thinking


def _thinking(rules: SowingRules) -> Thinking:
    return Thinking(
        engine=lambda game, clock, _known: SowingEngine(rules, game, clock),
        levels=(*(level for level in LEVELS if not level.is_perfect), BY_CORE),
        overlook=hidden,
        explain=reasons,
    )


KALAH, OWARE = _thinking(KALAH_RULES), _thinking(OWARE_RULES)
