"""How games of King of the Cups are found: by a name, by a wish, by the seats round a board."""

from cupsboard.rules.games import Rules
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups

RULES = Rules(KingOfTheCups.named, lambda _wish, seats: KingOfTheCups(seats))
