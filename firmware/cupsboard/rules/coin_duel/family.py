"""Find games of Coin Duel by name, by wish, and by board."""

from collections.abc import Sequence

from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import Rules
from cupsboard.rules.wish import Wish

FEWEST_CUPS = 4
"""The first play may take four pieces, one for each of four cups."""
STAGES = (1, 2, 3)


def _wished(wish: Wish, cups: int) -> CoinDuel:
    """Return the game for a board with `cups` cups a side; stage 1 if none is named. Raises RulesError."""
    if cups < FEWEST_CUPS:
        raise RulesError(
            f"--game {wish.family}: wants at least {FEWEST_CUPS} cups a side, and usually 10; this board has "
            f"{cups}: play cups on it"
        )
    settings = Settings(
        cups, wish.stage or 1, wish.kinds, wish.stock or 0, turns=wish.turns, friendly=wish.friendly
    )
    return CoinDuel(settings)


def _usual(cups: int) -> Sequence[CoinDuel]:
    """Return the stages as usually played on a board with `cups` cups a side; () if it is too small."""
    return [CoinDuel(Settings(cups, stage)) for stage in STAGES] if cups >= FEWEST_CUPS else []


RULES = Rules(CoinDuel.named, _wished, _usual)
