"""All that is done to a board outside a game."""
