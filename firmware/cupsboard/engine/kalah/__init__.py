"""The engine of Kalah."""
