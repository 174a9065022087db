"""Many games of Coin Duel: kept, added up and put on a page."""
