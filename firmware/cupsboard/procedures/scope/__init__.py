"""One cell on one amplifier, before there is a board: its trace, its noise, the beans dropped on it."""
