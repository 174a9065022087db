"""The levels of play of Coin Duel, by the names of those of Cups, and the unit that they are measured in.

`tests/benchmarks/levels.py` lets the levels play each other; LEVELS.md says what came of it.
"""

from cupsboard.engine.coin_duel.pieces import mean_worth
from cupsboard.engine.levels import ANY_NUMBER, Level, Scale, oversights
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.games import AnyGame

FULL_STRENGTH_NODES = 5_000
"""A fifth of a second on a PC, some seconds on the slowest Pi."""
PONDERING_NODES = 200
ANALYSIS_NODES = 2_000
"""Ten times as many, for a play that seems to be a mistake, take a fifth of a second on a PC."""
_WINNING_COIN_SPREAD = 1.5
"""Where winning coins decide, plays and rounds lie so many times as far apart as elsewhere."""

LEVELS: tuple[Level, ...] = (
    Level("1", 100, -1.5, oversights(capture=100, pot=100, reply=100, few_beans=ANY_NUMBER)),
    Level("2", 100, 10.0, oversights(capture=85, pot=70, reply=95)),
    Level("3", 150, 2.5, oversights(capture=45, pot=30, reply=75)),
    Level("4", 300, 1.5, oversights(capture=25, pot=15, reply=45)),
    Level("5", 600, 0.6, oversights(capture=10, pot=5, reply=25)),
    Level("6", 1_000, 0.35, oversights(capture=5, pot=2, reply=15)),
    Level("7", 2_500, 0.18, oversights(capture=2, pot=1, reply=7)),
    Level("8", FULL_STRENGTH_NODES),
)
"""Weakest first; none plays without a flaw, for nothing is proved of this game. A child's first opponent
plays from its stock alone wherever it can, rather what gives away, so that its cups fill up for the child."""


def scale_of(game: AnyGame) -> Scale:
    """Return the unit of a game: the mean worth of a piece of its stock, as a bean is in Cups.

    In stage 3 it is one and a half times that.
    """
    settings = Settings.named(game.name)
    spread = _WINNING_COIN_SPREAD if settings.stage == 3 else 1.0
    return Scale(spread * mean_worth(settings), PONDERING_NODES, ANALYSIS_NODES)
