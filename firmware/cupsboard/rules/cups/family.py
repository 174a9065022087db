"""Find games of Cups by name, by wish, and by board."""

from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.games import Rules
from cupsboard.rules.odds import Odds
from cupsboard.rules.wish import Wish


def _wished(wish: Wish, cups: int) -> Cups:
    return Cups(cups, wish.stock, None if wish.odds is None else Odds.said(wish.odds))


RULES = Rules(Cups.named, _wished, lambda cups: (Cups(cups),))
