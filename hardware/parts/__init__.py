"""The parts to print and the deck, from the measures of a cup and a load cell."""
