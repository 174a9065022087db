"""How games of Kalah are found: by a name, by a wish, by a board."""

from cupsboard.rules.games import Rules
from cupsboard.rules.kalah.rules import Kalah

RULES = Rules(Kalah.named, lambda _wish, cups: Kalah(cups), lambda cups: (Kalah(cups),))
