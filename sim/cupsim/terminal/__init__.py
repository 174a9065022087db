"""The board as text in a terminal."""
