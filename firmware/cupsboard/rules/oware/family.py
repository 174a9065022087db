"""Find games of Oware by name, by wish, and by board."""

from cupsboard.rules.games import Rules
from cupsboard.rules.oware.rules import Oware

RULES = Rules(Oware.named, lambda _wish, cups: Oware(cups), lambda cups: (Oware(cups),))
