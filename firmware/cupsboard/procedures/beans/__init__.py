"""Sorting and weighing beans, and what may be expected of a game with them."""
