"""What is done to a board outside a game, as a command or a page begins it."""
