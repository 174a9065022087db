"""King of the Cups: its set of cups, its dice, its players, its moves, its positions and its rounds."""
