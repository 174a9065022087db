"""Wiring, pictures and pages of a board, all drawn from its profile."""
