"""Games whose order counts, through the pins: every sample has passed through the chips and their drivers."""
