"""The engine, levels and explanations of Coin Duel, as the value that `cupsboard.engine.engines` loads."""

from cupsboard.engine.coin_duel.levels import LEVELS, scale_of
from cupsboard.engine.coin_duel.oversights import hidden
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.coin_duel.reasons import reasons
from cupsboard.engine.coin_duel.script import acts_of
from cupsboard.engine.thinking import Thinking

THINKING = Thinking(
    engine=CoinDuelEngine.of,
    levels=LEVELS,
    overlook=hidden,
    scale_of=scale_of,
    explain=reasons,
    acts_of=acts_of,
)
