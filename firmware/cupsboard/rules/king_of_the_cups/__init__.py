"""King of the Cups: cups, dice, players, moves, positions and rounds."""
