"""The engine, levels and explanations of sowing games, as a value that `cupsboard.engine.engines` loads."""

from typing import Any, cast

from cupsboard.engine.levels import BY_CORE, LEVELS
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.reasons import hidden, reasons
from cupsboard.engine.thinking import Thinking
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.turns import Act, walks


def acts_of(game: AnyGame, position: Any, side: Side, label: str) -> tuple[Act, ...]:
    """Return a move act by act, as its turns have it. Raises RulesError for an illegal move."""
    game.play(position, side, label)
    found = walks(game.turns, game.contents(position), game.turns.begin(position, side))
    return next(walk.acts for walk in found if game.turns.label(walk.acts) == label)


THINKING = Thinking(
    engine=lambda game, clock, _known: SowingEngine(cast(SowingGame, game), clock),
    levels=(*(level for level in LEVELS if not level.is_perfect), BY_CORE),
    overlook=hidden,
    explain=reasons,
    acts_of=acts_of,
)
