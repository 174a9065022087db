"""Find games of King of the Cups by name, by wish, and by the seats round a board."""

from cupsboard.rules.games import Rules
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups

RULES = Rules(KingOfTheCups.named, lambda _wish, seats: KingOfTheCups(seats))
