"""Find games of Kalah by name, by wish, and by board."""

from cupsboard.rules.games import Rules
from cupsboard.rules.kalah.rules import Kalah

RULES = Rules(Kalah.named, lambda _wish, cups: Kalah(cups), lambda cups: (Kalah(cups),))
