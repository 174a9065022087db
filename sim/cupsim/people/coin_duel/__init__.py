"""People at a game whose order counts: they choose a play, and their hands carry it out, piece by piece."""
