"""Everything done to a board outside a game: steps over the ports that end in a file or in advice."""
