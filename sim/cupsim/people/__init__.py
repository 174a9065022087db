"""Simulated people: they see lights and the table, never the board's state."""
